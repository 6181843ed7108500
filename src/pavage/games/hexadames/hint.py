"""A move of HexaDames in words."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.hexadames.rules import HexaDames, HexaDamesPosition
from pavage.phrase import Phrase


def told(game: HexaDames, position: HexaDamesPosition, move: Move) -> Phrase | None:
    """From d1 to d2; from d2 to d4, taking so many."""
    path = game.cells_of(move)
    ends = (("start", game.sites[path[0]]), ("end", game.sites[path[-1]]))
    if path[:2] not in game.men.between:
        return Phrase("hexadames.told.step", ends)
    if len(path) == 2:
        return Phrase("hexadames.told.jump", ends)
    return Phrase("hexadames.told.jumps", (*ends, ("number", str(len(path) - 1))))
