"""A board as SVG: for the page, whose scripts lay each scene on it, and as a picture that stands alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from pavage.scene import Board, Label, Scene
from pavage.tiling import Point
from pavage.view.bands import WIDTH, band_outlines
from pavage.view.geometry import UNIT, Drawn, Element, drawn, placed, telling, turner
from pavage.view.layers import ON_LINES, Layers, layers
from pavage.view.outline import number
from pavage.view.stones import defined
from pavage.view.style import resolve, sheet

LABEL = 10.0
"""Height of a coordinate where no page makes it 13 px; half an edge."""
MARGIN = 3.0
GROUPS = ("labels", "cells", "inscribed", "names", "pieces", "marks")
"""What lies on a board, the lowest first; bands are below."""


class Frame(NamedTuple):
    """The part of the plane that is shown."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(number, self))


@lru_cache(32)
def board_svg(board: Board, turn: int = 0) -> str:
    """The board without anything on it, coloured by the page's style sheets. Its cells are buttons."""
    on = drawn(board, turn)
    return _svg(board, on, turn, Layers(), labels=True, page=True)


def pieces_svg(board: Board, scene: Scene, turn: int = 0, labels: bool = True) -> str:
    """The same with the pieces that lie on it."""
    on = drawn(board, turn)
    return _svg(board, on, turn, Layers(pieces=layers(on, scene).pieces), labels, page=True)


def picture(
    board: Board,
    scene: Scene,
    turn: int = 0,
    theme: str = "light",
    labels: bool = True,
    label_size: float | None = None,
) -> str:
    """A scene as a complete SVG file, its colours written into it."""
    on = drawn(board, turn)
    svg = _svg(board, on, turn, layers(on, scene), labels, page=False)
    own = {} if label_size is None else {"label-size": f"{number(label_size)}px"}
    return resolve(svg, theme, board.patterned, own)


def stage(board: Board) -> str:
    """A board with its bands and empty groups: for a page that lays one scene after the other on it."""
    shown = frame(board)
    classes = "tiling patterned" if board.patterned else "tiling"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{shown}" role="img">',
            f"<defs>{defined(board.patterned)}</defs>",
            _group("bands", _bands(board, 0)),
            *(_group(name, ()) for name in GROUPS),
            "</svg>",
        ]
    )


def staged(board: Board, scene: Scene) -> list[list[str]]:
    """What a scene lays on a stage, a list for each of GROUPS, every element as it is written."""
    on = drawn(board, 0)
    over = layers(on, scene)
    return [list(map(_written, elements)) for elements in _grouped(board, on, 0, over, True, False)]


def frame(board: Board, turn: int = 0, labels: bool = True) -> Frame:
    """What has to be shown of a board: its cells and bands, and its coordinates if they are wanted."""
    points = [point for polygon in drawn(board, turn).polygons for point in polygon]
    points += [point for outline in _outlines(board, turn) for point in outline]
    told = telling(board)
    for place, label in enumerate(board.labels):
        if labels or place in told:
            x, y, anchor, (dx, dy) = _label_place(board, label, turn)
            width = LABEL * 0.62 * (len(label.text) + (place in told))
            left = {"middle": x - width / 2, "end": x - width, "start": x}[anchor] + dx * LABEL
            points += [(left, y + dy * LABEL), (left + width, y + (dy - 0.75) * LABEL)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Frame(
        min(xs) - MARGIN,
        min(ys) - MARGIN,
        max(xs) - min(xs) + 2 * MARGIN,
        max(ys) - min(ys) + 2 * MARGIN,
    )


def _svg(board: Board, on: Drawn, turn: int, over: Layers, labels: bool, page: bool) -> str:
    shown = frame(board, turn, labels)
    classes = "tiling patterned" if board.patterned else "tiling"
    if page:
        bare = frame(board, turn, labels=False)
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{shown}" role="group"'
            f' data-turn="{turn}" data-scale="{UNIT / board.unit:g}"'
            f' data-with-labels="{shown}" data-without-labels="{bare}">'
        )
    else:
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{shown}" '
            f'width="{number(2 * shown.width)}" height="{number(2 * shown.height)}" role="img">'
            f"<style>{escape(' '.join(sheet('board.css').split()), quote=False)}</style>"
            f'<rect x="{number(shown.x)}" y="{number(shown.y)}" width="{number(shown.width)}" '
            f'height="{number(shown.height)}" fill="var(--paper)"/>'
        )
    return "\n".join(
        [
            opening,
            f"<defs>{defined(board.patterned)}</defs>",
            _group("bands", _bands(board, turn)),
            *(
                _group(name, elements)
                for name, elements in zip(GROUPS, _grouped(board, on, turn, over, labels, page), strict=True)
            ),
            "</svg>\n",
        ]
    )


def _grouped(
    board: Board, on: Drawn, turn: int, over: Layers, labels: bool, page: bool
) -> list[Iterable[Element]]:
    """All that may change from scene to scene, in the order of GROUPS."""
    return [
        _labels(board, turn, over.labels, labels),
        _cells(board, on, over.cells, page),
        _inscribed(on, over),
        _names(board, on, over) if labels and _has_names(board) else (),
        over.pieces,
        over.marks,
    ]


def _group(name: str, elements: Iterable[Element]) -> str:
    return f'<g class="{name}">{"".join(map(_written, elements))}</g>'


def _written(element: Element) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in element.attributes.items())
    if element.text or element.children:
        inner = escape(element.text) + "".join(map(_written, element.children))
        return f"<{element.tag}{attributes}>{inner}</{element.tag}>"
    return f"<{element.tag}{attributes}/>"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _cells(board: Board, on: Drawn, classes: dict[int, str], page: bool) -> Iterable[Element]:
    for cell, polygon in enumerate(on.polygons):
        if not polygon:
            continue  # a cell that this part of a growing board does not show
        name = "c void" if cell in board.void else "c"
        attributes = {
            "class": f"{name} {classes[cell]}" if cell in classes else name,
            "data-cell": str(cell),
            "points": _points(polygon),
        }
        if page:
            x, y = on.centres[cell]
            attributes |= {
                "data-name": board.names[cell],
                "data-x": number(x),
                "data-y": number(y),
                "data-r": number(on.radii[cell]),
            }
            if on.inscribed and on.inscribed[cell]:
                attributes["data-text"] = on.inscribed[cell]
        if page and cell not in board.void:
            attributes |= {"role": "button", "tabindex": "-1", "aria-label": board.names[cell]}
        yield Element("polygon", attributes)


def _outlines(board: Board, turn: int) -> list[list[Point]]:
    by = turner(board, turn)
    return [
        [placed(point, by) for point in outline] for outline in band_outlines(board.bands, WIDTH * board.unit)
    ]


def _bands(board: Board, turn: int) -> Iterable[Element]:
    for band, outline in zip(board.bands, _outlines(board, turn), strict=True):
        yield Element(
            "polygon",
            {
                "class": "band",
                "points": _points(outline),
                "fill": f"var(--{band.colour})",
                "stroke": f"var(--{band.colour}-rim)",
            },
        )


def _labels(board: Board, turn: int, classes: dict[int, str], labels: bool) -> Iterable[Element]:
    told = telling(board)
    for place, label in enumerate(board.labels):
        if not labels and place not in told:
            continue
        usual = "lab telling" if place in told else "lab"
        x, y, anchor, (dx, dy) = _label_place(board, label, turn)
        yield Element(
            "text",
            {
                "class": f"{usual} {classes[place]}" if place in classes else usual,
                "x": number(x),
                "y": number(y),
                "dx": f"{number(dx)}em",
                "dy": f"{number(dy)}em",
                "text-anchor": anchor,
                "data-line": " ".join(map(str, label.cells)),
            },
            label.text + (ON_LINES[classes[place]] if place in classes else ""),
        )


def _inscribed(on: Drawn, over: Layers) -> Iterable[Element]:
    """What is written in the cells where nothing lies; what lies there bears it instead."""
    for cell, text in enumerate(on.inscribed):
        if text and on.polygons[cell] and cell not in over.taken:
            (x, y), size = on.centres[cell], min(0.8 * on.radii[cell], 2.4 * on.radii[cell] / len(text))
            place = {"x": number(x), "y": number(y + 0.35 * size), "font-size": number(size)}
            yield Element("text", {"class": "inscription", "data-cell": str(cell), **place}, text)


def _has_names(board: Board) -> bool:
    """Where no coordinates stand beside the board and nothing else is in the cells, they bear their names."""
    return not board.labels and not any(board.inscribed)


def _names(board: Board, on: Drawn, over: Layers) -> Iterable[Element]:
    """The name of each cell where nothing lies."""
    taken = {
        each.attributes["data-cell"]
        for each in (*over.pieces, *over.marks)
        if not each.attributes["class"].startswith("edge")
    }
    for cell, (x, y) in enumerate(on.centres):
        if cell not in board.void and on.polygons[cell] and str(cell) not in taken:
            place = {"x": number(x), "y": number(y), "dy": ".36em"}
            yield Element(
                "text", {"class": "lab in-cell", **place, "data-line": str(cell)}, board.names[cell]
            )


def _label_place(board: Board, label: Label, turn: int) -> tuple[float, float, str, Point]:
    """Where a coordinate stands: a point just outside the board, the anchor, and the way from there in em.

    Its letters are upright however the board is turned, and grow away from the board when they are enlarged.
    """
    by = turner(board, turn)
    x, y = placed(label.at, by)
    near = min((placed(board.centres[cell], by) for cell in label.cells), key=lambda c: math.dist(c, (x, y)))
    away = math.dist(near, (x, y))
    dx, dy = (x - near[0]) / away, (y - near[1]) / away
    if abs(dx) > 0.6:
        inner = 0.34 * UNIT
        return x - dx * inner, y - dy * inner, "end" if dx < 0 else "start", (0.0, 0.36 + 0.36 * dy)
    inner = 0.32 * UNIT
    return x - dx * inner, y - dy * inner, "middle", (0.5 * dx, 0.36 + 0.5 * dy)
