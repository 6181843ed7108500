"""What a scene lays on a board: classes of cells, pieces, marks.

The browser draws the same in `web/layers.js`, and a test compares the two. Boards are
drawn at 20 units an edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from pavage.scene import Board, Mark, Scene
from pavage.tiling import Point

UNIT = 20.0
"""Length of an edge in the drawing."""


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it lies on the page: turned, and in units of the drawing."""

    polygons: tuple[tuple[Point, ...], ...]
    centres: tuple[Point, ...]
    radii: tuple[float, ...]


@dataclass(slots=True)
class Layers:
    """What a scene adds to a board."""

    cells: dict[int, str] = field(default_factory=dict)
    """The class that a cell takes beside `c`."""
    pieces: list[Element] = field(default_factory=list)
    marks: list[Element] = field(default_factory=list)


def number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def turner(board: Board, turn: int) -> tuple[float, float]:
    """Cosine and sine of a turn, times the scale of the drawing."""
    scale = UNIT / board.unit
    return math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale


def placed(point: Point, turned: tuple[float, float]) -> Point:
    """A point of the board, turned clockwise on the screen."""
    cosine, sine = turned
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def drawn(board: Board, turn: int) -> Drawn:
    by = turner(board, turn)
    return Drawn(
        tuple(tuple(placed(point, by) for point in polygon) for polygon in board.polygons),
        tuple(placed(centre, by) for centre in board.centres),
        tuple(radius * UNIT / board.unit for radius in board.radii),
    )


def layers(on: Drawn, scene: Scene) -> Layers:
    """The pieces and marks of a scene."""
    result = Layers()
    colours = {piece.cell: piece.colour for piece in scene.pieces}
    won = {cell for mark in scene.marks if mark.kind == "win" for cell in mark.cells}
    for piece in scene.pieces:
        (x, y), radius = on.centres[piece.cell], on.radii[piece.cell]
        attributes = {
            "href": f"#{piece.shape}-{piece.colour}",
            "data-cell": str(piece.cell),
            "class": "piece dim" if won and piece.cell not in won else "piece",
            "transform": f"translate({number(x)} {number(y)}) scale({number(radius)})",
        }
        result.pieces.append(Element("use", attributes))
    hottest = max((mark.value for mark in scene.marks if mark.kind == "heat"), default=0.0)
    for mark in scene.marks:
        for cell in mark.cells:
            added = _cell_class(mark, colours.get(cell), hottest)
            if added:
                result.cells[cell] = added
            result.marks += _mark(on, mark, cell, colours.get(cell, ""), added)
    if scene.touched:
        for cell in scene.next:
            result.marks.append(_circle(on, cell, "target", 0.16 * UNIT))
    return result


def _cell_class(mark: Mark, colour: str | None, hottest: float) -> str:
    if mark.kind == "win":
        return f"flood-{mark.colour}" if mark.colour else "flood"
    if mark.kind == "heat" and hottest > 0:
        return f"heat-{max(1, math.ceil(5 * mark.value / hottest - 1e-9))}"
    return "chosen" if mark.kind == "select" and colour is None else ""


def _mark(on: Drawn, mark: Mark, cell: int, colour: str, added: str) -> Iterator[Element]:
    radius = on.radii[cell]
    if mark.kind == "last":
        stroke = f"var(--{colour}-on)" if colour else "var(--ink-2)"
        yield _circle(on, cell, "last", 0.3 * radius, stroke=stroke, width=0.13 * radius)
    elif mark.kind == "select" and colour:
        yield _circle(on, cell, "select", 1.16 * radius, width=0.14 * radius)
    elif mark.kind == "select":
        yield Element("polygon", {"class": "edge picked", "data-cell": str(cell), "points": inset(on, cell)})
    elif mark.kind == "target":
        yield _circle(on, cell, "target", 0.16 * UNIT)
    elif mark.kind == "refused":
        yield Element("polygon", {"class": "edge refused", "data-cell": str(cell), "points": inset(on, cell)})
    if mark.text:
        x, y = on.centres[cell]
        classes = "said on-heat" if added == "heat-5" else "said"
        yield Element(
            "text",
            {
                "class": classes,
                "data-cell": str(cell),
                "x": number(x),
                "y": number(y + 0.28 * radius),
                "font-size": number(0.8 * radius),
            },
            mark.text,
        )


def _circle(on: Drawn, cell: int, name: str, radius: float, stroke: str = "", width: float = 0.0) -> Element:
    x, y = on.centres[cell]
    attributes = {
        "class": name,
        "data-cell": str(cell),
        "cx": number(x),
        "cy": number(y),
        "r": number(radius),
    }
    if stroke:
        attributes["stroke"] = stroke
    if width:
        attributes["stroke-width"] = number(width)
    return Element("circle", attributes)


def inset(on: Drawn, cell: int) -> str:
    """The outline of a cell, a little inside it: for the focus and for a refusal."""
    x, y = on.centres[cell]
    share = 0.9135
    return " ".join(
        f"{number(x + (px - x) * share)},{number(y + (py - y) * share)}" for px, py in on.polygons[cell]
    )
