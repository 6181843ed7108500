"""A room: a stored table and everybody who looks at it. It asks computers for moves and watches the clock.

Whatever a room owes follows from its story, so that nothing is lost when a socket closes or the server ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pavage.game import Move, Seat
from pavage.match import MatchError
from pavage.server.acting import perform
from pavage.server.analysing import Analysing
from pavage.server.gathering import Gathering
from pavage.server.health import Metrics
from pavage.server.keeping import Keeping
from pavage.server.keys import hashed
from pavage.server.listener import Listener
from pavage.server.permissions import all_people
from pavage.server.searching import Searching
from pavage.server.shown import Showing
from pavage.server.story import Story
from pavage.server.thinking import Thinking
from pavage.server.timekeeping import Timekeeping
from pavage.store import News, Store
from pavage.store.log import wall_time
from pavage.table import Table


class Room(Gathering, Keeping[Story]):
    """A story, its pages, and what it waits for."""

    def __init__(
        self,
        name: str,
        story: Story,
        store: Store,
        searching: Searching,
        metrics: Metrics,
        pause: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        since: float | None = None,
    ) -> None:
        """`since` is when, by `clock`, the table's own time was what its story says; now, if not given."""
        Gathering.__init__(self)
        Keeping.__init__(self, name, story, store, metrics, clock, since)
        self.used = clock()
        self.thinking = Thinking(self, searching, pause)
        self.analysing = Analysing(self, searching)
        self._timekeeping = Timekeeping(self)

    @property
    def table(self) -> Table:
        return self.story.table

    @property
    def version(self) -> int:
        return self.story.version

    @property
    def needed(self) -> bool:
        """Whether it must stay in memory though nobody looks."""
        return self.thinking.busy or self.alone.locked()

    def you(self, listener: Listener) -> tuple[Seat, ...]:
        return self.story.seats_of(listener.keys)

    @property
    def here(self) -> frozenset[Seat]:
        """The seats that some open page acts for."""
        return frozenset(seat for listener in self.listeners for seat in self.you(listener))

    def showing(self) -> Showing:
        return Showing(self)

    def knows(self, mark: str) -> bool:
        return Keeping.knows(self, mark)

    def may_see_hint(self, you: tuple[Seat, ...]) -> bool:
        return self.table.match.turn in you and all_people(self.story, you)

    # --- what pages want

    async def greet(self, listener: Listener, keys: list[str], name: str) -> None:
        """A page shows its keys. Somebody who was awaited has come, and may say by what name."""
        listener.keys = frozenset(map(hashed, keys)) & self.story.known
        for seat in self.you(listener):
            if self.story.is_awaited(seat):
                await self.happen("came", person=self.story.series.order[seat], name=name)
        self.tell_soon()

    async def play(self, listener: Listener, move: Move, mark: str) -> None:
        await self.happen("move", mark, move=list(move))

    async def act(self, listener: Listener, act: str, mark: str, **more: Any) -> None:
        await perform(self, listener, act, mark, **more)

    async def say(self, listener: Listener, text: str, mark: str) -> None:
        you = self.you(listener)
        if not you:
            raise MatchError("web.table.watching")
        seat = self.table.match.turn if self.table.match.turn in you else you[0]
        person, name = self.story.series.order[seat], self.table.chairs[seat].name
        await self.happen("chat", mark, person=person, name=name, text=text, at=wall_time())

    def analyse(self, listener: Listener, ply: int | None) -> None:
        self.analysing.stop(listener)
        if ply is not None:
            self.analysing.begin(listener, ply)

    def part(self, listener: Listener) -> None:
        super().part(listener)
        self.analysing.stop(listener)
        # Nobody is left who could see a hint; a move that is owed is looked for all the same.
        if not any(self.table.match.turn in self.you(other) for other in self.listeners):
            self.thinking.give_up_hint()

    # --- what happens

    async def hear(self, news: News) -> bool:
        if news.what != "talk":
            return await super().hear(news)
        async with self.alone:
            self.story.talk.clear()
        self.tell()
        return True

    def go_on(self, changed: bool) -> None:
        self.used = self.clock()
        if changed:
            self.thinking.begin_anew()
            self.analysing.stop_all()
        self.start()
        self.tell()

    def start(self) -> None:
        """The clock runs, and a computer that owes a move looks for it."""
        self._timekeeping.watch()
        self.thinking.wake()

    async def forget_talk(self) -> None:
        """Those who played want what was said to be forgotten."""
        async with self.alone:
            await asyncio.wrap_future(self._store.forget_talk(self.name))
            self.story.talk.clear()
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
        self.thinking.give_up()
        self.analysing.stop_all()
        self._timekeeping.stop()
        if self._news is not None:
            self._news.cancel()
