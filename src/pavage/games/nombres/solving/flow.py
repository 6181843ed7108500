"""Rows and columns only: Gale and Ryser say whether there is a grid, Ryser's greedy and a flow find one.

A row is joined to a column by every cell that is not given. A grid is a flow; two grids differ by cycles of
cells that are full and empty in turn, and the smallest of these is the switch 10/01 ↔ 01/10.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from pavage.games.nombres.grid import Grid
from pavage.games.nombres.solving.deduction import Marks


def shortage(rows: Sequence[int], columns: Sequence[int]) -> tuple[int, int, int] | None:
    """Where the condition of Gale and Ryser fails: how many of the fullest rows, their pawns, their room."""
    need = room = 0
    for k, row in enumerate(sorted(rows, reverse=True), 1):
        need += row
        room += sum(column >= k for column in columns)
        if need > room:
            return k, need, room
    return None


def gale_ryser(rows: Sequence[int], columns: Sequence[int]) -> bool:
    """Whether some grid without given cells has these sums of rows and columns."""
    return sum(rows) == sum(columns) and shortage(rows, columns) is None


def ryser(rows: Sequence[int], columns: Sequence[int]) -> list[str] | None:
    """Ryser's grid: rows by decreasing sum, pawns where most are still wanted; None if it fails."""
    wanted = list(columns)
    grid = ["." * len(columns)] * len(rows)
    for row in sorted(range(len(rows)), key=lambda row: -rows[row]):
        chosen = sorted(range(len(wanted)), key=lambda column: -wanted[column])[: rows[row]]
        if len(chosen) < rows[row] or any(wanted[column] <= 0 for column in chosen):
            return None
        for column in chosen:
            wanted[column] -= 1
        grid[row] = "".join("#" if column in chosen else "." for column in range(len(wanted)))
    return None if any(wanted) else grid


def some_grid(grid: Grid, sums: Sequence[int], given: Marks) -> int | None:
    """The full cells of some grid with these sums of rows and columns, by augmenting paths; None if none."""
    rows, cols = grid.rows, grid.cols
    left = [sums[row] - (grid.masks[row] & given.full).bit_count() for row in range(rows)]
    wanted = [
        sums[rows + column] - (grid.masks[rows + column] & given.full).bit_count() for column in range(cols)
    ]
    if min(*left, *wanted) < 0 or sum(left) != sum(wanted):
        return None
    full = given.full
    for row in range(rows):
        for _ in range(left[row]):
            path = _augmenting(grid, full, given.known, wanted, row)
            if path is None:
                return None
            for cell in path:
                full ^= 1 << cell
            wanted[path[-1] % cols] -= 1
    return full


def _augmenting(grid: Grid, full: int, fixed: int, wanted: Sequence[int], start: int) -> list[int] | None:
    """The cells to turn over so that a row gets one more and a column that wants one gets it."""
    came: dict[int, tuple[int, int] | None] = {start: None}  # rows 0…, columns after them
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if node >= grid.rows and wanted[node - grid.rows] > 0:
            path: list[int] = []
            step = came[node]
            while step is not None:
                before, cell = step
                path.append(cell)
                step = came[before]
            return path[::-1]
        for cell in grid.lines[node].cells:
            row, column = divmod(cell, grid.cols)
            other = grid.rows + column if node < grid.rows else row
            is_full = bool(full >> cell & 1)
            if other not in came and not fixed >> cell & 1 and is_full == (node >= grid.rows):
                came[other] = (node, cell)
                waiting.append(other)
    return None


def other_grid(grid: Grid, full: int, fixed: int) -> int | None:
    """Another grid with the same sums of rows and columns and the same fixed cells; None if there is none.

    From row to column over full cells, back over empty ones: a cycle can be turned over as a whole.
    """
    state: dict[int, int] = {}
    for start in range(grid.rows):
        path: list[tuple[int, int]] = []
        turned = _cycle(grid, full, fixed, start, state, path)
        if turned:
            for cell in turned:
                full ^= 1 << cell
            return full
    return None


def _cycle(
    grid: Grid, full: int, fixed: int, start: int, state: dict[int, int], path: list[tuple[int, int]]
) -> list[int]:
    """The cells of a directed cycle that can be reached; `state` is 1 on the way, 2 when all is seen."""
    if start in state:
        return []
    stack = [(start, iter(grid.lines[start].cells))]
    state[start] = 1
    while stack:
        node, cells = stack[-1]
        for cell in cells:
            if fixed >> cell & 1 or bool(full >> cell & 1) != (node < grid.rows):
                continue
            row, column = divmod(cell, grid.cols)
            other = grid.rows + column if node < grid.rows else row
            if state.get(other) == 1:
                way = [*path, (node, cell)]
                first = next(place for place, (seen, _) in enumerate(way) if seen == other)
                return [turned for _, turned in way[first:]]
            if other not in state:
                state[other] = 1
                path.append((node, cell))
                stack.append((other, iter(grid.lines[other].cells)))
                break
        else:
            state[node] = 2
            stack.pop()
            if path:
                path.pop()
    return []
