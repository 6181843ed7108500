"""A Scene as terminal text: any board on a grid of characters, readable with and without colours.

Cells keep their places: rows of centres become lines, distances along a row become columns. Boards of hexagons are
also drawn large, with their edges, where there is room. Whatever colour says, a shape says too: each colour has its
own stone, the last move stands in round brackets, the cursor in square ones, and a winning chain changes its stones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from pavage.scene import Board, Scene
from pavage.tiling import Point
from pavage.tiling.plane import around, distance_to_line

SGR = {"red": "91", "blue": "94", "yellow": "93", "green": "92", "violet": "95", "pink": "35"}
"""How a terminal is asked for each colour."""
FAINT, BOLD, REVERSE, HINT = "2", "1", "7", "93;1"

STONES = {True: ("●○▲△■□", "◆◇▼▽▣▢"), False: ("XOAVHN", "#@*%&$")}
"""The stone of each colour, and its stone in a winning chain; with Unicode, and without."""
COLOURS = tuple(SGR)
ASCII_LINES = str.maketrans("╱╲│━·✚", "/\\|-.+")

_SGR_CODE = re.compile(r"\x1b\[[0-9;]*m")


def visible(text: str) -> str:
    """A line without its colours: what takes up columns."""
    return _SGR_CODE.sub("", text)


def paint(text: str, style: str, colour: bool = True) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and text else text


def stone(colour: str, unicode: bool = True, winning: bool = False) -> str:
    """The sign of a colour."""
    return STONES[unicode][winning][COLOURS.index(colour) if colour in COLOURS else -1]


class Canvas:
    """Characters with a style each, at any line and column, negative ones too."""

    def __init__(self, colour: bool, unicode: bool) -> None:
        self.colour = colour
        self.unicode = unicode
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        text = text if self.unicode else text.translate(ASCII_LINES)
        for offset, character in enumerate(text):
            self.cells[line, column + offset] = (character, style)

    def around(self, line: int, column: int, marks: str, style: str = "") -> None:
        """Brackets on both sides of a cell."""
        self.put(line, column - 1, marks[0], style)
        self.put(line, column + 1, marks[1], style)

    def shade(self, line: int, column: int, style: str) -> None:
        """A style for a cell and the columns beside it."""
        for place in range(column - 1, column + 2):
            character = self.cells.get((line, place), (" ", ""))[0]
            self.cells[line, place] = (character, style)

    def lines(self) -> list[str]:
        """The canvas as text, cut to what is on it."""
        if not self.cells:
            return []
        left = min(column for _, column in self.cells)
        rows: dict[int, dict[int, tuple[str, str]]] = {}
        for (line, column), cell in self.cells.items():
            rows.setdefault(line, {})[column - left] = cell
        return [self._line(rows.get(line, {})) for line in range(min(rows), max(rows) + 1)]

    def _line(self, row: Mapping[int, tuple[str, str]]) -> str:
        parts: list[tuple[str, str]] = []
        for column in range(max(row, default=-1) + 1):
            character, style = row.get(column, (" ", ""))
            if parts and parts[-1][1] == style:
                parts[-1] = (parts[-1][0] + character, style)
            else:
                parts.append((character, style))
        return "".join(paint(text, style, self.colour) for text, style in parts).rstrip(" ")


# --- where things stand


def spots(points: Sequence[Point], widths: Sequence[int], unit: float) -> list[tuple[int, int]]:
    """A line and a column for each point, such that texts of these widths, centred there, never touch.

    Points of one height share a line. Where hardly two have the same height, as among cells of no grid, lines are as
    far apart as the shape of characters asks for.
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
    pairs = [pair for row in rows for pair in zip(row, row[1:], strict=False)]
    return [_gap(widths[a], widths[b]) / max(1e-9, points[b][0] - points[a][0]) for a, b in pairs]


def _gap(one: int, other: int) -> int:
    """Columns between the middles of two texts with a blank between them; even, so that rows shift by half."""
    return (max(one, other) + 2) // 2 * 2


def _apart(columns: Sequence[int], widths: Sequence[int], line_of: Sequence[int]) -> bool:
    rows = _in_lines(columns, line_of)
    return all(
        columns[b] - columns[a] >= _gap(widths[a], widths[b])
        for row in rows
        for a, b in zip(row, row[1:], strict=False)
    )


class _Places:
    """Where the cells, edges and labels of a board stand: `grow` is 1, or 2 where edges are drawn."""

    def __init__(self, board: Board, grow: int) -> None:
        self.board = board
        self.grow = grow
        centres = board.centres
        self.cells = [(line * grow, column * grow) for line, column in spots(centres, [1] * len(centres), board.unit)]

    def beside(self, at: Point, cell: int) -> tuple[int, int]:
        """The place of a label, from the cell it stands beside: one line above or below, or at its own height."""
        (line, column), (x, y) = self.cells[cell], self.board.centres[cell]
        across = (at[0] - x) / self._across()
        down = 0 if abs(at[1] - y) < self.board.unit / 2 else (1 if at[1] > y else -1)
        away = 2 if down and self.grow == 1 and self.board.bands else 1  # a band lies between
        return line + down * self.grow * away, column + round(across) * self.grow * away

    def _across(self) -> float:
        """The width of a column on the plane."""
        columns = [column for _, column in self.cells]
        left, right = columns.index(min(columns)), columns.index(max(columns))
        wide = self.board.centres[right][0] - self.board.centres[left][0]
        return wide / ((max(columns) - min(columns)) / self.grow) if wide > 0 else self.board.unit


# --- drawing


def draw(
    board: Board,
    scene: Scene,
    width: int = 80,
    height: int | None = None,
    *,
    colour: bool = True,
    unicode: bool = True,
    cursor: int | None = None,
) -> list[str]:
    """The lines of a board with all that lies on it: large if it is made of hexagons and fits, else compact."""
    if height is not None and all(len(polygon) == 6 for polygon in board.polygons):
        large = _drawn(board, scene, 2, colour, unicode, cursor)
        if len(large) <= height and max(len(visible(line)) for line in large) <= width:
            return large
    return _drawn(board, scene, 1, colour, unicode, cursor)


def _drawn(board: Board, scene: Scene, grow: int, colour: bool, unicode: bool, cursor: int | None) -> list[str]:
    canvas, places = Canvas(colour, unicode), _Places(board, grow)
    if grow == 2:
        _edges(canvas, places)
    _bands(canvas, places)
    for label in board.labels:
        line, column = places.beside(label.at, label.cells[0])
        style = _label_style(board, label.at)
        above = line != places.cells[label.cells[0]][0]
        canvas.put(line, column if above else column - len(label.text) + 1, label.text, style)
    for line, column in places.cells:
        canvas.put(line, column, "·", FAINT)
    _pieces(canvas, places, scene)
    for mark in scene.marks:
        for line, column in (places.cells[cell] for cell in mark.cells):
            if mark.kind == "last":
                canvas.around(line, column, "()", BOLD)
            elif mark.kind == "select":
                canvas.around(line, column, "<>", BOLD)
            elif mark.kind == "target":
                canvas.put(line, column, "✚", HINT)
    if cursor is not None:
        line, column = places.cells[cursor]
        canvas.around(line, column, "[]", BOLD)
    return canvas.lines()


def _pieces(canvas: Canvas, places: _Places, scene: Scene) -> None:
    winning = {cell for mark in scene.marks if mark.kind == "win" for cell in mark.cells}
    for piece in scene.pieces:
        line, column = places.cells[piece.cell]
        style = f"{SGR.get(piece.colour, BOLD)};1"
        won = piece.cell in winning
        canvas.put(line, column, stone(piece.colour, canvas.unicode, won), style)
        if won:
            canvas.shade(line, column, f"{style};{REVERSE}")


def _side_of(board: Board, a: Point, b: Point) -> str:
    """The colour of the band that an edge of the border belongs to; none for other edges."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    near = board.unit / 20
    for band in board.bands:
        for begin, end in zip(band.points, band.points[1:], strict=False):
            reach = math.dist(begin, middle) + math.dist(middle, end) - math.dist(begin, end)
            if reach < near and distance_to_line(middle, begin, end) < near:
                return band.colour
    return ""


def _label_style(board: Board, at: Point) -> str:
    """A label has the colour of the band it stands beside."""
    nearest = min(
        ((math.dist(at, point), band.colour) for band in board.bands for point in band.points), default=(0.0, "")
    )
    return SGR.get(nearest[1], FAINT)


def _edges(canvas: Canvas, places: _Places) -> None:
    """The outlines of hexagons; those of the border in the colour of their side."""
    for (line, column), centre, polygon in zip(
        places.cells, places.board.centres, places.board.polygons, strict=True
    ):
        for a, b in around(polygon):
            dx, dy = (a[0] + b[0]) / 2 - centre[0], (a[1] + b[1]) / 2 - centre[1]
            side = _side_of(places.board, a, b)
            style = f"{SGR[side]};1" if side else FAINT
            right = 1 if dx > 0 else -1
            if abs(dy) < abs(dx) / 4:
                place, sign = (line, column + 2 * right), "│"
            else:
                down = 1 if dy > 0 else -1
                place, sign = (line + down, column + right), "╱" if right * down > 0 else "╲"
            if side or place not in canvas.cells:
                canvas.put(*place, sign, style)


def _bands(canvas: Canvas, places: _Places) -> None:
    """On a compact board: a line along each coloured side."""
    if places.grow == 2:
        return
    board = places.board
    for band in board.bands:
        (x0, y0), (x1, y1) = band.points[0], band.points[-1]
        level = abs(y1 - y0) < abs(x1 - x0) / 3
        slope = "│" if abs(x1 - x0) < abs(y1 - y0) / 9 else "╲" if (x1 - x0) * (y1 - y0) > 0 else "╱"
        for (line, column), centre, polygon in zip(places.cells, board.centres, board.polygons, strict=True):
            for a, b in around(polygon):
                dx, dy = (a[0] + b[0]) / 2 - centre[0], (a[1] + b[1]) / 2 - centre[1]
                if _side_of(board, a, b) != band.colour:
                    continue
                if level and abs(dy) > abs(dx) / 4:
                    canvas.put(line + (1 if dy > 0 else -1), column - 1, "━━━", SGR[band.colour])
                elif not level and abs(dy) < abs(dx) / 4:
                    canvas.put(line, column + (1 if dx > 0 else -1), slope, SGR[band.colour])


def draw_names(
    layers: Sequence[tuple[Sequence[str], Sequence[Point], str]], unit: float, *, colour: bool = True
) -> list[str]:
    """The names of cells at their places, for any tiling; each layer has its own style."""
    names = [name for texts, _, _ in layers for name in texts]
    points = [point for _, centres, _ in layers for point in centres]
    styles = [style for texts, _, style in layers for _ in texts]
    canvas = Canvas(colour, True)
    for (line, column), name, style in zip(spots(points, [len(name) for name in names], unit), names, styles, strict=True):
        canvas.put(line, column - (len(name) - 1) // 2, name, style)
    return canvas.lines()
