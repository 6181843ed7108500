"""Ink in colour, in grey, or as hairlines only: for engraving and cutting, where letters are outlines too."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pavage.printing.fonts import Contour, font
from pavage.printing.ink import BLACK, HAIR, Clip, Ink, Path, Segment, Shape, Text, line, moved

INKS = ("colour", "grey", "outline")
"""How it is printed; `outline` is for engraving and cutting: hairlines, no fills."""
SLANT = 0.2
"""How far a slanted letter leans to the right, of its height."""


def inked(inks: Sequence[Ink], kind: str) -> list[Ink]:
    """As it is printed: in colour, in grey, or as hairlines."""
    if kind == "grey":
        return [_grey(ink) for ink in inks]
    if kind == "outline":
        return list(_outlined(inks, set()))
    return list(inks)


def grey(colour: str) -> str:
    """As bright as the colour is to the eye."""
    if not colour:
        return ""
    red, green, blue = bytes.fromhex(colour[1:])
    return "#" + 3 * f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02x}"


def _grey(ink: Ink) -> Ink:
    if isinstance(ink, Clip):
        return replace(ink, inside=tuple(map(_grey, ink.inside)))
    if isinstance(ink, Text):
        return replace(ink, fill=grey(ink.fill), halo=grey(ink.halo))
    return replace(ink, fill=grey(ink.fill), stroke=grey(ink.stroke))


Edge = tuple[tuple[float, float], tuple[float, float]]


def _outlined(inks: Iterable[Ink], drawn: set[Edge]) -> Iterator[Ink]:
    """Hairlines only. A line that two cells share is drawn once: a beam must not burn it twice."""
    for ink in inks:
        if isinstance(ink, Clip):
            if not ink.pattern:
                yield replace(ink, inside=tuple(_outlined(ink.inside, drawn)))
        elif isinstance(ink, Text):
            yield Shape(lettering(ink), stroke=BLACK, width=HAIR)
        elif ink.stroke or ink.fill:
            for path in _once(ink.path, drawn):
                yield Shape(path, stroke=BLACK, width=HAIR, dash=ink.dash, name=ink.name)


def _once(path: Path, drawn: set[Edge]) -> list[Path]:
    if any(verb == "C" for verb, _ in path):
        return [path]
    edges = list(_edges(path))
    fresh = []
    for begin, end in edges:
        one, other = _near(begin), _near(end)
        known = (min(one, other), max(one, other))
        if known not in drawn:
            drawn.add(known)
            fresh.append((begin, end))
    if len(fresh) == len(edges):
        return [path]
    return [line(*begin, *end) for begin, end in fresh]


def _near(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def _edges(path: Path) -> Iterator[Edge]:
    first = here = (0.0, 0.0)
    for verb, at in path:
        there = first if verb == "Z" else (at[0], at[1])
        if verb == "M":
            first = there
        elif here != there:
            yield here, there
        here = there


def lettering(text: Text) -> Path:
    """The outlines of the letters of a text."""
    face = font(text.face)
    share = text.size / face.units
    cosine, sine = math.cos(math.radians(text.angle)), math.sin(math.radians(text.angle))
    lean = SLANT if text.slanted else 0.0
    path: list[Segment] = []
    along = text.left - text.x
    for sign in text.text:
        glyph = face.glyph(sign)
        matrix = (
            share * cosine,
            share * sine,
            share * (sine + lean * cosine),
            share * (-cosine + lean * sine),
            text.x + along * cosine,
            text.y + along * sine,
        )
        for contour in face.contours(glyph):
            path += moved(_curves(contour), matrix)
        along += face.advances[glyph] * share
    return tuple(path)


def _curves(contour: Contour) -> Path:
    """Quadratic curves as cubic ones; between two points beside the outline lies one on it."""
    points: Contour = []
    for place, (x, y, on) in enumerate(contour):
        px, py, before = contour[place - 1]
        if not on and not before:
            points.append(((px + x) / 2, (py + y) / 2, True))
        points.append((x, y, on))
    first = next(place for place, (_, _, on) in enumerate(points) if on)
    points = [*points[first:], *points[: first + 1]]
    path: list[Segment] = [("M", points[0][:2])]
    here, aside = points[0][:2], None
    for x, y, on in points[1:]:
        if not on:
            aside = (x, y)
        elif aside is None:
            path.append(("L", (x, y)))
        else:
            path.append(("C", (*_third(here, aside), *_third((x, y), aside), x, y)))
            aside = None
        if on:
            here = (x, y)
    return (*path, ("Z", ()))


def _third(end: tuple[float, float], aside: tuple[float, float]) -> tuple[float, float]:
    return end[0] + 2 / 3 * (aside[0] - end[0]), end[1] + 2 / 3 * (aside[1] - end[1])
