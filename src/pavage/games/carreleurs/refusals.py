"""Why a placement of Les Carreleurs is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Move, Refusal
from pavage.games.carreleurs.notation import tiles_named
from pavage.games.carreleurs.stocks import Shape
from pavage.games.carreleurs.touching import hand
from pavage.games.cell_sets import lowest

if TYPE_CHECKING:
    from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile


def why_not(game: Carreleurs, position: CarreleursPosition, move: Move) -> Refusal | None:
    """Why a move may not be made, or None if it may."""
    if game.outcome(position) is not None:
        return Refusal("over")
    if move == game.passing:
        return Refusal("carreleurs.no_pass") if _can_place(game, position) else None
    held = hand(game, move)
    if held is None or not move:
        return Refusal("not_a_move", game.cells_of(move))
    if held.shape is None:
        return Refusal("carreleurs.other_corner", game.cells_of(move))
    missing = _not_yours(game, position, held.shape, game.cells_of(move))
    if missing is not None:
        return missing
    if held.place is None:
        return Refusal("carreleurs.where_to", (), (("tile", held.shape.size),))
    if any(_cannot_lie(game, position, held.shape, place, done=True) for place in held.before):
        return Refusal("not_a_move", game.cells_of(move))
    return _cannot_lie(game, position, held.shape, held.place, held.done)


def _can_place(game: Carreleurs, position: CarreleursPosition) -> bool:
    return any(ways.free or ways.lifting for ways in game.ways(position).values())


def _not_yours(
    game: Carreleurs, position: CarreleursPosition, shape: Shape, cells: tuple[int, ...]
) -> Refusal | None:
    """Whether the mover has such a tile at all, and may let it lie so."""
    tile = (("tile", shape.size),)
    stock = position.stocks[position.turn]
    if shape in game.kind and stock[game.kind[shape]]:
        return None
    if shape.turned in game.kind and stock[game.kind[shape.turned]]:
        return Refusal("carreleurs.no_turning", cells, tile)
    return Refusal("carreleurs.not_in_stock", cells, tile)


def _cannot_lie(
    game: Carreleurs, position: CarreleursPosition, shape: Shape, place: int, done: bool
) -> Refusal | None:
    """Why a tile of the mover may not lie in this place."""
    tile = ("tile", shape.size)
    if not game.room.within[shape] >> place & 1:
        return Refusal("carreleurs.outside", (place,), (tile, ("cell", game.sites[place])))
    met = game.met(position, shape, place)
    if not met:
        return Refusal("not_a_move", (place,)) if done else None
    sealed = [other for other in met if other.sealed]
    if sealed:
        names = ("tiles", tiles_named(game, sealed))
        return Refusal("carreleurs.sealed", _under(game, sealed), (names,))
    barred = _may_not_lift(game, position, shape)
    if barred is not None:
        return barred
    lifted = sum(other.shape.area for other in met)
    if game.ko == "area" and lifted >= shape.area:
        values = (tile, ("lifted", str(lifted)), ("area", str(shape.area)))
        return Refusal("carreleurs.too_much", _under(game, met), values)
    if not done:
        return Refusal("carreleurs.confirm", _under(game, met), (("tiles", tiles_named(game, met)),))
    return None


def _may_not_lift(game: Carreleurs, position: CarreleursPosition, shape: Shape) -> Refusal | None:
    """What still has a free placement, and so keeps the tile from taking up others."""
    if game.lift == "any":
        return None
    free = game.free_places(position, position.turn)
    asked = game.shapes_of[game.kind[shape]] if game.lift == "tile" else tuple(free)
    for fitting in (shape, *asked):
        if free[fitting]:
            place = lowest(free[fitting])
            example = ("example", f"{fitting.size} ({game.sites[place]})")
            key = "still_fits" if fitting in game.shapes_of[game.kind[shape]] else "another_fits"
            values = (("tile", shape.size), ("other", fitting.size), example)
            return Refusal(f"carreleurs.{key}", game.room.cells(fitting, place), values)
    return None


def _under(game: Carreleurs, tiles: tuple[Tile, ...] | list[Tile]) -> tuple[int, ...]:
    return tuple(cell for tile in tiles for cell in game.room.cells(tile.shape, tile.place))
