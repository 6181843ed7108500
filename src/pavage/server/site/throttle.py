"""Requests take turns by address, one at each iteration of the event loop.

The loop would otherwise start all requests that have arrived before it does anything else: sixty at once, and
a move waits for sixty pages. An address that has used up its processor time waits until it has rested.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from typing import Any

from pavage.server import limits
from pavage.server.site.fair_queue import FairQueue
from pavage.server.site.rate_limit import Pace, Paces


class Throttle:
    """Lets one request start at each iteration of the loop, and counts the processor time of each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paces = Paces()
        self._queue = FairQueue(1, lambda: limits.REQUESTS_WAITING, delay=self._rest)

    async def turn(self, address: str) -> None:
        """Wait until one more request of this address may start; raises QueueFull."""
        await self._queue.acquire(address)
        asyncio.get_running_loop().call_soon(self._queue.release, address)

    def spend(self, address: str, seconds: float) -> None:
        """Charge an address for processor time."""
        self._pace(address).left -= seconds

    def _rest(self, address: str) -> float:
        """Return the seconds until an address has processor time left."""
        return -self._pace(address).left / limits.REQUEST_WORK_A_SECOND

    def _pace(self, address: str) -> Pace:
        now, a_second, most = self._clock(), limits.REQUEST_WORK_A_SECOND, limits.REQUEST_WORK
        pace = self._paces.of(address, now, a_second, most)
        pace.fill(now, a_second, most)
        return pace


class Timed:
    """Something to wait for, and the seconds that the processor works on it in this thread meanwhile."""

    def __init__(self, work: Awaitable[None]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        error: BaseException | None = None
        while True:
            begun = time.thread_time()
            try:
                awaited = steps.send(None) if error is None else steps.throw(error)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - begun
            error = None
            try:
                yield awaited
            except BaseException as thrown:
                error = thrown
