"""What a scene lays on a board: classes of cells, pieces, marks.

The browser draws the same in `web/layers.js`, and a test compares the two. Boards are
drawn at 20 units an edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from pavage.scene import Board, Mark, Piece, Scene
from pavage.tiling import Point
from pavage.tiling.plane import around
from pavage.view.stones import fill

UNIT = 20.0
"""Length of an edge in the drawing."""
JOINT = 0.8
"""How far a piece that fills its cell stays away from its edges."""
CELL_SHAPED = ("solid", "wall")


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
    patterned: bool = False


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
        board.patterned,
    )


def layers(on: Drawn, scene: Scene) -> Layers:
    """The pieces and marks of a scene."""
    result = Layers()
    on_cell = {piece.cell: piece for piece in scene.pieces}
    won = {cell for mark in scene.marks if mark.kind == "win" for cell in mark.cells}
    for piece in scene.pieces:
        dim = " dim" if won and piece.cell not in won else ""
        result.pieces.append(_piece(on, piece, dim))
    hottest = max((mark.value for mark in scene.marks if mark.kind == "heat"), default=0.0)
    shared = _shared(scene)
    for mark in scene.marks:
        for cell in mark.cells:
            added = _cell_class(mark, on_cell.get(cell), hottest)
            if added:
                result.cells[cell] = added
            if mark.kind == "target" and mark.colour:
                low = cell in on_cell
                result.marks.append(_small_stone(on, cell, mark.colour, shared[cell], low))
            else:
                result.marks += _mark(on, mark, cell, on_cell.get(cell), added)
    if scene.touched:
        for cell in scene.next:
            result.marks.append(_target(on, cell, cell in on_cell))
    return result


def _piece(on: Drawn, piece: Piece, dim: str) -> Element:
    """Solid pieces and walls have the shape of their cell; all others are round and drawn once, by id."""
    place = {"data-cell": str(piece.cell)}
    if piece.shape == "wall":
        return Element("polygon", {**place, "class": f"piece wall{dim}", "points": cut(on, piece.cell)})
    if piece.shape == "solid":
        attributes = {
            "class": f"piece solid{dim}",
            "points": cut(on, piece.cell),
            "fill": fill(piece.colour, on.patterned),
            "stroke": f"var(--{piece.colour}-rim)",
        }
        return Element("polygon", {**place, **attributes})
    return _used(on, piece.cell, f"#{piece.shape}-{piece.colour}", f"piece{dim}", on.radii[piece.cell])


def _used(
    on: Drawn, cell: int, href: str, name: str, radius: float, aside: float = 0.0, down: float = 0.0
) -> Element:
    x, y = on.centres[cell]
    transform = f"translate({number(x + aside)} {number(y + down)}) scale({number(radius)})"
    return Element("use", {"data-cell": str(cell), "href": href, "class": name, "transform": transform})


def _shared(scene: Scene) -> dict[int, list[str]]:
    """The colours of targets by cell: those of one cell stand side by side."""
    found: dict[int, list[str]] = {}
    for mark in scene.marks:
        if mark.kind == "target" and mark.colour:
            for cell in mark.cells:
                found.setdefault(cell, []).append(mark.colour)
    return found


def _small_stone(on: Drawn, cell: int, colour: str, colours: list[str], low: bool) -> Element:
    """A target of one player; at the lower edge of what lies there already."""
    radius = min(0.24 * UNIT, 0.5 * on.radii[cell]) * (0.75 if low else 1)
    aside = (colours.index(colour) - (len(colours) - 1) / 2) * 1.6 * radius
    down = on.radii[cell] if low else 0.0
    return _used(on, cell, f"#stone-{colour}", "dot", radius, aside, down)


def _cell_class(mark: Mark, piece: Piece | None, hottest: float) -> str:
    if mark.kind in ("win", "tint"):
        name = "flood" if mark.kind == "win" else "tint"
        return f"{name}-{mark.colour}" if mark.colour else name
    if mark.kind == "heat" and hottest > 0:
        return f"heat-{max(1, math.ceil(5 * mark.value / hottest - 1e-9))}"
    return "chosen" if mark.kind == "select" and piece is None else ""


def _mark(on: Drawn, mark: Mark, cell: int, piece: Piece | None, added: str) -> Iterator[Element]:
    fills = piece is not None and piece.shape in CELL_SHAPED
    if mark.kind == "last":
        yield from _last(on, cell, piece)
    elif mark.kind == "select" and piece is not None and not fills:
        yield _circle(on, cell, "select", 1.16 * on.radii[cell], width=0.14 * on.radii[cell])
    elif mark.kind == "select" or (mark.kind == "tint" and fills):
        yield Element("polygon", {"class": "edge picked", "data-cell": str(cell), "points": inset(on, cell)})
    elif mark.kind == "target":
        yield _target(on, cell, piece is not None)
    elif mark.kind == "refused":
        yield Element("polygon", {"class": "edge refused", "data-cell": str(cell), "points": inset(on, cell)})
    if mark.text:
        yield _text(on, cell, mark.text, piece, added)


def _last(on: Drawn, cell: int, piece: Piece | None) -> Iterator[Element]:
    """A ring; on a pattern it has a plain ground, and it goes around a crown."""
    radius = on.radii[cell]
    stroke = f"var(--{piece.colour}-on)" if piece else "var(--ink-2)"
    if piece and piece.shape == "king":
        yield _circle(on, cell, "last", 0.8 * radius, stroke=stroke, width=0.1 * radius)
        return
    if piece and on.patterned and piece.shape != "wall":
        yield _circle(on, cell, "ground", 0.5 * radius, fill=f"var(--{piece.colour})")
    yield _circle(on, cell, "last", 0.3 * radius, stroke=stroke, width=0.13 * radius)


def _target(on: Drawn, cell: int, taken: bool) -> Element:
    """A dot where a hand may go; around what lies there already, a ring of dashes."""
    if taken:
        return _circle(on, cell, "reach", 1.16 * on.radii[cell], width=0.12 * on.radii[cell])
    return _circle(on, cell, "target", 0.16 * UNIT)


def _text(on: Drawn, cell: int, text: str, piece: Piece | None, added: str) -> Element:
    (x, y), radius = on.centres[cell], on.radii[cell]
    attributes = {
        "class": "said on-heat" if added == "heat-5" else "said",
        "data-cell": str(cell),
        "x": number(x),
        "y": number(y + 0.28 * radius),
        "font-size": number(0.8 * radius),
    }
    if piece:
        attributes["fill"] = f"var(--{piece.colour}-on)"
    return Element("text", attributes, text)


def _circle(
    on: Drawn, cell: int, name: str, radius: float, stroke: str = "", width: float = 0.0, fill: str = ""
) -> Element:
    x, y = on.centres[cell]
    attributes = {
        "class": name,
        "data-cell": str(cell),
        "cx": number(x),
        "cy": number(y),
        "r": number(radius),
    }
    if fill:
        attributes["fill"] = fill
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


def cut(on: Drawn, cell: int) -> str:
    """The outline of a piece that fills its cell: every edge moved inward by the joint."""
    polygon = on.polygons[cell]
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around(polygon))
    joint = math.copysign(JOINT, area)
    corners = []
    for place, (x, y) in enumerate(polygon):
        (ax, ay), (bx, by) = polygon[place - 1], polygon[(place + 1) % len(polygon)]
        before, after = math.hypot(x - ax, y - ay), math.hypot(bx - x, by - y)
        ux, uy, vx, vy = (x - ax) / before, (y - ay) / before, (bx - x) / after, (by - y) / after
        # The normals of both edges point inward; their sum, divided so, lies one joint from each.
        share = joint / max(0.1, 1 + ux * vx + uy * vy)
        corners.append(f"{number(x - (uy + vy) * share)},{number(y + (ux + vx) * share)}")
    return " ".join(corners)
