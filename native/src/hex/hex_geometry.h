// What never changes on a Hex board of a given size: neighbours, sides and bridges.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
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
    explicit Geometry(int board_size);

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
    bool inside(int column, int row) const {
        return column >= 0 && column < size && row >= 0 && row < size;
    }
    Point at(int column, int row) const { return static_cast<Point>(row * size + column); }
    void add_spot(int column, int row);
    void add_bridges(int column, int row);
};

// Computed once per size and shared.
const Geometry& geometry(int size);

}  // namespace pavage::hex
