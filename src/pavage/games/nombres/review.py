"""Whether a puzzle is fit to be played: it has a solution, and if so wanted only one."""

from __future__ import annotations

from functools import lru_cache

from pavage.games.nombres.deduction import deduce
from pavage.games.nombres.puzzle import BadPuzzle, Puzzle, read_puzzle
from pavage.games.nombres.solver import TooHard, some_solutions


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
