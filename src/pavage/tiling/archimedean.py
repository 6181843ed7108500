"""The eight Archimedean tilings: regular polygons of two or three kinds, all corners alike."""

from __future__ import annotations

import cmath
import math

from pavage.tiling.patch import board, rings
from pavage.tiling.plane import Tiling

Shape = tuple[complex, ...]

TWO, THREE = math.sqrt(2), math.sqrt(3)
EIGHTH, SIXTH, QUARTER = cmath.rect(1, math.tau / 8), cmath.rect(1, math.tau / 6), 1j

# What is repeated, with edges of length 1: the first polygon, the degrees to its first corner, the two
# periods, and the other polygons as (sides, the earlier one it is glued to, the edge of that one). A glued
# polygon is joined by its own edge 0.
PERIODS: dict[int, tuple[int, float, complex, complex, tuple[tuple[int, int, int], ...]]] = {
    488: (8, 22.5, (1 + TWO) * EIGHTH, (1 + TWO) * EIGHTH * QUARTER, ((4, 0, 7),)),
    3636: (6, 0, 2, 2 * SIXTH, ((3, 0, 0), (3, 0, 1))),
    31212: (12, 15, 2 + THREE, (2 + THREE) * SIXTH, ((3, 0, 0), (3, 0, 2))),
    3464: (6, 30, 1 + THREE, (1 + THREE) * SIXTH, ((4, 0, 0), (4, 0, 1), (4, 0, 2), (3, 1, 1), (3, 1, 3))),
    4612: (12, 15, 3 + THREE, (3 + THREE) * SIXTH, ((4, 0, 1), (4, 0, 3), (4, 0, 5), (6, 0, 0), (6, 0, 2))),
    33434: (
        *(4, 30, math.sqrt(2 + THREE), math.sqrt(2 + THREE) * QUARTER),
        ((3, 0, 0), (3, 0, 1), (3, 0, 2), (3, 0, 3), (4, 1, 1)),
    ),
    33344: (4, 45, 1, 0.5 + (1 + THREE / 2) * 1j, ((3, 0, 0), (3, 0, 2))),
    33336: (
        *(6, 0, 2.5 + THREE / 2 * 1j, (2.5 + THREE / 2 * 1j) * SIXTH),
        ((3, 0, 0), (3, 0, 1), (3, 0, 2), (3, 0, 3), (3, 0, 4), (3, 0, 5), (3, 1, 2), (3, 2, 2)),
    ),
}


def archimedean(kind: int, size: int) -> Tiling:
    """The first polygon and `size` - 1 rings around it.

    Where triangles lie in strips, those that point up and those that point down are of one row.
    """
    shapes = endless(kind, size + 1)
    kept = rings(shapes, [0], size - 1)
    return board(f"{kind}-{size}", [shapes[cell] for cell in kept], row=0.3 if kind == 33344 else 0.0)


def endless(kind: int, reach: int) -> list[Shape]:
    """The polygons of all periods up to so many steps from the middle, where the first one stands."""
    sides, degrees, across, down, others = PERIODS[kind]
    once = [regular(sides, math.radians(degrees))]
    for corners, onto, edge in others:
        once.append(glued(once[onto], edge, corners))
    steps = sorted(((m, n) for m in range(-reach, reach + 1) for n in range(-reach, reach + 1)), key=_size)
    return [tuple(z + m * across + n * down for z in shape) for m, n in steps for shape in once]


def _size(step: tuple[int, int]) -> int:
    return abs(step[0]) + abs(step[1])


def regular(sides: int, first: float) -> Shape:
    """A regular polygon with edges of length 1 around the middle, and the angle to its first corner."""
    radius = 0.5 / math.sin(math.pi / sides)
    return tuple(cmath.rect(radius, first + math.tau * corner / sides) for corner in range(sides))


def glued(shape: Shape, edge: int, sides: int) -> Shape:
    """The regular polygon on the other side of an edge."""
    begin, end = shape[(edge + 1) % len(shape)], shape[edge]
    corners, step = [begin], end - begin
    for _ in range(sides - 1):
        corners.append(corners[-1] + step)
        step *= cmath.rect(1, math.tau / sides)
    return tuple(corners)
