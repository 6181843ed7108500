// What never changes on a Hex board of a given size, as sets of cells: neighbours, sides, bridges.
#pragma once

#include <array>
#include <vector>

#include "base/board_words.h"
#include "base/cell_bits.h"
#include "hex/hex_geometry.h"

namespace pavage::hex {

// The steps around a cell, in turning order; the opposite of direction d is (d + 3) % 6.
inline constexpr std::array<std::array<int, 2>, 6> directions{
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

constexpr int largest_solved_size = 19;
constexpr int most_solved_words = (largest_solved_size * largest_solved_size + 63) / 64;

// Made by hex_grid.cpp, in 1, 2, 4, 6 or, beyond 19×19, 11 words.
template <int Words>
struct Grid {
    using Cells = Bits<Words>;

    // To the cell `to` over the two cells between.
    struct Leap {
        Point to;
        Cells between;
    };

    explicit Grid(int board_size);
    ~Grid();
    Grid(const Grid&) = delete;

    int size;
    int cells;
    Cells all;
    std::vector<Cells> neighbours;
    std::vector<std::vector<Leap>> leaps;
    std::vector<std::array<std::int16_t, 6>> step;  // the cell in each direction, -1 beyond the border
    // The cells along a colour's two sides: top and bottom for red (0), left and right for blue (1).
    std::array<std::array<Cells, 2>, 2> sides;

    Cells around(const Cells& group) const {
        Cells found;
        group.each([&](int cell) { found |= neighbours[cell]; });
        return found;
    }

    // The stones that are joined to `seed`, itself a set of these stones.
    Cells joined(const Cells& stones, Cells seed) const {
        Cells found = seed, edge = seed;
        while (edge.any()) {
            edge = (around(edge) & stones).without(found);
            found |= edge;
        }
        return found;
    }

    // The stones joined to the first side, if they reach the second: an empty set otherwise.
    Cells crossing(const Cells& stones, int colour) const {
        const Cells reached = joined(stones, stones & sides[colour][0]);
        return reached.meets(sides[colour][1]) ? reached : Cells{};
    }

    // The board turned by half a turn.
    Cells turned(const Cells& set) const {
        Cells found;
        set.each([&](int cell) { found.set(cells - 1 - cell); });
        return found;
    }

private:
    bool inside(int column, int row) const {
        return column >= 0 && column < size && row >= 0 && row < size;
    }
    int at(int column, int row) const { return row * size + column; }

    void add(int column, int row);
};

}  // namespace pavage::hex
