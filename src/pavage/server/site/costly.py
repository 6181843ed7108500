"""What takes the processor for long: done beside the event loop, where the visitors take turns.

Threads of Python share one processor: twelve that compute would leave the loop a thirteenth of it. So there
are few, one for each visitor at a time, and whoever has used up their seconds waits for new ones.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from pavage.game import Game
from pavage.phrase import PhrasedError
from pavage.server import limits
from pavage.server.site.addresses import counted
from pavage.server.site.rate_limit import Paces

P = ParamSpec("P")
R = TypeVar("R")


class TooMuch(PhrasedError):
    """Somebody asks for more than their share."""

    def __init__(self) -> None:
        super().__init__("too much work was asked for", "web.too_much_work")


def address_of(request: HTTPConnection) -> str:
    """Who asks, as limits are counted."""
    return counted(request.client.host) if request.client else ""


class Costly:
    """Work that is done apart, for one visitor after the other."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paces = Paces()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by address; the first address is the next."""
        self._working: set[str] = set()
        """For whom something is being done: one thing at a time for each."""
        self._apart = ThreadPoolExecutor(limits.WORK_LANES, "costly")

    def close(self) -> None:
        self._apart.shutdown(wait=False, cancel_futures=True)

    async def do(self, address: str, work: Callable[P, R], *given: P.args, **more: P.kwargs) -> R:
        """What some work gives, when it is this visitor's turn. Raises TooMuch if they have had theirs."""
        await self._turn(address)
        try:
            loop = asyncio.get_running_loop()
            result, seconds = await loop.run_in_executor(self._apart, _timed, lambda: work(*given, **more))
            self._charge(address, seconds)
        finally:
            self._working.discard(address)
            if address in self._waiting:  # what else they want comes after what others want
                self._waiting[address] = self._waiting.pop(address)
            self._call_next()
        if isinstance(result, _Raised):
            raise result.error
        return result

    async def draw(self, address: str, game: Game[Any], work: Callable[[], R]) -> R:
        """Some drawing of a board: at once, or apart if the board is large."""
        return await self.do(address, work) if len(game.tiling) > limits.DRAWN_AT_ONCE else work()

    def _charge(self, address: str, seconds: float) -> None:
        if seconds > limits.CHEAP_WORK:
            pace = self._paces.of(address, self._clock(), limits.WORK_A_SECOND, limits.WORK)
            pace.left -= seconds

    async def _turn(self, address: str) -> None:
        now = self._clock()
        rested = self._paces.take(address, now, limits.WORK_A_SECOND, limits.WORK, 0.0)
        queue = self._waiting.get(address, deque())
        if not rested or len(queue) >= limits.WORK_WAITING:
            raise TooMuch
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[address] = queue
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._working.discard(address)  # it was just our turn
                self._call_next()
            raise

    def _call_next(self) -> None:
        """Whoever has waited longest among those for whom nothing is being done; then they wait anew."""
        for address in [each for each in self._waiting if each not in self._working]:
            if len(self._working) >= limits.WORK_LANES:
                return
            queue = self._waiting.pop(address)
            while queue and queue[0].done():
                queue.popleft()  # they went away
            if queue:
                self._working.add(address)
                queue.popleft().set_result(None)
            if queue:
                self._waiting[address] = queue


class _Raised:
    """An error on its way from the other thread: its seconds count too."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _timed(work: Callable[[], R]) -> tuple[R | _Raised, float]:
    begun = time.thread_time()
    try:
        result: R | _Raised = work()
    except Exception as error:
        result = _Raised(error)
    return result, time.thread_time() - begun
