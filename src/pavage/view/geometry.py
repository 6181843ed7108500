"""A board as it lies on the page, before anything lies on it: cells, labels, and lines inside cells."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pavage.scene import Board, Piece
from pavage.tiling import Point
from pavage.tiling.plane import around
from pavage.view.outline import inward, number

UNIT = 20.0
"""Length of an edge in the drawing."""
JOINT = 0.8
"""How far a piece that fills its cell stays away from its edges."""


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it lies on the page: turned, and in units of the drawing."""

    polygons: tuple[tuple[Point, ...], ...]
    centres: tuple[Point, ...]
    radii: tuple[float, ...]
    patterned: bool = False
    lines: tuple[frozenset[int], ...] = ()
    """The cells of each label that may be met or broken: of those that tell something, if there are any."""
    inscribed: tuple[str, ...] = ()


def turner(board: Board, turn: int) -> tuple[float, float]:
    """Cosine and sine of a turn, times the scale of the drawing."""
    scale = UNIT / board.unit
    return math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale


def placed(point: Point, turned: tuple[float, float]) -> Point:
    """A point of the board, turned clockwise on the screen."""
    cosine, sine = turned
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def drawn(board: Board, turn: int) -> Drawn:
    by = turner(board, turn)
    told = telling(board)
    lines = (
        frozenset(label.cells if place in told or not told else ())
        for place, label in enumerate(board.labels)
    )
    return Drawn(
        tuple(tuple(placed(point, by) for point in polygon) for polygon in board.polygons),
        tuple(placed(centre, by) for centre in board.centres),
        tuple(radius * UNIT / board.unit for radius in board.radii),
        board.patterned,
        tuple(map(frozenset, lines)),
        board.inscribed,
    )


def telling(board: Board) -> frozenset[int]:
    """The labels that say more than coordinates do, such as sums: they are shown even where those are not.

    A coordinate is part of the name of each cell of its line. If one label on a side of the board is not,
    none of that side is a coordinate, though a sum may happen to look like one.
    """
    sides: dict[tuple[float, float], list[int]] = {}
    for place, label in enumerate(board.labels):
        near = min((board.centres[cell] for cell in label.cells), key=lambda c: math.dist(c, label.at))
        away = math.dist(near, label.at) or 1.0
        side = round((label.at[0] - near[0]) / away, 1), round((label.at[1] - near[1]) / away, 1)
        sides.setdefault(side, []).append(place)
    strange = [any(label.text not in board.names[cell] for cell in label.cells) for label in board.labels]
    return frozenset(
        place for places in sides.values() if any(strange[each] for each in places) for place in places
    )


def covered(piece: Piece) -> tuple[int, ...]:
    """The cells that a piece lies on."""
    return piece.cells or (piece.cell,)


def inset(on: Drawn, cell: int) -> str:
    """The outline of a cell, a little inside it: for the focus and for a refusal."""
    return shrunk(on, cell, 0.9135)


def shrunk(on: Drawn, cell: int, share: float) -> str:
    x, y = on.centres[cell]
    return " ".join(
        f"{number(x + (px - x) * share)},{number(y + (py - y) * share)}" for px, py in on.polygons[cell]
    )


def cut(on: Drawn, cell: int) -> str:
    """The outline of a piece that fills its cell: every edge moved inward by the joint."""
    polygon = on.polygons[cell]
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(polygon))
    joint = math.copysign(JOINT, area)
    return " ".join(f"{number(x)},{number(y)}" for x, y in inward(polygon, joint))
