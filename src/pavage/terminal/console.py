"""What a terminal can show: colours, Unicode, and how wide it is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from pavage.view.text import BOLD, FAINT
from pavage.view.text.characters import paint

WIDEST_TEXT = 88
"""Longer lines of prose are hard to read."""


@dataclass(frozen=True, slots=True)
class Console:
    """How to write on a stream."""

    colour: bool
    unicode: bool
    width: int
    height: int

    def bold(self, text: str) -> str:
        return paint(text, BOLD, self.colour)

    def faint(self, text: str) -> str:
        return paint(text, FAINT, self.colour)

    @property
    def text_width(self) -> int:
        return min(self.width, WIDEST_TEXT)


def console_for(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Console:
    """What this stream can show: no colours if nobody sees them, NO_COLOR is set or the terminal is dumb."""
    size = shutil.get_terminal_size((80, 24))
    seen = stream.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return Console(seen, _has_unicode(stream, environment), max(20, size.columns), max(5, size.lines))


def _has_unicode(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Python writes UTF-8 even where the locale says C, so the locale is asked as well."""
    encoded = (stream.encoding or "").lower().replace("-", "").startswith("utf")
    locale = next(
        (environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), None
    )
    if sys.platform == "win32" or locale is None:
        return encoded
    return encoded and "utf" in locale.lower()
