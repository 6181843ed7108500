"""All tables of this server. They lie in the store; those in use are rooms in memory, contests only there."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from pavage.bots.opponents import must_play
from pavage.games.nombres import Nombres
from pavage.match import MatchError
from pavage.players.workers import SLOTS, Workers
from pavage.server import limits
from pavage.server.contests import Arena, Booth
from pavage.server.gathering import Gathering
from pavage.server.health import Metrics, log
from pavage.server.keys import hashed, link
from pavage.server.messages import NewContest, NewTable, TableSet
from pavage.server.room import Room
from pavage.server.searching import Searching
from pavage.server.setting import set_table
from pavage.server.story import DoesNotAddUp, Story, tell_again
from pavage.store import Store, StoreFailed

HOUR = 3600.0


class Rooms:
    """Tables by their id."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        pause: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._booths: dict[str, Booth] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._asleep: dict[str, float] = {}
        """Tables that left the memory while a clock was running: when, by our clock, they were set."""
        self._set_by: dict[str, deque[float]] = {}
        self._workers = workers
        self._waiters = ThreadPoolExecutor(SLOTS, "waiting-for-a-search")
        self._pause, self._clock = pause, clock

    def __len__(self) -> int:
        return len(self._rooms) + len(self._booths)

    @property
    def sockets(self) -> int:
        return sum(len(room.listeners) for room in (*self._rooms.values(), *self._booths.values()))

    # --- tables are set, found and removed

    async def open(self, wanted: NewTable, address: str) -> TableSet:
        """Set a table. A wish that cannot be met raises one of EXPECTED."""
        self._count(address)
        # Some games take long to set up, and must not hold up the others.
        setting, chairs, keys = await asyncio.to_thread(set_table, wanted)
        story = await asyncio.to_thread(Story, setting)
        must_play(self._workers, story.table.match.game, [chair.level for chair in chairs])
        name = secrets.token_urlsafe(16)
        seats = {hashed(key): seat for seat, key in enumerate(keys) if key}
        await asyncio.wrap_future(self.store.create(name, setting, seats))
        self._take_in(name, story)
        self._metrics.tables_set += 1
        log.info("table set", extra={"about": {"table": name, "game": story.table.match.game.name}})
        own = [key for key, chair in zip(keys, chairs, strict=True) if key and not chair.away]
        return TableSet(id=name, keys=keys, chairs=chairs, url=link(name, own))

    def open_contest(self, wanted: NewContest, address: str) -> list[tuple[str, str]]:
        """A race or a duel: the name of each player, and the id of the room with their board."""
        self._count(address)
        game = Nombres(**wanted.options)
        names = [" ".join(name.split()) or str(number) for number, name in enumerate(wanted.names, 1)]
        arena = Arena(game, names, wanted.mode, wanted.minutes * 60.0, self._clock)
        opened = []
        for booth in arena.booths:
            name = secrets.token_urlsafe(16)
            self._booths[name] = booth
            opened.append((booth.name, name))
        arena.start()
        self._make_place()
        return opened

    async def get(self, name: str) -> Gathering | None:
        """The room of this name, read from the store if need be; None if there is none."""
        self._make_place()
        room: Gathering | None = self._rooms.get(name) or self._booths.get(name)
        if room is None and len(name) <= 32:
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
            room = await asyncio.shield(self._loading[name])
        if room is not None:
            room.used = self._clock()
        return room

    async def played_by(self, name: str, key: str) -> bool:
        """Whether somebody with this key sits or sat at the table."""
        found = await asyncio.to_thread(self.store.seats_of, hashed(key))
        return found is not None and found[0] == name

    async def remove(self, name: str) -> None:
        """Those who played want the table to be forgotten."""
        await asyncio.wrap_future(self.store.remove(name))
        room = self._rooms.pop(name, None)
        if room is not None:
            room.close()
        log.info("table removed", extra={"about": {"table": name}})

    # --- the beginning and the end

    async def wake(self) -> None:
        """Go on where computers owe moves."""
        for name in await asyncio.to_thread(self.store.owing):
            with contextlib.suppress(Exception):
                await self.get(name)

    async def close(self) -> None:
        for room in self._rooms.values():
            with contextlib.suppress(Exception):
                await room.rest()
            room.unload()
        for booth in self._booths.values():
            booth.close()
        self._rooms.clear()
        self._booths.clear()
        self._waiters.shutdown(wait=False, cancel_futures=True)

    # --- what is in memory

    async def _load(self, name: str) -> Room | None:
        try:
            stored = await asyncio.to_thread(self.store.load, name)
            if stored is None:
                return None
            story = await asyncio.to_thread(tell_again, stored.setting, stored.entries)
            return self._take_in(name, story)
        except (DoesNotAddUp, StoreFailed) as error:
            self._metrics.failed(name, error)
            return None
        finally:
            self._loading.pop(name, None)

    def _take_in(self, name: str, story: Story) -> Room:
        # A clock went on running while its table was out of memory; while the server was down, none did.
        since = self._asleep.pop(name, None)
        searching = Searching(self._workers, self._waiters)
        room = Room(name, story, self.store, searching, self._metrics, self._pause, self._clock, since)
        self._rooms[name] = room
        room.start()
        self._make_place()
        return room

    def _make_place(self) -> None:
        """Rooms that nobody needs leave the memory: when they are old, and the oldest when there are many."""
        before = self._clock() - limits.UNUSED
        for name in [name for name, booth in self._booths.items() if _idle(booth) and booth.used < before]:
            self._booths.pop(name).close()
        while len(self._booths) > limits.ROOMS:
            first = min(
                self._booths, key=lambda name: (not _idle(self._booths[name]), self._booths[name].used)
            )
            self._booths.pop(first).close()
        idle = [name for name, room in self._rooms.items() if _idle(room) and not room.needed]
        idle.sort(key=lambda name: self._rooms[name].used)
        for place, name in enumerate(idle[:-1]):
            if self._rooms[name].used < before or len(idle) - place > limits.ROOMS:
                room = self._rooms.pop(name)
                clock = room.table.match.clock
                if clock is not None and clock.running is not None:
                    self._asleep[name] = self._clock() - (room.now() - room.story.t)
                room.unload()

    def _count(self, address: str) -> None:
        """So many tables an hour from one address."""
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


def _idle(room: Gathering) -> bool:
    return not room.listeners
