"""The frame of every page: head, style sheets, the words that its script needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pavage.pages.bundle import bundle_name
from pavage.pages.edition import addressed, edition
from pavage.pages.page_words import page_words
from pavage.pages.templates import Markup, render

SHEETS = ("/view/tokens.css", "/view/board.css", "/web/pavage.css")


def framed(
    body: Markup,
    known: Mapping[str, str],
    language: str,
    theme: str,
    script: str,
    title: str = "",
    style: str = "",
    view: str = "",
    first: Mapping[str, Any] | None = None,
    early: bool = False,
) -> str:
    """A whole page. `known` are words, some of which its script says; `style` are sheets of this page alone.

    `view` is the module that the script loads for this page: both come as one bundle with all they import.
    `first` is data that the script would else have to ask for. A page with a board that can be touched has
    `early`: what is done before its script has come is kept.
    """
    modules = [name for name in (script, view) if name]
    now = edition()
    return render(
        "page.html",
        language=language,
        theme=theme,
        title=title,
        icon=addressed("/web/icon.svg", now),
        sheets=[addressed(path, now) for path in (*SHEETS, *style.split())],
        early=addressed("/web/early.js", now) if early else "",
        words=_data(page_words(known, *modules)),
        first=_data(first or {}),
        script=addressed(f"/web/{bundle_name(*modules)}", now),
        body=body,
    )


def _data(known: Mapping[str, Any]) -> Markup:
    """Return data for a script element, which a "<" must not end."""
    return Markup(json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))
