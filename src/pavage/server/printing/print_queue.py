"""Prints, one at a time: the addresses take turns, and one that takes too long is ended.

Ninety-nine sheets of the largest puzzles take minutes. Who wants them alone may have three; while
others wait, less. What is ended begins anew when it is asked for again, so that a kit, for which a machine
at its limits has taken a minute, must not be ended for less.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from pavage.players.workers import Workers
from pavage.server import limits

LOOK = 0.25
"""Seconds between two looks at how long a print has taken."""


class PrintsBusy(Exception):
    """It is not made now: too many wait, or it takes too long."""


class PrintQueue:
    """Who waits for a print, by address; the first address is the next."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._busy = False

    async def make(self, address: str, work: Callable[..., Any], *given: Any) -> Any:
        """What some work gives, done in a process of its own; raises PrintsBusy."""
        await self._turn(address)
        try:
            return await self._made(address, work, given)
        finally:
            self._end()

    async def _turn(self, address: str) -> None:
        if not self._busy and not self._waiting:
            self._busy = True
            return
        if len(self._waiting.get(address, ())) >= limits.PRINTS:
            raise PrintsBusy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await asyncio.wait({turn}, timeout=limits.PRINT_SECONDS)
        except asyncio.CancelledError:
            if turn.done():
                self._end()  # it was just our turn
            raise
        finally:
            turn.cancel()  # unless it is done; nobody waits for it any more
        if turn.cancelled():
            raise PrintsBusy

    def _end(self) -> None:
        """The next one: of the address whose turn it is, whoever has waited longest; then it waits anew."""
        self._busy = False
        while self._waiting and not self._busy:
            address, queue = next(iter(self._waiting.items()))
            del self._waiting[address]
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                self._busy = True
                turn.set_result(None)

    async def _made(self, address: str, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        task = asyncio.wrap_future(self._workers.submit(work, *given))
        begun = time.monotonic()
        try:
            while not task.done():
                others = any(each != address for each in self._waiting)
                left = (limits.PRINT_TURN if others else limits.PRINT_SECONDS) - (time.monotonic() - begun)
                if left <= 0:
                    raise PrintsBusy
                await asyncio.wait({task}, timeout=min(LOOK, left))
        except BaseException:  # it takes too long, or the server ends and would wait for it
            task.cancel()
            self._workers.end_work()
            raise
        return task.result()
