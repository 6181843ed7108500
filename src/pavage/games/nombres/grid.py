"""The grids of Nombres croisés: cells in reading order, and the lines that have sums.

Cells are numbered as on the tiling of the board: by rows from the top, in each row from the left. Sets of
cells are whole numbers, one bit a cell, because a solver looks at thousands of lines in a second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pavage.games.cell_sets import set_of
from pavage.tiling.names import grid_name

LONGEST = 25
"""Rows and columns of a square board at most: 25 × 25 is the smallest QR code but one."""
WIDEST = 8
"""Cells along the side of a hexagonal board at most."""
DIAGONALS = {"none": "", "d": "D", "a": "A", "da": "DA"}
Coordinates = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """Cells whose pawns are counted: their direction, their place in it from 0, and themselves in order."""

    direction: str
    index: int
    cells: tuple[int, ...]
    mask: int


@dataclass(frozen=True)
class Grid:
    """A board with its directions; `rows` and `cols` of squares, or `side` of a hexagon."""

    rows: int
    cols: int
    side: int
    directions: str
    """RC, RCD, RCA or RCDA on squares, RQS on hexagons: the order in which lines are looked at."""

    @property
    def hexagonal(self) -> bool:
        return self.side > 0

    @property
    def board(self) -> str:
        """As the option `board` says it."""
        return f"H{self.side}" if self.hexagonal else f"{self.rows}x{self.cols}"

    @property
    def diag(self) -> str:
        """As the option `diag` says it."""
        return "none" if self.hexagonal else self.directions[2:].lower() or "none"

    @property
    def tiling_code(self) -> str:
        return f"H{self.side}" if self.hexagonal else f"S{self.cols}x{self.rows}"

    @cached_property
    def places(self) -> tuple[Coordinates, ...]:
        """The coordinates of every cell: (row, column) on squares, (q, r) on hexagons."""
        if not self.hexagonal:
            return tuple((row, column) for row in range(self.rows) for column in range(self.cols))
        span = range(1 - self.side, self.side)
        return tuple((q, r) for r in span for q in span if abs(q + r) < self.side)

    @cached_property
    def cell_at(self) -> dict[Coordinates, int]:
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the cells, as on the tiling: letter of the column or of q, number of the row."""
        if self.hexagonal:
            return tuple(grid_name(q + self.side - 1, r + self.side - 1) for q, r in self.places)
        return tuple(grid_name(column, row) for row, column in self.places)

    @cached_property
    def everything(self) -> int:
        return (1 << len(self.places)) - 1

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines that have a sum, direction by direction, each by increasing index."""
        found = []
        for direction in self.directions:
            members: list[list[int]] = [[] for _ in range(self.count(direction))]
            for cell, place in enumerate(self.places):
                members[self.index(direction, place)].append(cell)
            found += [
                Line(direction, index, tuple(cells), set_of(cells)) for index, cells in enumerate(members)
            ]
        return tuple(found)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        return tuple(line.mask for line in self.lines)

    @cached_property
    def lines_of(self) -> tuple[tuple[int, ...], ...]:
        """The lines, by number, that run through each cell."""
        through: list[list[int]] = [[] for _ in self.places]
        for number, line in enumerate(self.lines):
            for cell in line.cells:
                through[cell].append(number)
        return tuple(map(tuple, through))

    def count(self, direction: str) -> int:
        """How many lines a direction has."""
        if self.hexagonal:
            return 2 * self.side - 1
        return {"R": self.rows, "C": self.cols}.get(direction, self.rows + self.cols - 1)

    def index(self, direction: str, place: Coordinates) -> int:
        """Which line of a direction runs through a place, from 0."""
        if self.hexagonal:
            q, r = place
            return {"R": r, "Q": q, "S": -q - r}[direction] + self.side - 1
        row, column = place
        return {"R": row, "C": column, "D": column - row + self.rows - 1, "A": row + column}[direction]

    def sums_of(self, full: int) -> tuple[int, ...]:
        """The number of full cells on every line."""
        return tuple((mask & full).bit_count() for mask in self.masks)


@lru_cache(maxsize=64)
def square_grid(rows: int, cols: int, diagonals: str = "") -> Grid:
    return Grid(rows, cols, 0, "RC" + diagonals)


@lru_cache(maxsize=16)
def hex_grid(side: int) -> Grid:
    return Grid(0, 0, side, "RQS")


def grid_named(board: str, diag: str = "none") -> Grid | None:
    """The grid of the options `board` and `diag`; None if there is no such board."""
    squares = re.fullmatch(r"(\d{1,2})x(\d{1,2})", board.lower())
    if squares:
        rows, cols = map(int, squares.groups())
        within = 2 <= rows <= LONGEST and 2 <= cols <= LONGEST
        return square_grid(rows, cols, DIAGONALS[diag]) if within else None
    hexagon = re.fullmatch(r"h(\d{1,2})", board.lower())
    if hexagon and 2 <= int(hexagon[1]) <= WIDEST:
        return hex_grid(int(hexagon[1]))
    return None
