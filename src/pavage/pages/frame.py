"""The frame of every page: head, style sheets, the words that its script needs."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

from pavage.pages.edition import addressed, edition

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
) -> str:
    """A whole page. `known` are the words of its script; `style` are the sheets that not all pages have.

    `view` is the module that the script loads for this page. What both import is fetched at once: it would
    else be asked for one step after the other.
    """
    named = _imported(*(name for name in (script, view) if name))
    modules = [f"/web/{name}" for name in named if name != script]
    sheets = (*SHEETS, *style.split())
    now = edition()
    values = {
        "language": language,
        "theme": theme,
        "title": f"{escape(title)} · Pavage" if title else "Pavage",
        "icon": addressed("/web/icon.svg", now),
        "style": "".join(f'<link rel="stylesheet" href="{addressed(path, now)}">\n' for path in sheets),
        "modules": "".join(f'<link rel="modulepreload" href="{addressed(path, now)}">\n' for path in modules),
        # The words lie in the page as data; "<" must not end the element they lie in.
        "words": json.dumps(known, ensure_ascii=False).replace("<", "\\u003c"),
        "script": addressed(f"/web/{script}", now),
        "body": body,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda blank: values[blank[1]], _template())


@cache
def _imported(*modules: str) -> list[str]:
    """Modules and all that they import, in the order of a walk."""
    walk = list(modules)
    for name in walk:
        text = files("pavage").joinpath("web", name).read_text(encoding="utf-8")
        named = re.findall(r'^(?:import|\}) .*?from "(\.[\w./-]+\.js)";$', text, re.MULTILINE)
        found = [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in named]
        walk += [other for other in found if other not in walk]
    return walk


@cache
def _template() -> str:
    return files("pavage").joinpath("pages", "page.html").read_text(encoding="utf-8")
