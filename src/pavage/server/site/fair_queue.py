"""A queue in which addresses take turns, so that an address that asks for much delays only itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable


class QueueFull(Exception):
    """Too many requests of one address are waiting already."""


class FairQueue:
    """A number of places for work; free ones go to the address that has waited longest since its last turn.

    Requests of one address get their places in the order they came.
    """

    def __init__(
        self,
        places: int,
        max_waiting: Callable[[], int],
        *,
        one_per_address: bool = False,
        delay: Callable[[str], float] = lambda address: 0.0,
    ) -> None:
        """`max_waiting` holds for each address; `delay` returns the seconds that one must still rest."""
        self._free = places
        self._max_waiting = max_waiting
        self._one_per_address = one_per_address
        self._delay = delay
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address, the next address first."""
        self._timer: asyncio.TimerHandle | None = None

    async def acquire(self, address: str) -> None:
        """Wait for a place. Raises QueueFull at once where too many wait already."""
        if address not in self._waiting and self._may_start(address):
            self._start(address)
            return
        queue = self._waiting.get(address, deque())
        if len(queue) >= self._max_waiting():
            raise QueueFull
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[address] = queue
        self._fill_places()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release(address)
            raise

    def release(self, address: str) -> None:
        """Give a place back; the address goes behind all others that wait."""
        self._free += 1
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        if address in self._waiting:
            self._waiting[address] = self._waiting.pop(address)
        self._fill_places()

    @contextlib.asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Hold a place while the block runs."""
        await self.acquire(address)
        try:
            yield
        finally:
            self.release(address)

    def others_wait(self, address: str) -> bool:
        """Whether another address waits for a place."""
        return any(each != address for each in self._waiting)

    def _may_start(self, address: str) -> bool:
        occupied = self._one_per_address and address in self._running
        return self._free > 0 and not occupied and self._delay(address) <= 0

    def _start(self, address: str) -> None:
        self._free -= 1
        self._running[address] += 1

    def _fill_places(self) -> None:
        """Start what may start, and look again when an address has rested."""
        for address in list(self._waiting):
            if not self._free:
                return
            if not self._may_start(address):
                continue
            queue = self._waiting.pop(address)
            while queue and queue[0].done():  # cancelled
                queue.popleft()
            if queue:
                self._start(address)
                queue.popleft().set_result(None)
            if queue:
                self._waiting[address] = queue
        resting = [delay for address in self._waiting if (delay := self._delay(address)) > 0]
        if resting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(min(resting) + 0.01, self._after_rest)

    def _after_rest(self) -> None:
        self._timer = None
        self._fill_places()
