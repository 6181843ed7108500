"""A Scene as terminal text: any board on a grid of characters, readable with and without colours.

Cells keep their places (places.py): rows of centres become lines, distances along a row become columns.
Boards of hexagons are also drawn large, with their edges (sides.py), where there is room. Where no
coordinates stand beside the board, every cell bears its name. Tiles over several squares have outlines
(boxes.py). Whatever colour says, a shape says too: each colour has its own stone, the last move stands in
round brackets, the cursor in square ones, what was touched in angular ones, and a winning chain changes its
stones (markings.py has the rest).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict, Unpack

from pavage.scene import Board, Label, Piece, Scene
from pavage.tiling import Point
from pavage.view.text.boxes import Place, draw_box
from pavage.view.text.characters import Canvas, Window, spots, visible
from pavage.view.text.cut_labels import letter_anew
from pavage.view.text.markings import Written, brackets, draw_marks
from pavage.view.text.places import Places, places_for
from pavage.view.text.sides import bands, edges, label_style
from pavage.view.text.signs import BOLD, FAINT, REVERSE, SGR, STONES, sign, sign_of, stone

__all__ = ["BOLD", "FAINT", "SGR", "STONES", "draw", "draw_names", "sign", "sign_of", "stone"]


class Manner(TypedDict, total=False):
    """How a board is drawn, where it is not as usual."""

    colour: bool
    unicode: bool
    cursor: int | None
    cut: bool


def draw(
    board: Board, scene: Scene, width: int = 80, height: int | None = None, **manner: Unpack[Manner]
) -> list[str]:
    """The lines of a board and all that lies on it: large if it is of hexagons and fits, else compact.

    A board that does not fit is drawn whole all the same, unless it may be cut to what is around the cursor
    and the last move.
    """
    return draw_with_places(board, scene, width, height, **manner)[0]


def draw_with_places(
    board: Board,
    scene: Scene,
    width: int = 80,
    height: int | None = None,
    *,
    colour: bool = True,
    unicode: bool = True,
    cursor: int | None = None,
    cut: bool = False,
) -> tuple[list[str], list[tuple[float, float]]]:
    """The same, and the line and column on which the middle of each cell stands, seen or not."""
    if height is not None and _may_be_large(board):
        places = places_for(board, scene, 2)
        if max(places.widths) == 1:
            canvas = _drawn(places, scene, colour, unicode, cursor)
            large = canvas.lines()
            if len(large) <= height and max(len(visible(line)) for line in large) <= width:
                return large, _middles(places, canvas.window())
    places = places_for(board, scene, 1)
    canvas = _drawn(places, scene, colour, unicode, cursor)
    if not cut or height is None:
        return canvas.lines(), _middles(places, canvas.window())
    focus = [places.cells[cell] for cell in _focus(scene, cursor)]
    seen = canvas.window((width, height), focus)
    if places.head() is None:
        letter_anew(canvas, places, seen)
    return canvas.lines(seen, places.head()), _middles(places, seen)


def _middles(places: Places, seen: Window) -> list[tuple[float, float]]:
    return [
        (line - seen.top, column + (wide - 1) / 2 - seen.left)
        for (line, column), wide in zip(places.cells, places.widths, strict=True)
    ]


def _may_be_large(board: Board) -> bool:
    """Whether a board is of hexagons, with its coordinates beside it."""
    return bool(board.labels) and all(len(polygon) == 6 for polygon in board.polygons)


def _focus(scene: Scene, cursor: int | None) -> list[int]:
    """The cells that must be seen of a board that is cut."""
    last = scene.marked("last")
    pointed = last if cursor is None else [cursor, *last]
    return pointed or [piece.cell for piece in scene.pieces]


def _drawn(places: Places, scene: Scene, colour: bool, unicode: bool, cursor: int | None) -> Canvas:
    canvas, board = Canvas(colour, unicode), places.board
    (edges if places.grow == 2 else bands)(canvas, places, lambda side: sign_of(scene, side, unicode))
    _labels(canvas, places, scene)
    for cell, (line, column) in enumerate(places.cells):
        if cell not in board.void:
            empty = " " if places.inscribed else "·"
            canvas.put(line, column, f"{empty}{places.caption(cell)}", FAINT)
    written = _pieces(canvas, places, scene)
    draw_marks(canvas, places, scene, written)
    if cursor is not None:
        chosen = any(mark.kind == "select" and cursor in mark.cells for mark in scene.marks)
        line, column = places.cells[cursor]
        brackets(canvas, (line, column, places.widths[cursor]), "«»" if chosen else "[]")
    return canvas


def _labels(canvas: Canvas, places: Places, scene: Scene) -> None:
    """Coordinates and sums beside the board; where two would meet, the one that is further goes further."""
    board = places.board
    kinds = {frozenset(mark.cells): mark.kind for mark in scene.marks if mark.kind in ("met", "broken")}
    taken: set[tuple[int, int]] = set()
    for label in sorted(board.labels, key=lambda label: _from_cells(board, label)):
        kind = kinds.get(frozenset(label.cells), "")
        text = label.text + {"met": "✓", "broken": "✗"}.get(kind, "")
        line, column, (down, right) = places.label(label, label.text)
        while any((line, place) in taken for place in range(column - 1, column + len(label.text) + 1)):
            line, column = line + down, column + right
        style = {"met": FAINT, "broken": f"{BOLD};{REVERSE}"}.get(kind) or label_style(board, label.at)
        canvas.put(line, column, text, style)
        taken |= {(line, place) for place in range(column, column + len(label.text))}


def _from_cells(board: Board, label: Label) -> float:
    return min(math.dist(label.at, board.centres[cell]) for cell in label.cells)


def _pieces(canvas: Canvas, places: Places, scene: Scene) -> Written:
    """Draw all pieces; for each cell that is covered, where the sign of its piece stands."""
    winning, lifted = set(scene.marked("win")), set(scene.marked("lift"))
    written: Written = {}
    for piece in scene.pieces:
        cells = piece.cells or (piece.cell,)
        won, lift = piece.cell in winning, bool(lifted.intersection(cells))
        written |= dict.fromkeys(cells, _piece(canvas, places, piece, won, lift))
    return written


def _piece(canvas: Canvas, places: Places, piece: Piece, won: bool, lift: bool) -> Place:
    """One piece, as the outline of a tile or on each of its cells; where its sign stands."""
    cells = piece.cells or (piece.cell,)
    style = f"{SGR.get(piece.colour, BOLD)};1"
    shown = "↑" if lift else sign(piece, canvas.unicode, won or piece.sealed)
    box = places.rectangle(cells) if piece.shape == "tile" else None
    if box is not None:
        kind = "lift" if lift else "won" if won else "sealed" if piece.sealed else "thin"
        place = draw_box(canvas, box, kind, shown, piece.text, style)
    else:
        for cell in cells:
            _put_piece(canvas, places, cell, shown, piece.text, style)
        line, column = places.cells[piece.cell]
        place = (line, column, places.widths[piece.cell])
        if won and piece.shape != "stone":
            brackets(canvas, place, "{}", style)
    if won:
        line, column, wide = place
        canvas.shade(line, column, f"{style};{REVERSE}", wide)
    return place


def _put_piece(canvas: Canvas, places: Places, cell: int, shown: str, text: str, style: str) -> None:
    """A piece on one cell, with what is written on it or else on the cell."""
    line, column = places.cells[cell]
    wide = places.widths[cell]
    written = f"{shown}{text if 0 < len(text) < wide else places.caption(cell)}"
    if len(text) == wide > 1:
        written = text
    canvas.put(line, column, written.ljust(wide), style)


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
