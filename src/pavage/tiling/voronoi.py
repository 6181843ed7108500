"""Voronoi cells of points thrown at random: each cell is all that lies nearest to its point."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence

from pavage.tiling.check import check
from pavage.tiling.patch import FEWEST_CELLS, board
from pavage.tiling.plane import TOLERANCE, BadTiling, Point, Tiling, around, join_corners
from pavage.tiling.shapes import LARGEST_VORONOI

ROOM = 1.6
"""The side of a square as large as a cell is on the average: then edges are about 1 long."""
RELAXED = 10
"""How often points move to the middle of their cell. More often is ever more like hexagons."""
SHORT = 0.18
"""Edges shorter than this are hard to see: their two ends become one corner."""

NEAR = 4.0
"""Points that are farther away seldom matter to a cell."""


def voronoi(cells: int, seed: int) -> Tiling:
    """A square of so many cells, always the same ones for a seed."""
    code = f"voronoi-{cells}-{seed}"
    if not FEWEST_CELLS <= cells <= LARGEST_VORONOI:
        raise BadTiling("board_size", code=code, most=LARGEST_VORONOI)
    dice = random.Random(seed)
    side = ROOM * math.sqrt(cells)
    points = [(dice.random() * side, dice.random() * side) for _ in range(cells)]
    for _ in range(RELAXED):
        points = [_middle(polygon) for polygon in diagram(points, side)]
    while True:
        polygons = diagram(points, side)
        try:
            drawn = board(code, _without_short_edges(polygons, side), row=0.8 * ROOM)
            check(drawn)
            return drawn
        except BadTiling:
            points = [_middle(polygon) for polygon in polygons]


def diagram(points: Sequence[Point], side: float) -> list[list[Point]]:
    """The cell of each point: what is left of the square when all that is nearer to others is cut off."""
    buckets: dict[tuple[int, int], list[Point]] = defaultdict(list)
    for x, y in points:
        buckets[int(x / NEAR), int(y / NEAR)].append((x, y))
    polygons = []
    for x, y in points:
        column, row = int(x / NEAR), int(y / NEAR)
        near = [
            point
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for point in buckets.get((column + dx, row + dy), ())
        ]
        polygons.append(_cell((x, y), near, NEAR * NEAR, side) or _cell((x, y), points, math.inf, side))
    return polygons


def _cell(point: Point, points: Sequence[Point], reach: float, side: float) -> list[Point]:
    """What is left of the square, the nearest points first; empty if those out of reach may matter."""
    x, y = point
    polygon = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
    others = sorted([((px - x) * (px - x) + (py - y) * (py - y), px, py) for px, py in points])
    matters = math.inf
    for square, px, py in others[1:]:
        if square > min(matters, reach):
            break
        polygon = _cut(polygon, px - x, py - y, ((px + x) * (px - x) + (py + y) * (py - y)) / 2)
        matters = 4 * max([(cx - x) * (cx - x) + (cy - y) * (cy - y) for cx, cy in polygon])
    return polygon if matters <= reach else []


def _cut(polygon: list[Point], a: float, b: float, limit: float) -> list[Point]:
    """The part of a convex polygon where ax + by is at most the limit."""
    kept: list[Point] = []
    x, y = polygon[0]
    here = a * x + b * y - limit
    for next_x, next_y in (*polygon[1:], polygon[0]):
        there = a * next_x + b * next_y - limit
        if here <= 0:
            kept.append((x, y))
        if here * there < 0:
            share = here / (here - there)
            kept.append((x + (next_x - x) * share, y + (next_y - y) * share))
        x, y, here = next_x, next_y, there
    return kept


def _middle(polygon: Sequence[Point]) -> Point:
    """The centre of its area, rounded so that no machine strays from another."""
    area = sum_x = sum_y = 0.0
    for (ax, ay), (bx, by) in around(polygon):
        cross = ax * by - bx * ay
        area += cross
        sum_x += (ax + bx) * cross
        sum_y += (ay + by) * cross
    return round(sum_x / area / 3, 6), round(sum_y / area / 3, 6)


def _without_short_edges(polygons: Sequence[Sequence[Point]], side: float) -> list[list[complex]]:
    """The shortest edge is shrunk to a corner as long as it is too short; the outline stays a square."""
    joined, corners_of = join_corners(polygons, TOLERANCE)
    vertices, cells = list(joined), [list(corners) for corners in corners_of]
    while True:
        edges = {edge for corners in cells for edge in around(corners) if edge[0] != edge[1]}
        length, one, other = min((_length(vertices[a], vertices[b]), a, b) for a, b in edges)
        if length >= SHORT:
            return [[complex(*vertices[vertex]) for vertex in corners] for corners in cells]
        vertices[one] = _between(vertices[one], vertices[other], side)
        cells = [_renamed(corners, other, one) for corners in cells]


def _length(a: Point, b: Point) -> float:
    return math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def _between(a: Point, b: Point, side: float) -> Point:
    """Halfway between two ends; one that lies on the outline, or in its corner, draws the other to it."""

    def bound(point: Point) -> int:
        return sum(min(x, side - x) < TOLERANCE for x in point)

    if bound(a) != bound(b):
        return max(a, b, key=bound)
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _renamed(corners: list[int], old: int, new: int) -> list[int]:
    """The corners of a cell after two of them became one."""
    renamed = [new if corner == old else corner for corner in corners]
    return [corner for corner, after in around(renamed) if corner != after]
