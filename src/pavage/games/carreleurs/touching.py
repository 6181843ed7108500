"""What touched sites mean: a shape and its top left cell, or two opposite corners; then perhaps `done`.

A tile that would take up others is only shown: touched again, or with `done`, it is laid; touched elsewhere,
it goes there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pavage.game import Move
from pavage.games.carreleurs.stocks import Shape
from pavage.games.cell_sets import cells_of

if TYPE_CHECKING:
    from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition


class Hand(NamedTuple):
    """How far a move has come: nothing, a shape in the hand, a first corner, or a rectangle."""

    shape: Shape | None = None
    place: int | None = None
    """The top left cell of the rectangle, once there is one."""
    corner: int | None = None
    """The only cell touched so far, without a shape."""
    done: bool = False
    before: tuple[int, ...] = ()
    """The places where it was shown before."""


def hand(game: Carreleurs, touched: Move) -> Hand | None:
    """What was touched; None if it is not even the beginning of a placement."""
    cells = len(game.tiling)
    taken, shape = 0, None
    while taken < len(touched) and cells <= touched[taken] < game.done:
        shape = game.shapes[touched[taken] - cells]  # whoever takes another shape puts the last one back
        taken += 1
    rest = touched[taken:]
    done = rest[-1:] == (game.done,)
    rest = rest[: len(rest) - done]
    if not all(0 <= site < cells for site in rest):
        return None
    if shape is not None:
        if not rest:
            return None if done else Hand(shape)
        return _again(game, Hand(shape, rest[0], done=done), rest[1:])
    if len(rest) >= 2:
        return _again(game, Hand(*game.room.between(*rest[:2]), done=done), rest[2:])
    if done:
        return None
    return Hand(corner=rest[0]) if rest else Hand()


def _again(game: Carreleurs, held: Hand, cells: Move) -> Hand | None:
    """What follows a rectangle that takes up others: touched again it is laid, elsewhere it goes there."""
    for number, cell in enumerate(cells):
        assert held.shape is not None and held.place is not None
        if cell in game.room.cells(held.shape, held.place):
            return held._replace(done=True) if number == len(cells) - 1 and not held.done else None
        held = held._replace(place=cell, before=(*held.before, held.place))
    return held


def placement(game: Carreleurs, move: Move) -> tuple[Shape, int]:
    """The shape and the place of a whole move that is no pass."""
    held = hand(game, move)
    assert held is not None and held.shape is not None and held.place is not None
    return held.shape, held.place


def next_sites(game: Carreleurs, position: CarreleursPosition, touched: Move) -> Sequence[int]:
    """The sites that may be touched after these."""
    held = hand(game, touched)
    if held is None or held.done or game.outcome(position) is not None:
        return ()
    ways = {shape: ways for shape, ways in game.ways(position).items() if ways.free or ways.lifting}
    cells = len(game.tiling)
    # Also those that were put back: nobody can have taken what is not there.
    if not {game.shapes[site - cells] for site in touched if cells <= site < game.done} <= ways.keys():
        return ()
    if held.shape is not None and held.place is not None:
        lifting = ways[held.shape].lifting if held.shape in ways else 0
        if not all(lifting >> place & 1 for place in (*held.before, held.place)):
            return ()
        again = game.room.cells(held.shape, held.place)
        return [*sorted({*again, *cells_of(ways[held.shape].free | lifting)}), game.done]
    if held.corner is not None:
        ends: set[int] = set()
        for shape, (free, lifting) in ways.items():
            ends.update(game.room.opposite(shape, free | lifting, held.corner))
        return sorted(ends)
    buttons = [game.button[shape] for shape in ways if shape != held.shape]
    if held.shape is not None:
        return [*cells_of(ways[held.shape].free | ways[held.shape].lifting), *buttons]
    corners = 0
    for shape, (free, lifting) in ways.items():
        corners |= game.room.corners(shape, free | lifting)
    return [*cells_of(corners), *buttons] or game.passing
