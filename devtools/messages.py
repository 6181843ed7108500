"""Words to the person at the terminal, who may be waiting for a minute."""

from __future__ import annotations

import sys
import time
from typing import NoReturn

EVERY = 10.0
"""Seconds between two lines of progress where lines cannot be written over."""


def say(text: str) -> None:
    """Tell the person; stdout belongs to what we run."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def fail(text: str) -> NoReturn:
    """End with one line that says what to do."""
    say(text)
    sys.exit(2)


def again() -> str:
    """The command to repeat once the person has done what we asked."""
    return " ".join(["python3", "dev.py", *sys.argv[1:2]])


class Progress:
    """How far a step is: one line that grows on a terminal, a line now and then elsewhere."""

    def __init__(self, what: str) -> None:
        self._what, self._shown, self._said = what, "", time.monotonic()
        say(what)

    def tell(self, far: str) -> None:
        """Show it, if it is news."""
        if far == self._shown:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[2K{self._what}: {far}")
            sys.stderr.flush()
        elif time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            say(f"{self._what}: {far}")
        self._shown = far

    def end(self) -> None:
        """Leave the line as it is, below it the next."""
        if self._shown and sys.stderr.isatty():
            sys.stderr.write("\n")
