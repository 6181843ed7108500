"""Our SVG pictures as ink: what `view/` draws for the screen is what comes on paper, at any scale."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as XML
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pavage.printing.curves import read_path
from pavage.printing.ink import (
    IDENTITY,
    Clip,
    Ink,
    Matrix,
    Path,
    Shape,
    Text,
    bounds,
    circle,
    line,
    moved,
    placed,
    polygon,
    rectangle,
    scale_of,
    times,
)
from pavage.printing.styling import INHERITED, Kind, Style, StyleSheet, length

PIXEL = 0.22
"""Millimetres of a line that is one pixel wide on any screen."""
_NUMBER = re.compile(r"-?[\d.]+")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}$")
_URL = re.compile(r"url\(#([\w-]+)\)")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where we are in a drawing: how points come to lie on paper, and what is handed down."""

    matrix: Matrix
    way: tuple[Kind, ...]
    style: Style
    opacity: float


def drawn(svg: str, matrix: Matrix = IDENTITY, pixel: float = PIXEL) -> list[Ink]:
    """The elements of a picture, each at its place on paper. The ground behind it is left out."""
    root = XML.fromstring(re.sub(r' xmlns="[^"]*"', "", svg, count=1))
    return list(_Drawing(root, pixel).children(root, _Place(matrix, (_kind(root),), {}, 1.0)))


class _Drawing:
    def __init__(self, root: XML.Element, pixel: float) -> None:
        self.pixel = pixel
        self.named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
        sheets = "".join(element.text or "" for element in root.iter("style"))
        self.sheet = StyleSheet(sheets)
        # The first rectangle of a picture is its ground.
        self.ground = next((element for element in root if element.tag == "rect"), None)

    def children(self, element: XML.Element, place: _Place) -> Iterator[Ink]:
        for child in element:
            if child.tag not in ("defs", "style", "title") and child is not self.ground:
                yield from self.element(child, place)

    def element(self, element: XML.Element, place: _Place) -> Iterator[Ink]:
        way = (*place.way, _kind(element))
        style = self.sheet.of(way, element.attrib)
        inherited = place.style | {name: style[name] for name in INHERITED if name in style}
        style = place.style | style
        matrix = times(place.matrix, _transform(element.get("transform", "")))
        opacity = place.opacity * float(style.get("opacity", 1))
        inside = _Place(matrix, way, inherited, opacity)
        if element.tag in ("g", "svg"):
            yield from self.children(element, inside)
        elif element.tag == "use":
            yield from self.element(self.named[element.get("href", "")[1:]], inside)
        elif element.tag == "text":
            yield from _text(element, style, inside)
        else:
            yield from self.shape(element, style, inside)

    def shape(self, element: XML.Element, style: Style, place: _Place) -> Iterator[Ink]:
        path = moved(_outline(element), place.matrix)
        if not path:
            return
        fill = style.get("fill", "#000000")
        pattern = _URL.match(fill)
        fixed = style.get("vector-effect") == "non-scaling-stroke"
        unit = self.pixel if fixed else scale_of(place.matrix)
        shape = Shape(
            path,
            fill if _COLOUR.match(fill) else "",
            _colour(style.get("stroke", "")),
            length(style.get("stroke-width", "1")) * unit,
            tuple(float(each) * unit for each in _NUMBER.findall(style.get("stroke-dasharray", ""))),
            place.opacity,
            float(style.get("fill-opacity", 1)),
        )
        if pattern:
            yield from self.patterned(self.named[pattern[1]], shape, place)
        elif shape.fill or shape.stroke:
            yield shape

    def patterned(self, pattern: XML.Element, shape: Shape, place: _Place) -> Iterator[Ink]:
        """The ground of a pattern, its tiles within the shape, then the line around it."""
        ground, *signs = pattern
        yield replace(shape, fill=_colour(ground.get("fill", "")), stroke="")
        step = float(pattern.get("width", 1))
        scale = scale_of(place.matrix)
        left, top, right, low = bounds([shape])
        first = _Place((scale, 0.0, 0.0, scale, 0.0, 0.0), place.way, {}, place.opacity)
        tile = [ink for sign in signs for ink in self.element(sign, first)]
        size = step * scale
        copies = [
            ink
            for column in range(math.floor(left / size), math.ceil(right / size))
            for row in range(math.floor(top / size), math.ceil(low / size))
            for ink in placed(tile, (1.0, 0.0, 0.0, 1.0, column * size, row * size))
        ]
        yield Clip(shape.path, tuple(copies), pattern=True)
        yield replace(shape, fill="")


def _kind(element: XML.Element) -> Kind:
    return element.tag, frozenset(element.get("class", "").split())


def _colour(text: str) -> str:
    return text if _COLOUR.match(text) else ""


def _transform(text: str) -> Matrix:
    matrix = IDENTITY
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(value) for value in _NUMBER.findall(inside)]
        if name == "translate":
            matrix = times(matrix, (1.0, 0.0, 0.0, 1.0, values[0], values[1]))
        else:
            assert name == "scale", f"nobody draws with {name}"
            matrix = times(matrix, (values[0], 0.0, 0.0, values[-1], 0.0, 0.0))
    return matrix


def _outline(element: XML.Element) -> Path:
    def at(name: str) -> float:
        return float(element.get(name, 0))

    match element.tag:
        case "polygon":
            values = [float(value) for value in _NUMBER.findall(element.get("points", ""))]
            return polygon(zip(values[::2], values[1::2], strict=True)) if values else ()
        case "path":
            return read_path(element.get("d", ""))
        case "circle":
            return circle(at("cx"), at("cy"), at("r"))
        case "rect":
            return rectangle(at("x"), at("y"), at("width"), at("height"), at("rx"))
        case "line":
            return line(at("x1"), at("y1"), at("x2"), at("y2"))
    raise ValueError(f"nobody draws with {element.tag}")


def _text(element: XML.Element, style: Mapping[str, str], place: _Place) -> Iterator[Ink]:
    size = length(style.get("font-size", "16"))
    x = float(element.get("x", 0)) + length(element.get("dx", "0")) * size
    y = float(element.get("y", 0)) + length(element.get("dy", "0")) * size
    scale = scale_of(place.matrix)
    ((_, at),) = moved((("M", (x, y)),), place.matrix)
    halo = _colour(style.get("stroke", "")) if style.get("paint-order") == "stroke" else ""
    yield Text(
        at[0],
        at[1],
        element.text or "",
        size * scale,
        "bold" if style.get("font-weight") == "600" else "sans",
        _colour(style.get("fill", "")) or "#000000",
        style.get("text-anchor", "start"),
        place.opacity,
        halo=halo,
        halo_width=length(style.get("stroke-width", "0")) * scale if halo else 0.0,
    )
