"""The searches of one room: the move that a computer owes, or a hint. There is at most one at a time."""

from __future__ import annotations

import asyncio

from pavage.bots.opponents import BotResigned
from pavage.bots.verdict import BotFailed
from pavage.players.levels import ADVICE, LEVELS, strength
from pavage.players.pace import time_for_move
from pavage.players.thought import Thought
from pavage.server.rooms.durable import Stale
from pavage.server.rooms.searches import Searches
from pavage.server.site.metrics import logger
from pavage.server.tables.open_table import OpenTable


class ComputerMoves:
    """What a room waits for. A hint is given up when nobody could see it, an owed move never."""

    def __init__(self, room: OpenTable, searching: Searches, pause: float) -> None:
        """`pause` is how long a computer takes at least."""
        self.hint: Thought | None = None
        self.failed = False
        """Whether the last search gave no answer."""
        self._room, self._searching, self._pause = room, searching, pause
        self._task: asyncio.Task[None] | None = None
        self._hinting = False

    @property
    def busy(self) -> bool:
        """Whether a search is running here."""
        return self._task is not None

    def wake(self) -> None:
        """If a computer owes a move, look for it."""
        owed = self._room.table.owed
        if owed is not None and owed.is_computer and self._task is None and not self.failed:
            self._task = asyncio.create_task(self._answer(self._room.version, owed.level))

    def begin_anew(self) -> None:
        """The game has changed: what was found or looked for is of no use."""
        self.hint, self.failed = None, False
        self.give_up()

    def give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task, self._hinting = None, False

    def give_up_hint(self) -> None:
        """Nobody is left who could see it."""
        if self._hinting:
            self.give_up()

    def move_now(self) -> None:
        """Take the best move found so far; or try again, if a search gave no answer."""
        if self.failed:
            self.failed = False
            self.wake()
            self._room.tell()
        else:
            self._searching.stop()

    def find_hint(self) -> None:
        """Look for a good move; whoever is to move sees it when it is found."""
        room = self._room
        if self._task is None and self.hint is None and room.table.owed is not None and not room.log.owes:
            self._hinting = True
            self._task = asyncio.create_task(self._look_for_hint(room.version))
            room.tell()

    async def _answer(self, version: int, level: str) -> None:
        room = self._room
        begun = room.clock()
        thought: Thought | None = None
        gave_up = False
        try:
            thought = await self._think(level)
        except (BotFailed, BotResigned) as error:
            logger.info("gave up", extra={"about": {"table": room.name, "why": str(error)}})
            gave_up = True
        await asyncio.sleep(max(0.0, self._pause - (room.clock() - begun)))
        async with room.alone:
            if version != room.version:
                return
            self._task = None  # from here on it is not given up: the move is on its way to the disk
            try:
                if thought is not None:
                    return await room.write("move", move=list(thought.move))
                if gave_up:
                    return await room.write("resign", seat=room.table.match.turn)
            except Stale:
                return
            except Exception as error:
                room.metrics.failed(room.name, error)
            self.failed = room.table.match.outcome is None
            room.tell()

    async def _look_for_hint(self, version: int) -> None:
        thought = await self._think(ADVICE)
        if version == self._room.version:
            self._task, self._hinting = None, False
            self.hint = thought
            self._room.tell()

    async def _think(self, level: str) -> Thought | None:
        room, match, hinting = self._room, self._room.table.match, self._hinting
        begun = room.clock()
        most = strength(match.game, level).seconds if level in (*LEVELS, ADVICE) else 1.0
        # A hint does not hurry: it is the person's own time.
        limit = None if hinting else time_for_move(match, room.now())
        most = min(most, limit or most)

        def report(share: float) -> None:
            told = {"kind": "progress", "share": share, "seconds": room.clock() - begun, "most": most}
            for listener in room.listeners:
                if not hinting or room.may_see_hint(room.you(listener)):
                    listener.send(told)

        with room.metrics.searching():
            return await self._searching.think(
                match.game, match.position, level, room.table.dice.getrandbits(32), report, limit
            )
