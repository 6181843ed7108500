"""All tables and contests of this server. They lie in the store; those in use are in memory.

A table is found by its name. The room of a contest's player is found as a seat is by its key: the store knows
only what its name hashes to.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pavage.bots.opponents import must_play
from pavage.game import Game
from pavage.match import MatchError
from pavage.players.workers import Workers
from pavage.registry import games
from pavage.server import limits
from pavage.server.classes.class_log import is_class
from pavage.server.contests.contest import LiveContest
from pavage.server.contests.contest_log import ContestLog, contest_wanted, is_contest
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.messages import ClassRace, NewContest, NewTable
from pavage.server.new_game.new_table import set_table
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import DoesNotAddUp, told_again
from pavage.server.rooms.page_state import ChairSet, TableSet
from pavage.server.rooms.presence import BELIEVED_SECONDS
from pavage.server.rooms.searches import Searches
from pavage.server.rooms.seat_keys import hashed, link
from pavage.server.site.costly import Costly
from pavage.server.site.metrics import Metrics, logger, shortened
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.store import Damaged, News, StillUsed, Store, StoreFailed
from pavage.store.log import wall_time
from pavage.store.news import Listening
from pavage.tournament.watching import Running, steps_of

HOUR = 3600.0
DAY = 24 * HOUR * 1000
"""In milliseconds of wall time."""
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
"""Names that somebody may ask for. (PostgreSQL would fail at some others, as if it were not well.)"""
MOST_ASLEEP = 10_000
"""Tables out of memory whose clocks are known to run; what has passed at older ones is charged to nobody."""
AT_ONCE = 100
"""Old tables that are looked for at once."""


class Rooms:
    """What is kept in the store, by its id; and the rooms that pages come to, by name or by its hash."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        pause: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        costly: Costly | None = None,
        seen: Callable[[TableRoom | LiveContest], None] = lambda _: None,
        told: Callable[[News], None] = lambda _: None,
    ) -> None:
        """`seen` is told of every table where something has happened, `told` what other servers say."""
        self.store, self._seen, self._tell_others = store, seen, told
        self._costly = Costly() if costly is None else costly
        self._metrics = metrics
        self._kept: dict[str, TableRoom | LiveContest] = {}
        self._doors: dict[str, BaseRoom] = {}
        self._doors_of: dict[str, tuple[str, ...]] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._deleted: set[str] = set()
        """Tables that were deleted while something was read: what was read of them before is not served."""
        self._asleep: dict[str, float] = {}
        """Tables that left the memory while a clock was running: when, by our clock, they were set."""
        self._callers = 0
        """Who came since rooms were last looked through."""
        self._hearing: set[asyncio.Task[None]] = set()
        self._waking: asyncio.Task[list[str]] | None = None
        self._set_by: dict[str, deque[float]] = {}
        self._workers = workers
        self.searches = Searches(workers, metrics, clock)
        self._pause, self._clock = pause, clock

    def __len__(self) -> int:
        return len(self._doors)

    @property
    def sockets(self) -> int:
        return sum(len(room.listeners) for room in self._doors.values())

    def carried(self, tournament: str) -> list[Running]:
        """The games of a tournament whose moves somebody carries at a table here."""
        found = []
        for room in list(self._doors.values()):  # whoever asks may be another thread
            if not isinstance(room, TableRoom):
                continue
            log = room.log
            relay, table = log.relay or {}, log.table
            if relay.get("tournament") == tournament and room.listeners:
                seats = tuple(chair.name for chair in table.chairs)
                found.append(Running(relay["game"], seats, tuple(steps_of(table.match))))
        return found

    # --- tables are set, found and removed

    async def open(
        self,
        wanted: NewTable,
        address: str,
        relay: Mapping[str, Any] | None = None,
        counted: bool = True,
        led: Mapping[str, bool] | None = None,
    ) -> TableSet:
        """Set a table. A wish that cannot be met raises a PhrasedError.

        `relay`: programs sit there; its `record` is the game as it was left, with the time of each move.
        All tables of a round of a class are `counted` as one; `led` is what its teacher decides for them.
        """
        with self._counting(address) if counted else contextlib.nullcontext():
            return await self._open(wanted, address, relay, led)

    async def _open(
        self, wanted: NewTable, address: str, relay: Mapping[str, Any] | None, led: Mapping[str, bool] | None
    ) -> TableSet:
        # Some games take long to set up, and must not hold up the others.
        setting, chairs, keys = await self._costly.do(address, set_table, wanted)
        if relay is not None:
            setting["relay"] = {key: value for key, value in relay.items() if key != "record"}
            setting["record"] = relay.get("record", setting["record"])
        if led is not None:
            setting |= {"led": True, **led}
        log = await self._costly.do(address, TableLog, setting)
        must_play(self._workers, log.table.match.game, [chair.level for chair in chairs])
        if any(chair.is_computer for chair in log.table.chairs):
            self._workers.warm()
        name = secrets.token_urlsafe(16)
        seats = {hashed(key): seat for seat, key in enumerate(keys) if key}
        await asyncio.wrap_future(self.store.create(name, setting, seats))
        self._take_in(name, self._table(name, log, address), {name: 0})
        self._metrics.tables_set += 1
        logger.info("table set", extra={"about": {"table": name, "game": log.table.match.game.name}})
        own = [key for key, chair in zip(keys, chairs, strict=True) if key and not chair.away]
        sitting: list[ChairSet] = [
            {"name": chair.name, "level": chair.level, "away": chair.away} for chair in chairs
        ]
        return {"id": name, "keys": keys, "chairs": sitting, "url": link(name, own)}

    async def open_contest(self, wanted: NewContest, address: str) -> list[tuple[str, str]]:
        """A race or a duel: the name of each player, and the id of the room with their board."""
        live, rooms = await self._open_contest(wanted, address)
        return [(entrant.name, room) for entrant, room in zip(live.contest.entrants, rooms, strict=True)]

    async def open_race(self, wanted: ClassRace, address: str) -> tuple[str, list[str]]:
        """The race of a class: what it is called in the store, and the name of each pupil's room."""
        live, rooms = await self._open_contest(wanted, address)
        return live.name, rooms

    async def make(self, address: str, game: str, options: Mapping[str, Any]) -> Game[Any]:
        """A game with these options, made beside the loop: it may be large."""
        return await self._costly.do(address, lambda: games()[game](**options))

    async def _open_contest(self, wanted: NewContest, address: str) -> tuple[LiveContest, list[str]]:
        with self._counting(address):
            # A puzzle may take long to make, and must not hold up the others.
            setting, rooms = await self._costly.do(address, contest_wanted, wanted)
            log = await self._costly.do(address, ContestLog, setting)
            name = secrets.token_urlsafe(16)
            seats = {key: player for player, key in enumerate(setting["keys"])}
            await asyncio.wrap_future(self.store.create(name, setting, seats))
        live = self._contest(name, log)
        self._take_in(name, live, seats)
        return live, rooms

    async def get(self, name: str) -> BaseRoom | None:
        """The room of this name, read from the store if need be; None if there is none.

        One that is there and cannot be read raises StoreFailed.
        """
        self._make_place()
        room = self._door(name)
        if room is None and NAME.fullmatch(name):
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
            await asyncio.shield(self._loading[name])
            room = self._door(name)
        if room is not None:
            room.used = self._clock()
        return room

    def _door(self, name: str) -> BaseRoom | None:
        return self._doors.get(name) or self._doors.get(hashed(name))

    async def played_by(self, name: str, key: str) -> bool:
        """Whether somebody with this key sits or sat at the table."""
        found = await asyncio.to_thread(self.store.seats_of, hashed(key))
        return found is not None and found[0] == name

    async def remove(self, name: str) -> None:
        """Those who played want the table to be forgotten."""
        with contextlib.suppress(StoreFailed):  # one that is damaged can go too
            room = await self.get(name)
            if isinstance(room, ContestRoom):
                name = room.live.name
        await asyncio.wrap_future(self.store.remove(name))
        self._close(name)
        logger.info("table removed", extra={"about": {"table": name}})

    def _close(self, name: str) -> None:
        """It is no longer in the store: pages are told, and nothing is kept of it."""
        if self._loading:
            self._deleted.add(name)
        self._asleep.pop(name, None)
        kept = self._drop(name)
        if kept is not None:
            kept.close()

    def _drop(self, name: str) -> TableRoom | LiveContest | None:
        """Take it out of the memory, with its doors."""
        kept = self._kept.pop(name, None)
        if kept is not None:
            for door in self._doors_of.pop(name):
                del self._doors[door]
        return kept

    # --- other servers

    def listen(self) -> Listening | None:
        """Hear what other servers at this database do. Close it, if there is one."""
        loop = asyncio.get_running_loop()

        def tell(news: News) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._told, news)

        return self.store.listen(tell)

    def _told(self, news: News) -> None:
        self._tell_others(news)
        task = asyncio.create_task(self.hear(news))
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def hear(self, news: News) -> None:
        """What another server did matters to the tables that are in memory, or on their way there."""
        if news.what == "gone":
            return self._close(news.table)
        if news.what == "owing":
            return await self.take_over()
        if news.what == "here" and news.table not in self._kept:
            return  # a class, or a table where nobody is here
        for name in [*self._kept, *self._loading] if news.what == "missed" else [news.table]:
            try:
                if name in self._loading:
                    await asyncio.shield(self._loading[name])
                kept = self._kept.get(name)
                if kept is not None and not await kept.hear(news):
                    self._close(name)
            except Exception as error:
                self._metrics.failed(name, error)

    # --- tables grow old

    async def forget_after(self, days: float) -> None:
        """From now on, remove all tables where nothing has happened for so long."""
        while True:
            try:
                await self.forget(wall_time() - round(days * DAY))
            except Exception as error:
                self._metrics.failed("", error)
            await asyncio.sleep(HOUR)

    async def forget(self, before: int) -> int:
        """Remove the tables where nothing has happened since; how many. One that is looked at stays."""
        removed, kept = 0, set[str]()
        while old := await asyncio.to_thread(self.store.unused, before, len(kept) + AT_ONCE):
            going = [name for name in old if name not in kept]
            for name in going:
                if name in self._kept and _watched(self._kept[name]):
                    kept.add(name)
                    continue
                try:
                    await asyncio.wrap_future(self.store.remove(name, unless_since=before))
                except StillUsed:  # since it was looked for
                    kept.add(name)
                else:
                    self._close(name)
                    removed += 1
            if not going:
                break
        return removed

    async def keep_announcing(self) -> None:
        """From now on, say again who is at the tables that have pages at other servers too, and ask them."""
        while True:
            for kept in self._kept.values():
                if isinstance(kept, TableRoom) and kept.listeners and kept.presence.elsewhere:
                    kept.presence.ask()
            await asyncio.sleep(BELIEVED_SECONDS / 3)

    # --- the beginning and the end

    async def wake(self) -> None:
        """Go on where computers owe moves, unless another server at this database is there to do it."""
        if not self.store.shared:
            await self.take_over()

    async def take_over(self) -> None:
        """Whatever computers owe anywhere is for us to see to: we are alone, or another server has died."""
        self._waking = asyncio.create_task(asyncio.to_thread(self.store.owing))
        for name in await asyncio.shield(self._waking):
            with contextlib.suppress(Exception):
                await self.get(name)

    async def close(self) -> None:
        if self._waking is not None:
            # A thread cannot be called off, and reads from the store that is closed next.
            with contextlib.suppress(Exception):
                await self._waking
        self.searches.close()  # first: one that is given up would let another begin, whose room is gone
        for kept in self._kept.values():
            with contextlib.suppress(Exception):
                await kept.rest()
            kept.unload()
        self._kept.clear()
        self._doors.clear()
        self._doors_of.clear()

    # --- what is in memory

    async def _load(self, name: str) -> None:
        """Read a table, or the contest that has a room of this name."""
        key = hashed(name)
        try:
            stored = await asyncio.to_thread(self.store.load, name)
            if stored is not None and is_class(stored.setting):
                return  # nobody sits there
            if stored is not None and not is_contest(stored.setting):
                log = await asyncio.to_thread(told_again, TableLog, stored.setting, stored.entries)
                if name not in self._deleted:
                    table = self._table(name, log)
                    self._take_in(name, table, {name: 0})
                    table.presence.ask()
                return
            found = await asyncio.to_thread(self.store.seats_of, key)
            stored = await asyncio.to_thread(self.store.load, found[0]) if found else None
            if stored is not None and is_contest(stored.setting):
                contest = await asyncio.to_thread(told_again, ContestLog, stored.setting, stored.entries)
                # Another of its players may have come meanwhile.
                if stored.id not in self._kept and stored.id not in self._deleted:
                    keys = {each: player for player, each in enumerate(stored.setting["keys"])}
                    self._take_in(stored.id, self._contest(stored.id, contest), keys)
        except (DoesNotAddUp, StoreFailed) as error:
            self._metrics.failed(shortened(name), error)  # perhaps a room in a contest
            if isinstance(error, DoesNotAddUp):
                raise Damaged(str(error)) from error
            raise
        finally:
            self._loading.pop(name, None)
            if not self._loading:
                self._deleted.clear()

    def _table(self, name: str, log: TableLog, visitor: str = "") -> TableRoom:
        # A clock went on running while its table was out of memory; while the server was down, none did.
        since = self._asleep.pop(name, None)
        return TableRoom(
            name,
            log,
            self.store,
            self.searches,
            self._metrics,
            self._pause,
            self._clock,
            since,
            visitor,
            self._seen,
        )

    def _contest(self, name: str, log: ContestLog) -> LiveContest:
        return LiveContest(name, log, self.store, self._metrics, self._clock, self._seen)

    def _take_in(self, name: str, kept: TableRoom | LiveContest, doors: Mapping[str, int]) -> None:
        """`doors` are the names by which its rooms are found, and the place of each room."""
        self._kept[name] = kept
        self._doors_of[name] = tuple(doors)
        self._doors |= {door: kept.rooms[place] for door, place in doors.items()}
        kept.start()
        self._make_place()

    def _make_place(self) -> None:
        """Rooms that nobody needs leave the memory: when they are old, and the oldest when there are many.

        Looking through them takes longer the more there are, so not everybody who comes does it.
        """
        self._callers += 1
        if self._callers <= limits.ROOMS // 10:
            return
        self._callers = 0
        before = self._clock() - limits.UNUSED
        idle = [name for name, kept in self._kept.items() if not kept.needed and not _watched(kept)]
        idle.sort(key=lambda name: _used(self._kept[name]))
        for place, name in enumerate(idle[:-1]):
            if _used(self._kept[name]) < before or len(idle) - place > limits.ROOMS:
                self._put_away(name)

    def _put_away(self, name: str) -> None:
        kept = self._drop(name)
        assert kept is not None
        if isinstance(kept, TableRoom):
            clock = kept.table.match.clock
            if clock is not None and clock.running is not None:
                self._asleep[name] = self._clock() - (kept.now() - kept.log.t)
                if len(self._asleep) > MOST_ASLEEP:
                    del self._asleep[next(iter(self._asleep))]
        kept.unload()
        if isinstance(kept, LiveContest):
            # They hold it and it holds them: nothing would leave before a full collection of garbage.
            kept.rooms.clear()

    @contextlib.contextmanager
    def _counting(self, address: str) -> Iterator[None]:
        """So many tables an hour from one address; one that could not be set does not count."""
        now = self._clock()
        times = self._set_by.setdefault(address, deque())
        while times and times[0] < now - HOUR:
            times.popleft()
        if len(times) >= limits.GAMES_PER_ADDRESS:
            raise MatchError("web.table.too_many")
        times.append(now)
        if len(self._set_by) > 10_000:
            self._set_by = {
                each: kept for each, kept in self._set_by.items() if kept and kept[-1] > now - HOUR
            }
        try:
            yield
        except BaseException:
            times.remove(now)
            raise


def _watched(kept: TableRoom | LiveContest) -> bool:
    return any(room.listeners for room in kept.rooms)


def _used(kept: TableRoom | LiveContest) -> float:
    return max(room.used for room in kept.rooms)
