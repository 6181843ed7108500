"""Geometry laid on a board: axes, arrows, centres and turns between the middles of cells.

The browser does the same in `web/board/transformations.js`, and a test compares the two. Each line lies on a
halo in the colour of the cells, so that it is seen on any piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pavage.scene import Mark
from pavage.tiling import Point
from pavage.tiling.plane import around
from pavage.view.outline import number

FIGURES = ("axis", "arrow", "centre", "turn")
HEAD = 4.6
"""Length of the head of an arrow."""
CROSS = 4.0
NAME = 11.0
"""Half of what an axis leaves free for the name of a tile."""
RING = 13.5
"""Round a name that is a centre."""
ON_LINE = 0.1
"""A corner this near to an axis lies on it."""

Shape = tuple[str, dict[str, str], str]
"""Tag, attributes and text of an element."""


def figure(
    mark: Mark,
    centres: Sequence[Point],
    polygons: Sequence[Sequence[Point]],
    written: Sequence[Point] = (),
) -> list[Shape]:
    """The elements of a mark that is a figure; none if it has too few cells. Axes and centres spare names."""
    at = [centres[cell] for cell in mark.cells]
    if len(at) < (1 if mark.kind == "centre" else 2):
        return []
    if mark.kind == "axis":
        return list(_axis(mark, at, polygons, written))
    if mark.kind == "centre":
        return list(_centre(mark, at, written))
    return list({"arrow": _arrow, "turn": _turn}[mark.kind](mark, at))


def _axis(
    mark: Mark, at: Sequence[Point], polygons: Sequence[Sequence[Point]], written: Sequence[Point]
) -> Iterator[Shape]:
    """From one side of the board to the other, but for the names of tiles."""
    (x, y), (ox, oy) = at[0], at[1]
    length = math.hypot(ox - x, oy - y)
    if length == 0:
        return
    dx, dy = (ox - x) / length, (oy - y) / length
    steps = [0.0, length]
    for polygon in polygons:
        for (ax, ay), (bx, by) in around(polygon):
            here, there = (ax - x) * dy - (ay - y) * dx, (bx - x) * dy - (by - y) * dx
            if abs(here) < ON_LINE:
                steps.append((ax - x) * dx + (ay - y) * dy)
            elif abs(there) > ON_LINE and (here < 0) != (there < 0):
                share = here / (here - there)
                steps.append((ax + (bx - ax) * share - x) * dx + (ay + (by - ay) * share - y) * dy)
    names = sorted(
        (px - x) * dx + (py - y) * dy for px, py in written if abs((px - x) * dy - (py - y) * dx) < ON_LINE
    )
    begins = [min(steps), *(step + NAME for step in names)]
    ends = [*(step - NAME for step in names), max(steps)]
    parts = [
        f"M{_point(x + dx * begin, y + dy * begin)}L{_point(x + dx * end, y + dy * end)}"
        for begin, end in zip(begins, ends, strict=True)
        if end > begin
    ]
    yield from _lines("axis", mark, "".join(parts))


def _arrow(mark: Mark, at: Sequence[Point]) -> Iterator[Shape]:
    (x, y), (ox, oy) = at[0], at[1]
    length = math.hypot(ox - x, oy - y)
    if length == 0:
        return
    dx, dy = (ox - x) / length, (oy - y) / length
    yield from _lines("arrow", mark, f"M{_point(x, y)}L{_point(ox - dx * HEAD, oy - dy * HEAD)}")
    yield _head(mark, (ox, oy), (dx, dy))


def _centre(mark: Mark, at: Sequence[Point], written: Sequence[Point]) -> Iterator[Shape]:
    """A cross in the middle of what is turned, one cell or between several; round a name, a ring."""
    x, y = (sum(each) / len(at) for each in zip(*at, strict=True))
    if any(abs(px - x) + abs(py - y) < ON_LINE for px, py in written):
        size, wide = number(RING), number(2 * RING)
        half = f"a{size} {size} 0 1 0"
        yield from _lines("centre", mark, f"M{_point(x - RING, y)}{half} {wide} 0{half} -{wide} 0")
        return
    cross = f"M{_point(x - CROSS, y)}H{number(x + CROSS)}M{_point(x, y - CROSS)}V{number(y + CROSS)}"
    yield from _lines("centre", mark, cross)


def _turn(mark: Mark, at: Sequence[Point]) -> Iterator[Shape]:
    """An arc with its degrees: counter-clockwise as one sees it, and so against the angles of the screen."""
    (x, y), (ox, oy) = at[0], at[1]
    radius, begin = math.hypot(ox - x, oy - y), math.atan2(oy - y, ox - x)
    if radius == 0 or mark.value == 0:
        return
    sense = 1 if mark.value > 0 else -1
    end = begin - math.radians(mark.value)
    # The head is as long as this much of the arc.
    short = end + sense * HEAD / radius
    tip = (x + radius * math.cos(end), y + radius * math.sin(end))
    stop = (x + radius * math.cos(short), y + radius * math.sin(short))
    large = 1 if abs(mark.value) > 180 else 0
    arc = f"M{_point(ox, oy)}A{number(radius)} {number(radius)} 0 {large} {int(sense < 0)} {_point(*stop)}"
    yield from _lines("arrow", mark, arc)
    away = math.hypot(tip[0] - stop[0], tip[1] - stop[1]) or 1.0
    yield _head(mark, tip, ((tip[0] - stop[0]) / away, (tip[1] - stop[1]) / away))
    middle = begin - math.radians(mark.value) / 2
    text = mark.text or f"{number(mark.value).replace('-', chr(0x2212))}°"
    place = {
        "x": number(x + radius * math.cos(middle)),
        "y": number(y + radius * math.sin(middle) + 2.6),
    }
    yield "text", {"class": "degrees", "data-cell": str(mark.cells[0]), **place}, text


def _lines(name: str, mark: Mark, path: str) -> Iterator[Shape]:
    for layer in ("halo", name):
        yield "path", {"class": f"figure {layer}", "data-cell": str(mark.cells[0]), "d": path}, ""


def _head(mark: Mark, tip: Point, way: Point) -> Shape:
    (x, y), (dx, dy) = tip, way
    back = (x - dx * HEAD, y - dy * HEAD)
    half = HEAD * 0.5
    points = [tip, (back[0] - dy * half, back[1] + dx * half), (back[0] + dy * half, back[1] - dx * half)]
    drawn = " ".join(f"{number(px)},{number(py)}" for px, py in points)
    return "polygon", {"class": "head", "data-cell": str(mark.cells[0]), "points": drawn}, ""


def _point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
