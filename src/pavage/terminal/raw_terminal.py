"""The terminal itself, taken for ourselves: whole frames out, and everything as before when we leave."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import termios
import tty
from collections.abc import Sequence
from types import FrameType
from typing import Any

from pavage.terminal.keyboard import Keyboard

ENTER_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[?1000h\x1b[?1006h"
"""With the mouse: presses, and where, as text."""
LEAVE_SCREEN = "\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l"


class RawTerminal:
    """A context: inside it the alternate screen is ours, and keys come one by one."""

    def __init__(self) -> None:
        self.input = sys.stdin.fileno()
        self.output = sys.stdout.fileno()
        self.keyboard = Keyboard(self.input)
        self.resized = True
        self._shown: list[str] = []
        self._place: tuple[int, int] | None = None
        self._before: list[Any] = []
        self._handler: Any = None

    def __enter__(self) -> RawTerminal:
        self._before = termios.tcgetattr(self.input)
        self._handler = signal.signal(signal.SIGWINCH, self._on_resize)
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGWINCH, self._handler)
        self._give_back()

    def _take(self) -> None:
        tty.setraw(self.input, termios.TCSADRAIN)
        self._write(ENTER_SCREEN)
        self._shown = []

    def _give_back(self) -> None:
        with contextlib.suppress(OSError, termios.error):  # the terminal may be gone
            self._write(LEAVE_SCREEN)
            termios.tcsetattr(self.input, termios.TCSADRAIN, self._before)

    def _on_resize(self, _: int, __: FrameType | None) -> None:
        self.resized = True

    def suspend(self) -> None:
        """Ctrl-Z: give the terminal back, stop, and take it again when we are continued."""
        self._give_back()
        os.kill(os.getpid(), signal.SIGTSTP)
        self._take()
        self.resized = True

    def show(self, frame: Sequence[str], cursor: tuple[int, int] | None) -> None:
        """Write what has changed since the last frame, all at once, and put the cursor in its place."""
        if self.resized:
            self.resized = False
            self._shown = []
            self._write("\x1b[2J")
        parts = []
        for line in range(max(len(frame), len(self._shown))):
            new = frame[line] if line < len(frame) else ""
            if line >= len(self._shown) or self._shown[line] != new:
                parts.append(f"\x1b[{line + 1};1H\x1b[0m{new}\x1b[0m\x1b[K")
        if parts or self._place != cursor:
            place = f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H\x1b[?25h" if cursor else ""
            self._write("\x1b[?25l" + "".join(parts) + place)
            self._shown, self._place = list(frame), cursor

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "utf-8", "replace")
        while data:
            data = data[os.write(self.output, data) :]
