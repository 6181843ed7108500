"""Cells as one points at them: on V3, to the right of V3. A board without coordinates has no other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.games.hextra.geometry.lattice import CELL, POINTS, STEPS, Point
from pavage.games.hextra.position import LETTERS
from pavage.phrase import Phrase

if TYPE_CHECKING:
    from pavage.games.hextra.position import HextraPosition

SEEN_FROM = ("right", "up_right", "up_left", "left", "down_left", "down_right")
"""Where a neighbour lies on the screen, in the order of STEPS."""
FIRST = ("left", "right", "up_left", "up_right", "down_left", "down_right")
"""The simplest to say comes first."""
FARTHEST = 4
"""Steps that are counted."""


def tile_name(position: HextraPosition, cell: int) -> str:
    """The name of the tile on a cell, such as V3."""
    colour = position.board[cell] - 1
    return f"{LETTERS[colour]}{position.tiles[colour].index(cell) + 1}"


def place_told(position: HextraPosition, cell: int) -> Phrase:
    return point_told(position, POINTS[cell])


def point_told(position: HextraPosition, point: Point) -> Phrase:
    """Where a point is, seen from the nearest tile in a straight line, if there is one."""
    cell = CELL.get(point)
    if cell is not None and position.board[cell]:
        return Phrase("hextra.place.on", (("tile", tile_name(position, cell)),))
    if point == (0, 0):
        return Phrase("hextra.place.middle")
    for steps in range(1, FARTHEST + 1):
        for side in FIRST:
            q, r = STEPS[SEEN_FROM.index(side)]
            tile = CELL.get((point[0] - steps * q, point[1] - steps * r))
            if tile is None or not position.board[tile]:
                continue
            values = (("tile", tile_name(position, tile)), ("steps", str(steps)))
            near = Phrase(f"hextra.place.{side}", values)
            return near if steps == 1 else Phrase("hextra.place.far", (("near", near), *values))
    return Phrase("hextra.place.apart")
