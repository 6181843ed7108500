"""Positions of HEXTRA made by hand: tiles have their numbers by the order in which they were put down."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.drawn import Drawn, words_of
from pavage.games.hextra.geometry.lattice import name_of
from pavage.games.hextra.position import LETTERS, LOST, HextraPosition
from pavage.games.hextra.rules import Hextra


def palette(game: Hextra) -> range:
    return range(1, game.kinds + 1)


def movers(game: Hextra) -> range:
    """A seat may have two colours."""
    return range(game.kinds)


def mover(game: Hextra, position: HextraPosition) -> int:
    return position.colour


def pieces(game: Hextra, position: HextraPosition) -> list[Drawn]:
    return [(code, (cell,)) for code, row in enumerate(position.tiles, 1) for cell in row if cell != LOST]


def as_text(game: Hextra, drawn: Sequence[Drawn], moves: int) -> str:
    letters = LETTERS.lower()[: game.kinds]
    words = words_of(drawn, dict(enumerate(letters, 1)), lambda cells: name_of(cells[0]))
    return " ".join([*words, f"to:{letters[moves]}"])
