"""Positions of HeiNasH made by hand: the player to move rolls the dice."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.drawn import Drawn, words_of
from pavage.games.heinash.position import HeiNasHPosition
from pavage.games.heinash.rules import HeiNasH


def mover(game: HeiNasH, position: HeiNasHPosition) -> int:
    return game.colour(position, position.active)


def as_text(game: HeiNasH, drawn: Sequence[Drawn], moves: int) -> str:
    words = words_of(drawn, dict(enumerate(game.colours, 1)), lambda cells: game.sites[cells[0]])
    return " ".join([*words, f"turn:chance active:{moves + 1}"])
