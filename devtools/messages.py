"""Messages to the person at the terminal."""

from __future__ import annotations

import sys
import time
from typing import NoReturn

LINE_INTERVAL = 10.0
"""Seconds between two lines of progress where a line cannot be overwritten."""


def say(text: str) -> None:
    """Print to stderr; stdout belongs to the program that we run."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def fail(text: str) -> NoReturn:
    """End with one line that says what to do."""
    say(text)
    sys.exit(2)


def again() -> str:
    """Return the command to repeat."""
    return " ".join(["python3", "dev.py", *sys.argv[1:2]])


class Progress:
    """The progress of a step: one line that changes on a terminal, a new line now and then elsewhere."""

    def __init__(self, what: str) -> None:
        self._what, self._shown, self._last = what, "", time.monotonic()
        say(what)

    def show(self, progress: str) -> None:
        if progress == self._shown:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[2K{self._what}: {progress}")
            sys.stderr.flush()
        elif time.monotonic() - self._last > LINE_INTERVAL:
            self._last = time.monotonic()
            say(f"{self._what}: {progress}")
        self._shown = progress

    def end(self) -> None:
        if self._shown and sys.stderr.isatty():
            sys.stderr.write("\n")
