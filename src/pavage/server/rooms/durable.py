"""A log in the store: an event is decided under the lock, tried on a copy, stored, and only then shown.

`Durable.decide` is the only way to write. It is given a function that looks at the log while the lock is
held, and proposes an event or rejects the request. Other servers may write to the same log; there the insert
is the lock: when another server was faster, its events are applied and the function is called again.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from pavage.match import MatchError
from pavage.server import limits
from pavage.server.site.metrics import Metrics
from pavage.store import Conflict, Entry, Event, Gone, News, Store, StoreFailed


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event to write, as it was decided under the lock."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, int] = field(default_factory=dict)
    """The hashes of keys that it gives out, and the people they are for."""


def propose(kind: str, /, **data: Any) -> Proposal:
    return Proposal(kind, data)


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
    def full(self, kind: str, data: Mapping[str, Any]) -> str: ...
    def happen(self, kind: str, t: float, mark: str = "", **data: Any) -> Event: ...
    def replay(self, entry: Entry, check: bool = False) -> None: ...


S = TypeVar("S", bound=Told)
Decision = Callable[[S], Proposal | None]
"""Looks at a log and proposes an event; None if there is nothing to do. Raises if the request is rejected."""


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
        self.lock = asyncio.Lock()
        """Held while an event is decided, stored and applied."""
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

    async def decide(self, decision: Decision[S], mark: str = "") -> bool:
        """Take the lock, decide on the log, and write what was decided. Return whether this wrote an event.

        A rejected request changes nothing and raises. Raises Gone if the table was deleted.
        """
        async with self.lock:
            return await self.decide_locked(decision, mark)

    async def decide_locked(self, decision: Decision[S], mark: str = "") -> bool:
        """The same for a caller that holds the lock."""
        while not (mark and self.knows(mark)):
            log = self.log
            proposal = decision(log)
            if proposal is None:
                return False
            full = log.next >= limits.EVENTS
            reason = "web.table.full" if full else log.full(proposal.kind, proposal.data)
            if reason:
                raise MatchError(reason)
            draft = log.copy()
            event = draft.happen(proposal.kind, self.now(), mark, **proposal.data)
            started = time.perf_counter()
            stored = self._store.append(self.name, log.next, [event], keys=proposal.keys)
            try:
                await asyncio.wrap_future(stored)
            except Conflict:
                await self.catch_up()
                if self.log.next <= log.next:
                    raise StoreFailed(f"event {log.next} is there and cannot be read") from None
                continue
            self.metrics.stored(time.perf_counter() - started)
            self.log = draft
            self.go_on(changed=log.version != draft.version)
            return True
        return False

    async def hear(self, news: News) -> bool:
        """Another server has done something here; False if the table is gone."""
        async with self.lock:
            if news.what == "missed" or news.seq >= self.log.next:
                try:
                    await self.catch_up()
                except Gone:
                    return False
        return True

    async def catch_up(self) -> None:
        """Apply what other servers have written, for a caller that holds the lock; raises Gone."""
        stored = await asyncio.to_thread(self._store.load, self.name, self.log.next - 1)
        if stored is None:
            raise Gone(self.name)
        draft, version = self.log.copy(), self.log.version
        for entry in stored.entries:
            draft.replay(entry)
        self.log = draft
        self._zero = min(self._zero, self.clock() - draft.t)
        self.go_on(changed=version != draft.version)
