// How hex_grid.h is computed.
#include "hex/hex_grid.h"

namespace pavage::hex {

template <int Words>
Grid<Words>::Grid(int board_size)
    : size(board_size), cells(board_size * board_size), neighbours(cells), leaps(cells), step(cells) {
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) add(column, row);
}

template <int Words>
Grid<Words>::~Grid() {}

template <int Words>
void Grid<Words>::add(int column, int row) {
    const int cell = at(column, row);
    all.set(cell);
    if (row == 0) sides[0][0].set(cell);
    if (row == size - 1) sides[0][1].set(cell);
    if (column == 0) sides[1][0].set(cell);
    if (column == size - 1) sides[1][1].set(cell);
    for (int turn = 0; turn < 6; ++turn) {
        const auto& [right, down] = directions[turn];
        const auto& [next_right, next_down] = directions[(turn + 1) % 6];
        const bool here = inside(column + right, row + down);
        step[cell][turn] = here ? static_cast<std::int16_t>(at(column + right, row + down)) : -1;
        if (!here) continue;
        neighbours[cell].set(at(column + right, row + down));
        if (!inside(column + next_right, row + next_down) ||
            !inside(column + right + next_right, row + down + next_down))
            continue;
        Cells between = Cells::of(at(column + right, row + down));
        between.set(at(column + next_right, row + next_down));
        leaps[cell].push_back(
            {static_cast<Point>(at(column + right + next_right, row + down + next_down)), between});
    }
}

#define PAVAGE_BUILD(words)            \
    template Grid<words>::Grid(int);   \
    template Grid<words>::~Grid();
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD
template Grid<11>::Grid(int);
template Grid<11>::~Grid();

}  // namespace pavage::hex
