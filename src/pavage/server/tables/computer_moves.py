"""The searches of one room: the move that a computer owes, or a hint. There is at most one at a time."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from pavage.bots.opponents import BotResigned
from pavage.bots.verdict import BotFailed
from pavage.game import Seat
from pavage.players.analysis import hopeless
from pavage.players.levels import ADVICE, LEVELS, strength
from pavage.players.search_queue import Ticket, Urgency
from pavage.players.thinking_time import time_for_move
from pavage.players.thought import Thought
from pavage.server.rooms import state
from pavage.server.rooms.durable import Proposal, propose
from pavage.server.rooms.searches import Answer, Searches, Wish
from pavage.server.site.metrics import logger
from pavage.server.tables.open_table import OpenTable
from pavage.server.tables.table_log import TableLog
from pavage.store import Gone

PATIENCE = 1.0
"""Seconds that a search may wait before those at the table are told that many are playing."""


class ComputerMoves:
    """What a room waits for. A hint is given up when nobody could see it, an owed move never."""

    def __init__(self, room: OpenTable, searching: Searches, pause: float) -> None:
        """`pause` is how long a computer takes at least."""
        self.hint: Thought | None = None
        self.known_lost = False
        """Whether an earlier hint of this game has said to the same person that it is lost."""
        self.failed = False
        """Whether the last search gave no answer."""
        self.hurried = False
        """Whether the last search had to make way for others, or one is waiting for long."""
        self._room, self._searching, self._pause = room, searching, pause
        self._task: asyncio.Task[None] | None = None
        self._hinting = False
        self._ticket: Ticket | None = None
        self._warned: set[tuple[int, Seat]] = set()
        """Games of the series, and seats in them, that a hint has said to be lost: it is said once."""

    @property
    def busy(self) -> bool:
        """Whether a search is running here."""
        return self._task is not None

    def wake(self) -> None:
        """If a computer owes a move, look for it."""
        owed = self._room.table.owed
        if self._room.log.paused or owed is None or not owed.is_computer:
            return
        if self._task is None and not self.failed:
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
        elif self._ticket is not None:
            self._searching.stop(self._ticket)

    def look_who_waits(self) -> None:
        """A page came or went: a search may be more urgent now, or less."""
        if self._ticket is not None:
            self._searching.change(self._ticket, *self._whose())

    def _whose(self) -> tuple[Urgency, str]:
        """How urgent a search is here, and whose turn it takes."""
        room = self._room
        looking = [page.address for page in room.listeners if room.you(page)]
        if self._hinting:
            return Urgency.HINT, min(looking, default=room.visitor)
        if not room.log.people:
            return Urgency.AMONG_THEMSELVES, room.visitor
        return (Urgency.LOOKING, min(looking)) if looking else (Urgency.AWAY, room.visitor)

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
        answer = await self._think(level)
        thought = answer.thought
        gave_up = answer.error if isinstance(answer.error, BotFailed | BotResigned) else None
        if gave_up is not None:
            logger.info("gave up", extra={"about": {"table": room.name, "why": str(answer.error)}})
        elif thought is None and answer.error is not None:
            room.metrics.failed(room.name, answer.error)
        await asyncio.sleep(max(0.0, self._pause - (room.clock() - begun)))

        def decision(log: TableLog) -> Proposal | None:
            if log.version != version:
                return None
            if thought is not None:
                return propose("move", move=list(thought.move))
            if gave_up is None:
                return None
            reason, more = "resignation", dict[str, Any]()
            if isinstance(gave_up, BotFailed) and log.relay is not None:
                reason, more = "forfeit", {"failure": asdict(gave_up.failure)}
            kind, data = log.leaving(log.table.match.turn, reason, **more)
            return propose(kind, **data)

        async with room.lock:
            if version != room.version:
                return
            self._task = None  # from here on it is not given up: the move is on its way to the disk
            try:
                if await room.decide_locked(decision) or version != room.version:
                    return
            except Gone:
                return
            except Exception as error:
                room.metrics.failed(room.name, error)
            self.failed = room.table.match.outcome is None
            room.tell()

    async def _look_for_hint(self, version: int) -> None:
        answer = await self._think(ADVICE)
        if version == self._room.version:
            self._task, self._hinting = None, False
            self.hint = answer.thought
            self._note_lost(answer.thought)
            if answer.thought is None and answer.error is not None:
                self._room.metrics.failed(self._room.name, answer.error)
            self._room.tell()

    def _note_lost(self, thought: Thought | None) -> None:
        """Remember who has read that the game is lost."""
        match = self._room.table.match
        lost = thought is not None and hopeless(match.game, match.position, thought)
        asked = (self._room.log.series.number, match.turn)
        self.known_lost = lost and asked in self._warned
        if lost:
            self._warned.add(asked)

    async def _think(self, level: str) -> Answer:
        room, match, hinting = self._room, self._room.table.match, self._hinting
        begun = room.clock()
        most = strength(match.game, level).seconds if level in (*LEVELS, ADVICE) else 1.0

        def limit() -> float | None:
            """Seconds from now on, when the search begins."""
            nonlocal begun, most
            begun = room.clock()
            # A hint does not hurry: it is the person's own time.
            seconds = None if hinting else time_for_move(match, room.now())
            most = min(most, seconds or most)
            return seconds

        def report(share: float) -> None:
            seconds = room.clock() - begun
            told: state.Progress = {"kind": "progress", "share": share, "seconds": seconds, "most": most}
            for listener in room.listeners:
                if not hinting or room.may_see_hint(room.you(listener)):
                    listener.send(told)

        ticket = self._ticket = Ticket(*self._whose(), room.name)
        seed = room.table.dice.getrandbits(32)
        late = asyncio.get_running_loop().call_later(PATIENCE, self._say_so, ticket)
        try:
            with room.metrics.searching():
                wish = Wish(match.game, match.position, level, seed, ticket, report, limit)
                answer = await self._searching.think(wish)
        finally:
            late.cancel()
            if self._ticket is ticket:
                self._ticket = None
        self.hurried = answer.hurried or (ticket.begun or 0.0) - ticket.asked > PATIENCE
        return answer

    def _say_so(self, ticket: Ticket) -> None:
        """A search that has not begun after a while: those who wait for it are told why."""
        if ticket.begun is None and ticket is self._ticket:
            self.hurried = True
            self._room.tell()
