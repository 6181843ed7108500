// What never changes on a Hex board of a given size: neighbours, sides and bridges.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace pavage::hex {

constexpr int largest_size = 26;
constexpr int most_cells = largest_size * largest_size;
constexpr int most_points = most_cells + 4;

// A point is a cell (row * size + column) or, after the last cell, one of the four sides.
using Point = std::uint16_t;

using CellSet = std::bitset<most_cells>;

enum Colour : std::uint8_t { empty = 0, red = 1, blue = 2 };

constexpr Colour other(Colour colour) { return colour == red ? blue : red; }

// Two points of one colour with two empty cells between them: whoever loses one takes the other.
struct Bridge {
    Point from, to;
    Point first, second;
};

// The cells and sides that touch a cell, in one piece of memory: playouts read little else.
class Neighbours {
public:
    void add(Point point) { points_[count_++] = point; }
    const Point* begin() const { return points_.data(); }
    const Point* end() const { return points_.data() + count_; }

private:
    std::array<Point, 6> points_;
    std::uint16_t count_ = 0;
};

// Where a cell lies, and the point in each direction: the cells around it, or the sides beyond the border. In the two
// corners where sides of both colours meet, a direction has two sides beyond: each colour has its own steps.
struct Spot {
    std::uint8_t row, column;
    std::array<std::array<Point, 6>, 2> steps;
};

// The six cells and sides around, a bit each, in the order of the steps. Rows have a rim of sides: the one above comes first.
inline unsigned six_around(const std::uint32_t* rows, int column) {
    const unsigned above = rows[0] >> (column + 1), here = rows[1] >> column, below = rows[2] >> column;
    return (here >> 2 & 1) | (below & 2) | (below & 1) << 2 | (here & 1) << 3 | (above & 1) << 4 | (above & 2) << 4;
}

struct Geometry {
    explicit Geometry(int board_size)
        : size(board_size),
          cells(board_size * board_size),
          top(static_cast<Point>(cells)),
          bottom(static_cast<Point>(cells + 1)),
          left(static_cast<Point>(cells + 2)),
          right(static_cast<Point>(cells + 3)),
          neighbours(cells),
          spots(cells),
          bridges_from(cells),
          bridges_through(cells + 4) {
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const Point cell = at(column, row);
                for (const auto& [right_by, down_by] : around)
                    if (inside(column + right_by, row + down_by))
                        neighbours[cell].add(at(column + right_by, row + down_by));
                if (row == 0) neighbours[cell].add(top);
                if (row == size - 1) neighbours[cell].add(bottom);
                if (column == 0) neighbours[cell].add(left);
                if (column == size - 1) neighbours[cell].add(right);
                add_bridges(column, row);
                add_spot(column, row);
            }
    }

    Point side_of(Colour colour) const { return colour == red ? top : left; }
    Point opposite_side_of(Colour colour) const { return colour == red ? bottom : right; }

    int size;
    int cells;
    Point top, bottom, left, right;
    std::vector<Neighbours> neighbours;                // of each cell
    std::vector<Spot> spots;                           // of each cell
    std::vector<std::vector<Bridge>> bridges_from;     // of each cell, those to a higher point
    std::vector<std::vector<Bridge>> bridges_through;  // of each point (none for sides), as `first`

private:
    // In turning order, so that two steps in a row enclose a bridge.
    static constexpr std::array<std::array<int, 2>, 6> around{
        {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

    bool inside(int column, int row) const {
        return column >= 0 && column < size && row >= 0 && row < size;
    }
    Point at(int column, int row) const { return static_cast<Point>(row * size + column); }

    void add_spot(int column, int row) {
        Spot& spot = spots[at(column, row)];
        spot.row = static_cast<std::uint8_t>(row);
        spot.column = static_cast<std::uint8_t>(column);
        for (int turn = 0; turn < 6; ++turn) {
            const int to_column = column + around[turn][0], to_row = row + around[turn][1];
            const Point cell = inside(to_column, to_row) ? at(to_column, to_row) : Point{0};
            spot.steps[0][turn] = to_row < 0 ? top : to_row >= size ? bottom : cell;
            spot.steps[1][turn] = to_column < 0 ? left : to_column >= size ? right : cell;
        }
    }

    void add_bridges(int column, int row) {
        for (int turn = 0; turn < 6; ++turn) {
            const auto& [first_right, first_down] = around[turn];
            const auto& [second_right, second_down] = around[(turn + 1) % 6];
            if (!inside(column + first_right, row + first_down) ||
                !inside(column + second_right, row + second_down))
                continue;
            const Point from = at(column, row);
            const Point first = at(column + first_right, row + first_down);
            const Point second = at(column + second_right, row + second_down);
            const int far_column = column + first_right + second_right;
            const int far_row = row + first_down + second_down;
            Point to;
            if (inside(far_column, far_row)) to = at(far_column, far_row);
            else if (far_row < 0) to = top;
            else if (far_row >= size) to = bottom;
            else if (far_column < 0) to = left;
            else to = right;
            if (to < from) continue;
            bridges_from[from].push_back({from, to, first, second});
            bridges_through[first].push_back({from, to, first, second});
            bridges_through[second].push_back({from, to, second, first});
        }
    }
};

// Computed once per size and shared.
inline const Geometry& geometry(int size) {
    static std::array<std::once_flag, largest_size + 1> computed;
    static std::array<std::unique_ptr<const Geometry>, largest_size + 1> shared;
    std::call_once(computed[size], [size] { shared[size] = std::make_unique<Geometry>(size); });
    return *shared[size];
}

}  // namespace pavage::hex
