// Stones on a Hex board and the chains they form, by union-find over cells and sides.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hex_geometry.h"

namespace pavage::hex {

class Board {
public:
    explicit Board(const Geometry& geometry) : geometry_(&geometry) {
        for (int point = 0; point < geometry.cells + 4; ++point) {
            colours_[point] = empty;
            chains_[point] = static_cast<Point>(point);
        }
        colours_[geometry.top] = colours_[geometry.bottom] = red;
        colours_[geometry.left] = colours_[geometry.right] = blue;
    }

    const Geometry& geometry() const { return *geometry_; }
    Colour colour(int point) const { return colours_[point]; }

    void place(int cell, Colour colour) {
        colours_[cell] = colour;
        auto joined = static_cast<Point>(cell);
        for (const Point neighbour : geometry_->neighbours[cell])
            if (colours_[neighbour] == colour) joined = join(joined, chain(neighbour));
    }

    // The name of the point's chain: the same for all its points.
    Point chain(Point point) {
        while (chains_[point] != point) {
            chains_[point] = chains_[chains_[point]];
            point = chains_[point];
        }
        return point;
    }

    // Makes one chain of two, each given by its name; returns the name of the whole. The larger
    // index stays the name: sides come last, so their chains are found at once.
    Point join(Point one, Point another) {
        const auto [lower, upper] = std::minmax(one, another);
        chains_[lower] = upper;
        return upper;
    }

    bool wins(Colour colour) {
        return chain(geometry_->side_of(colour)) == chain(geometry_->opposite_side_of(colour));
    }

    Colour winner() { return wins(red) ? red : wins(blue) ? blue : empty; }

private:
    const Geometry* geometry_;
    std::array<Colour, most_points> colours_;
    std::array<Point, most_points> chains_;
};

}  // namespace pavage::hex
