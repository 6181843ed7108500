// A position to learn from, and the first stone of a game.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "net/net_player.h"

namespace pavage::hex {

// Memory of the search and the solver that judge positions.
constexpr std::size_t judging_tree_bytes = std::size_t{64} << 20, judging_solver_bytes = std::size_t{96} << 20;

// All as the mover sees it.
struct Lesson {
    CellCodes seen;             // filled in
    std::vector<float> policy;  // a share for each cell, or empty where a proof left nothing to be learned
    int ply = 0;                // stones on the board, before fill-in
    int games = 0;              // played to the end from here, or 1 if the result is proved
    int wins = 0;               // of these, by the mover
    float search = 0;           // what a search found: the mover's chance
    bool proved = false;        // the result is exact
    std::optional<bool> check;  // whether the mover won a game that searches played from here
};

float uniform(Random& random);  // in 0 .. 1, both excluded

// Draws the first stone of a game: none, any, or one that the network thinks fair.
class FirstStone {
public:
    FirstStone(int size, std::shared_ptr<const Net> net) : size_(size), net_(std::move(net)) {}

    // A cell, or -1 for none. `none` and `any` are parts of one.
    int draw(float none, float any, Random& random);

private:
    int size_;
    std::shared_ptr<const Net> net_;
    std::vector<float> fair_;  // how even each stone is
};

}  // namespace pavage::hex
