"""Positions of Les Carreleurs made by hand: tiles are rectangles, stocks hold what is not in the room."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition
from pavage.games.drawn import Drawn, words_of

RECTANGLES = True


def pieces(game: Carreleurs, position: CarreleursPosition) -> list[Drawn]:
    return [(tile.colour, game.room.cells(tile.shape, tile.place)) for tile in position.tiles]


def as_text(game: Carreleurs, drawn: Sequence[Drawn], moves: int) -> str:
    def name(cells: tuple[int, ...]) -> str:
        (top, left), (bottom, right) = (divmod(cell, game.room.size) for cell in (min(cells), max(cells)))
        return f"{bottom - top + 1}x{right - left + 1}@{game.sites[min(cells)]}"

    words = words_of(drawn, dict(enumerate(game.colours[: game.players], 1)), name)
    return " ".join([*words, f"turn:{moves + 1}"])
