"""Prints, made one at a time in a process; addresses take turns.

Ninety-nine sheets of the largest puzzles take minutes, so a print may take three of them, or less while
other addresses wait. A kit has taken a minute on a busy machine, and a print that was stopped starts from the
beginning when it is asked for again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pavage.players.workers import Workers
from pavage.server import limits
from pavage.server.site.fair_queue import FairQueue, QueueFull

CHECK_INTERVAL = 0.25
"""Seconds between two checks of how long a print has taken."""


class PrintsBusy(Exception):
    """Too many prints wait, or this one takes too long."""


class PrintQueue:
    """Makes prints one after the other."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._queue = FairQueue(1, lambda: limits.PRINTS)

    async def make(self, address: str, work: Callable[..., Any], *given: Any) -> Any:
        """Return what some work gives, done in a process. Raises PrintsBusy."""
        try:
            async with asyncio.timeout(limits.PRINT_SECONDS):
                await self._queue.acquire(address)
        except (QueueFull, TimeoutError):
            raise PrintsBusy from None
        try:
            return await self._run(address, work, given)
        finally:
            self._queue.release(address)

    async def _run(self, address: str, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        task = asyncio.wrap_future(self._workers.submit(work, *given))
        start = time.monotonic()
        try:
            while not task.done():
                limit = limits.PRINT_TURN if self._queue.others_wait(address) else limits.PRINT_SECONDS
                left = limit - (time.monotonic() - start)
                if left <= 0:
                    raise PrintsBusy
                await asyncio.wait({task}, timeout=min(CHECK_INTERVAL, left))
        except BaseException:  # it takes too long, or the server stops and would wait for it
            task.cancel()
            self._workers.end_work()
            raise
        return task.result()
