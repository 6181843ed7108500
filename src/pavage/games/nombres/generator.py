"""Makes puzzles: a solution, its sums, as few given cells as make it the only one, and the grade asked for.

Everything follows from the dice that are handed in, so that a seed makes the same puzzle everywhere; no time
is looked at, only work is counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from pavage.games.cell_sets import cells_of
from pavage.games.nombres import braille
from pavage.games.nombres.grid import Grid
from pavage.games.nombres.puzzle import Puzzle
from pavage.games.nombres.solving.deduction import MOST_TRIALS_OF, NOTHING, Marks, deduce, saturate
from pavage.games.nombres.solving.solver import TooHard, another_solution, differing, some_solutions

SMALL = 64
"""Cells of a board on which a puzzle costs next to nothing."""
WORK = 2_000_000
"""Guesses in one search for a second solution, times the square of the cells: where that is not enough, a
cell is revealed, and large boards get a few more given cells than they need."""

Report = Callable[[float], None]


class NoSuchPuzzle(ValueError):
    """No puzzle of the grade was found."""


def generate(
    grid: Grid,
    dice: random.Random,
    *,
    unique: bool = True,
    theme: str = "free",
    text: str = "",
    language: str = "fr",
    solution: int | None = None,
    grade: int | None = None,
    report: Report | None = None,
) -> Puzzle:
    """A puzzle of this kind; its solution may be laid down as a set of cells or as a text in Braille."""
    small = len(grid.places) <= SMALL
    attempts = (1500 if small else 200) if grade else 1
    for attempt in range(attempts):
        if report:
            report(attempt / attempts)
        said = text
        full = solution
        if full is None and theme == "braille":
            said = text or braille.some_text(grid, dice)
            full = braille.encode(grid, said, language)
        while not full and solution is None:  # without any pawn there is nothing to find
            full = dice.getrandbits(len(grid.places))
        assert full is not None
        sums = grid.sums_of(full)
        bare = Puzzle(grid, sums, NOTHING, theme, said.upper(), full)
        if not unique:
            return bare
        puzzle = graded(replace(bare, given=reveal(grid, full, dice)))
        if grade is None or puzzle.grade == grade:
            return puzzle
        if puzzle.grade is not None and puzzle.grade > grade and attempt >= (30 if small else 3):
            easier = made_easier(puzzle, grade)
            if easier is not None:
                return easier
    raise NoSuchPuzzle


def graded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its grade and its score."""
    effort = deduce(puzzle.grid, puzzle.sums, puzzle.given)
    assert effort is not None, "its sums are those of its solution"
    return replace(puzzle, grade=effort.grade, score=effort.score)


def reveal(grid: Grid, full: int, dice: random.Random) -> Marks:
    """Given cells that leave one solution: cells in which two solutions differ, then no more than needed."""
    sums = grid.sums_of(full)
    given = NOTHING
    while doubtful := _in_doubt(grid, sums, given, full, dice):
        given = _show(given, dice.choice(doubtful), full)
    shown = cells_of(given.known)
    dice.shuffle(shown)
    for cell in shown:
        fewer = Marks(given.full & ~(1 << cell), given.empty & ~(1 << cell))
        if not _in_doubt(grid, sums, fewer, full, dice):
            given = fewer
    return _provable(grid, sums, given, full)


def _provable(grid: Grid, sums: tuple[int, ...], given: Marks, full: int) -> Marks:
    """More given cells if whoever reads the puzzle could not find out that there is one solution only."""
    while True:
        try:
            some_solutions(grid, sums, given)
        except TooHard:
            marks = saturate(grid, sums, given)
            assert isinstance(marks, Marks)
            given = _show(given, cells_of(grid.everything & ~marks.known)[0], full)
        else:
            return given


def _in_doubt(grid: Grid, sums: tuple[int, ...], given: Marks, full: int, dice: random.Random) -> list[int]:
    """Cells in which two solutions differ, none if there is only one; all unknown ones if nobody can tell."""
    marks = saturate(grid, sums, given)
    assert isinstance(marks, Marks), "the sums have a solution"
    nodes = min(400, max(10, WORK // len(grid.places) ** 2))
    try:
        other = another_solution(grid, sums, marks, full, dice, nodes)
    except TooHard:
        return cells_of(grid.everything & ~marks.known)
    return [] if other is None else differing(full, other)


def _show(given: Marks, cell: int, full: int) -> Marks:
    return given.with_cell(cell, bool(full >> cell & 1))


def made_easier(puzzle: Puzzle, grade: int) -> Puzzle | None:
    """The same puzzle with more given cells, those that ask for trials; None if it misses the grade."""
    assert puzzle.solution is not None
    while puzzle.grade is not None and puzzle.grade > grade:
        effort = deduce(puzzle.grid, puzzle.sums, puzzle.given)
        assert effort is not None
        too_many = list(effort.tried[: max(0, effort.trials - MOST_TRIALS_OF[grade])])
        stuck = [] if effort.solved else cells_of(puzzle.grid.everything & ~effort.marks.known)[:1]
        given = puzzle.given
        for cell in (*too_many, *stuck):
            given = _show(given, cell, puzzle.solution)
        puzzle = graded(replace(puzzle, given=given))
    return puzzle if puzzle.grade == grade else None
