"""Positions of Nombres croisés made by hand: pawns and crosses where nothing is given."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Position
from pavage.games.drawn import Drawn, words_of
from pavage.games.nombres.rules import EMPTY, FULL, Nombres
from pavage.phrase import Phrase

KEYS = {FULL: "full", EMPTY: "empty"}


def palette(game: Nombres) -> tuple[int, ...]:
    return tuple(KEYS)


def label(game: Nombres, code: int) -> Phrase:
    return Phrase(f"nombres.button.{KEYS[code]}")


def cells(game: Nombres) -> list[int]:
    return [cell for cell in game.tiling.cells if cell not in game.given]


def pieces(game: Nombres, position: Position) -> list[Drawn]:
    return [(position.board[cell], (cell,)) for cell in cells(game) if position.board[cell]]


def as_text(game: Nombres, drawn: Sequence[Drawn], moves: int) -> str:
    return " ".join([*words_of(drawn, KEYS, lambda covered: game.sites[covered[0]]), "turn:1"])
