"""Puzzles of Nombres croisés that somebody asks for, made or refused; what can be said of sums."""

from __future__ import annotations

import random
from dataclasses import replace

from pavage.games.nombres import braille
from pavage.games.nombres.generator import NoSuchPuzzle, Report, generate, graded
from pavage.games.nombres.grid import Grid
from pavage.games.nombres.puzzle import BadPuzzle, Puzzle
from pavage.games.nombres.solving.counting import count_grids
from pavage.games.nombres.solving.flow import shortage
from pavage.games.nombres.solving.solver import TooHard, some_solutions
from pavage.phrase import PhrasedError
from pavage.words import Words
from pavage.words.complaint import Complaint

COUNTED = 40
"""Cells of a board whose solutions are counted at once."""


def puzzle_wanted(
    grid: Grid,
    dice: random.Random,
    language: str,
    *,
    text: str | None = None,
    theme: str = "free",
    grade: int | None = None,
    solution: int | None = None,
    unique: bool = True,
    report: Report | None = None,
) -> Puzzle:
    """A puzzle: any, one that says a text in Braille, or one whose pawns are laid down."""
    theme = theme if text is None else "braille"
    if grade and grade > 1 and grid.directions == "RC":
        raise Complaint("nombres.never_hard", option="grade", value=grade, takes="any, 1")
    if theme == "braille" and not braille.fits(grid):
        raise Complaint("nombres.puzzle.braille_board", value=grid.board, takes="")
    if text is not None:
        _check_text(grid, text, language)
    try:
        return generate(
            grid,
            dice,
            unique=unique,
            theme=theme,
            text=text or "",
            language=language,
            solution=solution,
            grade=grade,
            report=report,
        )
    except NoSuchPuzzle:
        raise Complaint("nombres.not_found", value=grade, takes=grid.board) from None


def _check_text(grid: Grid, text: str, language: str) -> None:
    lines, across = braille.room(grid)
    try:
        letters = len(braille.dots_of(text, language))
    except braille.NoSign as error:
        raise Complaint("nombres.maker.no_sign", sign=error.sign) from None
    if not 0 < letters <= lines * across:
        raise Complaint("nombres.maker.text_length", count=letters, room=lines * across, board=grid.board)


def said_of(puzzle: Puzzle, words: Words) -> str:
    """Whether there is a grid with these sums, how many there are, and how hard the only one is to find."""
    try:
        found = some_solutions(puzzle.grid, puzzle.sums, puzzle.given)
    except TooHard:
        raise BadPuzzle("too_hard") from None
    if not found:
        return words(why_none(puzzle).phrase)
    if len(found) > 1:
        return number_of(puzzle, words)
    known = graded(replace(puzzle, solution=found[0]))
    told = words("cli.puzzle.graded", grade=known.grade, score=known.score)
    return f"{words('cli.puzzle.one_solution')}, {told}"


def why_none(puzzle: Puzzle) -> PhrasedError:
    """What is wrong with sums that no grid has."""
    if puzzle.grid.directions == "RC" and not puzzle.given.known:
        missing = shortage(puzzle.sums_of("R"), puzzle.sums_of("C"))
        assert missing is not None, "the totals are equal, so this is all that can be wrong"
        rows, need, room = missing
        return Complaint("cli.puzzle.gale_ryser", rows=rows, need=need, room=room)
    return BadPuzzle("no_solution")


def number_of(puzzle: Puzzle, words: Words) -> str:
    """How many solutions there are, where that is quickly counted."""
    if len(puzzle.grid.places) > COUNTED:
        return words("cli.puzzle.more_than_one")
    return words("cli.puzzle.solutions", number=count_grids(puzzle.grid, puzzle.sums, puzzle.given))
