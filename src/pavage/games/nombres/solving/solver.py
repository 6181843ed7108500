"""Solutions of a puzzle: one, two, or all of them in turn, within a limit of work."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pavage.games.cell_sets import cells_of
from pavage.games.nombres.grid import Grid
from pavage.games.nombres.solving.deduction import Marks, saturate
from pavage.games.nombres.solving.flow import other_grid, ryser, some_grid

WORK = 5_000_000
"""Guesses times the square of the cells after which a search gives up, in about a second: a puzzle from
elsewhere must not keep anybody waiting for ever."""
FEWEST_NODES = 200


class TooHard(RuntimeError):
    """The search gave up: whether there is a solution, or another one, is not known."""


def solutions(
    grid: Grid,
    sums: Sequence[int],
    given: Marks,
    dice: random.Random | None = None,
    most_nodes: int | None = None,
) -> Iterator[int]:
    """The full cells of every solution, depth first with T1 after each guess; TooHard after too many."""
    limit = max(FEWEST_NODES, WORK // len(grid.places) ** 2) if most_nodes is None else most_nodes
    nodes = 0
    waiting = [given]
    while waiting:
        marks = saturate(grid, sums, waiting.pop())
        if isinstance(marks, int):
            continue
        if marks.known == grid.everything:
            yield marks.full
            continue
        nodes += 1
        if nodes > limit:
            raise TooHard
        cell, likely = _guess(grid, sums, marks)
        first = likely if dice is None else dice.random() < 0.5
        waiting += [marks.with_cell(cell, not first), marks.with_cell(cell, first)]


def _guess(grid: Grid, sums: Sequence[int], marks: Marks) -> tuple[int, bool]:
    """A cell of the line that is nearest to being saturated, and the value that more of it will have."""
    best, chosen, likely = 1 << 30, 0, True
    for number, mask in enumerate(grid.masks):
        unknown = mask & ~marks.known
        if unknown:
            count = unknown.bit_count()
            need = sums[number] - (mask & marks.full).bit_count()
            slack = min(need, count - need) * 64 + count
            if slack < best:
                best, chosen, likely = slack, unknown, 2 * need >= count
    return (chosen & -chosen).bit_length() - 1, likely


def some_solutions(
    grid: Grid,
    sums: Sequence[int],
    given: Marks,
    dice: random.Random | None = None,
    most_nodes: int | None = None,
) -> list[int]:
    """Two solutions, or the only one, or none."""
    if grid.directions == "RC":
        found = _rows_and_columns(grid, sums, given)
        if found is None:
            return []
        other = other_grid(grid, found, given.known)
        return [found] if other is None else [found, other]
    two = []
    for solution in solutions(grid, sums, given, dice, most_nodes):
        two.append(solution)
        if len(two) == 2:
            break
    return two


def _rows_and_columns(grid: Grid, sums: Sequence[int], given: Marks) -> int | None:
    """Some grid with rows and columns only: Ryser's, or by a flow where cells are given."""
    if given.known:
        return some_grid(grid, sums, given)
    rows = ryser(sums[: grid.rows], sums[grid.rows :])
    return None if rows is None else from_rows(grid, rows)


def another_solution(
    grid: Grid,
    sums: Sequence[int],
    given: Marks,
    known: int,
    dice: random.Random | None = None,
    most_nodes: int | None = None,
) -> int | None:
    """A solution that differs from the one known, None if that is the only one."""
    if grid.directions == "RC":
        return other_grid(grid, known, given.known)
    two = some_solutions(grid, sums, given, dice, most_nodes)
    return next((solution for solution in two if solution != known), None)


def as_rows(grid: Grid, full: int) -> list[str]:
    """A grid as text: a line for each row of the board, # for full cells and . for empty ones."""
    lines = [line for line in grid.lines if line.direction == "R"]
    return ["".join("#" if full >> cell & 1 else "." for cell in line.cells) for line in lines]


def from_rows(grid: Grid, rows: Sequence[str]) -> int | None:
    """The full cells of a grid as text; None if it has another shape or other signs."""
    lines = [line for line in grid.lines if line.direction == "R"]
    if [len(row) for row in rows] != [len(line.cells) for line in lines] or set("".join(rows)) - set("#."):
        return None
    signs = [
        (cell, sign)
        for line, row in zip(lines, rows, strict=True)
        for cell, sign in zip(line.cells, row, strict=True)
    ]
    return sum(1 << cell for cell, sign in signs if sign == "#")


def differing(one: int, other: int) -> list[int]:
    return cells_of(one ^ other)
