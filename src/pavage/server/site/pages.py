"""The one page, filled in with the reader's language, theme and words."""

from __future__ import annotations

from html import escape

from starlette.requests import HTTPConnection

from pavage.pages.compose import page as text_page
from pavage.pages.frame import framed
from pavage.server.site.theme import wanted_theme
from pavage.words import LANGUAGES, Words, words

VIEWS = {
    "play": "table/play.js",
    "tournaments": "pages/tournament.js",
    "relay": "pages/relay.js",
    "new": "pages/new.js",
    "game": "pages/new.js",
    "setup": "pages/setup.js",
    "view": "pages/shared_game.js",
    "boards": "pages/boards.js",
}
"""What an address begins with, or the query of the first one: the module that shows it."""


def page(request: HTTPConnection, style: str = "") -> str:
    """All views are this page; its script shows the one that the path names. `style` are more sheets."""
    speak = wanted_words(request)
    no_script = f'<noscript><p class="note">{escape(speak("web.no_script"))}</p></noscript>'
    waiting = f'<p class="waiting small">{escape(speak("web.connecting"))}</p>'
    return framed(
        f'{no_script}\n<div id="page">{waiting}</div>',
        speak.every("web."),
        speak.language,
        wanted_theme(request),
        "main.js",
        style=style,
        view=_view(request),
    )


def lost_page(request: HTTPConnection, sentence: str) -> str:
    """Why there is nothing to see at an address, and the way on."""
    speak = wanted_words(request)
    way = f'<p><a class="btn main" href="/">{escape(speak("web.gone.games"))}</a></p>'
    body = f'<main class="prose"><h1>{escape(sentence)}</h1>{way}</main>'
    return text_page(sentence, body, speak, wanted_theme(request))


def _view(request: HTTPConnection) -> str:
    """The module that web/main.js loads for an address."""
    first = request.url.path.split("/")[1] or next(iter(request.query_params), "")
    return VIEWS.get(first, "pages/home.js")


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
