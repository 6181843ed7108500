"""Tilings whose cells lie in rows: one shift of a bit set takes every cell to its neighbour on one side."""

from __future__ import annotations

import math
from functools import lru_cache

from pavage.tiling import Point, Tiling

Step = tuple[int, int]
"""Rows down and columns to the right."""


@lru_cache(64)
def in_rows(tiling: Tiling) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The place of each cell in rows laid end to end, and the shifts that lead to neighbours.

    None unless the cells lie on a lattice, as hexagons, squares and triangles do: neighbours are seen in two
    or three directions and their opposites.
    """
    steps = _directions(tiling)
    address = _addresses(tiling, steps) if steps else None
    if not address:
        return None
    top, left = (min(numbers) for numbers in zip(*address, strict=True))
    width = max(column for _, column in address) - left + 2  # one column to spare: bits do not wrap
    places = tuple((row - top) * width + column - left for row, column in address)
    shifts = tuple(abs(row * width + column) for row, column in {abs_step(step) for _, step in steps})
    return (places, shifts) if _same_neighbours(tiling, places, shifts) else None


def abs_step(step: Step) -> Step:
    """A step and its opposite are one direction."""
    return max(step, (-step[0], -step[1]))


def _directions(tiling: Tiling) -> list[tuple[Point, Step]]:
    """The ways from a centre to those beside it, as steps of a lattice; empty if they are of no lattice."""
    close = tiling.unit / 1000
    found: list[Point] = []
    for cell in tiling.cells:
        for other in tiling.neighbours[cell]:
            way = _difference(tiling.centres[other], tiling.centres[cell])
            if not any(math.dist(way, known) < close for known in found):
                found.append(way)
                if len(found) > 6:
                    return []
    found.sort(key=lambda way: (round(abs(way[1]) / tiling.unit, 3), way))
    across = found[-1] if found else (0.0, 0.0)
    down = next((way for way in found if abs(_cross(across, way)) > close), None)
    if down is None:
        return []
    steps = []
    for way in found:
        row, column = _cross(across, way) / _cross(across, down), _cross(way, down) / _cross(across, down)
        step = round(row), round(column)
        if math.dist((row, column), step) > 0.01 or max(map(abs, step)) > 1:
            return []
        steps.append((way, step))
    return steps


def _addresses(tiling: Tiling, steps: list[tuple[Point, Step]]) -> list[Step]:
    """Row and column of each cell, counted from the first."""
    close = tiling.unit / 1000
    address: dict[int, Step] = {0: (0, 0)}
    frontier = [0]
    while frontier:
        cell = frontier.pop()
        for other in tiling.neighbours[cell]:
            if other not in address:
                way = _difference(tiling.centres[other], tiling.centres[cell])
                row, column = next(step for known, step in steps if math.dist(way, known) < 2 * close)
                address[other] = address[cell][0] + row, address[cell][1] + column
                frontier.append(other)
    return [address[cell] for cell in tiling.cells]


def _same_neighbours(tiling: Tiling, places: tuple[int, ...], shifts: tuple[int, ...]) -> bool:
    """Whether the shifts lead exactly to the neighbours: cells of odd shapes may stand like a lattice."""
    taken = {place: cell for cell, place in enumerate(places)}
    if len(taken) < len(places):
        return False
    for cell, place in enumerate(places):
        reached = {taken[to] for shift in shifts for to in (place - shift, place + shift) if to in taken}
        if reached != set(tiling.neighbours[cell]):
            return False
    return True


def _difference(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]
