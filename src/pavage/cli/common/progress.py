"""A line that says how far a long piece of work is, only where a person sees it."""

from __future__ import annotations

import sys
import time

from pavage.view.text.characters import bar

PATIENCE = 2.0
"""Seconds before anything is said."""


class Progress:
    """Use it as a context; what it wrote is wiped out at the end."""

    def __init__(self, unicode: bool = True) -> None:
        self.seen = sys.stderr.isatty()
        self.unicode = unicode
        self.begun = time.monotonic()
        self.written = False

    def __enter__(self) -> Progress:
        return self

    def show(self, share: float, text: str) -> None:
        if self.seen and time.monotonic() - self.begun > PATIENCE:
            sys.stderr.write(f"\r\x1b[K{bar(share, unicode=self.unicode)} {text}")
            sys.stderr.flush()
            self.written = True

    def clear(self) -> None:
        if self.written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.written = False

    def __exit__(self, *_: object) -> None:
        self.clear()
