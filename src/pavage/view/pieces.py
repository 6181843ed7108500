"""Pieces: stones and kings by their ids, solid ones and walls cut to their cells, tiles over several cells.

The browser draws the same in `web/board/pieces.js`, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pavage.scene import Mark, Piece
from pavage.tiling import Point
from pavage.view.geometry import JOINT, UNIT, Drawn, Element, covered, cut, shrunk
from pavage.view.outline import Polygon, number, outline, seams
from pavage.view.stones import fill, has_pattern

BEAMS = ("beam_across", "beam_down")
EDGE = 2.4
"""How far from the corners of a block its cross ends."""
LENGTH, THICKNESS = 0.8, 0.17
"""Half of a beam, in edges of a cell: it reaches into both cells that it joins."""


def piece_element(on: Drawn, piece: Piece, dim: str) -> Element:
    """Tiles, solid pieces and walls have the shape of their cells; others are round and drawn once, by id."""
    place = {"data-cell": str(piece.cell)}
    if piece.shape == "tile":
        return Element("g", {**place, "class": f"piece tile{dim}"}, "", tuple(_tile(on, piece)))
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
    if piece.shape in BEAMS:
        attributes = {
            "class": f"piece beam{dim}",
            "points": _beam(on.centres[piece.cell], piece.shape),
            "fill": fill(piece.colour, on.patterned),
            "stroke": f"var(--{piece.colour}-rim)",
        }
        return Element("polygon", {**place, **attributes})
    href, text = f"#{piece.shape}-{piece.colour}", written_on(on, piece)
    if not text:
        return used(on, piece.cell, href, f"piece{dim}", on.radii[piece.cell])
    stone = used(on, piece.cell, href, "face", on.radii[piece.cell])
    parts = (stone, _lettering(piece, text, on.centres[piece.cell], 0.8 * on.radii[piece.cell]))
    return Element("g", {**place, "class": f"piece{dim}"}, "", parts)


def _beam(at: Point, shape: str) -> str:
    """A bar from the cell above to the one below, or from the left to the right."""
    along, aside = LENGTH * UNIT, THICKNESS * UNIT
    wide, high = (along, aside) if shape == "beam_across" else (aside, along)
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return " ".join(f"{number(at[0] + x)},{number(at[1] + y)}" for x, y in corners)


def written_on(on: Drawn, piece: Piece) -> str:
    """What a piece bears: its own text, else what is written in its cell, if it leaves room for it."""
    if piece.text or not on.inscribed or len(piece.cells) > 1 or piece.shape not in ("stone", "tile"):
        return piece.text
    return on.inscribed[piece.cell]


def _tile(on: Drawn, piece: Piece) -> Iterator[Element]:
    """A face around all its cells, faint lines between them, what was joined in it, its text, a seal."""
    polygons = [on.polygons[cell] for cell in covered(piece)]
    rim, ink = f"var(--{piece.colour}-rim)", f"var(--{piece.colour}-on)"
    face = {"class": "face", "d": outline(polygons, JOINT), "fill": fill(piece.colour, on.patterned)}
    yield Element("path", {**face, "stroke": rim})
    if len(polygons) > 1:
        yield Element("path", {"class": "seams", "d": seams(polygons), "stroke": ink})
    if piece.parts:
        yield from _joined(on, piece, polygons, ink)
    if text := written_on(on, piece):
        if on.patterned and has_pattern(piece.colour) and len(polygons) == 1:
            heart = shrunk(on, piece.cell, 0.66)
            yield Element("polygon", {"class": "heart", "points": heart, "fill": f"var(--{piece.colour})"})
        yield _lettering(piece, text, middle(on, covered(piece)), lettering_size(on, covered(piece), text))
    if piece.sealed:
        yield from _seal(on, piece)


def _joined(on: Drawn, piece: Piece, polygons: Sequence[Polygon], ink: str) -> Iterator[Element]:
    """The tiles that a block was made of, and a cross from corner to corner."""
    inner = "".join(outline([on.polygons[cell] for cell in part], JOINT) for part in piece.parts)
    yield Element("path", {"class": "joined", "d": inner, "stroke": ink})
    xs, ys = ([point[axis] for polygon in polygons for point in polygon] for axis in (0, 1))
    left, right, top, bottom = min(xs) + EDGE, max(xs) - EDGE, min(ys) + EDGE, max(ys) - EDGE
    ways = (((left, top), (right, bottom)), ((left, bottom), (right, top)))
    cross = "".join(f"M{number(x)} {number(y)}L{number(u)} {number(v)}" for (x, y), (u, v) in ways)
    yield Element("path", {"class": "crossed", "d": cross, "stroke": ink})


def _lettering(piece: Piece, text: str, at: Point, size: float) -> Element:
    attributes = {
        "class": "lettering",
        "x": number(at[0]),
        "y": number(at[1] + 0.35 * size),
        "font-size": number(size),
        "fill": f"var(--{piece.colour}-on)",
        "stroke": f"var(--{piece.colour})",
    }
    return Element("text", attributes, text)


def middle(on: Drawn, cells: tuple[int, ...]) -> Point:
    """The middle of the cells taken together."""
    return (
        sum(on.centres[cell][0] for cell in cells) / len(cells),
        sum(on.centres[cell][1] for cell in cells) / len(cells),
    )


def lettering_size(on: Drawn, cells: tuple[int, ...], text: str) -> float:
    """As high as the narrower side of the shape allows, and so small that all of it fits in."""
    if len(cells) == 1:
        radius = on.radii[cells[0]]
        return min(radius, 3.2 * radius / len(text))
    points = [point for cell in cells for point in on.polygons[cell]]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    return min(0.88 * UNIT, 0.54 * min(wide, high), 1.4 * wide / len(text))


def _seal(on: Drawn, piece: Piece) -> Iterator[Element]:
    """A crossed circle in the upper right corner."""
    # What lies highest to the right; where two do, as on a turned board, the first.
    cell = max(covered(piece), key=lambda each: round(on.centres[each][0] - on.centres[each][1]))
    (x, y), ink = on.centres[cell], f"var(--{piece.colour}-on)"
    x, y = x + 0.62 * on.radii[cell], y - 0.62 * on.radii[cell]
    radius = 0.3 * on.radii[cell]
    arm = 0.5 * radius
    ring = {"cx": number(x), "cy": number(y), "r": number(radius), "fill": f"var(--{piece.colour})"}
    yield Element("circle", {"class": "seal", **ring, "stroke": ink})
    low, high = (f"{number(x - arm)} {number(y + each)}" for each in (arm, -arm))
    cross = f"M{low}l{number(2 * arm)} {number(-2 * arm)}M{high}l{number(2 * arm)} {number(2 * arm)}"
    yield Element("path", {"class": "seal", "d": cross, "stroke": ink})


def coming(on: Drawn, mark: Mark) -> Iterator[Element]:
    """What would come to lie on the cells of a mark, dashed."""
    if not mark.cells:
        return
    place = {"data-cell": str(mark.cells[0])}
    polygons = [on.polygons[cell] for cell in mark.cells]
    colours = {"fill": f"var(--{mark.colour})", "stroke": f"var(--{mark.colour}-rim)"} if mark.colour else {}
    yield Element("path", {"class": "coming", **place, "d": outline(polygons, JOINT), **colours})
    if mark.text:
        (x, y), size = middle(on, mark.cells), lettering_size(on, mark.cells, mark.text)
        at = {"x": number(x), "y": number(y + 0.35 * size), "font-size": number(size)}
        yield Element("text", {"class": "said", **place, **at}, mark.text)


def used(
    on: Drawn, cell: int, href: str, name: str, radius: float, aside: float = 0.0, down: float = 0.0
) -> Element:
    x, y = on.centres[cell]
    transform = f"translate({number(x + aside)} {number(y + down)}) scale({number(radius)})"
    return Element("use", {"data-cell": str(cell), "href": href, "class": name, "transform": transform})
