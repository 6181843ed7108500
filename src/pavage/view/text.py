"""A Scene as terminal text: any board on a grid of characters, readable with and without colours.

Cells keep their places: rows of centres become lines, distances along a row become columns. Boards of
hexagons are also drawn large, with their edges, where there is room. Where no coordinates stand beside the
board, every cell bears its name. Whatever colour says, a shape says too: each colour has its own stone, the
last move stands in round brackets, the cursor in square ones, what was touched in angular ones, and a winning
chain changes its stones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pavage.scene import Band, Board, Piece, Scene
from pavage.tiling import Point
from pavage.tiling.plane import around, distance_to_line
from pavage.view.characters import Canvas, spots, visible

SGR = {"red": "91", "blue": "94", "yellow": "93", "green": "92", "violet": "95", "pink": "35"}
"""How a terminal is asked for each colour."""
FAINT, BOLD, REVERSE, HINT = "2", "1", "7", "93;1"

STONES = {True: ("●○▲△■□", "◆◇▼▽▣▢"), False: ("XOAVHN", "#@*%&$")}
"""The stone of each colour, and its stone in a winning chain; with Unicode, and without."""
KINGS = {True: "♚♔♛♕♜♖", False: "123456"}
WALL = {True: "█", False: "="}
NEUTRAL = {True: "◉", False: "o"}
"""What belongs to nobody."""
COLOURS = tuple(SGR)


def stone(colour: str, unicode: bool = True, winning: bool = False) -> str:
    """The sign of a colour."""
    if colour not in COLOURS:
        return NEUTRAL[unicode]
    return STONES[unicode][winning][COLOURS.index(colour)]


def sign(piece: Piece, unicode: bool = True, winning: bool = False) -> str:
    """The sign of a piece: solid stones have the sign that other stones only have in a winning chain."""
    if piece.shape == "wall":
        return WALL[unicode]
    if piece.shape == "king" and piece.colour in COLOURS:
        return KINGS[unicode][COLOURS.index(piece.colour)]
    return stone(piece.colour, unicode, winning or piece.shape == "solid")


def sign_of(scene: Scene, colour: str, unicode: bool = True) -> str:
    """The sign of a player: that of the king, if there is one, else of a stone."""
    king = next((piece for piece in scene.pieces if (piece.colour, piece.shape) == (colour, "king")), None)
    return sign(king, unicode) if king else stone(colour, unicode)


class _Places:
    """Where the cells, edges and labels of a board stand: `grow` is 1, or 2 where edges are drawn."""

    def __init__(self, board: Board, grow: int) -> None:
        self.board = board
        self.grow = grow
        self.named = not board.labels
        """Whether each cell bears its name, after its sign."""
        centres = board.centres
        self.widths = [1 + len(name) if self.named else 1 for name in board.names]
        places = spots(centres, self.widths, board.unit)
        self.cells = [
            (line * grow, column * grow - (width - 1) // 2)
            for (line, column), width in zip(places, self.widths, strict=True)
        ]

    def end(self, cell: int) -> int:
        """The last column of a cell."""
        return self.cells[cell][1] + self.widths[cell] - 1

    def beside(self, at: Point, cell: int) -> tuple[int, int]:
        """The place of a label, from the cell it stands beside: one line above or below, or at its height."""
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


@lru_cache(maxsize=16)
def _places(board: Board, grow: int) -> _Places:
    return _Places(board, grow)


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
    """The lines of a board and all that lies on it: large if it is of hexagons and fits, else compact."""
    if height is not None and board.labels and all(len(polygon) == 6 for polygon in board.polygons):
        large = _drawn(board, scene, 2, colour, unicode, cursor)
        if len(large) <= height and max(len(visible(line)) for line in large) <= width:
            return large
    return _drawn(board, scene, 1, colour, unicode, cursor)


def _drawn(
    board: Board, scene: Scene, grow: int, colour: bool, unicode: bool, cursor: int | None
) -> list[str]:
    canvas, places = Canvas(colour, unicode), _places(board, grow)
    (_edges if grow == 2 else _bands)(canvas, places)
    for label in board.labels:
        line, column = places.beside(label.at, label.cells[0])
        style = _label_style(board, label.at)
        above = line != places.cells[label.cells[0]][0]
        canvas.put(line, column if above else column - len(label.text) + 1, label.text, style)
    for cell, (line, column) in enumerate(places.cells):
        if cell not in board.void:
            canvas.put(line, column, f"·{board.names[cell]}" if places.named else "·", FAINT)
    _pieces(canvas, places, scene)
    _marks(canvas, places, scene)
    if cursor is not None:
        chosen = any(mark.kind == "select" and cursor in mark.cells for mark in scene.marks)
        _around(canvas, places, cursor, "«»" if chosen else "[]", BOLD)
    return canvas.lines()


def _marks(canvas: Canvas, places: _Places, scene: Scene) -> None:
    taken = {piece.cell for piece in scene.pieces}
    targets = [cell for mark in scene.marks if mark.kind == "target" for cell in mark.cells]
    for cell in [*targets, *(scene.next if scene.touched else ())]:
        line, column = places.cells[cell]
        canvas.put(line, column - 1 if cell in taken else column, "✚", HINT)
    for kind, brackets in (("last", "()"), ("select", "<>")):
        for cell in (cell for mark in scene.marks if mark.kind == kind for cell in mark.cells):
            _around(canvas, places, cell, brackets, BOLD)


def _around(canvas: Canvas, places: _Places, cell: int, marks: str, style: str) -> None:
    """Brackets on both sides of a cell; two of a kind that meet become one line."""
    line, column = places.cells[cell]
    before = canvas.cells.get((line, column - 1), ("", ""))[0]
    canvas.put(line, column - 1, "|" if before == marks[1] != marks[0] else marks[0], style)
    canvas.put(line, places.end(cell) + 1, marks[1], style)


def _pieces(canvas: Canvas, places: _Places, scene: Scene) -> None:
    winning = {cell for mark in scene.marks if mark.kind == "win" for cell in mark.cells}
    for piece in scene.pieces:
        line, column = places.cells[piece.cell]
        style = f"{SGR.get(piece.colour, BOLD)};1"
        won = piece.cell in winning
        text = sign(piece, canvas.unicode, won)
        if places.named:
            text += places.board.names[piece.cell]
        canvas.put(line, column, text, style)
        if won and piece.shape != "stone":
            _around(canvas, places, piece.cell, "{}", style)
        if won:
            canvas.shade(line, column, f"{style};{REVERSE}", len(text))


@lru_cache(maxsize=16)
def _edges_of(board: Board) -> tuple[tuple[tuple[float, float, str], ...], ...]:
    """For each edge of each cell: the way from the centre to its middle, and the colour of its side."""
    found = []
    for (x, y), polygon in zip(board.centres, board.polygons, strict=True):
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in around(polygon)]
        found.append(tuple((mx - x, my - y, _side_of(board, (mx, my))) for mx, my in middles))
    return tuple(found)


def _side_of(board: Board, middle: Point) -> str:
    """The colour of the band that the middle of an edge lies on; none for inner edges."""
    near = board.unit / 20
    for band in board.bands:
        for begin, end in pairwise(band.points):
            detour = math.dist(begin, middle) + math.dist(middle, end) - math.dist(begin, end)
            if detour < near and distance_to_line(middle, begin, end) < near:
                return band.colour
    return ""


def _label_style(board: Board, at: Point) -> str:
    """A label has the colour of the band it stands beside."""
    nearest = min(
        ((math.dist(at, point), band.colour) for band in board.bands for point in band.points),
        default=(0.0, ""),
    )
    return SGR.get(nearest[1], FAINT)


def _edges(canvas: Canvas, places: _Places) -> None:
    """The outlines of hexagons; those of the border in the colour of their side."""
    for (line, column), edges in zip(places.cells, _edges_of(places.board), strict=True):
        for dx, dy, side in edges:
            right, down = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
            if abs(dy) < abs(dx) / 4:
                place, sign = (line, column + 2 * right), "│"
            else:
                place, sign = (line + down, column + right), "╱" if right * down > 0 else "╲"
            if side or place not in canvas.cells:
                canvas.put(*place, sign, f"{SGR.get(side, BOLD)};1" if side else FAINT)


def _bands(canvas: Canvas, places: _Places) -> None:
    """On a compact board: a line along each coloured side; where names fill the cells, a stone beside it."""
    board = places.board
    for band in board.bands:
        (x0, y0), (x1, y1) = band.points[0], band.points[-1]
        level = abs(y1 - y0) < abs(x1 - x0) / 3
        slope = "│" if abs(x1 - x0) < abs(y1 - y0) / 9 else "╲" if (x1 - x0) * (y1 - y0) > 0 else "╱"
        style = SGR.get(band.colour, BOLD)
        beside_it = []
        for cell, edges in enumerate(_edges_of(board)):
            line, column = places.cells[cell]
            for dx, dy, side in edges:
                beside = abs(dy) < abs(dx) / 4
                if side != band.colour or level == beside or not _near(board, cell, band):
                    continue
                beside_it.append((cell, dx, dy))
                if level:
                    wide = "━" * (places.widths[cell] + 2)
                    canvas.put(line + (1 if dy > 0 else -1), column - 1, wide, style)
                else:
                    canvas.put(line, places.end(cell) + 1 if dx > 0 else column - 1, slope, style)
        if places.named and beside_it:
            cell, dx, dy = beside_it[len(beside_it) // 2]
            line, column = places.cells[cell]
            place = (
                (line + (2 if dy > 0 else -2), column + 1)
                if level
                else (line, places.end(cell) + 3 if dx > 0 else column - 3)
            )
            canvas.put(*place, stone(band.colour, canvas.unicode), f"{style};1")


def _near(board: Board, cell: int, band: Band) -> bool:
    """Whether a cell touches a band, and not only another one of the same colour."""
    corners = board.polygons[cell]
    return any(math.dist(point, corner) < board.unit / 20 for point in band.points for corner in corners)


def draw_names(
    layers: Sequence[tuple[Sequence[str], Sequence[Point], str]], unit: float, *, colour: bool = True
) -> list[str]:
    """The names of cells at their places, for any tiling; each layer has its own style."""
    names = [name for texts, _, _ in layers for name in texts]
    points = [point for _, centres, _ in layers for point in centres]
    styles = [style for texts, _, style in layers for _ in texts]
    canvas = Canvas(colour, True)
    for (line, column), name, style in zip(
        spots(points, [len(name) for name in names], unit), names, styles, strict=True
    ):
        canvas.put(line, column - (len(name) - 1) // 2, name, style)
    return canvas.lines()
