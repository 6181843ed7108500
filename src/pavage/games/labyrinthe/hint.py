"""A move of Labyrinthe in words."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition
from pavage.phrase import Phrase


def told(game: Labyrinthe, position: LabyrinthePosition, move: Move) -> Phrase | None:
    """The king goes to d7; a stone on f6."""
    if move == game.passing:
        return None
    names = [game.sites[site] for site in move]
    if position.board[move[0]] != position.turn + 1:
        key = "stone" if len(names) == 1 else "stones"
        return Phrase(f"labyrinthe.told.{key}", (("cell", names[0]), ("other", names[-1])))
    key = "exchange" if position.board[move[1]] else "king"
    return Phrase(f"labyrinthe.told.{key}", (("cell", names[1]),))
