// Cells whose colour cannot matter, or that their owner keeps against every attack: filled in before searching.
//
// A cell is dead if no filling of its six neighbours makes its colour matter: going round, the colours change
// at most twice, so that the cell joins nothing that is not joined beside it. A killer is a neighbour whose
// stone makes the cell dead. Two empty cells, each the other's killer for a colour, are captured by it. What
// more cells show together is in hex_permanent.h.
//
// Built for boards up to 19×19, in 1, 2, 4 or 6 words: hex_inferior.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hex/hex_grid.h"

namespace pavage::hex {

struct Ring;

// Stones of both colours; a dead cell is in both sets.
template <int Words>
struct Stones {
    std::array<Bits<Words>, 2> of{};
    Bits<Words> taken() const { return of[0] | of[1]; }
    friend bool operator==(const Stones&, const Stones&) = default;
};

template <int Words>
class FillIn {
public:
    using Cells = Bits<Words>;

    // With `permanent`, the patterns of permanently inferior cells are looked for too.
    explicit FillIn(const Grid<Words>& grid, bool permanent = false);
    ~FillIn();

    // Fills in until nothing changes. `changed` are the cells that are not as when it was last filled in, or all.
    void run(Stones<Words>& stones, const Cells& changed);

    // The empty cells where a stone of `colour` can be killed by the answer.
    Cells vulnerable(const Cells& among, int colour) const;

    const Cells& filled() const { return filled_; }
    const Cells& permanently_inferior() const { return by_pattern_; }

    // After a move of `colour` was filled in: the cells it gained or killed. The move dominates them all, since
    // whoever plays there gets no more than the move gives anyway.
    Cells dominated(int colour) const { return filled_ & stones_.of[colour]; }

    // What a set that wins for `colour` on the filled board needs on the board before.
    Cells before(Cells set, int colour) const {
        (set & filled_ & stones_.of[colour]).each([&](int cell) { set |= depends_[colour][cell]; });
        return set;
    }

private:
    void load(const Stones<Words>& stones);
    Cells near_fill_in(Cells& todo);
    Cells permanent_fill_in(Cells& anew, Cells& placed);
    void find_ripe();
    bool fits_pattern(int row, int column, int bit);
    bool is_stone(int row, int column, int colour) const;
    std::uint64_t stones_around(int row, int column, int colour) const;
    Cells cells_of(int row, int column, std::uint64_t set) const;
    void put(int cell, int colour);
    unsigned six(int row, int column, int colour) const;
    const Ring& ring_of(int cell) const;
    void remember(int cell, int partner, int colour);

    const Grid<Words>* grid_;
    bool permanent_;
    Stones<Words> stones_;  // as filled in last
    Cells open_, filled_, by_pattern_;
    std::array<std::vector<Cells>, 2> depends_;
    std::array<std::uint32_t, largest_solved_size> ripe_;
    // The rows of the board with their border, and as many more as a window of hex_permanent.h reaches beyond.
    static constexpr int margin = 3;
    std::array<std::array<std::uint32_t, largest_solved_size + 2 + 2 * margin>, 2> rows_{};
};

}  // namespace pavage::hex
