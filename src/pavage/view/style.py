"""The colours of a theme, read from the style sheets of the pages, for pictures made without a browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

THEMES = ("light", "dark", "bw", "print")

_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
_VAR = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)")
_MIX = re.compile(r"color-mix\(in srgb, #(\w{6}) (\d+)%, #(\w{6})\)")

_BLOCKS = {
    "light": (":root",),
    "dark": (":root", ":root[data-theme=dark]"),
    "bw": (":root", ":root[data-theme=bw]"),
    "print": (":root", "@media print"),
}
"""The blocks of tokens.css that make a theme, each overriding those before it."""


def sheet(name: str) -> str:
    """A style sheet without its comments."""
    text = files("pavage.view").joinpath(name).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


@cache
def palette(theme: str, patterned: bool = False) -> dict[str, str]:
    """Every token of a theme with its value."""
    blocks: dict[str, dict[str, str]] = {}
    # Of what depends on the reader's device, only printing is known beforehand.
    text = re.sub(r"@media \([^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet("tokens.css"))
    text = text.replace("@media print { :root", "@media print")
    for selector, body in _BLOCK.findall(text):
        blocks.setdefault(selector.strip(), {}).update(_TOKEN.findall(body))
    wanted = list(_BLOCKS[theme])
    if patterned:
        wanted += [".patterned", *(f"{selector} .patterned" for selector in _BLOCKS[theme][1:])]
    tokens: dict[str, str] = {}
    for selector in wanted:
        tokens |= blocks.get(selector, {})
    return tokens


def resolve(text: str, theme: str, patterned: bool = False, own: Mapping[str, str] | None = None) -> str:
    """The same SVG or style sheet with every variable replaced by its value, and mixed colours mixed.

    `own` are variables that no theme has, such as the size of labels.
    """
    tokens = palette(theme, patterned) | dict(own or {})
    while _VAR.search(text):
        text = _VAR.sub(lambda found: tokens.get(found[1]) or found[2] or "none", text)
    return _MIX.sub(lambda found: _mix(found[1], int(found[2]), found[3]), text)


def _mix(one: str, share: int, other: str) -> str:
    parts = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return "#" + "".join(f"{round((a * share + b * (100 - share)) / 100):02x}" for a, b in parts)
