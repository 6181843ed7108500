// Positions to learn from: varied games of the network's policy lead there, a search says what they are worth.
//
// What the network does not know, a search of some hundred simulations does, from about ten stones on; with more stones,
// games that the policy plays to the end add to it. Both are written down; what is made of them is the learner's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "net/net_lesson.h"
#include "net/net_policy_game.h"
#include "solver/hex_solver.h"

namespace pavage::hex {

struct PositionSettings {
    int simulations = 400;
    int below = 80;    // simulations from which on a position below is learned from too; 0: never
    int games = 6;     // played to the end from a position with many stones; from others one
    int checked = 25;  // one position of so many is played to the end by searches; 0: none
    int solver = 200;  // evaluations that the solver may spend where the search is nearly sure
    NetOptions options{};
};

// The moves that lead to a position, and what is to be learned there: first of itself, then of what lies below.
struct Position {
    std::vector<int> line;
    std::vector<Lesson> lessons;
};

class Positions {
public:
    Positions(int size, std::shared_ptr<const Net> net, const PositionSettings& settings);
    ~Positions();

    // Made anew, with the same net and settings, they give the same for the same seeds in a row.
    Position make(std::uint64_t seed, const std::function<void()>& interrupt);

private:
    int draw_ply(Random& random) const;
    bool lead(Random& random);
    Lesson judge();
    void finish(Lesson& lesson, Random& random);
    bool check();

    int size_;
    PositionSettings settings_;
    FirstStone first_;
    std::unique_ptr<PolicyGame> game_;
    std::unique_ptr<NetPlayer> player_;
    std::unique_ptr<Solver> solver_;
    CellCodes codes_;  // of the position, and who moves
    Colour turn_ = red;
    std::vector<int> line_;
};

}  // namespace pavage::hex
