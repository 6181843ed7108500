"""The line at the top of a page, until `web/lib/header.js` puts its own there."""

from __future__ import annotations

from pavage.pages.templates import Markup, render
from pavage.words import Words

PLACES = {
    "games": "/",
    "learn": "/learn",
    "boards": "/boards",
    "view": "/view",
    "tournaments": "/tournaments",
    "class": "/class",
}


def header(words: Words, here: str = "") -> Markup:
    """Return the brand and the links to other places; `here` is the current one."""
    return render("header.html", places=PLACES, here=here, say=words)
