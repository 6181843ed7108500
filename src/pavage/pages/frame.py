"""The frame of every page: head, style sheets, the words that its script needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files


def framed(
    body: str,
    known: Mapping[str, str],
    language: str,
    theme: str,
    script: str,
    title: str = "",
    style: str = "",
    modules: Iterable[str] = (),
) -> str:
    """A whole page. `known` are the words of its script; `style` are the sheets that not all pages have.

    `modules` are fetched at once: what a script imports would else be asked for one step after the other.
    """
    values = {
        "language": language,
        "theme": theme,
        "title": f"{escape(title)} · Pavage" if title else "Pavage",
        "style": "".join(f'<link rel="stylesheet" href="{sheet}">\n' for sheet in style.split()),
        "modules": "".join(f'<link rel="modulepreload" href="{module}">\n' for module in modules),
        # The words lie in the page as data; "<" must not end the element they lie in.
        "words": json.dumps(known, ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
        "body": body,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda blank: values[blank[1]], _template())


@cache
def _template() -> str:
    return files("pavage").joinpath("pages", "page.html").read_text(encoding="utf-8")
