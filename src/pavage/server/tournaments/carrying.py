"""Games of tournaments that are carried at tables here: kept beside the results, as a terminal keeps them.

The table itself is safe in the store. The file says at which table a game goes on, and lets a terminal go on
with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from pavage.server.tables.table_room import TableRoom
from pavage.server.tournaments.folder import Tournaments
from pavage.tournament.kept_game import Damaged, Keeper, keep, kept
from pavage.tournament.ledger import place_of


class Carrying:
    """Writes down what happens at the tables of this server where games of tournaments are carried."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self.lock = asyncio.Lock()
        """Held while a game is looked up and its table opened, so that it has one table."""

    def begin(self, room: TableRoom, keys: list[str | None]) -> None:
        """A game goes on at this table from now on."""
        self._write(room, {"id": room.name, "keys": keys})

    def __call__(self, room: TableRoom) -> None:
        """Something happened at a table. One that the game has left, for a terminal, writes nothing more."""
        relay = room.log.relay or {}
        if "tournament" not in relay or room.log.recorded:
            return
        watched = self._tournaments.get(relay["tournament"])
        if watched is None or not self._tournaments.recording:
            return
        with contextlib.suppress(Damaged):
            left = kept(place_of(watched.path), relay["game"], _seats(room))
            if left is not None and left.table.get("id") == room.name:
                self._write(room, left.table)

    def _write(self, room: TableRoom, table: Mapping[str, Any]) -> None:
        keeper = self._keeper(room, table)
        if keeper is not None:
            log = room.log
            begun = not log.paused or len(log.table.match.played) > len(log.opening)
            keeper(log.table.match, begun, log.paused, room.now())
            keeper.rest()  # who looks on here sees the table itself, as long as somebody is there

    def _keeper(self, room: TableRoom, table: Mapping[str, Any]) -> Keeper | None:
        relay = room.log.relay or {}
        watched = self._tournaments.get(relay.get("tournament", ""))
        if watched is None:
            return None
        return keep(place_of(watched.path), relay["game"], _seats(room), table, sync=False)


def _seats(room: TableRoom) -> list[str]:
    return [chair.name for chair in room.table.chairs]
