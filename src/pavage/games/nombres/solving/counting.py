"""How many grids have given sums: row by row, remembering what is left of the other lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from pavage.games.nombres.grid import Grid
from pavage.games.nombres.solving.deduction import NOTHING, Marks


def count_grids(grid: Grid, sums: Sequence[int], given: Marks = NOTHING) -> int:
    """The number of grids with these sums and given cells.

    After some rows only what the other lines still need matters. With rows and columns alone and no given
    cells the columns are all alike, so their needs are remembered in order of size.
    """
    rows = [(number, line) for number, line in enumerate(grid.lines) if line.direction == "R"]
    others = [number for number, line in enumerate(grid.lines) if line.direction != "R"]
    slot = {number: place for place, number in enumerate(others)}
    through = [tuple(slot[n] for n in grid.lines_of[cell] if n in slot) for cell in range(len(grid.places))]
    below = _room_below(grid, [line.mask for _, line in rows], others)
    alike = grid.directions == "RC" and not given.known

    @cache
    def count(row: int, needs: tuple[int, ...]) -> int:
        if row == len(rows):
            return 1 if not any(needs) else 0
        number, line = rows[row]
        fixed = [cell for cell in line.cells if given.full >> cell & 1]
        free = [cell for cell in line.cells if not given.known >> cell & 1]
        left = sums[number] - len(fixed)
        total = 0
        for chosen in combinations(free, left) if 0 <= left <= len(free) else ():
            after = list(needs)
            for cell in (*fixed, *chosen):
                for place in through[cell]:
                    after[place] -= 1
            if all(0 <= need <= room for need, room in zip(after, below[row + 1], strict=True)):
                total += count(row + 1, tuple(sorted(after)) if alike else tuple(after))
        return total

    needs = [sums[number] for number in others]
    return count(0, tuple(sorted(needs)) if alike else tuple(needs))


def _room_below(grid: Grid, rows: Sequence[int], others: Sequence[int]) -> list[list[int]]:
    """For each row, and after the last: how many cells of every other line lie in it and below."""
    rooms = [[0] * len(others)]
    for mask in reversed(rows):
        rooms.append(
            [
                room + (mask & grid.masks[number]).bit_count()
                for room, number in zip(rooms[-1], others, strict=True)
            ]
        )
    return rooms[::-1]
