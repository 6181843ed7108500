"""Stones: a disc with a rim, and from three players on a pattern, so that nothing is told by colour alone."""

from __future__ import annotations

COLOURS = ("red", "blue", "yellow", "green", "violet", "pink")

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
}


def stone(colour: str, patterned: bool) -> str:
    """A stone of radius 1 as an SVG group, to be used by its id."""
    return (
        f'<g id="stone-{colour}"><circle r=".955" fill="var(--{colour})"/>'
        f"{_pattern(colour) if patterned else ''}"
        f'<circle r=".955" fill="none" stroke="var(--{colour}-rim)" stroke-width=".09"/></g>'
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
