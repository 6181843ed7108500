"""What a position of Ponts et Barrages seems worth: how well the current flows for either side."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Move
from pavage.games.ponts.current import current
from pavage.games.ponts.ground import RED
from pavage.games.ponts.rules import Ponts, PontsPosition

TEMPO = 2.0
"""To be on move counts as so much more conductance."""
BREADTH = 9
"""Only so many bridges are looked at, those of the highest tension."""


def evaluate(game: Ponts, position: PontsPosition) -> tuple[float, float]:
    conductance, _ = current(game.size, position.board)
    mover = game.colour(position, position.turn) + 1
    strength = conductance * (TEMPO if mover == RED else 1 / TEMPO)
    red = min(0.998, max(0.002, strength**2 / (1 + strength**2)))
    red_seat = next(seat for seat in (0, 1) if game.colour(position, seat) == RED - 1)
    return (red, 1 - red) if red_seat == 0 else (1 - red, red)


def order(game: Ponts, position: PontsPosition) -> Sequence[Move]:
    """Bridges of high tension, and swapping where it is possible."""
    _, drops = current(game.size, position.board)
    swap = [move for move in game.moves(position)[-1:] if move[0] >= len(game.tiling)]
    return [*((cell,) for cell, _ in drops[:BREADTH]), *swap]
