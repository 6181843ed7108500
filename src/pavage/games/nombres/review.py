"""Whether a puzzle is fit to be played, with a solution, or only one; and whether marks fit it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pavage.games.nombres.puzzle import BadPuzzle, Puzzle, read_puzzle
from pavage.games.nombres.solving.deduction import Marks, deduce
from pavage.games.nombres.solving.solver import TooHard, solutions, some_solutions

if TYPE_CHECKING:
    from pavage.games.nombres.rules import Nombres


@lru_cache(maxsize=256)
def checked(line: str, unique: bool) -> Puzzle:
    """The puzzle that a line tells, once it has been looked through; BadPuzzle says what is wrong with it."""
    puzzle = read_puzzle(line)
    try:
        found = some_solutions(puzzle.grid, puzzle.sums, puzzle.given)
    except TooHard:
        raise BadPuzzle("too_hard") from None
    if not found:
        raise BadPuzzle("no_solution")
    if unique and len(found) > 1:
        raise BadPuzzle("several")
    return puzzle


@lru_cache(maxsize=64)
def grade_of(line: str) -> int:
    """The grade of a checked puzzle that has one solution."""
    puzzle = checked(line, True)
    effort = deduce(puzzle.grid, puzzle.sums, puzzle.given)
    assert effort is not None, "it has a solution"
    return effort.grade


@lru_cache(maxsize=64)
def first_solution(line: str) -> int:
    """The full cells of the solution of a checked puzzle, or of one of its solutions."""
    puzzle = checked(line, False)
    return some_solutions(puzzle.grid, puzzle.sums, puzzle.given)[0]


def fitting(game: Nombres, marks: Marks) -> int | None:
    """The full cells of a solution that agrees with the marks; None if none is found."""
    solution = game.solution()
    if not marks.full & ~solution and not marks.empty & solution:
        return solution
    if game.unique:
        return None
    try:
        return next(solutions(game.grid, game.puzzle.sums, marks), None)
    except TooHard:
        return None
