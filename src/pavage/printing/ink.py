"""What comes on paper, as plain data in millimetres from the upper left corner: shapes, texts, clipped parts.

PDF and SVG are both written from it (`pdf.py`, `svg.py`), in colour, in grey, or as hairlines only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pavage.phrase import PhrasedError
from pavage.printing.fonts import font

HAIR = 0.1
"""Millimetres of a hairline."""
LINE = 0.25
BLACK = "#000000"

Segment = tuple[str, tuple[float, ...]]
"""M, L, C or Z, and coordinates."""
Path = tuple[Segment, ...]
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
KAPPA = 0.5522847498
"""Of the radius: where the control points of a quarter of a circle lie."""


class CannotPrint(PhrasedError, ValueError):
    """Something that cannot be printed as it was asked for."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", f"print.{key}", **values)


@dataclass(frozen=True, slots=True)
class Shape:
    """A path that is filled, drawn along, or both."""

    path: Path
    fill: str = ""
    stroke: str = ""
    width: float = LINE
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    fill_opacity: float = 1.0
    name: str = ""
    """What it is, where somebody may want to find it: card, tile, cut, fold, ruler."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of letters."""

    x: float
    y: float
    text: str
    size: float
    face: str = "sans"
    fill: str = BLACK
    anchor: str = "start"
    opacity: float = 1.0
    slanted: bool = False
    halo: str = ""
    """The colour of an edge around the letters, so that they are read on any ground."""
    halo_width: float = 0.0
    angle: float = 0.0
    """Degrees by which it is turned, clockwise."""

    @property
    def left(self) -> float:
        """Where it would begin if it were not turned."""
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.x - share * self.wide

    @property
    def wide(self) -> float:
        return font(self.face).width(self.text) * self.size


@dataclass(frozen=True, slots=True)
class Clip:
    """Only what lies within a path is seen."""

    path: Path
    inside: tuple[Ink, ...]
    pattern: bool = False
    """It only tells a colour from others."""


Ink = Shape | Text | Clip


# --- making paths


def polygon(points: Iterable[tuple[float, float]], closed: bool = True) -> Path:
    path: list[Segment] = [("L", point) for point in points]
    path[0] = ("M", path[0][1])
    return (*path, ("Z", ())) if closed else tuple(path)


def line(x1: float, y1: float, x2: float, y2: float) -> Path:
    return polygon([(x1, y1), (x2, y2)], closed=False)


def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0.0) -> Path:
    if not radius:
        return polygon([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
    r, k = radius, radius * (1 - KAPPA)
    right, low = x + wide, y + high
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, low - r)),
        ("C", (right, low - k, right - k, low, right - r, low)),
        ("L", (x + r, low)),
        ("C", (x + k, low, x, low - k, x, low - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def circle(x: float, y: float, radius: float) -> Path:
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def hexagon(x: float, y: float, across: float) -> Path:
    """A hexagon that stands on a corner; `across` is from side to side."""
    edge = across / math.sqrt(3)
    angles = (math.radians(60 * corner - 90) for corner in range(6))
    return polygon([(x + edge * math.cos(angle), y + edge * math.sin(angle)) for angle in angles])


# --- moving


def times(one: Matrix, other: Matrix) -> Matrix:
    """First the other, then the one."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def scale_of(matrix: Matrix) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def moved(path: Path, matrix: Matrix) -> Path:
    a, b, c, d, e, f = matrix
    return tuple(
        (
            verb,
            tuple(
                value
                for x, y in zip(at[::2], at[1::2], strict=True)
                for value in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for verb, at in path
    )


def placed(inks: Iterable[Ink], matrix: Matrix) -> list[Ink]:
    """The same inks elsewhere, larger or turned."""
    a, b, c, d, e, f = matrix
    scale = scale_of(matrix)
    found: list[Ink] = []
    for ink in inks:
        if isinstance(ink, Shape):
            dash = tuple(scale * each for each in ink.dash)
            found.append(replace(ink, path=moved(ink.path, matrix), width=ink.width * scale, dash=dash))
        elif isinstance(ink, Clip):
            found.append(replace(ink, path=moved(ink.path, matrix), inside=tuple(placed(ink.inside, matrix))))
        else:
            turned = ink.angle + math.degrees(math.atan2(b, a))
            x, y = a * ink.x + c * ink.y + e, b * ink.x + d * ink.y + f
            size, halo = ink.size * scale, ink.halo_width * scale
            found.append(replace(ink, x=x, y=y, size=size, halo_width=halo, angle=turned))
    return found


def shifted(inks: Iterable[Ink], dx: float, dy: float) -> list[Ink]:
    return placed(inks, (1.0, 0.0, 0.0, 1.0, dx, dy))


def bounds(inks: Iterable[Ink]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all that is seen."""
    xs: list[float] = []
    ys: list[float] = []
    for ink in inks:
        if isinstance(ink, Text):
            xs += [ink.left, ink.left + ink.wide]
            ys += [ink.y - 0.75 * ink.size, ink.y + 0.2 * ink.size]
        else:
            for _, at in ink.path:
                xs += at[0::2]
                ys += at[1::2]
    return min(xs), min(ys), max(xs), max(ys)
