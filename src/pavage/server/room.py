"""A room: a stored table and everybody who looks at it. It asks computers for moves and watches the clock.

Everything here happens in the event loop, one thing after the other for each room. What somebody wants is
tried on a copy of the story, written to the store, and only shown once it is durable. Whatever a room owes
follows from its story, so that nothing is lost when a socket closes or the server ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pavage.bots.opponents import BotResigned
from pavage.bots.verdict import BotFailed
from pavage.game import IllegalMove, Move, Seat
from pavage.match import MatchError
from pavage.players.levels import ADVICE, LEVELS, strength
from pavage.players.thought import Thought
from pavage.server import limits
from pavage.server.acting import perform
from pavage.server.gathering import Gathering
from pavage.server.health import Metrics, log
from pavage.server.keys import hashed
from pavage.server.listener import Listener
from pavage.server.permissions import all_people
from pavage.server.searching import Searching
from pavage.server.shown import shown
from pavage.server.story import CHANGES, Story
from pavage.store import Conflict, Store
from pavage.store.log import wall_time
from pavage.table import Table


class Stale(Exception):
    """The game has moved on since somebody looked at it."""


class Room(Gathering):
    """A story, its pages, and the searches it waits for."""

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
        super().__init__()
        self.name = name
        self.story = story
        self.hint: Thought | None = None
        self.failed = False
        self.used = clock()
        self._store, self._searching, self._metrics = store, searching, metrics
        self._pause, self._clock = pause, clock
        self._zero = (clock() if since is None else since) - story.t
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._hinting = False
        self._flag: asyncio.TimerHandle | None = None
        self._timekeeper: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        return self.story.table

    @property
    def version(self) -> int:
        return self.story.version

    @property
    def busy(self) -> bool:
        """Whether a search is running here."""
        return self._task is not None

    @property
    def needed(self) -> bool:
        """Whether it must stay in memory though nobody looks."""
        return self.busy or self._lock.locked()

    def now(self) -> float:
        """The time at this table: seconds since it was set in which a server ran."""
        return max(self.story.t, round(self._clock() - self._zero, 3))

    def you(self, listener: Listener) -> tuple[Seat, ...]:
        return self.story.seats_of(listener.keys)

    @property
    def here(self) -> frozenset[Seat]:
        """The seats that some open page acts for."""
        return frozenset(seat for listener in self.listeners for seat in self.you(listener))

    def state(self, listener: Listener) -> dict[str, Any]:
        return shown(self, listener)

    def knows(self, mark: str) -> bool:
        return mark in self.story.marks

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

    def part(self, listener: Listener) -> None:
        super().part(listener)
        # Nobody is left who could see a hint; a move that is owed is looked for all the same.
        if self._hinting and not any(self.table.match.turn in self.you(other) for other in self.listeners):
            self._give_up_search()

    def move_now(self) -> None:
        """Take the best move found so far; or try again, if a search gave no answer."""
        if self.failed:
            self.failed = False
            self._wake()
            self.tell()
        else:
            self._searching.stop()

    def find_hint(self) -> None:
        """Look for a good move; whoever is to move sees it when it is found."""
        if self._task is None and self.hint is None and self.table.owed is not None and not self.story.owes:
            self._hinting = True
            self._task = asyncio.create_task(self._look_for_hint(self.version))
            self.tell()

    def may_see_hint(self, you: tuple[Seat, ...]) -> bool:
        return self.table.match.turn in you and all_people(self.story, you)

    # --- what happens

    async def happen(self, kind: str, mark: str = "", key: str = "", **data: Any) -> None:
        """Let something happen: try it, make it durable, show it. Refused, it changes nothing and raises."""
        version = self.version
        async with self._lock:
            if mark and self.knows(mark):
                return
            if version != self.version and kind in CHANGES:
                raise Stale
            await self._happen(kind, mark, key, **data)

    async def _happen(self, kind: str, mark: str = "", key: str = "", **data: Any) -> None:
        story = self.story
        if story.next >= limits.EVENTS:
            raise MatchError("web.table.full")
        draft = story.copy()
        event = draft.happen(kind, self.now(), mark, **data)
        keys = {key: draft.series.order[data["seat"]]} if key else {}
        begun = time.perf_counter()
        try:
            await asyncio.wrap_future(self._store.append(self.name, story.next, [event], keys=keys))
        except Conflict:
            await self._catch_up()
            raise Stale from None
        self._metrics.stored(time.perf_counter() - begun)
        self.story = draft
        self._go_on(changed=kind in CHANGES)

    async def _catch_up(self) -> None:
        """Another server has written here: let its events happen too."""
        stored = await asyncio.to_thread(self._store.load, self.name, self.story.next - 1)
        draft = self.story.copy()
        for entry in stored.entries if stored else ():
            draft.replay(entry)
        self.story = draft
        self._zero = min(self._zero, self._clock() - draft.t)
        self._go_on(changed=True)

    def _go_on(self, changed: bool) -> None:
        self.used = self._clock()
        if changed:
            self.hint, self.failed = None, False
            self._give_up_search()
        self._watch_clock()
        self._wake()
        self.tell()

    def start(self) -> None:
        """The table is set or was read: the clock runs, and a computer that owes a move looks for it."""
        self._watch_clock()
        self._wake()

    async def forget_talk(self) -> None:
        """Those who played want what was said to be forgotten."""
        async with self._lock:
            await asyncio.wrap_future(self._store.forget_talk(self.name))
            self.story.talk.clear()
        self.tell()

    async def rest(self) -> None:
        """The server ends: what the running clock has used is used."""
        clock = self.table.match.clock
        if clock is not None and clock.running is not None and self._may_stop_clock():
            await self.happen("passed")

    def close(self, words_key: str = "web.no_table") -> None:
        """End the searches and tell the pages that the table is gone."""
        self.unload()
        super().close(words_key)

    def unload(self) -> None:
        """Nobody looks: all that is here can be read again."""
        self._give_up_search()
        for waiting in (self._flag, self._timekeeper, self._news):
            if waiting is not None:
                waiting.cancel()

    # --- searches

    def _wake(self) -> None:
        owed = self.table.owed
        if owed is not None and owed.is_computer and self._task is None and not self.failed:
            self._task = asyncio.create_task(self._answer(self.version, owed.level))

    def _give_up_search(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task, self._hinting = None, False

    async def _answer(self, version: int, level: str) -> None:
        begun = self._clock()
        thought: Thought | None = None
        gave_up = False
        try:
            thought = await self._think(level)
        except (BotFailed, BotResigned) as error:
            log.info("gave up", extra={"about": {"table": self.name, "why": str(error)}})
            gave_up = True
        await asyncio.sleep(max(0.0, self._pause - (self._clock() - begun)))
        async with self._lock:
            if version != self.version:
                return
            self._task = None  # from here on it is not given up: the move is on its way to the disk
            try:
                if thought is not None:
                    return await self._happen("move", move=list(thought.move))
                if gave_up:
                    return await self._happen("resign", seat=self.table.match.turn)
            except Stale:
                return
            except Exception as error:
                self._metrics.failed(self.name, error)
            self.failed = self.table.match.outcome is None
            self.tell()

    async def _look_for_hint(self, version: int) -> None:
        thought = await self._think(ADVICE)
        if version == self.version:
            self._task, self._hinting = None, False
            self.hint = thought
            self.tell()

    async def _think(self, level: str) -> Thought | None:
        match, begun, hinting = self.table.match, self._clock(), self._hinting
        most = strength(match.game, level).seconds if level in (*LEVELS, ADVICE) else 1.0

        def report(share: float) -> None:
            told = {"kind": "progress", "share": share, "seconds": self._clock() - begun, "most": most}
            for listener in self.listeners:
                if not hinting or self.may_see_hint(self.you(listener)):
                    listener.send(told)

        with self._metrics.searching():
            return await self._searching.think(
                match.game, match.position, level, self.table.dice.getrandbits(32), report
            )

    # --- time

    def _watch_clock(self) -> None:
        """Wait for the moment when somebody loses on time; now and then write down how much has passed."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.table.match.clock
        deadline = clock.deadline() if clock is not None and self.table.match.outcome is None else None
        if deadline is not None:
            delay = max(0.0, deadline - self.now()) + 0.005
            beat = max(limits.HEARTBEAT, delay / 50)
            self._flag = asyncio.get_running_loop().call_later(min(delay, beat), self._time_passed)

    def _time_passed(self) -> None:
        self._timekeeper = asyncio.create_task(self._keep_time())

    async def _keep_time(self) -> None:
        clock = self.table.match.clock
        try:
            if clock is not None and clock.flagged(self.now()) is not None:
                await self.happen("time")
            elif self._may_stop_clock():
                await self.happen("passed")
            else:
                self._watch_clock()
        except (Stale, MatchError, IllegalMove):
            self._watch_clock()
        except Exception as error:
            self._metrics.failed(self.name, error)
            self._watch_clock()

    def _may_stop_clock(self) -> bool:
        """Not within a period of byo-yomi: what was used of it would be forgotten."""
        clock = self.table.match.clock
        if clock is None or clock.running is None:
            return False
        return self.now() - clock.since <= clock.left[clock.running]
