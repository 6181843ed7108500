"""The paths of our drawings read: straight lines, curves and arcs, all as straight lines and cubic curves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from pavage.printing.ink import Path, Segment

_TOKEN = re.compile(r"[MLHVQCAZml]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 0, "m": 2, "l": 2}


def read_path(text: str) -> Path:
    """A path as SVG writes it, as far as our drawings do."""
    path: list[Segment] = []
    here = first = (0.0, 0.0)
    for verb, at in _commands(text):
        match verb:
            case "M" | "L":
                here = (at[0], at[1])
                path.append((verb, here))
            case "m" | "l":
                here = (here[0] + at[0], here[1] + at[1])
                path.append((verb.upper(), here))
            case "H" | "V":
                here = (at[0], here[1]) if verb == "H" else (here[0], at[0])
                path.append(("L", here))
            case "Q":
                path.append(("C", quadratic(here, at)))
                here = (at[2], at[3])
            case "C":
                path.append(("C", at))
                here = (at[4], at[5])
            case "A":
                path += [("C", part) for part in arc(here, at)]
                here = (at[5], at[6])
            case "Z":
                path.append(("Z", ()))
                here = first
        if verb in "Mm":
            first = here
    return tuple(path)


def _commands(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Each command with its numbers; numbers without a command go on with the one before."""
    tokens = _TOKEN.findall(text)
    place, verb = 0, "M"
    while place < len(tokens):
        if tokens[place] in _TAKES:
            verb = tokens[place]
            place += 1
        takes = _TAKES[verb]
        yield verb, tuple(map(float, tokens[place : place + takes]))
        place += takes
        verb = {"M": "L", "m": "l"}.get(verb, verb) if verb != "Z" else verb


def quadratic(here: tuple[float, float], at: tuple[float, ...]) -> tuple[float, ...]:
    """A quadratic curve as a cubic one."""
    (x0, y0), (x1, y1, x2, y2) = here, at
    return (
        x0 + 2 / 3 * (x1 - x0),
        y0 + 2 / 3 * (y1 - y0),
        x2 + 2 / 3 * (x1 - x2),
        y2 + 2 / 3 * (y1 - y2),
        x2,
        y2,
    )


def arc(here: tuple[float, float], at: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """A part of a circle, in curves of at most a quarter."""
    radius, _, _, large, sweep, x, y = at
    dx, dy = x - here[0], y - here[1]
    chord = math.hypot(dx, dy)
    if not chord:
        return
    radius = max(radius, chord / 2)
    away = math.sqrt(max(0.0, radius**2 - chord**2 / 4)) * (-1 if bool(large) == bool(sweep) else 1)
    cx, cy = here[0] + dx / 2 - away * dy / chord, here[1] + dy / 2 + away * dx / chord
    begin = math.atan2(here[1] - cy, here[0] - cx)
    turn = (math.atan2(y - cy, x - cx) - begin) % math.tau
    if not sweep:
        turn -= math.tau
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    each = turn / parts
    handle = 4 / 3 * math.tan(each / 4) * radius
    for part in range(parts):
        one, other = begin + part * each, begin + (part + 1) * each
        ox, oy = cx + radius * math.cos(one), cy + radius * math.sin(one)
        ex, ey = cx + radius * math.cos(other), cy + radius * math.sin(other)
        yield (
            ox - handle * math.sin(one),
            oy + handle * math.cos(one),
            ex + handle * math.sin(other),
            ey - handle * math.cos(other),
            ex,
            ey,
        )
