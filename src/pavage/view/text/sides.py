"""The edges of a board of characters: outlines of hexagons, coloured sides, the colour of coordinates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from pavage.scene import Band, Board
from pavage.tiling import Point
from pavage.tiling.plane import around, distance_to_line
from pavage.view.text.characters import Canvas
from pavage.view.text.places import Places
from pavage.view.text.signs import BOLD, FAINT, SGR, stone

Signs = Callable[[str], str]
"""The sign by which a colour is known where colours cannot be seen."""


@lru_cache(maxsize=16)
def _edges_of(board: Board) -> tuple[tuple[tuple[float, float, str], ...], ...]:
    """For each edge of each cell: the way from the centre to its middle, and the colour of its side."""
    found = []
    slack = board.unit / 20
    pieces = [(begin, end, band.colour) for band in board.bands for begin, end in pairwise(band.points)]
    for (x, y), polygon in zip(board.centres, board.polygons, strict=True):
        left, top, right, bottom = _box(polygon, slack)
        near = [
            (begin, end, colour)
            for begin, end, colour in pieces
            if (begin[0] > left or end[0] > left) and (begin[0] < right or end[0] < right)
            if (begin[1] > top or end[1] > top) and (begin[1] < bottom or end[1] < bottom)
        ]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in around(polygon)]
        found.append(tuple((mx - x, my - y, _side_of(near, (mx, my), slack)) for mx, my in middles))
    return tuple(found)


def _box(polygon: Sequence[Point], slack: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a cell, a little beyond it."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs) - slack, min(ys) - slack, max(xs) + slack, max(ys) + slack


def _side_of(pieces: Sequence[tuple[Point, Point, str]], middle: Point, near: float) -> str:
    """The colour of the piece of a band that the middle of an edge lies on; none for inner edges."""
    for begin, end, colour in pieces:
        detour = math.dist(begin, middle) + math.dist(middle, end) - math.dist(begin, end)
        if detour < near and distance_to_line(middle, begin, end) < near:
            return colour
    return ""


def label_style(board: Board, at: Point) -> str:
    """A label has the colour of the band it stands beside."""
    nearest = min(
        ((math.dist(at, point), band.colour) for band in board.bands for point in band.points),
        default=(0.0, ""),
    )
    return SGR.get(nearest[1], FAINT)


def edges(canvas: Canvas, places: Places, signs: Signs) -> None:
    """The outlines of hexagons; those of the border in the colour of their side."""
    for (line, column), around_it in zip(places.cells, _edges_of(places.board), strict=True):
        for dx, dy, side in around_it:
            right, down = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
            if abs(dy) < abs(dx) / 4:
                place, sign = (line, column + 2 * right), "│"
            else:
                place, sign = (line + down, column + right), "╱" if right * down > 0 else "╲"
            if side or place not in canvas.cells:
                canvas.put(*place, sign, f"{SGR.get(side, BOLD)};1" if side else FAINT)
    if canvas.colour or _said_otherwise(places.board):
        return
    for band in places.board.bands:
        near = _near(places.board, band)
        bordering = [
            (cell, dx, dy)
            for cell, around_it in enumerate(_edges_of(places.board))
            for dx, dy, side in around_it
            if side == band.colour and cell in near
        ]
        if bordering:
            cell, dx, dy = bordering[len(bordering) // 2]
            line, column = places.cells[cell]
            beside = abs(dy) < abs(dx) / 4
            right, down = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
            place = (line, column + 2 * right) if beside else (line + down, column + right)
            canvas.put(*place, signs(band.colour))


def _said_otherwise(board: Board) -> bool:
    """Whether two players have two sides each, above and below, left and right: words say which."""
    return len(board.bands) == 4 and len({band.colour for band in board.bands}) == 2


def bands(canvas: Canvas, places: Places, signs: Signs) -> None:
    """On a compact board: a line along each coloured side; where names fill the cells, a stone beside it."""
    board = places.board
    for band in board.bands:
        (x0, y0), (x1, y1) = band.points[0], band.points[-1]
        level = abs(y1 - y0) < abs(x1 - x0) / 3
        slope = "│" if abs(x1 - x0) < abs(y1 - y0) / 9 else "╲" if (x1 - x0) * (y1 - y0) > 0 else "╱"
        style = SGR.get(band.colour, BOLD)
        near = _near(board, band)
        beside_it, drawn = [], []
        for cell, around_it in enumerate(_edges_of(board)):
            line, column = places.cells[cell]
            for dx, dy, side in around_it:
                beside = abs(dy) < abs(dx) / 4
                if side != band.colour or level == beside or cell not in near:
                    continue
                beside_it.append((cell, dx, dy))
                if level:
                    wide = "━" * (places.widths[cell] + 2)
                    place = (line + (1 if dy > 0 else -1), column - 1)
                    canvas.put(*place, wide, style)
                    drawn.append((place[0], column))
                else:
                    drawn.append((line, places.end(cell) + 1 if dx > 0 else column - 1))
                    canvas.put(*drawn[-1], slope, style)
        if board.labels and drawn and not canvas.colour and not _said_otherwise(board):
            canvas.put(*sorted(drawn)[len(drawn) // 2], signs(band.colour))
        if not board.labels and beside_it:
            cell, dx, dy = beside_it[len(beside_it) // 2]
            line, column = places.cells[cell]
            place = (
                (line + (2 if dy > 0 else -2), column + 1)
                if level
                else (line, places.end(cell) + 3 if dx > 0 else column - 3)
            )
            canvas.put(*place, stone(band.colour, canvas.unicode), f"{style};1")


@lru_cache(maxsize=64)
def _near(board: Board, band: Band) -> frozenset[int]:
    """The cells that touch a band, and not only another one of the same colour."""
    found, slack = set(), board.unit / 20
    for cell, corners in enumerate(board.polygons):
        left, top, right, bottom = _box(corners, slack)
        points = [(x, y) for x, y in band.points if left < x < right and top < y < bottom]
        if any(math.dist(point, corner) < slack for point in points for corner in corners):
            found.add(cell)
    return frozenset(found)
