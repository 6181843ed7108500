"""All rooms of this server, in memory: so many, so long, and the one not used for longest goes first."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pavage.clock import parse_control
from pavage.games.nombres import Nombres
from pavage.options import BadOption
from pavage.players.workers import SLOTS, Workers
from pavage.registry import games
from pavage.server.contests import Arena
from pavage.server.messages import NewContest, NewTable
from pavage.server.room import Room
from pavage.server.searching import Searching
from pavage.table import Chair, draw_lots, new_table

MOST = 200
OLDEST = 24 * 3600.0
"""Seconds after which a room that nobody uses is given up."""


class Rooms:
    """Rooms by their id."""

    def __init__(
        self,
        workers: Workers,
        most: int = MOST,
        oldest: float = OLDEST,
        pause: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rooms: dict[str, Room] = {}
        self._workers = workers
        self._waiters = ThreadPoolExecutor(SLOTS, "waiting-for-a-search")
        self._most, self._oldest, self._pause, self._now = most, oldest, pause, now

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, wanted: NewTable) -> str:
        """A new room with a table set as wanted; its id. A wish that cannot be met raises one of EXPECTED."""
        game = games()[wanted.game](**wanted.options)
        chairs: Sequence[Chair] = [
            Chair(" ".join(chair.name.split()), chair.level) for chair in wanted.chairs
        ]
        if len(chairs) != game.players:
            raise BadOption("bad_value", "chairs", len(chairs), str(game.players))
        control = parse_control(wanted.clock) if wanted.clock else None
        if wanted.lots:
            chairs = draw_lots(chairs, random.Random())
        table = new_table(game, chairs, control, self._now())
        return self._take_in(Room(table, self._searching(), self._pause, self._now))

    def open_contest(self, wanted: NewContest) -> list[tuple[str, str]]:
        """A race or a duel: the name of each player, and the id of the room with their board."""
        game = Nombres(**wanted.options)
        names = [" ".join(name.split()) or str(number) for number, name in enumerate(wanted.names, 1)]
        arena = Arena(game, names, wanted.mode, wanted.minutes * 60.0, self._searching, self._now)
        opened = [(booth.name, self._take_in(booth)) for booth in arena.booths]
        arena.start()
        return opened

    def _searching(self) -> Searching:
        return Searching(self._workers, self._waiters)

    def _take_in(self, room: Room) -> str:
        self._make_place()
        name = secrets.token_urlsafe(16)
        self._rooms[name] = room
        room.start()
        return name

    def get(self, name: str) -> Room | None:
        self._forget_old()
        room = self._rooms.get(name)
        if room is not None:
            room.used = self._now()
        return room

    def close(self) -> None:
        for name in list(self._rooms):
            self._rooms.pop(name).close()
        self._waiters.shutdown(wait=False, cancel_futures=True)

    def _make_place(self) -> None:
        self._forget_old()
        while len(self._rooms) >= self._most:
            name = min(
                self._rooms, key=lambda name: (bool(self._rooms[name].listeners), self._rooms[name].used)
            )
            self._rooms.pop(name).close()

    def _forget_old(self) -> None:
        before = self._now() - self._oldest
        old = [name for name, room in self._rooms.items() if room.used < before and not room.listeners]
        for name in old:
            self._rooms.pop(name).close()
