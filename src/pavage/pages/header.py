"""The line at the top of a page, until `web/lib/header.js` puts its own there."""

from __future__ import annotations

from html import escape

from pavage.words import Words

PLACES = {
    "games": "/",
    "learn": "/learn",
    "boards": "/boards",
    "view": "/view",
    "tournaments": "/tournaments",
    "class": "/class",
}


def _hexagon(x: float, y: float, kind: str) -> str:
    return (
        f'<path d="M{x} {y - 18.15:g}l15.72 9.07v18.16l-15.72 9.07-15.72-9.07v-18.16z" class="brand-{kind}"/>'
    )


BRAND = (
    '<svg viewBox="-18.32 -21 71.28 72" aria-hidden="true">'
    f"{_hexagon(0, 0, 'red')}{_hexagon(34.64, 0, 'blue')}{_hexagon(17.32, 30, 'none')}</svg>"
)
"""The sign of the house."""


def header(words: Words, here: str = "") -> str:
    """The sign of the house, and where else to go."""
    known = [name for name in PLACES if words.has(f"web.place.{name}")]
    links = "".join(
        f'<a href="{PLACES[name]}"{" aria-current=page" if name == here else ""}>'
        f"{escape(words(f'web.place.{name}'))}</a>"
        for name in known
    )
    nav = f'<nav aria-label="{escape(words("web.label.places"))}"><span class="places">{links}</span></nav>'
    return (
        f'<header class="top"><a class="brand" href="/" aria-label="Pavage">{BRAND}Pavage</a>{nav}</header>'
    )
