"""The computer solves by deduction, as a hint would tell; weaker levels are careless now and then."""

from __future__ import annotations

from pavage.game import Move, Position
from pavage.games.cell_sets import cells_of
from pavage.games.nombres.review import fitting
from pavage.games.nombres.rules import Nombres
from pavage.games.nombres.solving.deduction import find_trial, saturated_line


def perfect(game: Nombres, position: Position) -> tuple[Move, float]:
    """The next mark in the order of deduction, and whether the grid can still be solved.

    A computer does not take back its marks: after a slip it goes on with the solution it had in mind.
    """
    marks = game.marks(position)
    wanted = fitting(game, marks)
    unknown = cells_of(game.grid.everything & ~marks.known)
    if wanted is None:
        solution = game.solution()
        return (game.site("full" if solution >> unknown[0] & 1 else "empty"), unknown[0]), 0.0
    step = saturated_line(game.grid, game.puzzle.sums, marks)
    if step is not None:
        return (game.site("full" if step.full else "empty"), step.cells[0]), 1.0
    trial = find_trial(game.grid, game.puzzle.sums, marks) if game.unique else None
    cell = trial.cell if trial else unknown[0]
    return (game.site("full" if wanted >> cell & 1 else "empty"), cell), 1.0
