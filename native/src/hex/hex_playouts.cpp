#include "hex/hex_playouts.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pavage::hex {

namespace {

std::vector<Point> empty_cells(const Board& board) {
    std::vector<Point> cells;
    for (int cell = 0; cell < board.geometry().cells; ++cell)
        if (board.colour(cell) == empty) cells.push_back(static_cast<Point>(cell));
    return cells;
}

}  // namespace

FillPlayouts::FillPlayouts(const Board& board, Colour turn) : cells_(empty_cells(board)), fill_(board.geometry()) {
    const int count = static_cast<int>(cells_.size());
    red_count_ = turn == red ? count - count / 2 : count / 2;
    for (int cell = 0; cell < board.geometry().cells; ++cell)
        if (board.colour(cell) == red) fill_.stones(cell) = ~std::uint64_t{0};
}

std::uint64_t FillPlayouts::play(Random& random) {
    for (const Point cell : cells_) fill_.stones(cell) = random.word();
    fill_.balance(cells_, red_count_, random);
    return fill_.red_wins();
}

std::int64_t FillPlayouts::red_wins(std::int64_t count, Random& random) {
    std::int64_t wins = 0;
    for (std::int64_t left = count; left > 0; left -= Fill::playouts) {
        std::uint64_t winners = play(random);
        if (left < Fill::playouts) winners &= (std::uint64_t{1} << left) - 1;
        wins += std::popcount(winners);
    }
    return wins;
}

WalkPlayouts::WalkPlayouts(const Board& board, Colour turn)
    : geometry_(&board.geometry()), turn_(turn), winner_(board.winner()), cells_(empty_cells(board)) {
    for (int point = 0; point < geometry_->cells + 4; ++point) {
        begin_.chain[point] = board.chain(static_cast<Point>(point));
        begin_.sides[point] = board.sides(static_cast<Point>(point));
    }
    begin_.rows = {board.rows(red), board.rows(blue)};
}

inline void WalkPlayouts::Chains::begin(const Chains& other, const Geometry& geometry) {
    std::copy_n(other.chain.begin(), geometry.cells + 4, chain.begin());
    std::copy_n(other.sides.begin(), geometry.cells + 4, sides.begin());
    for (int colour = 0; colour < 2; ++colour)
        std::copy_n(other.rows[colour].begin(), geometry.size + 2, rows[colour].begin());
}

inline Point WalkPlayouts::Chains::name(Point point) {
    while (chain[point] != point) point = chain[point] = chain[chain[point]];
    return point;
}

// Whether the stone joins the sides of its colour, as on a board.
template <Colour colour>
inline bool WalkPlayouts::place(Point cell) {
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

inline Colour WalkPlayouts::walk(Random& random) {
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

Colour WalkPlayouts::play(Random& random) { return walk(random); }

std::int64_t WalkPlayouts::red_wins(std::int64_t count, Random& random) {
    Random own = random;  // a copy that nobody else sees stays in registers
    std::int64_t wins = 0;
    for (std::int64_t left = count; left > 0; --left) wins += walk(own) == red;
    random = own;
    return wins;
}

}  // namespace pavage::hex
