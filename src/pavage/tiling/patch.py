"""A board cut out of an endless tiling: rings of cells around the middle, then names by rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pavage.tiling.names import names_by_rows, row_and_number
from pavage.tiling.plane import TOLERANCE, BadTiling, Point, Tiling, around, join_corners, mean, mean_edge
from pavage.tiling.shapes import MOST_CELLS

FEWEST_CELLS = 4
DIGITS = 9
"""Decimals of a corner: less than any tolerance, and the same on every machine."""

Polygon = tuple[Point, ...]


def board(code: str, shapes: Iterable[Sequence[complex]], row: float = 0.0) -> Tiling:
    """The polygons as a board: each clockwise, cells in the order of their names.

    Rows are of centres at one height, or within `row` of the highest.
    """
    polygons = [_clockwise(shape) for shape in shapes]
    if not FEWEST_CELLS <= len(polygons) <= MOST_CELLS:
        raise BadTiling("board_size", code=code, most=MOST_CELLS)
    names = names_by_rows([mean(polygon) for polygon in polygons], row * 10 or mean_edge(polygons))
    order = sorted(range(len(names)), key=lambda cell: row_and_number(names[cell]))
    return Tiling(code, tuple(names[cell] for cell in order), tuple(polygons[cell] for cell in order))


def rings(shapes: Sequence[Sequence[complex]], start: Iterable[int], count: int) -> list[int]:
    """The cells that are reached from those of the start by crossing corners, `count` times.

    What is grown in this way is round, and has the symmetries of its start.
    """
    polygons = [tuple((z.real, z.imag) for z in shape) for shape in shapes]
    _, corners = join_corners(polygons, mean_edge(polygons[:9]) * TOLERANCE)
    meeting: dict[int, list[int]] = {}
    for cell, vertices in enumerate(corners):
        for vertex in vertices:
            meeting.setdefault(vertex, []).append(cell)
    inside = dict.fromkeys(start)
    newest = list(inside)
    for _ in range(count):
        touched = {other: None for cell in newest for vertex in corners[cell] for other in meeting[vertex]}
        newest = [cell for cell in touched if cell not in inside]
        inside.update(dict.fromkeys(newest))
    return list(inside)


def _clockwise(shape: Sequence[complex]) -> Polygon:
    """On a screen, where y points down; rounded, and never minus zero."""
    polygon = tuple((round(z.real, DIGITS) + 0.0, round(z.imag, DIGITS) + 0.0) for z in shape)
    twice_area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(polygon))
    return polygon if twice_area > 0 else polygon[::-1]
