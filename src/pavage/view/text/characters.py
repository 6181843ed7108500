"""A grid of characters: text with styles at any place, and places for points of the plane."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pavage.tiling import Point

ASCII_LINES = {
    ord(sign): plain
    for signs, plain in {
        "╱÷": "/",
        "╲": "\\",
        "│┃╷╵╻╹": "|",
        "━─╶╴╺╸−–": "-",
        "┌┐└┘┏┓┗┛╔╗╚╝✚": "+",
        "═✓": "=",
        "┄┆↑": "^",
        "·": ".",
        "«": "<",
        "»→": ">",
        "▒": "~",
        "░": ":",
        "║✗": "!",
        "×✖": "x",
        "✱": "*",
        "⬢": "o",
        "…": "~",
        "’": "'",
    }.items()
    for sign in signs
}
"""What stands for our lines and signs where there is no Unicode."""

_SGR_CODE = re.compile(r"\x1b\[[0-9;]*m")


def visible(text: str) -> str:
    """A line without its colours: what takes up columns."""
    return _SGR_CODE.sub("", text)


def plain_text(text: str, unicode: bool) -> str:
    """A text as it can be shown: without Unicode our signs have others in their place."""
    return text if unicode else text.translate(ASCII_LINES)


def paint(text: str, style: str, colour: bool = True) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and text else text


def bar(share: float, width: int = 20, unicode: bool = True) -> str:
    """How far something is, as a line that fills."""
    full = round(max(0.0, min(1.0, share)) * width)
    return ("━" if unicode else "#") * full + ("╌" if unicode else ".") * (width - full)


class Window(NamedTuple):
    """The first and the last line and column that are seen."""

    top: int
    bottom: int
    left: int
    right: int


class Canvas:
    """Characters with a style each, at any line and column, negative ones too."""

    def __init__(self, colour: bool, unicode: bool) -> None:
        self.colour = colour
        self.unicode = unicode
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        self.kept: set[tuple[int, int]] = set()
        """Places of texts that brackets may not cover."""

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(plain_text(text, self.unicode)):
            self.cells[line, column + offset] = (character, style)

    def shade(self, line: int, column: int, style: str, width: int = 1) -> None:
        """A style for a text and the columns beside it."""
        for place in range(column - 1, column + width + 1):
            character = self.cells.get((line, place), (" ", ""))[0]
            self.cells[line, place] = (character, style)

    def window(self, room: tuple[int, int] | None = None, focus: Sequence[tuple[int, int]] = ()) -> Window:
        """What is seen: all that is on it; if that takes more columns and lines than there is `room`, the
        part around the places in `focus`; if these are too far apart, around the first of them.
        """
        if not self.cells:
            return Window(0, -1, 0, -1)
        first, last = (
            (edge(line for line, _ in self.cells), edge(column for _, column in self.cells))
            for edge in (min, max)
        )
        if room is None:
            return Window(first[0], last[0], first[1], last[1])
        return Window(
            *_stretch(first[0], last[0], room[1], [line for line, _ in focus]),
            *_stretch(first[1], last[1], room[0], [column for _, column in focus]),
        )

    def lines(self, seen: Window | None = None, head: int | None = None) -> list[str]:
        """The canvas as text, or the part of it that is seen. A line that is the `head` stays on top."""
        if not self.cells:
            return []
        top, bottom, left, right = seen or self.window()
        rows: dict[int, dict[int, tuple[str, str]]] = {}
        for (line, column), cell in self.cells.items():
            if left <= column <= right:
                rows.setdefault(line, {})[column - left] = cell
        if head is not None and head < top:
            rows[top] = rows.get(head, {})
        return [self._line(rows.get(line, {})) for line in range(top, bottom + 1)]

    def _line(self, row: Mapping[int, tuple[str, str]]) -> str:
        parts: list[tuple[str, str]] = []
        for column in range(max(row, default=-1) + 1):
            character, style = row.get(column, (" ", ""))
            if parts and parts[-1][1] == style:
                parts[-1] = (parts[-1][0] + character, style)
            else:
                parts.append((character, style))
        return "".join(paint(text, style, self.colour) for text, style in parts).rstrip(" ")


def _stretch(first: int, last: int, room: int, focus: Sequence[int]) -> tuple[int, int]:
    """Where a window of this length begins and ends: all of it if it fits, else what is around the focus."""
    if last - first < room:
        return first, last
    if focus and max(focus) - min(focus) >= room - 2:
        focus = focus[:1]
    middle = (min(focus) + max(focus)) // 2 if focus else (first + last) // 2
    begin = min(max(first, middle - room // 2), last - room + 1)
    return begin, begin + room - 1


def spots(points: Sequence[Point], widths: Sequence[int], unit: float) -> list[tuple[int, int]]:
    """A line and a column for each point, such that texts of these widths, centred there, never touch.

    Points of one height share a line. Where hardly two have the same height, as among cells of no grid, lines
    are as far apart as the shape of characters asks for.
    """
    heights = _heights(points, unit)
    if len(heights) <= 3 * math.sqrt(len(points)) + 4:
        line_of = [_nearest(heights, y) for _, y in points]
        scale = max([1e-9, *_needed(points, widths, line_of)])
        while not _apart(columns := [round(x * scale) for x, _ in points], widths, line_of):
            scale *= 1.05
        return list(zip(line_of, columns, strict=True))
    scale = 2 / unit
    while True:
        line_of = [round(y * scale / 2) for _, y in points]
        columns = [round(x * scale) for x, _ in points]
        if _apart(columns, widths, line_of):
            return list(zip(line_of, columns, strict=True))
        scale *= 1.1


def _heights(points: Sequence[Point], unit: float) -> list[float]:
    heights: list[float] = []
    for y in sorted(y for _, y in points):
        if not heights or y - heights[-1] > unit / 10:
            heights.append(y)
    return heights


def _nearest(heights: Sequence[float], y: float) -> int:
    return min(range(len(heights)), key=lambda line: abs(heights[line] - y))


def _in_lines(columns: Sequence[float], line_of: Sequence[int]) -> list[list[int]]:
    """The numbers of the points on each line, from left to right."""
    rows: dict[int, list[int]] = {}
    for number in sorted(range(len(columns)), key=lambda number: columns[number]):
        rows.setdefault(line_of[number], []).append(number)
    return list(rows.values())


def _needed(points: Sequence[Point], widths: Sequence[int], line_of: Sequence[int]) -> list[float]:
    rows = _in_lines([x for x, _ in points], line_of)
    pairs = [pair for row in rows for pair in pairwise(row)]
    return [_gap(widths[a], widths[b]) / max(1e-9, points[b][0] - points[a][0]) for a, b in pairs]


def _gap(one: int, other: int) -> int:
    """Columns between the middles of two texts with a blank between; even, so that rows shift by half."""
    return (max(one, other) + 2) // 2 * 2


def _apart(columns: Sequence[int], widths: Sequence[int], line_of: Sequence[int]) -> bool:
    rows = _in_lines(columns, line_of)
    return all(
        columns[b] - columns[a] >= _gap(widths[a], widths[b]) for row in rows for a, b in pairwise(row)
    )
