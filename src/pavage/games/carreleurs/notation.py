"""Moves of Les Carreleurs as text: `3x5@b4`, `5x8@e5^e5,h5`, `pass`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable
from pavage.games.carreleurs.stocks import Shape, shape_named
from pavage.games.carreleurs.touching import placement

if TYPE_CHECKING:
    from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile

MOVE = re.compile(r"(\d{1,2}x\d{1,2})@([a-z]+\d+)(?:\^([a-z0-9,]+))?")


def tiles_named(game: Carreleurs, tiles: Iterable[Tile]) -> str:
    """Tiles as a sentence names them."""
    return ", ".join(f"{tile.shape.size} ({game.sites[tile.place]})" for tile in tiles)


def write_move(game: Carreleurs, position: CarreleursPosition, move: Move) -> str:
    if move == game.passing:
        return "pass"
    shape, place = placement(game, move)
    lifted = ",".join(game.sites[tile.place] for tile in game.met(position, shape, place))
    return f"{shape.name}@{game.sites[place]}" + (f"^{lifted}" if lifted else "")


def read_move(game: Carreleurs, position: CarreleursPosition, text: str) -> Move:
    """The move that a text names; the tiles it takes up may be left out."""
    word = text.strip().lower().replace("×", "x")
    if word == "pass":
        return game.passing
    parts = MOVE.fullmatch(word)
    if parts is None:
        raise Unreadable(text, "carreleurs.unreadable")
    shape, place = tile_named(game, parts[1], parts[2], text)
    if not game.room.within[shape] >> place & 1:
        return game.button[shape], place
    met = game.met(position, shape, place)
    if parts[3] is not None and {game.sites[tile.place] for tile in met} != set(parts[3].split(",")):
        key = "carreleurs.other_lift" if met else "carreleurs.lifts_nothing"
        raise Unreadable(text, key, tiles=tiles_named(game, met))
    return (game.button[shape], place, game.done) if met else (game.button[shape], place)


def tile_named(game: Carreleurs, shape: str, cell: str, text: str) -> tuple[Shape, int]:
    if shape_named(shape) not in game.kind:
        raise Unreadable(text, "carreleurs.no_such_tile", tile=shape, known=", ".join(game.buttons[:-2]))
    return shape_named(shape), game.site(cell, text)
