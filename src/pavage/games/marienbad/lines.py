"""Heaps as a board, and the lines of any board that stones may be taken from.

On hexagons and squares a line goes straight on: into a cell through one edge, out through the opposite one.
On any other board it does the same, and ends in a cell whose number of edges is odd.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache

from pavage.options import BadOption, Choice
from pavage.tiling import Tiling
from pavage.tiling.names import grid_name, letters
from pavage.tiling.shapes import squares

NO_ROWS = "none"
LONGEST = 24
"""Cells of a line: more would give more moves than anybody can count, let alone choose from."""
MOST_ROWS = 26

Line = tuple[int, ...]


class Rows(Choice):
    """Heaps such as 1-3-5-7, or none; the choices are those that a form offers."""

    def takes(self) -> str:
        return f"{NO_ROWS}, 1-3-5-7, 3-4-5 … (≤ {MOST_ROWS} × {LONGEST})"

    def parse(self, value: object) -> str | None:
        word = str(value).strip().lower()
        return word if word == NO_ROWS or heaps(word) else None


def heaps(word: str) -> tuple[int, ...]:
    """The sizes of the heaps, empty if the word is not written that way."""
    parts = word.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return ()
    sizes = tuple(int(part) for part in parts)
    return sizes if len(sizes) <= MOST_ROWS and all(1 <= size <= LONGEST for size in sizes) else ()


def rows_board(sizes: tuple[int, ...]) -> Tiling:
    """Rows of squares, one for each heap, that begin at the same column."""
    cells = [(x, y) for y, size in enumerate(sizes) for x in range(size)]
    index = {cell: number for number, cell in enumerate(cells)}
    drawn = squares(max(sizes), len(sizes))
    top = [next(y for y, size in enumerate(sizes) if size > x) for x in range(max(sizes))]
    columns = [
        (letters(x), tuple(number for cell, number in index.items() if cell[0] == x), (x + 0.5, y - 0.45))
        for x, y in enumerate(top)
    ]
    rows = [
        (str(y + 1), tuple(index[x, y] for x in range(size)), (-0.45, y + 0.5))
        for y, size in enumerate(sizes)
    ]
    return Tiling(
        f"rows-{'-'.join(map(str, sizes))}",
        tuple(grid_name(x, y) for x, y in cells),
        tuple(drawn.polygons[y * max(sizes) + x] for x, y in cells),
        (),
        (*columns, *rows),
    )


def rows_lines(sizes: tuple[int, ...]) -> tuple[Line, ...]:
    ends = list(itertools.accumulate(sizes))
    return tuple(tuple(range(end - size, end)) for size, end in zip(sizes, ends, strict=True))


@lru_cache(64)
def straight_lines(tiling: Tiling) -> tuple[Line, ...]:
    """Every line of two cells or more, its cells in a row."""
    found: dict[frozenset[int], Line] = {}
    for cell in tiling.cells:
        for side in range(len(tiling.across[cell])):
            behind = _walk(tiling, cell, side)
            if len(behind) >= LONGEST:
                raise too_long(tiling.code)  # before all the others are looked for
            edges = len(tiling.corners[cell])
            before = _walk(tiling, cell, (side + edges // 2) % edges) if edges % 2 == 0 else []
            line = (*reversed(before), cell, *behind)
            if len(line) > 1:
                found.setdefault(frozenset(line), line if line[0] < line[-1] else line[::-1])
    return tuple(sorted(found.values()))


def _walk(tiling: Tiling, cell: int, side: int) -> list[int]:
    """The cells met when leaving a cell through one of its edges and going straight on."""
    passed: list[int] = []
    while True:
        after = tiling.across[cell][side]
        if after < 0 or after in passed:
            return passed
        passed.append(after)
        edges = len(tiling.corners[after])
        if edges % 2:
            return passed
        begin, end = tiling.corners[cell][side], tiling.corners[cell][(side + 1) % len(tiling.corners[cell])]
        entered = next(
            number
            for number in range(edges)
            if tiling.corners[after][number] == end and tiling.corners[after][(number + 1) % edges] == begin
        )
        cell, side = after, (entered + edges // 2) % edges


def diagonals(width: int, height: int) -> tuple[Line, ...]:
    """The diagonals of two cells or more, in both directions."""
    places = list(itertools.product(range(height), range(width)))
    falling = [[y * width + x for y, x in places if x - y == shift] for shift in range(1 - height, width)]
    rising = [[y * width + x for y, x in places if x + y == shift] for shift in range(width + height - 1)]
    return tuple(tuple(line) for line in falling + rising if len(line) > 1)


def checked(lines: Iterable[Line], board: object) -> tuple[Line, ...]:
    """The lines, if two of them never share two cells and none is too long or meets itself."""
    lines = tuple(lines)
    pairs = [frozenset(pair) for line in lines for pair in itertools.combinations(line, 2)]
    straight = all(len(set(line)) == len(line) <= LONGEST for line in lines)
    if not straight or len(set(pairs)) < len(pairs):
        raise too_long(board)
    return lines


def too_long(board: object) -> BadOption:
    """The lines of a board are too long, or cross more than once."""
    return BadOption("marienbad.long_lines", "board", board, str(LONGEST))
