// How hex_geometry.h is computed.
#include "hex/hex_geometry.h"

#include <memory>
#include <mutex>

namespace pavage::hex {

namespace {

// In turning order, so that two steps in a row enclose a bridge.
constexpr std::array<std::array<int, 2>, 6> around{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

}  // namespace

Geometry::Geometry(int board_size)
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

void Geometry::add_spot(int column, int row) {
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

void Geometry::add_bridges(int column, int row) {
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

const Geometry& geometry(int size) {
    static std::array<std::once_flag, largest_size + 1> computed;
    static std::array<std::unique_ptr<const Geometry>, largest_size + 1> shared;
    std::call_once(computed[size], [size] { shared[size] = std::make_unique<Geometry>(size); });
    return *shared[size];
}

}  // namespace pavage::hex
