// How often Red wins from a Hex position when both sides play at random: by filling, and move by move.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hex_board.h"
#include "hex_fill.h"
#include "random.h"

namespace pavage::hex {

inline std::vector<Point> empty_cells(const Board& board) {
    std::vector<Point> cells;
    for (int cell = 0; cell < board.geometry().cells; ++cell)
        if (board.colour(cell) == empty) cells.push_back(static_cast<Point>(cell));
    return cells;
}

// Filling on after the win changes no winner, so the stones may fall all at once.
class FillPlayouts {
public:
    FillPlayouts(const Board& board, Colour turn)
        : cells_(empty_cells(board)), fill_(board.geometry()) {
        const int count = static_cast<int>(cells_.size());
        red_count_ = turn == red ? count - count / 2 : count / 2;
        for (int cell = 0; cell < board.geometry().cells; ++cell)
            if (board.colour(cell) == red) fill_.stones(cell) = ~std::uint64_t{0};
    }

    // The winners of 64 playouts, one bit each, set where it is Red.
    std::uint64_t play(Random& random) {
        for (const Point cell : cells_) fill_.stones(cell) = random.word();
        fill_.balance(cells_, red_count_, random);
        return fill_.red_wins();
    }

private:
    std::vector<Point> cells_;
    Fill fill_;
    int red_count_;
};

// One playout, stone after stone, that stops at the win. Reorders `cells`, the empty ones.
inline Colour walk(Board board, std::span<Point> cells, Colour turn, Random& random) {
    Colour winner = board.winner();
    for (std::size_t left = cells.size(); winner == empty; --left, turn = other(turn)) {
        std::swap(cells[left - 1], cells[random.below(static_cast<std::uint32_t>(left))]);
        if (board.place(cells[left - 1], turn)) winner = turn;
    }
    return winner;
}

}  // namespace pavage::hex
