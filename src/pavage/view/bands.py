"""Bands of colour along the border: a line pushed outward, its corners mitred."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pavage.scene import Band
from pavage.tiling import Point

WIDTH = 0.30
"""Of a band, in edges of a cell."""
SHARPEST = 4.0
"""A mitre reaches at most this many widths, so that a needle of a corner does not leave the page."""


def band_outlines(bands: Sequence[Band], width: float) -> list[tuple[Point, ...]]:
    """The polygon of each band. Bands that touch share their joint.

    At a corner of the board that joint is a mitre. Where two bands meet within an edge, their directions
    agree and the same construction gives a straight cut across.
    """
    outlines = []
    for band in bands:
        before = next((other.points[-2] for other in bands if _meet(other.points[-1], band.points[0])), None)
        after = next((other.points[1] for other in bands if _meet(band.points[-1], other.points[0])), None)
        outlines.append(_outline(band.points, before, after, width))
    return outlines


def _meet(end: Point, begin: Point) -> bool:
    return math.dist(end, begin) < 1e-6


def _outline(
    points: Sequence[Point], before: Point | None, after: Point | None, width: float
) -> tuple[Point, ...]:
    outer = []
    for place, point in enumerate(points):
        coming = points[place - 1] if place else before
        going = points[place + 1] if place + 1 < len(points) else after
        outer.append(_pushed(coming, point, going, width))
    return (*points, *reversed(outer))


def _pushed(coming: Point | None, point: Point, going: Point | None, width: float) -> Point:
    """A point of the border, moved so that both edges beside it lie one width further out.

    The border runs clockwise on the screen, so that the outside is on the left of each edge.
    """
    normals = []
    for begin, end in ((coming, point), (point, going)):
        if begin is not None and end is not None:
            length = math.dist(begin, end)
            normals.append(((end[1] - begin[1]) / length, (begin[0] - end[0]) / length))
    (ax, ay), (bx, by) = normals[0], normals[-1]
    x, y = ax + bx, ay + by
    # |a+b|² / 2 = 1 + cos: the mitre is the sum divided by it.
    share = max(1 + ax * bx + ay * by, 2 / SHARPEST**2)
    return point[0] + x / share * width, point[1] + y / share * width
