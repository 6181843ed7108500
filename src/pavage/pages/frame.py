"""The frame of every page: head, style sheets, the words that its script needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from pavage.pages.bundle import bundle_name
from pavage.pages.edition import addressed, edition
from pavage.pages.page_words import page_words

SHEETS = ("/view/tokens.css", "/view/board.css", "/web/pavage.css")


def framed(
    body: str,
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
    entry = bundle_name(*modules)
    sheets = (*SHEETS, *style.split())
    now = edition()
    values = {
        "language": language,
        "theme": theme,
        "title": f"{escape(title)} · Pavage" if title else "Pavage",
        "icon": addressed("/web/icon.svg", now),
        "style": "".join(f'<link rel="stylesheet" href="{addressed(path, now)}">\n' for path in sheets),
        "early": f'<script src="{addressed("/web/early.js", now)}"></script>\n' if early else "",
        "words": _data(page_words(known, *modules)),
        "first": _data(first or {}),
        "script": addressed(f"/web/{entry}", now),
        "body": body,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda blank: values[blank[1]], _template())


def _data(known: Mapping[str, Any]) -> str:
    """What lies in the page as data; "<" must not end the element it lies in."""
    return json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _template() -> str:
    return files("pavage").joinpath("pages", "page.html").read_text(encoding="utf-8")
