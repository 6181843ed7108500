"""The lattice of hexagons: its points, the transformations that map it on itself, and the board cut from it.

A point (q,r) is the complex number q + rω, where ω is the sixth root of one 60° counter-clockwise of 1, so
that a turn is a product and a reflection a product with a conjugate.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from pavage.tiling import Tiling
from pavage.tiling.shapes import hexagon

Point = tuple[int, int]

SIDE = 40
"""Forty tiles that touch each other never leave a hexagon of this side round the first one."""
STEPS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of (0,0), counter-clockwise."""
MIRRORS = (1, 3)
"""The norms of the directions, made as short as possible, in which a mirror maps the lattice on itself."""

TURNS = (1, 2, 3, -1, -2)
"""Rotations by sixths of a full turn; + is counter-clockwise, *direct*."""


def spiral(side: int) -> list[Point]:
    """The points of a hexagon of this side, ring by ring from the centre."""
    points = [(0, 0)]
    for ring in range(1, side):
        q, r = ring, 0
        for dq, dr in (*STEPS[2:], *STEPS[:2]):
            for _ in range(ring):
                points.append((q, r))
                q, r = q + dq, r + dr
    return points


POINTS: tuple[Point, ...] = tuple(spiral(SIDE))
CELL: dict[Point, int] = {point: cell for cell, point in enumerate(POINTS)}
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(CELL[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in CELL) for q, r in POINTS
)


def cells_within(side: int) -> int:
    """How many cells the hexagon of this side has: they are the first ones of the board."""
    return 3 * side * (side - 1) + 1


def ring_of(cell: int) -> int:
    """How many steps a cell is from the centre."""
    q, r = POINTS[cell]
    return max(abs(q), abs(r), abs(q + r))


def name_of(cell: int) -> str:
    q, r = POINTS[cell]
    return f"({q},{r})"


@cache
def board_tiling() -> Tiling:
    """The whole board. The y of a screen points down, so r, which goes up, is turned over."""
    names = tuple(name_of(cell) for cell in range(len(POINTS)))
    return Tiling("hextra", names, tuple(hexagon(q + r, -r) for q, r in POINTS))


# --- arithmetic


def norm(point: Point) -> int:
    q, r = point
    return q * q + q * r + r * r


def times(one: Point, other: Point) -> Point:
    (a, b), (c, d) = one, other
    return a * c - b * d, a * d + b * c + b * d


def mirrored(point: Point) -> Point:
    """The image in the line through (0,0) and (1,0)."""
    q, r = point
    return q + r, -r


def turned(point: Point, sixths: int) -> Point:
    """The image under a turn round (0,0), by sixths of a full turn, counter-clockwise."""
    q, r = point
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def primitive(point: Point) -> tuple[Point, int]:
    """The shortest lattice vector along a line, pointing to a fixed side, and how many of it this one is."""
    q, r = point
    count = gcd(q, r)
    if (q, r) < (0, 0):
        count = -count
    return (q // count, r // count), count


def twice_inner(one: Point, other: Point) -> int:
    """Twice the inner product: a whole number."""
    (a, b), (c, d) = one, other
    return 2 * a * c + a * d + b * c + 2 * b * d


# --- transformations


def translated(point: Point, start: Point, end: Point) -> Point:
    return point[0] + end[0] - start[0], point[1] + end[1] - start[1]


def rotated(point: Point, centre: Point, sixths: int) -> Point:
    q, r = turned((point[0] - centre[0], point[1] - centre[1]), sixths)
    return centre[0] + q, centre[1] + r


def is_mirror(one: Point, other: Point) -> bool:
    """Whether the line through two points reflects the whole lattice into itself."""
    direction, _ = primitive((other[0] - one[0], other[1] - one[1]))
    return norm(direction) in MIRRORS


def reflected(point: Point, one: Point, other: Point) -> Point | None:
    """The image in the line through two points; None if it is no point of the lattice."""
    along = (other[0] - one[0], other[1] - one[1])
    q, r = times(times(along, along), mirrored((point[0] - one[0], point[1] - one[1])))
    length = norm(along)
    if q % length or r % length:
        return None
    return one[0] + q // length, one[1] + r // length


@cache
def turns_along(vector: Point) -> tuple[tuple[int, Point], ...]:
    """The turns that take (0,0) to a point: sixths of a full turn, and a centre that is of the lattice."""
    found = []
    for sixths in TURNS:
        # image = C − t·C makes C = image / (1 − t), where 1/n is the conjugate over the norm.
        q, r = turned((1, 0), sixths)
        factor = (1 - q, -r)
        q, r = times(vector, mirrored(factor))
        if not q % norm(factor) and not r % norm(factor):
            found.append((sixths, (q // norm(factor), r // norm(factor))))
    return tuple(found)
