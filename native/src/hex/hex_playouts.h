// How often Red wins from a Hex position when both sides play at random: by filling, and move by move.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "hex/hex_board.h"
#include "hex/hex_fill.h"

namespace pavage::hex {

// Filling on after the win changes no winner, so the stones may fall all at once.
class FillPlayouts {
public:
    FillPlayouts(const Board& board, Colour turn);

    // The winners of 64 playouts, one bit each, set where it is Red.
    std::uint64_t play(Random& random);
    // How many of so many Red wins.
    std::int64_t red_wins(std::int64_t count, Random& random);

private:
    std::vector<Point> cells_;
    Fill fill_;
    int red_count_;
};

// Stone after stone until the win. Nothing is ever undone, so chains are kept plainer than on a board: a stone
// joins the chain of a neighbour, ways to the name of a chain are halved as they are gone, sizes do not count.
class WalkPlayouts {
public:
    WalkPlayouts(const Board& board, Colour turn);

    // The winner of one playout.
    Colour play(Random& random);
    // How many of so many Red wins.
    std::int64_t red_wins(std::int64_t count, Random& random);

private:
    struct Chains {
        std::array<Point, most_points> chain;
        std::array<std::uint8_t, most_points> sides;
        std::array<Board::Rows, 2> rows;

        void begin(const Chains& other, const Geometry& geometry);
        Point name(Point point);
    };

    template <Colour colour>
    bool place(Point cell);
    Colour walk(Random& random);

    const Geometry* geometry_;
    Colour turn_, winner_;
    std::vector<Point> cells_;
    Chains begin_, now_;
};

}  // namespace pavage::hex
