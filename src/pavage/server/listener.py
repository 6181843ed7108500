"""A page that is open at a table, and the messages on their way to it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from pavage.words import Words

WAITING = 64
"""Messages that may wait for a slow page before it is cut off."""


@dataclass(eq=False)
class Listener:
    """A page that is open at a table."""

    words: Words
    queue: asyncio.Queue[dict[str, Any] | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    closed: bool = False

    def send(self, message: dict[str, Any]) -> None:
        if self.closed:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        self.closed = True
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
