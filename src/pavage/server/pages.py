"""The one page, filled in with the reader's language, theme and words."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files

from starlette.requests import HTTPConnection

from pavage.pages.compose import page as text_page
from pavage.pages.frame import framed
from pavage.server.theme import wanted_theme
from pavage.words import LANGUAGES, Words, words


def page(request: HTTPConnection, style: str = "") -> str:
    """All views are this page; its script shows the one that the path names. `style` are more sheets."""
    speak = wanted_words(request)
    no_script = f'<noscript><p class="note">{escape(speak("web.no_script"))}</p></noscript>'
    return framed(
        f'{no_script}\n<div id="page"></div>',
        speak.every("web."),
        speak.language,
        wanted_theme(request),
        "/web/main.js",
        style=style,
        modules=_imported("play.js") if request.url.path.startswith("/play/") else (),
    )


def lost_page(request: HTTPConnection, sentence: str) -> str:
    """Why there is nothing to see at an address, and the way on."""
    speak = wanted_words(request)
    way = f'<p><a class="btn main" href="/">{escape(speak("web.gone.games"))}</a></p>'
    body = f'<main class="prose"><h1>{escape(sentence)}</h1>{way}</main>'
    return text_page(sentence, body, speak, wanted_theme(request))


@cache
def _imported(module: str) -> list[str]:
    """Where a module lies and all that it imports, in the order of a walk."""
    walk = [module]
    for name in walk:
        text = files("pavage").joinpath("web", name).read_text(encoding="utf-8")
        named = re.findall(r'^(?:import|\}) .*?from "\./([\w-]+\.js)";$', text, re.MULTILINE)
        walk += [other for other in named if other not in walk]
    return [f"/web/{name}" for name in walk]


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
