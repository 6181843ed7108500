"""Expensive work, done in a few threads beside the event loop.

Threads of Python share one processor: twelve that compute would leave the loop a thirteenth of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from pavage.game import Game
from pavage.phrase import PhrasedError
from pavage.server import limits
from pavage.server.site.addresses import counted
from pavage.server.site.fair_queue import FairQueue, QueueFull
from pavage.server.site.rate_limit import Paces

P = ParamSpec("P")
R = TypeVar("R")


class TooMuch(PhrasedError):
    """An address asks for more than its share."""

    def __init__(self) -> None:
        super().__init__("too much work was asked for", "web.too_much_work")


def address_of(request: HTTPConnection) -> str:
    """Return the address of a request, as limits count it."""
    return counted(request.client.host) if request.client else ""


class Costly:
    """Runs expensive work in threads, one piece per address at a time, within a budget of processor time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paces = Paces()
        self._queue = FairQueue(limits.WORK_LANES, lambda: limits.WORK_WAITING, one_per_address=True)
        self._threads = ThreadPoolExecutor(limits.WORK_LANES, "costly")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def do(self, address: str, work: Callable[P, R], *given: P.args, **more: P.kwargs) -> R:
        """Return what some work gives, when its address has a turn. Raises TooMuch."""
        rested = self._paces.take(address, self._clock(), limits.WORK_A_SECOND, limits.WORK, 0.0)
        if not rested:
            raise TooMuch
        try:
            async with self._queue.place(address):
                loop = asyncio.get_running_loop()
                result, seconds = await loop.run_in_executor(
                    self._threads, _timed, lambda: work(*given, **more)
                )
                self._charge(address, seconds)
        except QueueFull:
            raise TooMuch from None
        if isinstance(result, _Raised):
            raise result.error
        return result

    async def draw(self, address: str, game: Game[Any], work: Callable[[], R]) -> R:
        """Draw a board: at once, or in a thread if the board is large."""
        return await self.do(address, work) if len(game.tiling) > limits.DRAWN_AT_ONCE else work()

    def _charge(self, address: str, seconds: float) -> None:
        if seconds > limits.CHEAP_WORK:
            pace = self._paces.of(address, self._clock(), limits.WORK_A_SECOND, limits.WORK)
            pace.left -= seconds


class _Raised:
    """An error in the thread; its processor time is charged too."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _timed(work: Callable[[], R]) -> tuple[R | _Raised, float]:
    begun = time.thread_time()
    try:
        result: R | _Raised = work()
    except Exception as error:
        result = _Raised(error)
    return result, time.thread_time() - begun
