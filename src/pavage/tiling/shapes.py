"""The boards that have a code: rhombus, hexagon, squares, triangles; others are built in their own files."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from pavage.tiling.names import grid_name, letters
from pavage.tiling.plane import BadTiling, Point, Tiling

MOST_CELLS = 2000
BEYOND = MOST_CELLS + 1
ROOT = math.sqrt(3)

# Where coordinates stand, counted in edges from the centre of the border cell they name.
LABEL_UP: Point = (-0.80, -1.55)
LABEL_DOWN: Point = (0.80, 1.55)
LABEL_LEFT: Point = (-1.98, 0.0)


def hexagon(q: int, r: int) -> tuple[Point, ...]:
    """A hexagon with a corner at the top; its edges face east, then clockwise, as RULES directions do."""
    x, y = ROOT * (q + r / 2), 1.5 * r
    angles = (math.radians(60 * side - 30) for side in range(6))
    return tuple((x + math.cos(angle), y + math.sin(angle)) for angle in angles)


def rhombus(size: int) -> Tiling:
    """R<n>: column q and row r from 0 to n-1; a1 lies in the acute corner at the top left."""
    cells = [(q, r) for r in range(size) for q in range(size)]
    index = {cell: number for number, cell in enumerate(cells)}
    last = size - 1
    sides = (
        [(q, 0) for q in range(size)],
        [(last, r) for r in range(size)],
        [(last - q, last) for q in range(size)],
        [(0, last - r) for r in range(size)],
    )
    columns = [
        (letters(q), tuple(index[q, r] for r in range(size)), _beside(_hex_centre(q, 0), LABEL_UP))
        for q in range(size)
    ]
    rows = [
        (str(r + 1), tuple(index[q, r] for q in range(size)), _beside(_hex_centre(0, r), LABEL_LEFT))
        for r in range(size)
    ]
    return Tiling(
        f"R{size}",
        tuple(grid_name(q, r) for q, r in cells),
        tuple(hexagon(q, r) for q, r in cells),
        tuple(tuple(index[cell] for cell in side) for side in sides),
        (*columns, *rows),
    )


def _cells_of(line: list[tuple[int, int]], index: dict[tuple[int, int], int]) -> tuple[int, ...]:
    return tuple(index[place] for place in line)


def _hex_centre(q: int, r: int) -> Point:
    return ROOT * (q + r / 2), 1.5 * r


def _beside(point: Point, offset: Point) -> Point:
    return point[0] + offset[0], point[1] + offset[1]


def hexagonal(side: int) -> Tiling:
    """H<k>: axial coordinates from -(k-1) to k-1; the letter counts q, the number r."""
    reach = side - 1
    span = range(-reach, reach + 1)
    cells = [(q, r) for r in span for q in span if abs(q + r) <= reach]
    index = {cell: number for number, cell in enumerate(cells)}
    corners = [(0, -reach), (reach, -reach), (reach, 0), (0, reach), (-reach, reach), (-reach, 0)]
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    sides = tuple(
        tuple(index[q + dq * i, r + dr * i] for i in range(side))
        for (q, r), (dq, dr) in zip(corners, steps, strict=True)
    )
    # A letter stands where its column runs out below, a number where its row begins: so no two meet.
    columns = []
    for q in span:
        line = [(q, r) for r in span if abs(q + r) <= reach]
        columns.append(
            (letters(q + reach), _cells_of(line, index), _beside(_hex_centre(*line[-1]), LABEL_DOWN))
        )
    rows = []
    for r in span:
        line = [(q, r) for q in span if abs(q + r) <= reach]
        rows.append((str(r + side), _cells_of(line, index), _beside(_hex_centre(*line[0]), LABEL_LEFT)))
    return Tiling(
        f"H{side}",
        tuple(grid_name(q + reach, r + reach) for q, r in cells),
        tuple(hexagon(q, r) for q, r in cells),
        sides,
        (*columns, *rows),
    )


def squares(width: int, height: int) -> Tiling:
    """S<w>x<h>: column letter, row number from the top."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    index = {cell: number for number, cell in enumerate(cells)}
    sides = (
        [(x, 0) for x in range(width)],
        [(width - 1, y) for y in range(height)],
        [(width - 1 - x, height - 1) for x in range(width)],
        [(0, height - 1 - y) for y in range(height)],
    )
    columns = [
        (letters(x), tuple(index[x, y] for y in range(height)), (x + 0.5, -0.45)) for x in range(width)
    ]
    rows = [(str(y + 1), tuple(index[x, y] for x in range(width)), (-0.45, y + 0.5)) for y in range(height)]
    return Tiling(
        f"S{width}x{height}",
        tuple(grid_name(x, y) for x, y in cells),
        tuple(_square(x, y) for x, y in cells),
        tuple(tuple(index[cell] for cell in side) for side in sides),
        (*columns, *rows),
    )


def _square(x: float, y: float) -> tuple[Point, ...]:
    """A square whose edges face right, down, left, up."""
    return (x + 1.0, y + 0.0), (x + 1.0, y + 1.0), (x + 0.0, y + 1.0), (x + 0.0, y + 0.0)


def _up(x: float, y: float) -> tuple[Point, ...]:
    """A triangle that points up, its top at (x, y)."""
    low = y + ROOT / 2
    return (x, y), (x + 0.5, low), (x - 0.5, low)


def _down(x: float, y: float) -> tuple[Point, ...]:
    """A triangle that points down, its top left corner at (x, y)."""
    return (x, y), (x + 1, y), (x + 0.5, y + ROOT / 2)


def triangle(rows: int) -> Tiling:
    """T<m>: row i has 2i+1 triangles, the even ones point up."""
    cells = [(i, j) for i in range(rows) for j in range(2 * i + 1)]
    index = {cell: number for number, cell in enumerate(cells)}
    shape = [(_down if j % 2 else _up)(-i / 2 + j // 2, i * ROOT / 2) for i, j in cells]
    last = rows - 1
    sides = (
        [(i, 2 * i) for i in range(rows)],
        [(last, j) for j in range(2 * last, -1, -2)],
        [(i, 0) for i in range(last, -1, -1)],
    )
    return Tiling(
        f"T{rows}",
        tuple(f"{letters(i)}{j + 1}" for i, j in cells),
        tuple(shape),
        tuple(tuple(index[cell] for cell in side) for side in sides),
    )


def hexagon_of_triangles(side: int) -> Tiling:
    """TH<m>: 2m rows of triangles. In the upper half the even ones point up, in the lower half down."""
    names: list[str] = []
    shape: list[tuple[Point, ...]] = []
    row_of: list[list[int]] = []
    for i in range(2 * side):
        y = (i - side) * ROOT / 2
        upper = i < side
        wide = side + i if upper else 3 * side - 1 - i
        left = -wide / 2 if upper else -(wide + 1) / 2
        row_of.append([])
        for j in range(2 * wide + 1):
            points_up = (j % 2 == 0) == upper
            start = j // 2 if upper else (j + 1) // 2
            row_of[i].append(len(names))
            names.append(f"{letters(i)}{j + 1}")
            shape.append((_up if points_up else _down)(left + start, y))
    lower_left = [row[0] for row in row_of]
    lower_right = [row[-1] for row in row_of]
    sides = (
        row_of[0][1::2],
        lower_right[:side],
        lower_right[side:],
        row_of[-1][-2::-2],
        lower_left[side:][::-1],
        lower_left[:side][::-1],
    )
    return Tiling(f"TH{side}", tuple(names), tuple(shape), tuple(tuple(cells) for cells in sides))


def archimedean(kind: int, size: int) -> Tiling:
    """488-<n>, 3636-<n> and so on: regular polygons of several kinds."""
    from pavage.tiling.archimedean import archimedean

    return archimedean(kind, size)


def cairo(size: int) -> Tiling:
    """cairo-<n>: pentagons, all alike."""
    from pavage.tiling.cairo import cairo

    return cairo(size)


def penrose(size: int) -> Tiling:
    """penrose-<n>: two kinds of rhombs, without a period."""
    from pavage.tiling.penrose import penrose

    return penrose(size)


def voronoi(cells: int, seed: int) -> Tiling:
    """voronoi-<cells>-<seed>: cells drawn at random, the same for the same seed."""
    from pavage.tiling.voronoi import voronoi

    return voronoi(cells, seed)


LARGEST = {488: 22, 3636: 15, 3464: 21, 31212: 15, 4612: 21, 33434: 18, 33344: 19, 33336: 17}
"""The kinds of regular polygons, and how many rings of them are no more than MOST_CELLS."""
KINDS = tuple(LARGEST)
LARGEST_PENROSE = 16
LARGEST_VORONOI = 300
NESTED = 2
"""How often a code may ask for the dual: the dual of the dual is smaller, and nobody needs a third."""

CODES: tuple[tuple[str, str, Callable[..., Tiling], Callable[..., int]], ...] = (
    ("R<n>", r"R(\d+)", rhombus, lambda n: n * n),
    ("H<k>", r"H(\d+)", hexagonal, lambda k: 3 * k * (k - 1) + 1 if k else 0),
    ("S<w>x<h>", r"S?(\d+)[x×](\d+)", squares, lambda w, h: w * h),
    ("TH<m>", r"TH(\d+)", hexagon_of_triangles, lambda m: 6 * m * m),
    ("T<m>", r"T(\d+)", triangle, lambda m: m * m),
    (
        ", ".join(f"{kind}-<n>" for kind in KINDS),
        rf"(?P<kind>{'|'.join(map(str, KINDS))})-(\d+)",
        archimedean,
        lambda kind, n: 3 * n * n if n <= LARGEST[kind] else BEYOND,
    ),
    ("cairo-<n>", r"cairo-(\d+)", cairo, lambda n: 4 * n * n),
    ("penrose-<n>", r"penrose-(\d+)", penrose, lambda n: 5 * n * n if n <= LARGEST_PENROSE else BEYOND),
    (
        "voronoi-<cells>-<seed>",
        r"voronoi-(\d+)-(?P<seed>\d+)",
        voronoi,
        lambda cells, seed: cells if cells <= LARGEST_VORONOI else BEYOND,
    ),
)
"""How a code is written, its pattern, what builds it, and how many cells it will have, or at least has.

Numbers that have a name in the pattern say nothing about the size.
"""
DIGITS = 5
"""Of a number in a code."""


def tiling(board: str | Tiling) -> Tiling:
    """The tiling of a code such as R11, H5, S7x7, TH3, 488-5 or dual-H5; one that somebody drew is itself."""
    return board if isinstance(board, Tiling) else _of_code(board)


@lru_cache(maxsize=64)
def _of_code(code: str) -> Tiling:
    """Read once and shared."""
    if code.startswith("dual-"):
        if code.startswith("dual-" * (NESTED + 1)):
            raise BadTiling("unknown_code", code=code[:40])
        dual = tiling(code.removeprefix("dual-")).dual()
        if len(dual) > MOST_CELLS:
            raise BadTiling("board_size", code=code, most=MOST_CELLS)
        return dual
    for _, pattern, build, cells in CODES:
        if match := re.fullmatch(pattern, code, re.IGNORECASE):
            numbers = [int(digits) for digits in match.groups() if len(digits) <= DIGITS]
            if len(numbers) < len(match.groups()) or not 1 <= cells(*numbers) <= MOST_CELLS:
                raise BadTiling("board_size_of_kind", code=code[:40], largest=_largest(match, cells))
            return _built(build, *numbers)
    raise BadTiling("unknown_code", code=code[:40])


@lru_cache(maxsize=64)
def _built(build: Callable[..., Tiling], *numbers: int) -> Tiling:
    """Shared by all ways to write its code: R11, r11, R011."""
    return build(*numbers)


def _largest(code: re.Match[str], cells: Callable[..., int]) -> str:
    """The largest board that is written like this one, as wide as high."""
    named = code.re.groupindex.values()

    def numbers(size: int) -> list[int]:
        return [int(code[at][:DIGITS]) if at in named else size for at in range(1, code.re.groups + 1)]

    size = bisect_right(range(1, MOST_CELLS + 1), MOST_CELLS, key=lambda size: cells(*numbers(size)))
    sizes = iter(numbers(size))
    return re.sub(r"\d+", lambda _: str(next(sizes)), code.string)
