// Stones on a Hex board and the chains they form, by union-find over cells and sides, with every step undone at will.
//
// Chains are joined smaller to larger and their paths never shortened, so that a join is undone by two assignments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hex/hex_geometry.h"

namespace pavage::hex {

// The first of each run of set bits, six of them in a circle.
struct Runs {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 3> first{};
};

inline constexpr std::array<Runs, 64> runs_of = [] {
    std::array<Runs, 64> found{};
    for (unsigned ring = 0; ring < 64; ++ring)
        for (unsigned i = 0; i < 6; ++i)
            if ((ring >> i & 1) && (!(ring >> (i + 5) % 6 & 1) || (ring == 63 && i == 0)))
                found[ring].first[found[ring].count++] = static_cast<std::uint8_t>(i);
    return found;
}();

constexpr std::uint8_t both_sides = 3;

class Board {
public:
    // The stones of a colour, a row of bits each, with a rim of sides.
    using Rows = std::array<std::uint32_t, largest_size + 2>;

    explicit Board(const Geometry& geometry) : geometry_(&geometry) { clear(); }

    // Only as many points as the board has are worth copying.
    Board(const Board& board) { *this = board; }
    Board& operator=(const Board& board) {
        geometry_ = board.geometry_;
        placed_ = board.placed_;
        joined_ = board.joined_;
        std::copy_n(board.points_.begin(), geometry_->cells + 4, points_.begin());
        for (int colour = 0; colour < 2; ++colour)
            std::copy_n(board.rows_[colour].begin(), geometry_->size + 2, rows_[colour].begin());
        std::copy_n(board.stones_.begin(), placed_, stones_.begin());
        std::copy_n(board.joins_.begin(), joined_, joins_.begin());
        return *this;
    }

    void clear() {
        placed_ = joined_ = 0;
        for (int point = 0; point < geometry_->cells + 4; ++point) points_[point] = {static_cast<Point>(point), 1, empty, 0};
        points_[geometry_->top].colour = points_[geometry_->bottom].colour = red;
        points_[geometry_->left].colour = points_[geometry_->right].colour = blue;
        points_[geometry_->top].sides = points_[geometry_->left].sides = 1;
        points_[geometry_->bottom].sides = points_[geometry_->right].sides = 2;
        const int size = geometry_->size;
        const std::uint32_t rim = std::uint32_t{1} | std::uint32_t{1} << (size + 1);
        std::fill_n(rows_[0].begin(), size + 2, 0);
        std::fill_n(rows_[1].begin(), size + 2, rim);
        rows_[0][0] = rows_[0][size + 1] = ~std::uint32_t{0};
    }

    const Geometry& geometry() const { return *geometry_; }
    Colour colour(int point) const { return points_[point].colour; }

    // Whether the stone joins the sides of its colour. Neighbours side by side are joined already, so one of each
    // run of them is enough, and which those are is looked up: there is little for the processor to guess.
    bool place(int cell, Colour colour) {
        stones_[placed_++] = {static_cast<Point>(cell), joined_};
        points_[cell].colour = colour;
        const Spot& spot = geometry_->spots[cell];
        std::uint32_t* rows = &rows_[colour - red][spot.row];
        const Runs& runs = runs_of[six_around(rows, spot.column)];
        rows[1] |= std::uint32_t{2} << spot.column;
        auto whole = static_cast<Point>(cell);
        for (int run = 0; run < runs.count; ++run) {
            const Point one = chain(spot.steps[colour - red][runs.first[run]]);
            if (one != whole) whole = join(whole, one);
        }
        return points_[whole].sides == both_sides;
    }

    // Takes the last stone back, and all that was joined since.
    void undo() {
        const Stone& last = stones_[--placed_];
        part(last.joined);
        const Spot& spot = geometry_->spots[last.cell];
        rows_[points_[last.cell].colour - red][spot.row + 1] &= ~(std::uint32_t{2} << spot.column);
        points_[last.cell].colour = empty;
    }

    // The name of the point's chain: the same for all its points.
    Point chain(Point point) const {
        while (points_[point].chain != point) point = points_[point].chain;
        return point;
    }

    // Makes one chain of two, each given by its name; returns the name of the whole.
    Point join(Point one, Point another) {
        if (points_[one].size > points_[another].size) std::swap(one, another);
        Node& smaller = points_[one];
        Node& larger = points_[another];
        joins_[joined_++] = {one, larger.sides};
        smaller.chain = another;
        larger.size = static_cast<std::uint16_t>(larger.size + smaller.size);
        larger.sides |= smaller.sides;
        return another;
    }

    // How many joins there were; `part` undoes those that came later.
    std::uint16_t joins() const { return joined_; }
    void part(std::uint16_t joins) {
        while (joined_ > joins) {
            const Join& last = joins_[--joined_];
            Node& smaller = points_[last.smaller];
            Node& larger = points_[smaller.chain];
            larger.size = static_cast<std::uint16_t>(larger.size - smaller.size);
            larger.sides = last.sides;
            smaller.chain = last.smaller;
        }
    }

    bool wins(Colour colour) const { return points_[chain(geometry_->side_of(colour))].sides == both_sides; }

    Colour winner() const { return wins(red) ? red : wins(blue) ? blue : empty; }

    const Rows& rows(Colour colour) const { return rows_[colour - red]; }
    // The sides of its colour that a chain touches, given by its name: bits of `both_sides`.
    std::uint8_t sides(Point chain) const { return points_[chain].sides; }

private:
    struct Node {
        Point chain;          // the next point on the way to the one that names the chain
        std::uint16_t size;   // of the chain, where this point names it
        Colour colour;
        std::uint8_t sides;   // of its colour, that the chain touches
    };
    struct Join {
        Point smaller;
        std::uint8_t sides;  // of the larger one, before
    };
    struct Stone {
        Point cell;
        std::uint16_t joined;  // joins before it
    };

    const Geometry* geometry_;
    std::uint16_t placed_ = 0, joined_ = 0;
    std::array<Node, most_points> points_;
    std::array<Rows, 2> rows_;
    std::array<Join, most_points> joins_;
    std::array<Stone, most_cells> stones_;
};

}  // namespace pavage::hex
