"""Positions of Les Carreleurs made by hand: tiles are rectangles, stocks hold what is not in the room."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition
from pavage.games.drawn import Drawn

RECTANGLES = True


def pieces(game: Carreleurs, position: CarreleursPosition) -> list[Drawn]:
    return [(tile.colour, game.room.cells(tile.shape, tile.place)) for tile in position.tiles]


def piece_name(game: Carreleurs, cells: Sequence[int]) -> str:
    shape, place = game.room.between(min(cells), max(cells))
    return f"{shape.height}x{shape.width}@{game.sites[place]}"
