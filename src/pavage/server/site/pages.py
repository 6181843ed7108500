"""The pages that a script shows, by address: all are one page, in the reader's language and theme."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.requests import HTTPConnection

from pavage.pages.compose import page as text_page
from pavage.pages.frame import framed
from pavage.pages.templates import Markup, render
from pavage.server.site.theme import wanted_theme
from pavage.words import LANGUAGES, Words, words

VIEWS = {
    "/": "pages/home.js",
    "/new": "pages/new_game.js",
    "/setup": "pages/setup.js",
    "/view": "pages/shared_game.js",
    "/boards": "pages/boards.js",
    "/print": "pages/print.js",
    "/puzzle": "puzzles/maker.js",
    "/relay": "pages/relay.js",
    "/play/{name}": "table/play.js",
    "/play/{name}/{number}": "turns/series.js",
    "/tournaments": "pages/tournament.js",
    "/tournaments/{name}": "pages/tournament.js",
    "/class": "class/class_page.js",
    "/class/{name}": "class/class_page.js",
}
"""The address of a page, and the module that shows it: its `showPage` is given what the address names."""
ASKED = {address[1:]: module for address, module in VIEWS.items() if "{" not in address}
ASKED["game"] = VIEWS["/new"]
"""The same by the query of the first page: `/?game=hex`."""
STYLES = {
    "pages/tournament.js": "/view/cross.css /web/tournament.css",
    "turns/series.js": "/web/tournament.css",
    "pages/print.js": "/web/print.css",
    "class/class_page.js": "/web/class.css",
    "puzzles/maker.js": "/web/puzzles/puzzles.css",
}
"""Sheets that not all pages have."""

FINISHED = ("/", "/new", "/play/{name}")
"""Of these the server also makes what is first seen (`server/front/`)."""

NOTHING = Markup()

router = APIRouter()


def show(request: Request) -> HTMLResponse:
    return HTMLResponse(page(request))


for _address in VIEWS:
    if _address not in FINISHED:
        router.get(_address, include_in_schema=False)(show)


def page(
    request: HTTPConnection,
    body: Markup = NOTHING,
    title: str = "",
    first: dict[str, Any] | None = None,
    early: bool = False,
) -> str:
    """All views are this page; its script shows the one that the address names.

    `body` is what can be read before the script has come, and `first` what it would else have to ask for;
    with `early`, what is done at its board meanwhile is kept.
    """
    view = view_of(request)
    speak = wanted_words(request)
    return framed(
        render("view.html", view=view, body=body, say=speak),
        speak.every("web."),
        speak.language,
        wanted_theme(request),
        "main.js",
        title=title,
        style=STYLES.get(view, ""),
        view=view,
        first=first,
        early=early,
    )


def lost_page(request: HTTPConnection, sentence: str) -> str:
    """Why there is nothing to see at an address, and the way on."""
    speak = wanted_words(request)
    body = render("lost.html", sentence=sentence, say=speak)
    return text_page(sentence, body, speak, wanted_theme(request))


def view_of(request: HTTPConnection) -> str:
    """The module that web/main.js loads for an address."""
    address = request.scope["route"].path
    asked = ASKED.get(next(iter(request.query_params), "")) if address == "/" else None
    return asked or VIEWS[address]


def wanted_words(request: HTTPConnection) -> Words:
    """The words of the language wanted: by the address, an earlier choice, the browser, or the program."""
    asked = (
        request.query_params.get("language"),
        request.cookies.get("pavage_language"),
        _accepted(request.headers.get("accept-language", "")),
        getattr(request.app.state, "language", None),
    )
    return words(next((language for language in asked if language in LANGUAGES), "en"))


def _accepted(header: str) -> str | None:
    """The first of our languages in a browser's list, by the weights it gives."""
    weighed = []
    for place, part in enumerate(header[:200].split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name[:2].lower()))
        except ValueError:
            continue
    return next((language for _, _, language in sorted(weighed) if language in LANGUAGES), None)
