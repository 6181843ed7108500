"""The sums beside the board: at the ends of their lines, away from the coordinates."""

from __future__ import annotations

import math

from pavage.games.nombres.grid import Grid, Line
from pavage.games.nombres.puzzle import Puzzle
from pavage.scene import Label
from pavage.tiling import Point, Tiling

ARROW = {"D": "↘", "A": "↗", "Q": "↘", "S": "↗"}
BESIDE = 0.95
"""From the centre of a square to the sum of its row or column."""
RINGS = {"D": 1.75, "A": 2.8}
"""From the centre of a square to the sums of diagonals, further out than those of rows."""
ABOVE = {"D": 1.6, "A": 2.15}
STEP = math.sqrt(3)
"""From the centre of a hexagon to its neighbour, and to what stands in the place of one."""
WAY = {"R": 180, "S": -60, "Q": 60}
"""Where the sums of a hexagon stand, in degrees clockwise from the right: each direction at its own side."""
COORDINATE_WAY = {"R": 0, "Q": -120}
FURTHER = 1.9
"""Steps to the coordinates of a hexagon: all that is nearer is taken by sums."""


def labels(puzzle: Puzzle, tiling: Tiling) -> tuple[Label, ...]:
    """Coordinates and sums. Only a sum bears all cells of its line, so that only it is met or broken."""
    sums = zip(puzzle.grid.lines, puzzle.sums, strict=True)
    if puzzle.grid.hexagonal:
        return (
            *_hexagon_coordinates(puzzle.grid, tiling),
            *(
                Label(_text(line, number), _beyond(tiling, line, WAY[line.direction]), line.cells)
                for line, number in sums
            ),
        )
    few = 2 if len(puzzle.grid.directions) > 2 else 1  # a diagonal may be one cell, which is no coordinate
    return (
        *(Label(text, at, cells[:few]) for text, cells, at in tiling.labels),
        *(Label(_text(line, number), _square_place(puzzle.grid, line), line.cells) for line, number in sums),
    )


def _text(line: Line, number: int) -> str:
    """A sum, with an arrow where its line is neither a row nor a column."""
    return ARROW.get(line.direction, "") + str(number)


def _square_place(grid: Grid, line: Line) -> Point:
    """Rows at the right, columns below; diagonals where they meet the left or the right side, else above."""
    row, column = grid.places[line.cells[-1]]
    if line.direction == "R":
        return column + 0.5 + BESIDE, row + 0.5
    if line.direction == "C":
        return column + 0.5, row + 0.5 + BESIDE
    ends = [grid.places[line.cells[0]], grid.places[line.cells[-1]]]
    for row, column in ends:
        if column == 0:
            return 0.5 - RINGS[line.direction], row + 0.5
    for row, column in ends:
        if column == grid.cols - 1:
            return column + 0.5 + RINGS[line.direction], row + 0.5
    row, column = min(ends)
    return column + 0.5, 0.5 - ABOVE[line.direction]


def _beyond(tiling: Tiling, line: Line, degrees: int, steps: float = 1.0) -> Point:
    """So many steps beyond the end of a line that lies in this way."""
    dx, dy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = max((tiling.centres[cell] for cell in line.cells), key=lambda at: at[0] * dx + at[1] * dy)
    return x + steps * STEP * dx, y + steps * STEP * dy


def _hexagon_coordinates(grid: Grid, tiling: Tiling) -> list[Label]:
    """Numbers of the rows at the right, letters of q at the top left: together the name of a cell."""
    found = []
    for line in grid.lines:
        if line.direction in COORDINATE_WAY:
            at = _beyond(tiling, line, COORDINATE_WAY[line.direction], FURTHER)
            near = min(line.cells, key=lambda cell: math.dist(tiling.centres[cell], at))
            name = grid.names[near]
            letter = name.rstrip("0123456789")
            found.append(Label(letter if line.direction == "Q" else name[len(letter) :], at, (near,)))
    return found
