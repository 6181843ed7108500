"""What is kept in the store: tried on a copy, written, and only then true and shown.

Everything happens in the event loop, one thing after the other for each table. Other servers may write at the
same table: whoever comes second learns what the first has written.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from pavage.match import MatchError
from pavage.server import limits
from pavage.server.site.metrics import Metrics
from pavage.store import Conflict, Entry, Event, News, Store


class Stale(Exception):
    """The game has moved on since somebody looked at it."""


class DoesNotAddUp(ValueError):
    """A stored event that cannot have happened after the ones before it."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq
        self.reason = reason


class Told(Protocol):
    """A log: all that happened at a table. Letting it happen again gives the same table."""

    next: int
    """The number of the next event."""
    t: float
    """When the last one happened, in seconds in which a server ran."""
    marks: frozenset[str]

    @property
    def version(self) -> int: ...
    def copy(self) -> Self: ...
    def changes(self, kind: str) -> bool: ...
    def full(self, kind: str, data: Mapping[str, Any]) -> str: ...
    def happen(self, kind: str, t: float, mark: str = "", **data: Any) -> Event: ...
    def replay(self, entry: Entry, check: bool = False) -> None: ...


S = TypeVar("S", bound=Told)


def told_again(
    kind: Callable[[Mapping[str, Any]], S],
    setting: Mapping[str, Any],
    entries: Iterable[Entry],
    check: bool = False,
) -> S:
    """The log of this kind that stored events lead to."""
    try:
        log = kind(setting)
    except Exception as error:
        raise DoesNotAddUp(-1, f"{type(error).__name__}: {error}") from error
    for entry in entries:
        log.replay(entry, check)
    return log


class Durable(ABC, Generic[S]):
    """A log in the store, and the time at its table."""

    def __init__(
        self,
        name: str,
        log: S,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
        since: float | None = None,
    ) -> None:
        """`since` is when, by `clock`, the table's own time was what its log says; now, if not given."""
        self.name, self.log = name, log
        self.metrics, self.clock = metrics, clock
        self.alone = asyncio.Lock()
        """Held by whoever lets something happen."""
        self._store = store
        self._zero = (clock() if since is None else since) - log.t

    @abstractmethod
    def go_on(self, changed: bool) -> None:
        """Something has happened; `changed` if it changed the game."""

    def now(self) -> float:
        """The time at this table: seconds since it was set in which a server ran."""
        return max(self.log.t, round(self.clock() - self._zero, 3))

    def knows(self, mark: str) -> bool:
        """Whether what a page calls so has already happened."""
        return mark in self.log.marks

    async def happen(
        self, kind: str, mark: str = "", keys: Mapping[str, int] | None = None, **data: Any
    ) -> None:
        """Let something happen: try it, make it durable, show it. Refused, it changes nothing and raises.

        `keys` are the hashes of keys that it gives out, and the people they are for.
        """
        version = self.log.version
        async with self.alone:
            if mark and self.knows(mark):
                return
            if version != self.log.version and self.log.changes(kind):
                raise Stale
            await self.write(kind, mark, keys, **data)

    async def write(
        self, kind: str, mark: str = "", keys: Mapping[str, int] | None = None, **data: Any
    ) -> None:
        """The same for somebody who holds `alone`."""
        while True:
            log = self.log
            reason = "web.table.full" if log.next >= limits.EVENTS else log.full(kind, data)
            if reason:
                raise MatchError(reason)
            draft = log.copy()
            event = draft.happen(kind, self.now(), mark, **data)
            begun = time.perf_counter()
            try:
                await asyncio.wrap_future(self._store.append(self.name, log.next, [event], keys=keys))
                break
            except Conflict:
                # Another server was faster. What does not depend on the game is tried again after it.
                await self._catch_up()
                if mark and self.knows(mark):
                    return
                if log.changes(kind) or self.log.next == log.next:
                    raise Stale from None
        self.metrics.stored(time.perf_counter() - begun)
        self.log = draft
        self.go_on(changed=draft.changes(kind))

    async def hear(self, news: News) -> bool:
        """Another server has done something here; False if the table is gone."""
        async with self.alone:
            if news.what == "missed" or news.seq >= self.log.next:
                return await self._catch_up()
        return True

    async def _catch_up(self) -> bool:
        """Let what another server has written happen here too; False if the table is gone."""
        stored = await asyncio.to_thread(self._store.load, self.name, self.log.next - 1)
        draft, version = self.log.copy(), self.log.version
        for entry in stored.entries if stored else ():
            draft.replay(entry)
        self.log = draft
        self._zero = min(self._zero, self.clock() - draft.t)
        self.go_on(changed=version != draft.version)
        return stored is not None
