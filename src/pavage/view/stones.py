"""What pieces are made of: a disc with a rim, a crown, and from three players on a pattern for each colour.

So nothing is told by colour alone. Solid pieces, cut to their cells, are filled with the same patterns.
"""

from __future__ import annotations

COLOURS = ("red", "blue", "yellow", "green", "violet", "pink", "orange")
NEUTRAL = "neutral"
"""The colour of what belongs to nobody; it has no pattern."""

_DOTS = ((0, 0), (0.52, 0), (0.26, 0.45), (-0.26, 0.45), (-0.52, 0), (-0.26, -0.45), (0.26, -0.45))
_LINES = {
    "yellow": (
        "M-.89 .13L.13-.89M-.75 .5L.5-.75M-.5 .75L.75-.5M-.13 .89L.89-.13",
        0.1,
    ),
    "green": (
        "M-.29-.85L.85 .29M-.64-.64L.64 .64M-.85-.29L.29 .85"
        "M-.85 .29L.29-.85M-.64 .64L.64-.64M-.29 .85L.85-.29",
        0.075,
    ),
    "pink": (
        "M-.81-.4L.81-.4M-.9 0L.9 0M-.81 .4L.81 .4M.4-.81L.4 .81M0-.9L0 .9M-.4-.81L-.4 .81",
        0.075,
    ),
    "orange": ("M-.6-.66L-.6 .66M-.2-.87L-.2 .87M.2-.87L.2 .87M.6-.66L.6 .66", 0.1),
}
_CROWN = "M-.46 .36H.46L.54-.3 .22 0 0-.46-.22 0-.54-.3Z"

# One tile of each pattern, six units wide: dots, stripes, hatch, rings, grid, bars. Red is plain.
_TILE = 6
_TILES = {
    "blue": '<circle cx="3" cy="3" r=".9" fill="{ink}"/>',
    "yellow": '<path d="M-1 7L7-1M-1 1L1-1M5 7L7 5" stroke="{ink}" stroke-width=".85"/>',
    "green": '<path d="M0 6L6 0M0 0L6 6" stroke="{ink}" stroke-width=".6"/>',
    "violet": '<circle cx="3" cy="3" r="1.8" fill="none" stroke="{ink}" stroke-width=".66"/>',
    "pink": '<path d="M0 3H6M3 0V6" stroke="{ink}" stroke-width=".6"/>',
    "orange": '<path d="M3 0V6" stroke="{ink}" stroke-width="1"/>',
}


def has_pattern(colour: str) -> bool:
    """Whether a colour has a pattern where colours have one."""
    return colour in _TILES


def fill(colour: str, patterned: bool) -> str:
    """What a piece that fills its cell is filled with."""
    return f"url(#fill-{colour})" if patterned and colour in _TILES else f"var(--{colour})"


def defined(patterned: bool) -> str:
    """The stones and kings of all colours, to be used by their ids, and the patterns of solid pieces."""
    parts = []
    for colour in (*COLOURS, NEUTRAL):
        parts.append(stone(colour, patterned))
        parts.append(_king(colour, patterned))
        if patterned and colour in _TILES:
            parts.append(
                f'<pattern id="fill-{colour}" width="{_TILE}" height="{_TILE}" patternUnits="userSpaceOnUse">'
                f'<rect width="{_TILE}" height="{_TILE}" fill="var(--{colour})"/>'
                f"{_TILES[colour].format(ink=f'var(--{colour}-mark)')}</pattern>"
            )
    return "".join(parts)


def stone(colour: str, patterned: bool) -> str:
    """A stone of radius 1 as an SVG group, to be used by its id."""
    return f'<g id="stone-{colour}">{_disc(colour, patterned)}</g>'


def _king(colour: str, patterned: bool) -> str:
    """A stone with a crown, which has a plain outline however the stone is patterned."""
    around = f'<path d="{_CROWN}" stroke="var(--{colour})" stroke-width=".34" stroke-linejoin="round"/>'
    crown = f'<path d="{_CROWN}" fill="var(--{colour}-on)"/>'
    return f'<g id="king-{colour}">{_disc(colour, patterned)}{around if patterned else ""}{crown}</g>'


def _disc(colour: str, patterned: bool) -> str:
    return (
        f'<circle r=".955" fill="var(--{colour})"/>'
        f"{_pattern(colour) if patterned else ''}"
        f'<circle r=".955" fill="none" stroke="var(--{colour}-rim)" stroke-width=".09"/>'
    )


def _pattern(colour: str) -> str:
    ink = f"var(--{colour}-mark)"
    if colour == "blue":
        return "".join(f'<circle cx="{x:g}" cy="{y:g}" r=".115" fill="{ink}"/>' for x, y in _DOTS)
    if colour == "violet":
        return "".join(
            f'<circle r="{radius}" fill="none" stroke="{ink}" stroke-width=".1"/>' for radius in (0.62, 0.28)
        )
    if colour in _LINES:
        path, width = _LINES[colour]
        return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}"/>'
    return ""
