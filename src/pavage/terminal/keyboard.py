"""Reading keys: the bytes that a raw terminal sends, as names of keys and signs that were typed."""

from __future__ import annotations

import codecs
import os
import re
import select

ESCAPE_DELAY = 0.05
"""Seconds to wait for the rest of a sequence before a lone Escape is the key itself."""

SEQUENCES = {"A": "up", "B": "down", "C": "right", "D": "left", "Z": "backtab"}
CONTROLS = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x03": "interrupt",
    "\x04": "end",
    "\t": "tab",
    "\x0f": "show",
    "\x15": "clear",
    "\x1a": "suspend",
}


CLICK = "click"
WHEEL = {"64": "up", "65": "down"}


def _mouse(told: str, final: str) -> str | None:
    """What the mouse did, as a terminal says it: `button;column;line`, from 1; only presses are of use."""
    button, _, place = told.partition(";")
    if final != "M" or not re.fullmatch(r"\d{1,5};\d{1,5}", place):
        return None
    return f"{CLICK} {place}" if button == "0" else WHEEL.get(button)


def clicked(key: str) -> tuple[int, int] | None:
    """The line and column that a key of the mouse names, from 0; None for other keys."""
    word, _, place = key.partition(" ")
    if word != CLICK or not place:
        return None
    column, line = (int(number) - 1 for number in place.split(";"))
    return line, column


class Keyboard:
    """Keys one by one, from a terminal in raw mode."""

    def __init__(self, descriptor: int) -> None:
        self.input = descriptor
        self._waiting = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def read_key(self, timeout: float) -> str | None:
        """The next key: a name such as `up`, or the sign that was typed; None if nothing came in time."""
        if not self._waiting and not self._fill(timeout):
            return None
        if self._waiting[0] == "\x1b":
            return self._escape()
        sign, self._waiting = self._waiting[0], self._waiting[1:]
        if sign in CONTROLS:
            return CONTROLS[sign]
        return sign if sign.isprintable() else None

    def _escape(self) -> str | None:
        if len(self._waiting) == 1:
            self._fill(ESCAPE_DELAY)
        if len(self._waiting) == 1 or self._waiting[1] not in "[O":
            self._waiting = self._waiting[1:]
            return "escape"
        end = 2
        while True:
            if end >= len(self._waiting) and not self._fill(ESCAPE_DELAY):
                self._waiting = ""
                return None
            if "@" <= self._waiting[end] <= "~":
                break
            end += 1
        told, final = self._waiting[2:end], self._waiting[end]
        self._waiting = self._waiting[end + 1 :]
        if told.startswith("<"):
            return _mouse(told[1:], final)
        return SEQUENCES.get(final)

    def _fill(self, timeout: float) -> bool:
        """Read what is there; whether anything came. A terminal that is gone counts as Ctrl-D."""
        ready, _, _ = select.select([self.input], [], [], timeout)
        if not ready:
            return False
        try:
            data = os.read(self.input, 1024)
        except OSError:
            data = b""
        self._waiting += self._decoder.decode(data) if data else "\x04\x04"
        return bool(self._waiting)
