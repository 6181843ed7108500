"""A page that is open at a table: who it acts for, what its hand holds, the messages on their way to it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pavage.game import Move
from pavage.server import limits
from pavage.server.rooms.state import Message
from pavage.server.site.rate_limit import Pace
from pavage.words import Words

GONE = 4404
"""Why a socket is closed: its table is no longer there. A page that reads it does not come back."""
TRY_LATER = 1013
"""Why a socket is closed: there is no place, or the page does not read what it is sent. It may try again."""


@dataclass(eq=False)
class OpenPage:
    """A page that is open at a table. Until it shows a key it only watches."""

    words: Words
    keys: frozenset[str] = frozenset()
    """What its keys hash to."""
    address: str = ""
    """Where it comes from, as limits are counted."""
    coming: bool = False
    """It said that it has a key and has not shown it yet, so it is nobody who only watches."""
    greeted: bool = False
    """It has shown its keys, or said that it has none."""
    at_door: bool = False
    """All places to watch are taken, and it may still turn out to play."""
    touched: Move = ()
    version: int = 0
    """How often the game had changed when it touched that."""
    mark: str = ""
    """Of the message that is being dealt with, until it is answered."""
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(limits.WAITING))
    closed: bool = False
    code: int = GONE
    pace: Pace = field(default_factory=lambda: Pace(limits.MESSAGES, time.monotonic()))
    number: int = field(default_factory=count().__next__)
    """Those that came later have higher ones."""
    _seen: str = ""

    def send(self, message: Message) -> None:
        self.send_text(dumped(message))

    def send_state(self, state: str, answers: str) -> None:
        """A state, with the mark of the message that it answers, if it does."""
        self._seen = state
        if answers:
            self.mark = ""
            state = f'{state[:-1]},"answers":{dumped(answers)}}}'
        self.send_text(state)

    def send_news(self, state: str, answers: str) -> None:
        """A state that nobody asked for, or that perhaps answers: only if it is another than the last."""
        if answers or state != self._seen:
            self.send_state(state, answers)

    def send_text(self, text: str) -> None:
        if self.closed:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(TRY_LATER)

    def close(self, code: int = GONE) -> None:
        if self.closed:
            return
        self.closed, self.code = True, code
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def may_speak(self, now: float) -> bool:
        """Whether one more message may be heard: so many a second, and no more than that at once."""
        return self.pace.take(now, limits.MESSAGES, limits.MESSAGES)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def dumped(message: Mapping[str, Any] | str) -> str:
    return _ENCODER.encode(message)
