"""How Nombres croisés is raced, and fought as a duel: lines that are met, grids filled for one another."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Position
from pavage.games.nombres.filling import Filling
from pavage.games.nombres.puzzle import Puzzle, write_line
from pavage.games.nombres.rules import Nombres
from pavage.games.nombres.solving.solver import as_rows, from_rows


def puzzle(game: Nombres) -> str:
    return game.line


def marked(game: Nombres, position: Position) -> int:
    return sum(code > 0 for code in position.board) - len(game.given)


def met(game: Nombres, position: Position) -> int:
    """Lines that are marked completely and have the right sum."""
    return len(game.met_lines(game.marks(position)))


def goal(game: Nombres) -> int:
    return len(game.grid.lines)


def solution(game: Nombres) -> tuple[str, ...]:
    return tuple(as_rows(game.grid, game.solution()))


def filling(game: Nombres) -> Filling:
    return Filling.of(game.grid)


def filled(game: Nombres, position: Position) -> tuple[str, ...]:
    """The rows of a grid, `#` for pawns."""
    return tuple(as_rows(game.grid, sum(1 << cell for cell, code in enumerate(position.board) if code)))


def posed(game: Nombres, rows: Sequence[str]) -> Nombres | None:
    """The sums of that grid, to be solved by another; whatever has them is right."""
    grid = from_rows(game.grid, rows)
    if grid is None:
        return None
    return Nombres(puzzle=write_line(Puzzle(game.grid, game.grid.sums_of(grid))), unique=False)
