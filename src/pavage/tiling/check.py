"""Whether polygons that somebody drew make a board: each refusal names the reason and the cell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from pavage.tiling.border import border_loops
from pavage.tiling.plane import TOLERANCE, BadTiling, Point, Tiling, around, distance_to_line

Segment = tuple[Point, Point]
ANGLE = 1e-3
"""Radians by which corners that meet may overlap: vertices are joined within a tolerance."""


def clockwise(polygon: tuple[Point, ...], where: str) -> tuple[Point, ...]:
    """The polygon run clockwise on a screen; refused if it is flat."""
    twice_area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(polygon))
    longest = max(math.dist(a, b) for a, b in around(polygon))
    if abs(twice_area) <= longest * longest * TOLERANCE or any(
        math.dist(a, b) <= longest * TOLERANCE for a, b in around(polygon)
    ):
        raise BadTiling("flat_polygon", where)
    return polygon if twice_area > 0 else polygon[::-1]


def check(tiling: Tiling) -> None:
    """Refuse what overlaps, leaves gaps within an edge, or falls apart."""
    _each_edge_in_two_cells(tiling)
    _no_crossing(tiling)
    _corners_side_by_side(tiling)
    _no_cell_inside_another(tiling)
    _one_common_edge(tiling)
    _connected(tiling)
    border_loops(tiling)


def _each_edge_in_two_cells(tiling: Tiling) -> None:
    owner: dict[tuple[int, int], int] = {}
    for cell in tiling.cells:
        corners = tiling.corners[cell]
        if len(set(corners)) < len(corners):
            raise BadTiling("crossing", tiling.names[cell], other=tiling.names[cell])
        for edge in around(corners):
            if edge in owner:
                raise BadTiling("overlap", tiling.names[cell], other=tiling.names[owner[edge]])
            owner[edge] = cell


def _no_crossing(tiling: Tiling) -> None:
    """No two edges cross, and no corner lies within an edge."""
    exact = tiling.unit * TOLERANCE
    points = tiling.vertices
    segments = [(cell, edge) for cell in tiling.cells for edge in around(tiling.corners[cell])]
    boxes = [_box((points[a], points[b])) for _, (a, b) in segments]
    for first, second in _overlapping(boxes, tiling.unit):
        (cell, (a, b)), (other, (c, d)) = segments[first], segments[second]
        if {a, b} == {c, d}:
            continue
        for corner, edge, of, within in (
            (c, (a, b), other, cell),
            (d, (a, b), other, cell),
            (a, (c, d), cell, other),
            (b, (c, d), cell, other),
        ):
            if corner not in edge and _within(points[corner], (points[edge[0]], points[edge[1]]), exact):
                raise BadTiling("corner_within_edge", tiling.names[of], other=tiling.names[within])
        if not {a, b} & {c, d} and _cross((points[a], points[b]), (points[c], points[d])):
            raise BadTiling("crossing", tiling.names[cell], other=tiling.names[other])


def _corners_side_by_side(tiling: Tiling) -> None:
    """Where cells meet, the corner of each lies beside those of the others.

    An edge that goes from corner to corner through another cell crosses no edge of it.
    """
    meeting: dict[int, list[tuple[float, float, int]]] = {}
    for cell in tiling.cells:
        ring = tiling.corners[cell]
        for place, vertex in enumerate(ring):
            begin = _bearing(tiling, vertex, ring[(place + 1) % len(ring)])
            end = _bearing(tiling, vertex, ring[place - 1])
            meeting.setdefault(vertex, []).append((begin, (end - begin) % math.tau, cell))
    for corners in meeting.values():
        corners.sort()
        for (begin, wide, cell), (after, _, other) in around(corners):
            gap = (after - begin) % math.tau if cell != other else math.tau
            if wide > gap + ANGLE:
                raise BadTiling("overlap", tiling.names[other], other=tiling.names[cell])


def _bearing(tiling: Tiling, vertex: int, towards: int) -> float:
    (x, y), (to_x, to_y) = tiling.vertices[vertex], tiling.vertices[towards]
    return math.atan2(to_y - y, to_x - x) % math.tau


def _no_cell_inside_another(tiling: Tiling) -> None:
    """Edges do not cross, so two cells overlap only if a point inside one lies inside the other."""
    boxes = [_box(polygon) for polygon in tiling.polygons]
    inner = [_inner_point(polygon) for polygon in tiling.polygons]
    for first, second in _overlapping(boxes, tiling.unit * 4):
        if _inside(inner[first], tiling.polygons[second]) or _inside(inner[second], tiling.polygons[first]):
            raise BadTiling("overlap", tiling.names[second], other=tiling.names[first])


def _one_common_edge(tiling: Tiling) -> None:
    for cell, neighbours in enumerate(tiling.neighbours):
        for other in neighbours:
            if neighbours.count(other) > 1:
                raise BadTiling("two_common_edges", tiling.names[cell], other=tiling.names[other])


def _connected(tiling: Tiling) -> None:
    reached, frontier = {0}, [0]
    while frontier:
        for cell in tiling.neighbours[frontier.pop()]:
            if cell not in reached:
                reached.add(cell)
                frontier.append(cell)
    for cell in tiling.cells:
        if cell not in reached:
            raise BadTiling("not_connected", tiling.names[cell], other=tiling.names[0])


Box = tuple[float, float, float, float]


def _box(points: tuple[Point, ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _overlapping(boxes: list[Box], width: float) -> Iterator[tuple[int, int]]:
    """Pairs of boxes that touch, each once, found by a sweep: along the axis on which fewer lie together."""
    along, across = min((0, 1), (1, 0), key=lambda axes: _crowd(boxes, axes[0]))
    order = sorted(range(len(boxes)), key=lambda number: boxes[number][along])
    slack = width * TOLERANCE
    active: list[int] = []
    for number in order:
        begin = boxes[number][along] - slack
        low, high = boxes[number][across] - slack, boxes[number][across + 2] + slack
        active = [other for other in active if boxes[other][along + 2] >= begin]
        for other in active:
            if boxes[other][across] <= high and boxes[other][across + 2] >= low:
                yield min(other, number), max(other, number)
        active.append(number)


def _crowd(boxes: list[Box], axis: int) -> float:
    """How much of an axis the boxes take up, on the average: 1 if each reaches from end to end."""
    spread = max(box[axis + 2] for box in boxes) - min(box[axis] for box in boxes)
    return sum(box[axis + 2] - box[axis] for box in boxes) / spread / len(boxes)


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(one: Segment, other: Segment) -> bool:
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _within(point: Point, segment: Segment, exact: float) -> bool:
    a, b = segment
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    length = math.dist(a, b)
    return (
        exact * length < along < length * length - exact * length and distance_to_line(point, a, b) <= exact
    )


def _inside(point: Point, polygon: tuple[Point, ...]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in around(polygon):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _inner_point(polygon: tuple[Point, ...]) -> Point:
    """A point well inside: the middle of the widest stretch of a horizontal line that avoids the corners."""
    heights = sorted({y for _, y in polygon})
    low, high = max(pairwise(heights), key=lambda gap: gap[1] - gap[0])
    y = (low + high) / 2
    xs = sorted(
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in around(polygon)
        if (ay > y) != (by > y)
    )
    left, right = max(zip(xs[::2], xs[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
    return (left + right) / 2, y
