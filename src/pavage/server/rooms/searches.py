"""Waiting for a search without holding up anybody: it reports how far it is, and stops when told to."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

from pavage.bots.opponents import BotResigned
from pavage.bots.verdict import BotFailed
from pavage.game import Game, Position
from pavage.players.thought import Thought
from pavage.players.workers import Errand, SearchFailed, Workers

TICK = 0.25
"""Seconds between two reports."""


class Searches:
    """The searches of one room; there is at most one at a time."""

    def __init__(self, workers: Workers, waiters: concurrent.futures.Executor) -> None:
        self._workers, self._waiters = workers, waiters
        self._errand: Errand | None = None

    def alone(self) -> Searches:
        """For a search beside those of the room, in the same processes."""
        return Searches(self._workers, self._waiters)

    def stop(self) -> None:
        """Ask for the best move found so far."""
        if self._errand is not None:
            self._errand.stop()

    async def think(
        self,
        game: Game[Any],
        position: Position,
        level: str,
        seed: int,
        report: Callable[[float], None],
        seconds: float | None = None,
    ) -> Thought | None:
        """What a search says, in no more than these seconds.

        If it fails it is sent once more; if that fails too there is no answer.
        """
        for _ in range(2):
            try:
                return await self._once(self._workers.think(game, position, level, seed, seconds), report)
            except (BotFailed, BotResigned):
                raise  # a program that failed once is not asked again
            except Exception:  # it may fail in any way: its process is not ours
                continue
        return None

    async def _once(self, errand: Errand, report: Callable[[float], None]) -> Thought:
        self._errand = errand
        waiting = asyncio.get_running_loop().run_in_executor(self._waiters, _result, errand)
        try:
            while not (await asyncio.wait({waiting}, timeout=TICK))[0]:
                report(errand.progress)
            return waiting.result()
        except asyncio.CancelledError:
            errand.stop()
            raise
        finally:
            if self._errand is errand:
                self._errand = None


def _result(errand: Errand) -> Thought:
    try:
        return errand.result()
    except concurrent.futures.CancelledError:
        raise SearchFailed("the search was given up") from None
