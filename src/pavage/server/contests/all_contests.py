"""All contests of this server: in the store as tables are, those in use in memory.

A player's room is found by its name as a seat is by its key: the store knows only what it hashes to.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable

from pavage.games.nombres import Nombres
from pavage.server import limits
from pavage.server.contests.contest import Arena
from pavage.server.contests.contest_log import ContestLog, contest_again, contest_setting, is_contest
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.messages import NewContest
from pavage.server.rooms.durable import DoesNotAddUp
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.site.metrics import Metrics
from pavage.store import News, Store


class Arenas:
    """Contests by their id, and the rooms of their players by what their names hash to."""

    def __init__(self, store: Store, metrics: Metrics, clock: Callable[[], float]) -> None:
        self._store, self._metrics, self._clock = store, metrics, clock
        self._arenas: dict[str, Arena] = {}
        self._booths: dict[str, ContestRoom] = {}
        self._reading = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._booths)

    @property
    def sockets(self) -> int:
        return sum(len(room.listeners) for room in self._booths.values())

    async def open(self, wanted: NewContest) -> list[tuple[str, str]]:
        """A race or a duel: the name of each player, and the id of the room with their board."""
        # A puzzle may take long to make, and must not hold up the others.
        game = await asyncio.to_thread(lambda: Nombres(**wanted.options))
        names = [name or str(number) for number, name in enumerate(wanted.names, 1)]
        rooms = [new_key() for _ in names]
        keys = [hashed(room) for room in rooms]
        setting = contest_setting(game, names, wanted.mode, wanted.minutes * 60.0, keys)
        log = await asyncio.to_thread(ContestLog, setting)
        arena = secrets.token_urlsafe(16)
        seats = {key: player for player, key in enumerate(keys)}
        await asyncio.wrap_future(self._store.create(arena, setting, seats))
        self._take_in(arena, log, keys)
        return list(zip(names, rooms, strict=True))

    async def get(self, name: str) -> ContestRoom | None:
        """The room of this name, read from the store if need be; None if there is none."""
        key = hashed(name)
        if key not in self._booths:
            async with self._reading:
                if key not in self._booths:
                    await self._read(key)
        return self._booths.get(key)

    async def _read(self, key: str) -> None:
        found = await asyncio.to_thread(self._store.seats_of, key)
        stored = await asyncio.to_thread(self._store.load, found[0]) if found else None
        if stored is None or not is_contest(stored.setting):
            return
        try:
            log = await asyncio.to_thread(contest_again, stored.setting, stored.entries)
        except DoesNotAddUp as error:
            self._metrics.failed(stored.id, error)
            return
        self._take_in(stored.id, log, stored.setting["keys"])

    def _take_in(self, name: str, log: ContestLog, keys: list[str]) -> None:
        arena = Arena(name, log, self._store, self._metrics, self._clock)
        self._arenas[name] = arena
        self._booths |= dict(zip(keys, arena.rooms, strict=True))
        arena.start()
        self.make_place()

    async def remove(self, room: ContestRoom) -> None:
        """One of those who played wants the contest to be forgotten."""
        await asyncio.wrap_future(self._store.remove(room.arena.name))
        self.close_one(room.arena.name)

    def close_one(self, name: str) -> None:
        """The contest of this name, if there is one here, is no longer in the store."""
        arena = self._arenas.get(name)
        if arena is not None:
            self._drop(arena).close()

    def is_watched(self, name: str) -> bool:
        arena = self._arenas.get(name)
        return arena is not None and _watched(arena)

    async def hear(self, news: News) -> None:
        """What another server did at a contest that is in memory."""
        for arena in list(self._arenas.values()):
            if arena.name == news.table or news.what == "missed":
                try:
                    if not await arena.hear(news):
                        self.close_one(arena.name)
                except Exception as error:
                    self._metrics.failed(arena.name, error)

    async def close(self) -> None:
        for arena in self._arenas.values():
            with contextlib.suppress(Exception):
                await arena.rest()
            arena.unload()
        self._arenas.clear()
        self._booths.clear()

    def make_place(self) -> None:
        """Contests that are over and not looked at leave the memory: the old, and the oldest of many."""
        idle = [arena for arena in self._arenas.values() if not arena.needed and not _watched(arena)]
        idle.sort(key=_used)
        before = self._clock() - limits.UNUSED
        for place, arena in enumerate(idle):
            if _used(arena) < before or len(idle) - place > limits.ROOMS:
                self._drop(arena).unload()

    def _drop(self, arena: Arena) -> Arena:
        self._arenas.pop(arena.name, None)
        self._booths = {key: room for key, room in self._booths.items() if room.arena is not arena}
        return arena


def _watched(arena: Arena) -> bool:
    return any(room.listeners for room in arena.rooms)


def _used(arena: Arena) -> float:
    return max(room.used for room in arena.rooms)
