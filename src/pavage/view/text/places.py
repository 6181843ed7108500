"""Where the cells and labels of a board stand on a grid of characters."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cached_property, lru_cache

from pavage.scene import Board, Label, Scene
from pavage.tiling import Point
from pavage.view.text.characters import spots


class Places:
    """Lines and columns: `grow` is 1, or 2 where edges are drawn; `wide` columns are kept for pieces."""

    def __init__(self, board: Board, grow: int, wide: int) -> None:
        self.board = board
        self.grow = grow
        self.captions = board.inscribed or (() if board.labels else board.names)
        """What each cell bears after its sign: its number or, where no coordinates stand beside, its name."""
        self.inscribed = bool(board.inscribed)
        bare = [len(text) for text in self.captions] or [0] * len(board.centres)
        if self.inscribed:
            bare = [max(bare)] * len(bare)  # numbers stand under each other
        self.widths = [max(wide, 1 + length) for length in bare]
        apart = [max(width, _label_room(board)) for width in self.widths]
        places = spots(board.centres, apart, board.unit)
        self.cells = [
            (line * grow, column * grow - (width - 1) // 2)
            for (line, column), width in zip(places, self.widths, strict=True)
        ]

    def end(self, cell: int) -> int:
        """The last column of a cell."""
        return self.cells[cell][1] + self.widths[cell] - 1

    def caption(self, cell: int) -> str:
        text = self.captions[cell] if self.captions else ""
        return text.rjust(self.widths[cell] - 1) if self.inscribed else text

    def label(self, label: Label, text: str) -> tuple[int, int, tuple[int, int]]:
        """Line and first column of a label, and the way outwards, should that place be taken.

        It stands one line above or below the nearest cell of its line of cells, or at its height.
        """
        board = self.board
        cell = min(label.cells, key=lambda cell: math.dist(board.centres[cell], label.at))
        line, column = self.cells[cell]
        middle = column + (self.widths[cell] - 1) // 2
        across = (label.at[0] - board.centres[cell][0]) / self._across
        down = _down(board, label.at, cell)
        away = 2 if down and self.grow == 1 and board.bands else 1  # a band lies between
        aside = middle + round(across) * self.grow * away
        if down:
            return line + down * self.grow * away, aside - (len(text) - 1) // 2, (down, 0)
        if across > 0:
            return line, max(aside, self.end(cell) + 2), (0, 1)
        return line, min(aside, column - 2) - len(text) + 1, (0, -1)

    def head(self) -> int | None:
        """The line of coordinates above a board of upright columns, if it has one."""
        first = min(line for line, _ in self.cells)
        above = [label for label in self.board.labels if self.label(label, label.text)[0] < first]
        return first - 1 if above and _square(self.board) else None

    def rectangle(self, cells: tuple[int, ...]) -> tuple[int, int, int, int] | None:
        """First line and column, last line and column, if these cells are all those of a rectangle."""
        lines = {self.cells[cell][0] for cell in cells}
        columns = {self.cells[cell][1] for cell in cells}
        if len(cells) != len(lines) * len(columns) or not _square(self.board):
            return None
        return min(lines), min(columns), max(lines), max(map(self.end, cells))

    @cached_property
    def _across(self) -> float:
        """The width of a column on the plane."""
        columns = [column for _, column in self.cells]
        left, right = columns.index(min(columns)), columns.index(max(columns))
        wide = self.board.centres[right][0] - self.board.centres[left][0]
        return wide / ((max(columns) - min(columns)) / self.grow) if wide > 0 else self.board.unit


def places_for(board: Board, scene: Scene, grow: int) -> Places:
    """The places of a board, wide enough for what is written on its pieces."""
    longest = max((len(piece.text) for piece in scene.pieces if len(piece.cells) < 2), default=0)
    # A long text stands alone, without a sign before it, so that cells stay where they are: V9, then V10.
    return _places(board, grow, 1 if _square(board) else max(longest, min(3, 1 + longest)))


@lru_cache(maxsize=16)
def _places(board: Board, grow: int, wide: int) -> Places:
    return Places(board if board.labels else _with_axes(board), grow, wide)


def _with_axes(board: Board) -> Board:
    """Where names are axial coordinates, (q,r), labels at the ends of lines say them shorter."""
    found = [re.fullmatch(r"\((-?\d+),(-?\d+)\)", name) for name in board.names]
    pairs = {(int(pair[1]), int(pair[2])): cell for cell, pair in enumerate(found) if pair}
    if len(pairs) < len(board.names) or len(pairs) < 2:
        return board
    labels = []
    for axis, letter in enumerate("qr"):
        for value in sorted({pair[axis] for pair in pairs}):
            line = [cell for pair, cell in pairs.items() if pair[axis] == value]
            # Lines of one r go to the left, lines of one q upwards: there they end.
            end = min(line, key=lambda cell: board.centres[cell][axis == 0])
            (q, r), (x, y) = next(pair for pair, cell in pairs.items() if cell == end), board.centres[end]
            inner = pairs.get((q, r - 1) if axis == 0 else (q + 1, r))
            dx, dy = (board.unit, -1.5 * board.unit) if axis == 0 else (-1.7 * board.unit, 0.0)
            if inner is not None:
                dx, dy = x - board.centres[inner][0], y - board.centres[inner][1]
            labels.append(Label(f"{letter}{value}", (x + dx, y + dy), tuple(line)))
    return replace(board, labels=tuple(labels))


@lru_cache(maxsize=16)
def _square(board: Board) -> bool:
    """Squares hold the outlines of tiles; there a text has to find room within them."""
    return all(len(polygon) == 4 for polygon in board.polygons)


def _label_room(board: Board) -> int:
    """Columns for numbers above and below, each with a sign that says whether a sum is met."""
    sums = [
        len(label.text) + label.text.isdigit()
        for label in board.labels
        if not label.text.isalpha()
        and _down(board, label.at, min(label.cells, key=lambda c: math.dist(board.centres[c], label.at)))
    ]
    return max(sums, default=0)


def _down(board: Board, at: Point, cell: int) -> int:
    """Whether a label stands above a cell (-1), below it (1), or beside it."""
    y = board.centres[cell][1]
    return 0 if abs(at[1] - y) < board.unit / 2 else (1 if at[1] > y else -1)
