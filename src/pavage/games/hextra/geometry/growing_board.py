"""HEXTRA's board grows with the game: a hexagon around all tiles, cut from the whole lattice."""

from __future__ import annotations

from pavage.games.hextra.geometry.lattice import SIDE, cells_within, ring_of
from pavage.games.hextra.position import LOST, HextraPosition
from pavage.scene import Board
from pavage.tiling import Tiling

MARGIN = 2
"""Rings around the outermost tile."""
SMALLEST = 4
RADIUS = 0.66
"""Of a stone, in edges."""


def side_shown(position: HextraPosition) -> int:
    """The side of the hexagon that is shown: all tiles and a margin."""
    rings = [ring_of(cell) for row in position.tiles for cell in row if cell != LOST]
    return min(SIDE, max(SMALLEST, max(rings, default=0) + 1 + MARGIN))


def board_name(side: int = SMALLEST) -> str:
    """How a scene names the board of this side; the smallest is the one that is shown first."""
    return f"hextra-{side}"


def board_of_side(whole: Tiling, name: str) -> Board:
    """The hexagon of the side that the name says, cut from the middle of the whole board."""
    cells = cells_within(int(name.rpartition("-")[2]))
    return Board(
        name,
        1.0,
        whole.names[:cells],
        whole.polygons[:cells],
        whole.centres[:cells],
        (RADIUS,) * cells,
        patterned=True,
    )
