"""The edge of a board: the walks around it, and the arcs that belong to its sides."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pavage.tiling.plane import BadTiling, Point, Tiling

Edge = tuple[int, int]


def border_loops(tiling: Tiling) -> tuple[tuple[Edge, ...], ...]:
    """All closed walks along edges that have no neighbour behind them, the outer one first."""
    open_edges = {edge for edge in tiling.edges if (edge[1], edge[0]) not in tiling.edges}
    leaving: dict[int, list[int]] = {}
    for begin, end in open_edges:
        leaving.setdefault(begin, []).append(end)
    loops: list[tuple[Edge, ...]] = []
    while open_edges:
        first = min(open_edges)
        walk = [first]
        open_edges.remove(first)
        while True:
            before, here = walk[-1]
            edge = (here, _next_corner(tiling, before, here, leaving[here]))
            if edge == first:
                break
            if edge not in open_edges:
                name = tiling.names[tiling.edges[edge]]
                raise BadTiling("overlap", name, other=tiling.names[tiling.edges[walk[-1]]])
            open_edges.remove(edge)
            walk.append(edge)
        loops.append(tuple(walk))
    outer = max(loops, key=lambda loop: _area(tiling, loop))
    return (_from_top_left(tiling, outer), *(loop for loop in loops if loop is not outer))


def _next_corner(tiling: Tiling, before: int, here: int, ends: Sequence[int]) -> int:
    """Where the walk goes on. Where cells only touch at a corner it keeps the outside on its left."""
    if len(ends) == 1:
        return ends[0]
    x, y = tiling.vertices[here]
    back = math.atan2(tiling.vertices[before][1] - y, tiling.vertices[before][0] - x)

    def turn(end: int) -> float:
        angle = math.atan2(tiling.vertices[end][1] - y, tiling.vertices[end][0] - x)
        return (angle - back) % math.tau

    return min(ends, key=turn)


def _area(tiling: Tiling, loop: Sequence[Edge]) -> float:
    """Twice the area inside, positive when the walk is clockwise on a screen."""
    points = tiling.vertices
    return sum(points[a][0] * points[b][1] - points[b][0] * points[a][1] for a, b in loop)


def _from_top_left(tiling: Tiling, loop: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """The same walk, begun where it first enters the highest, then leftmost, border cell."""
    step = tiling.unit / 10
    cells = [tiling.edges[edge] for edge in loop]

    def height(cell: int) -> tuple[int, float]:
        x, y = tiling.centres[cell]
        return round(y / step), x

    first = min(set(cells), key=height)
    starts = [i for i, cell in enumerate(cells) if cell == first and cells[i - 1] != first]
    start = starts[0] if starts else 0
    return loop[start:] + loop[:start]


def side_arcs(tiling: Tiling, sides: Sequence[Sequence[int]]) -> tuple[tuple[Point, ...], ...]:
    """The stretch of the outer boundary that belongs to each side, as points to draw a band along.

    The sides go clockwise and together cover the ring. Two sides that share a corner cell meet halfway
    along that cell's part of the boundary.
    """
    loop = tiling.loops[0]
    stretches = _stretches(tiling)
    arcs = []
    for number, side in enumerate(sides):
        begin = _meeting(stretches, sides[number - 1], side)
        end = _meeting(stretches, side, sides[(number + 1) % len(sides)])
        arcs.append(_points_between(tiling, loop, begin, end))
    return tuple(arcs)


def _stretches(tiling: Tiling) -> dict[int, tuple[float, float]]:
    """Where each ring cell's first run of boundary edges begins and ends, counted in edges."""
    runs: dict[int, tuple[float, float]] = {}
    previous = -1
    for place, edge in enumerate(tiling.loops[0]):
        cell = tiling.edges[edge]
        if cell == previous:
            runs[cell] = (runs[cell][0], place + 1)
        elif cell not in runs:
            runs[cell] = (place, place + 1)
        previous = cell
    return runs


def _meeting(stretches: dict[int, tuple[float, float]], one: Sequence[int], next_one: Sequence[int]) -> float:
    begin, end = stretches[next_one[0]]
    return (begin + end) / 2 if one[-1] == next_one[0] else begin


def _points_between(tiling: Tiling, loop: Sequence[Edge], begin: float, end: float) -> tuple[Point, ...]:
    if end <= begin:
        end += len(loop)

    def at(place: float) -> Point:
        whole = math.floor(place)
        (ax, ay), (bx, by) = (tiling.vertices[v] for v in loop[whole % len(loop)])
        share = place - whole
        return ax + (bx - ax) * share, ay + (by - ay) * share

    inner = range(math.floor(begin) + 1, math.ceil(end))
    return (at(begin), *(at(place) for place in inner), at(end))
