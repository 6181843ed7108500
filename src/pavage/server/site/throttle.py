"""Requests in turn: whoever asks for page after page leaves the event loop to others in between.

The loop would begin all requests that have come before it looks at anything else: sixty at once, and a move
waits for sixty pages. So one begins at each round of the loop, and the addresses take turns; one that has
used up its seconds of the processor waits until it has new ones. Nobody is refused for it, but for those who
let more wait than browsers ever would.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any

from pavage.server import limits
from pavage.server.site.rate_limit import Pace, Paces


class Throttle:
    """The requests of all addresses that have not begun. Those of one begin in the order they came."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paces = Paces()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the first address is the next."""
        self._round: asyncio.Handle | None = None
        """The next round of the loop, if one has begun something in this one."""
        self._later: asyncio.TimerHandle | None = None

    async def turn(self, address: str) -> bool:
        """Wait until one more request of this address may begin; False if too many wait already."""
        if self._round is None and address not in self._waiting and self._pace(address).left >= 0:
            self._next_round()
            return True
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= limits.REQUESTS_WAITING:
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._next_round()
        await turn
        return True

    def spend(self, address: str, seconds: float) -> None:
        """So long the processor worked for them."""
        self._pace(address).left -= seconds

    def _pace(self, address: str) -> Pace:
        now, a_second, most = self._clock(), limits.REQUEST_WORK_A_SECOND, limits.REQUEST_WORK
        pace = self._paces.of(address, now, a_second, most)
        pace.fill(now, a_second, most)
        return pace

    def _next_round(self) -> None:
        if self._round is None:
            self._round = asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        """One that has waited begins, of the address that has waited longest for its turn."""
        self._round = None
        for address in list(self._waiting):
            if self._pace(address).left < 0:
                continue
            queue = self._waiting.pop(address)
            while queue and queue[0].done():
                queue.popleft()  # they went away
            turn = queue.popleft() if queue else None
            if queue:
                self._waiting[address] = queue
            if turn is not None:
                turn.set_result(None)
                self._next_round()
                return
        if self._waiting and self._later is None:
            lacking = min(-self._pace(address).left for address in self._waiting)
            wait = max(0.0, lacking) / limits.REQUEST_WORK_A_SECOND
            self._later = asyncio.get_running_loop().call_later(wait + 0.01, self._again)

    def _again(self) -> None:
        """Somebody has new seconds."""
        self._later = None
        self._next_round()


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
