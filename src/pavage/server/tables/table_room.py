"""A room: a stored table and everybody who looks at it. It asks computers for moves and watches the clock.

Whatever a room owes follows from its log, so that nothing is lost when a socket closes or the server ends.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Sequence

from pavage.game import Move
from pavage.server.messages import Do
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Durable, Proposal, Stale, propose
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.presence import Presence
from pavage.server.rooms.searches import Searches
from pavage.server.rooms.seat_keys import checked
from pavage.server.site.metrics import Metrics
from pavage.server.tables.analysis import Analyses
from pavage.server.tables.computer_moves import ComputerMoves
from pavage.server.tables.open_table import OpenTable
from pavage.server.tables.perform_act import perform
from pavage.server.tables.table_clock import TableClock
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_state import TableState
from pavage.store import News, Store
from pavage.store.log import wall_time


class TableRoom(OpenTable):
    """A log, its pages, and what it waits for."""

    def __init__(
        self,
        name: str,
        log: TableLog,
        store: Store,
        searching: Searches,
        metrics: Metrics,
        pause: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        since: float | None = None,
        visitor: str = "",
        seen: Callable[[TableRoom], None] = lambda _: None,
    ) -> None:
        """`since` is when, by `clock`, the table's own time was what its log says; now, if not given.

        `visitor` is who set the table, if that is still known; `seen` is told when something has happened.
        """
        BaseRoom.__init__(self)
        Durable.__init__(self, name, log, store, metrics, clock, since)
        self.used = clock()
        self.presence = Presence(lambda bits: store.tell(News("here", name, bits)), clock)
        self._seen = seen
        self.visitor = visitor
        # They hold the room weakly: else what leaves the memory would wait there for a full collection.
        room = weakref.proxy(self)
        self.thinking = ComputerMoves(room, searching, pause)
        self.analysing = Analyses(room, searching)
        self._timekeeping = TableClock(room)
        self._unloaded = False

    @property
    def rooms(self) -> Sequence[BaseRoom]:
        """The one room that a table has; a contest has several."""
        return (self,)

    @property
    def needed(self) -> bool:
        """Whether it must stay in memory though nobody looks."""
        return self.thinking.busy or self.lock.locked()

    def showing(self) -> TableState:
        return TableState(self, self.thinking)

    # --- what pages want

    async def greet(self, listener: OpenPage, keys: list[str], name: str) -> None:
        """A page shows its keys. Somebody who was awaited has come; a person without a name may give one."""
        listener.keys = checked(keys, self.log.known)

        def arrival(log: TableLog) -> Proposal | None:
            you = self.you(listener)
            arriving = [seat for seat in you if log.is_awaited(seat)]
            if not arriving and len(you) == 1 and name and log.nameless(you[0]) and not log.full("came", {}):
                arriving = [*you]
            return propose("came", person=log.series.order[arriving[0]], name=name) if arriving else None

        while await self.decide(arrival):
            pass
        self.announce_presence()
        self.thinking.look_who_waits()
        self.tell_soon()

    async def play(self, listener: OpenPage, move: Move, seq: int, mark: str) -> None:
        def decision(log: TableLog) -> Proposal:
            if log.version != seq:
                raise Stale
            self.must_act(listener)
            return propose("move", move=list(move))

        await self.decide(decision, mark)

    async def act(self, listener: OpenPage, wish: Do) -> None:
        await perform(self, self.thinking, listener, wish)

    async def say(self, listener: OpenPage, text: str, mark: str) -> None:
        def decision(log: TableLog) -> Proposal:
            self.must_be_allowed(listener, "chat")
            you = self.you(listener)
            seat = log.table.match.turn if log.table.match.turn in you else you[0]
            person, name = log.series.order[seat], log.table.chairs[seat].name
            return propose("chat", person=person, name=name, text=text, at=wall_time())

        await self.decide(decision, mark)

    def analyse(self, listener: OpenPage, ply: int | None) -> None:
        self.analysing.stop(listener)
        if ply is not None:
            self.analysing.begin(listener, ply)

    def part(self, listener: OpenPage) -> None:
        super().part(listener)
        self.analysing.stop(listener)
        self.announce_presence()
        self.thinking.look_who_waits()
        # Nobody is left who could see a hint; a move that is owed is looked for all the same.
        if not any(self.table.match.turn in self.you(other) for other in self.listeners):
            self.thinking.give_up_hint()

    # --- what happens

    async def hear(self, news: News) -> bool:
        if news.what == "here":
            self.presence.hear(news.sender, news.seq)
            self.tell_soon()
            return True
        if news.what == "talk":
            async with self.lock:
                self.log.forget_talk(news.seq)
            self.tell()
            return True
        if news.what == "missed":
            await self._read_talk_again()
        return await super().hear(news)

    def go_on(self, changed: bool) -> None:
        self.used = self.clock()
        self.announce_presence()
        if changed:
            self.thinking.begin_anew()
            self.analysing.stop_all()
        if self.log.paused:
            self.thinking.give_up()
        self.start()
        self._seen(self)
        self.tell()

    def start(self) -> None:
        """The clock runs, and a computer that owes a move looks for it."""
        if self._unloaded:  # an event was on its way when the table was deleted
            return
        self._timekeeping.watch()
        self.thinking.wake()

    async def forget_talk(self) -> None:
        """Those who played want what was said to be forgotten."""
        async with self.lock:
            await asyncio.wrap_future(self._store.forget_talk(self.name))
            self.log.forget_talk(self.log.next)
        self.tell()

    async def _read_talk_again(self) -> None:
        """Some of it may have been forgotten at another server while this one did not hear of it."""
        async with self.lock:
            stored = await asyncio.to_thread(self._store.load, self.name)
            said = (
                {entry.seq for entry in stored.entries if "gone" not in entry.event.data} if stored else set()
            )
            self.log.talk = [line for line in self.log.talk if line.seq in said]
        self.tell()

    async def rest(self) -> None:
        """The server ends: what the running clock has used is used."""
        await self._timekeeping.rest()

    def close(self, words_key: str = "web.no_table") -> None:
        """End the searches and tell the pages that the table is gone."""
        self.unload()
        super().close(words_key)

    def unload(self) -> None:
        """Nobody looks: all that is here can be read again."""
        self._unloaded = True
        self.thinking.give_up()
        self.analysing.stop_all()
        self._timekeeping.stop()
        if self._news is not None:
            self._news.cancel()
