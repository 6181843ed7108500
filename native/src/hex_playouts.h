// How often Red wins from a Hex position when both sides play at random: by filling, and move by move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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

// Stone after stone until the win. Nothing is ever undone, so chains are kept plainer than on a board: a stone
// joins the chain of a neighbour, ways to the name of a chain are halved as they are gone, sizes do not count.
class WalkPlayouts {
public:
    WalkPlayouts(const Board& board, Colour turn)
        : geometry_(&board.geometry()), turn_(turn), winner_(board.winner()), cells_(empty_cells(board)) {
        for (int point = 0; point < geometry_->cells + 4; ++point) {
            begin_.chain[point] = board.chain(static_cast<Point>(point));
            begin_.sides[point] = board.sides(static_cast<Point>(point));
        }
        begin_.rows = {board.rows(red), board.rows(blue)};
    }

    // The winner of one playout.
    Colour play(Random& random) {
        if (winner_ != empty) return winner_;
        now_.begin(begin_, *geometry_);
        std::uint32_t left = static_cast<std::uint32_t>(cells_.size());
        // Half a random word takes one of the cells that are left to the end of them.
        const auto take = [&](std::uint64_t half) {
            Point& cell = cells_[half * left >> 32];
            std::swap(cell, cells_[--left]);
            return cells_[left];
        };
        if (turn_ == blue && place<blue>(take(random.word() >> 32))) return blue;
        for (;;) {
            const std::uint64_t word = random.word();
            if (place<red>(take(word >> 32))) return red;
            if (place<blue>(take(word & 0xffffffff))) return blue;
        }
    }

private:
    struct Chains {
        std::array<Point, most_points> chain;
        std::array<std::uint8_t, most_points> sides;
        std::array<Board::Rows, 2> rows;

        void begin(const Chains& other, const Geometry& geometry) {
            std::copy_n(other.chain.begin(), geometry.cells + 4, chain.begin());
            std::copy_n(other.sides.begin(), geometry.cells + 4, sides.begin());
            for (int colour = 0; colour < 2; ++colour)
                std::copy_n(other.rows[colour].begin(), geometry.size + 2, rows[colour].begin());
        }

        Point name(Point point) {
            while (chain[point] != point) point = chain[point] = chain[chain[point]];
            return point;
        }
    };

    // Whether the stone joins the sides of its colour, as on a board.
    template <Colour colour>
    bool place(Point cell) {
        const Spot& spot = geometry_->spots[cell];
        std::uint32_t* rows = &now_.rows[colour - red][spot.row];
        const Runs& runs = runs_of[six_around(rows, spot.column)];
        rows[1] |= std::uint32_t{2} << spot.column;
        if (runs.count == 0) return false;
        const auto& steps = spot.steps[colour - red];
        const Point whole = now_.chain[cell] = now_.name(steps[runs.first[0]]);
        std::uint8_t sides = now_.sides[whole];
        for (int run = 1; run < runs.count; ++run) {
            const Point one = now_.name(steps[runs.first[run]]);
            now_.chain[one] = whole;
            sides |= now_.sides[one];
        }
        now_.sides[whole] = sides;
        return sides == both_sides;
    }

    const Geometry* geometry_;
    Colour turn_, winner_;
    std::vector<Point> cells_;
    Chains begin_, now_;
};

}  // namespace pavage::hex
