"""One outline around several cells: for a tile that covers them, and for what would come or go there.

The browser does the same in `web/board/outline.js`, and a test compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pavage.tiling import Point
from pavage.tiling.plane import around

NEAR = 0.2
"""Corners that lie closer are one corner; an edge is twenty units long."""
ROUNDING = 1.6
"""How much of each edge a rounded corner takes."""

Polygon = Sequence[Point]
Edge = tuple[int, int]


def number(value: float) -> str:
    """A number as it is written in a drawing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def outline(polygons: Sequence[Polygon], joint: float) -> str:
    """The border of cells taken together, moved inward by a joint, its corners a little rounded: a path."""
    corners, edges = _edges(polygons)
    known = set(edges)
    border = [(begin, end) for begin, end in edges if (end, begin) not in known]
    return "".join(
        _rounded(inward(_straight([corners[at] for at in loop]), joint)) for loop in _loops(border)
    )


def seams(polygons: Sequence[Polygon]) -> str:
    """The edges between the cells of one tile, as a path."""
    corners, edges = _edges(polygons)
    known = set(edges)
    inner = [(begin, end) for begin, end in edges if begin < end and (end, begin) in known]
    return "".join(f"M{_point(corners[begin])}L{_point(corners[end])}" for begin, end in inner)


def _edges(polygons: Sequence[Polygon]) -> tuple[list[Point], list[Edge]]:
    """All corners, and all edges from corner to corner. They go around each cell in the same sense."""
    corners: list[Point] = []
    edges = []
    for polygon in polygons:
        places = [_place(corners, corner) for corner in polygon]
        edges += list(around(places))
    return corners, edges


def _place(corners: list[Point], corner: Point) -> int:
    for place, (x, y) in enumerate(corners):
        if abs(x - corner[0]) < NEAR and abs(y - corner[1]) < NEAR:
            return place
    corners.append(corner)
    return len(corners) - 1


def _loops(edges: list[Edge]) -> list[list[int]]:
    """The border in one piece, or in several if there are holes."""
    left, loops = list(edges), []
    while left:
        begin, end = left.pop(0)
        loop = [begin]
        while end != loop[0]:
            following = next(edge for edge in left if edge[0] == end)
            left.remove(following)
            loop.append(end)
            end = following[1]
        loops.append(loop)
    return loops


def _straight(loop: Sequence[Point]) -> list[Point]:
    """Without the corners that lie within a straight line."""
    kept = []
    for place, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[place - 1], loop[(place + 1) % len(loop)]
        across = (x - ax) * (by - y) - (y - ay) * (bx - x)
        if abs(across) > 0.05 * math.hypot(x - ax, y - ay) * math.hypot(bx - x, by - y):
            kept.append((x, y))
    return kept


def inward(loop: Sequence[Point], joint: float) -> list[Point]:
    """Every edge moved to the right of the way around, where the cells are."""
    moved = []
    for place, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[place - 1], loop[(place + 1) % len(loop)]
        before, after = math.hypot(x - ax, y - ay), math.hypot(bx - x, by - y)
        ux, uy, vx, vy = (x - ax) / before, (y - ay) / before, (bx - x) / after, (by - y) / after
        # The normals of both edges point inward; their sum, divided so, lies one joint from each.
        share = joint / max(0.1, 1 + ux * vx + uy * vy)
        moved.append((x - (uy + vy) * share, y + (ux + vx) * share))
    return moved


def _rounded(loop: Sequence[Point]) -> str:
    parts = []
    for place, (x, y) in enumerate(loop):
        near = []
        for ox, oy in (loop[place - 1], loop[(place + 1) % len(loop)]):
            length = math.hypot(ox - x, oy - y)
            share = min(ROUNDING, length / 2) / length
            near.append((x + (ox - x) * share, y + (oy - y) * share))
        parts.append(f"{'L' if place else 'M'}{_point(near[0])}Q{_point((x, y))} {_point(near[1])}")
    return "".join(parts) + "Z"


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
