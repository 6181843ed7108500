"""What a scene lays on a board: classes of cells, pieces, marks.

The browser draws the same in `web/board/layers.js`, and a test compares the two. Boards are
drawn at 20 units an edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from pavage.scene import Mark, Piece, Scene
from pavage.view.geometry import JOINT, UNIT, Drawn, Element, covered, inset
from pavage.view.outline import number, outline
from pavage.view.pieces import coming, piece_element, used, written_on
from pavage.view.touching import pens
from pavage.view.transformations import FIGURES, figure

CELL_SHAPED = ("solid", "wall", "tile")
ON_LINES = {"met": "✓", "broken": ""}
"""Marks about the labels of lines, and what is added to the label."""


@dataclass(slots=True)
class Layers:
    """What a scene adds to a board."""

    cells: dict[int, str] = field(default_factory=dict)
    """The class that a cell takes beside `c`."""
    pieces: list[Element] = field(default_factory=list)
    marks: list[Element] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    """The class that a label takes beside `lab`."""
    taken: set[int] = field(default_factory=set)
    """The cells that pieces lie on."""
    written: set[int] = field(default_factory=set)
    """The cells that marks write something on."""


def layers(on: Drawn, scene: Scene) -> Layers:
    """The pieces and marks of a scene."""
    on_cell = {cell: piece for piece in scene.pieces for cell in covered(piece)}
    written = {cell for mark in scene.marks if mark.text for cell in mark.cells}
    result = Layers(pieces=_pieces(on, scene), taken=set(on_cell), written=written)
    _lay_marks(on, scene, result, on_cell)
    # Where a pen may go needs no marks, nor where to touch what is only shown.
    if set(scene.touched) - pens(scene) and not (scene.again and not scene.stamp):
        for cell in scene.next:
            result.marks.append(_target(on, cell, cell in on_cell))
    return result


def _pieces(on: Drawn, scene: Scene) -> list[Element]:
    """All pieces; those that did not decide the game, or are lifted, are faint."""
    won, lifted = set(scene.marked("win")), set(scene.marked("lift"))
    drawn = []
    for piece in scene.pieces:
        faint = (won and not won & set(covered(piece))) or piece.cell in lifted
        drawn.append(piece_element(on, piece, " dim" if faint else ""))
    return drawn


def _lay_marks(on: Drawn, scene: Scene, result: Layers, on_cell: dict[int, Piece]) -> None:
    hottest = max((mark.value for mark in scene.marks if mark.kind == "heat"), default=0.0)
    shared = _shared(scene)
    for mark in scene.marks:
        if mark.kind in FIGURES:
            names = [on.centres[piece.cell] for piece in scene.pieces if piece.text]
            result.marks += [Element(*shape) for shape in figure(mark, on.centres, on.polygons, names)]
        elif mark.kind in ON_LINES:
            line = frozenset(mark.cells)
            result.labels |= {label: mark.kind for label, cells in enumerate(on.lines) if cells == line}
        elif mark.kind == "ghost":
            result.marks += coming(on, mark)
        elif mark.kind == "carrier":
            result.cells |= dict.fromkeys(mark.cells, f"tint-{mark.colour}")
            result.marks.append(_region(on, mark, "carrier", stroke=f"var(--{mark.colour}-rim)"))
        elif mark.kind == "region":
            result.marks += [_region(on, mark, name) for name in ("under", "region")]
        elif mark.kind == "step":
            result.marks += _step(on, mark)
        else:
            _add_marks(on, mark, result, on_cell, hottest, shared)


def _add_marks(
    on: Drawn,
    mark: Mark,
    result: Layers,
    on_cell: dict[int, Piece],
    hottest: float,
    shared: dict[int, list[str]],
) -> None:
    """What a mark says about each of its cells; about a tile it is said once."""
    told = set()
    for cell in mark.cells:
        piece = on_cell.get(cell)
        added = _cell_class(mark, piece, hottest)
        if added:
            result.cells[cell] = added
        if mark.kind == "target" and mark.colour:
            result.marks.append(_small_stone(on, cell, mark.colour, shared[cell], piece is not None))
        elif piece is None or piece.cell not in told:
            result.marks += _mark(on, mark, cell, piece, added, cell in result.written)
            if piece is not None and piece.shape == "tile" and mark.kind in ("last", "select", "lift"):
                told.add(piece.cell)


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
    return used(on, cell, f"#stone-{colour}", "dot", radius, aside, down)


def _cell_class(mark: Mark, piece: Piece | None, hottest: float) -> str:
    if mark.kind in ("win", "tint"):
        name = "flood" if mark.kind == "win" else "tint"
        return f"{name}-{mark.colour}" if mark.colour else name
    if mark.kind == "heat" and hottest > 0:
        return f"heat-{max(1, math.ceil(5 * mark.value / hottest - 1e-9))}"
    return "chosen" if mark.kind == "select" and piece is None else ""


def _mark(
    on: Drawn, mark: Mark, cell: int, piece: Piece | None, added: str, written: bool
) -> Iterator[Element]:
    fills = piece is not None and piece.shape in CELL_SHAPED
    if mark.kind == "last":
        yield from _last(on, cell, piece, written)
    elif mark.kind == "select" and piece is not None and not fills:
        yield _circle(on, cell, "select", 1.16 * on.radii[cell], width=0.14 * on.radii[cell])
    elif mark.kind == "select" or (mark.kind == "tint" and fills):
        yield _edge(on, cell, piece, "picked")
    elif mark.kind == "target":
        yield _target(on, cell, piece is not None)
    elif mark.kind in ("refused", "lift", "gone", "taken"):
        name = "lift" if mark.kind == "gone" else mark.kind
        yield _edge(on, cell, None if mark.kind == "refused" else piece, name)
    if mark.text:
        yield _text(on, cell, mark.text, piece, added)


def _region(on: Drawn, mark: Mark, name: str, **inks: str) -> Element:
    """One line around all cells of a mark."""
    around = outline([on.polygons[cell] for cell in mark.cells], 2 * JOINT)
    return Element("path", {"class": f"edge {name}", "d": around, **inks})


def _step(on: Drawn, mark: Mark) -> Iterator[Element]:
    """A small stone with a number, that leaves the colour of its cell to be seen."""
    for cell in mark.cells:
        (x, y), radius = on.centres[cell], 0.78 * on.radii[cell]
        yield used(on, cell, f"#stone-{mark.colour}", "dot", radius)
        at = {"x": number(x), "y": number(y + 0.35 * radius), "font-size": number(radius)}
        ink = f"var(--{mark.colour}-on)"
        yield Element("text", {"class": "said", "data-cell": str(cell), **at, "fill": ink}, mark.text)


def _edge(on: Drawn, cell: int, piece: Piece | None, name: str) -> Element:
    """A line inside a cell, or inside all of the tile that lies there."""
    attributes = {"class": f"edge {name}", "data-cell": str(cell)}
    if piece is not None and piece.shape == "tile":
        polygons = [on.polygons[each] for each in covered(piece)]
        return Element("path", {**attributes, "d": outline(polygons, 2 * JOINT)})
    return Element("polygon", {**attributes, "points": inset(on, cell)})


def _last(on: Drawn, cell: int, piece: Piece | None, written: bool) -> Iterator[Element]:
    """A ring; on a pattern it has a plain ground, and it goes around a crown or a text, or along a tile."""
    radius = on.radii[cell]
    stroke = f"var(--{piece.colour}-on)" if piece else "var(--ink-2)"
    if piece and piece.shape == "tile":
        inner = outline([on.polygons[each] for each in covered(piece)], 3 * JOINT)
        yield Element("path", {"class": "last along", "data-cell": str(cell), "d": inner, "stroke": stroke})
        return
    if written or (piece and (piece.shape == "king" or written_on(on, piece))):
        yield _circle(on, cell, "last", 0.8 * radius, stroke=stroke, width=0.1 * radius)
        return
    if piece and on.patterned and piece.shape != "wall":
        yield _circle(on, cell, "ground", 0.5 * radius, fill=f"var(--{piece.colour})")
    yield _circle(on, cell, "last", 0.3 * radius, stroke=stroke, width=0.13 * radius)


def _target(on: Drawn, cell: int, taken: bool) -> Element:
    """A dot where a hand may go; around what lies or is written there already, a ring of dashes."""
    if taken or (on.inscribed and on.inscribed[cell]):
        return _circle(on, cell, "reach", 1.16 * on.radii[cell], width=0.12 * on.radii[cell])
    return _circle(on, cell, "target", 0.16 * UNIT)


def _text(on: Drawn, cell: int, text: str, piece: Piece | None, added: str) -> Element:
    """In the middle of a cell, or below what is written there."""
    (x, y), radius = on.centres[cell], on.radii[cell]
    below = bool(on.inscribed) and bool(on.inscribed[cell])
    attributes = {
        "class": "said on-heat" if added == "heat-5" else "said",
        "data-cell": str(cell),
        "x": number(x),
        "y": number(y + (0.95 if below else 0.28) * radius),
        "font-size": number((0.5 if below else 0.8) * radius),
    }
    if piece and not below:
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
