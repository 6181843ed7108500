"""The computer that is thinking for a game at the terminal: asked, watched, hurried, sent away."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from pavage.game import Game, Position
from pavage.players.levels import ANALYSIS
from pavage.players.thought import Thought
from pavage.players.workers import Errand, SearchFailed, Workers

ATTEMPTS = 3
"""How often a search that gave no answer is sent again."""


class BackgroundSearch:
    """At most one search at a time; what becomes of its answer is for others to say."""

    def __init__(self, workers: Workers, dice: random.Random) -> None:
        self.workers = workers
        self.dice = dice
        self.hint = False
        """Whether a hint is wanted, not a move."""
        self.level = ""
        """Who is asked."""
        self._errand: Errand | None = None
        self._since = 0.0
        self._failed = 0

    @property
    def busy(self) -> bool:
        return self._errand is not None

    @property
    def doing(self) -> str:
        """The key of the words for what is going on."""
        if not self.hint:
            return "cli.play.thinking"
        return "cli.play.analysing" if self.level == ANALYSIS else "cli.play.thinking_hint"

    @property
    def exhausted(self) -> bool:
        """Whether it failed so often that a person must ask again."""
        return self._failed >= ATTEMPTS

    @property
    def progress(self) -> float:
        return min(1.0, self._errand.progress) if self._errand else 0.0

    def ask(
        self,
        game: Game[Any],
        position: Position,
        level: str,
        now: float,
        hint: bool = False,
        seconds: float | None = None,
    ) -> None:
        with _deaf_to_interrupts():
            self._errand = self.workers.think(game, position, level, self.dice.getrandbits(32), seconds)
        self._since, self.hint, self.level = now, hint, level

    def hurry(self) -> None:
        """Answer now, or try again if all attempts failed."""
        if self._errand is not None:
            self._errand.stop()
        self._failed = 0

    def dismiss(self) -> None:
        """The answer is no longer wanted."""
        if self._errand is not None:
            self._errand.give_up()
        self._errand, self._failed = None, 0

    def waited(self, now: float) -> float:
        return now - self._since

    def answered(self, now: float) -> bool:
        """Whether `answer` has something to say, if only that the search has hung."""
        errand = self._errand
        return errand is not None and (errand.future.done() or errand.late(now))

    def answer(self) -> Thought:
        """The thought that was asked for; SearchFailed if there is none."""
        errand, self._errand = self._errand, None
        assert errand is not None
        self._failed += 1
        if not errand.future.done():
            errand.end()
            raise SearchFailed("the search did not come back in time")
        try:
            thought = errand.result()
        except CancelledError:
            raise SearchFailed("the search was cancelled") from None
        self._failed = 0
        return thought


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile inherit this: Ctrl-C is for us, not for whoever thinks."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
