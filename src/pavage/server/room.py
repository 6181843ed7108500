"""A room: one table with everybody who looks at it. It asks the computers for their moves and watches the clock.

Everything here happens in the event loop. Whatever a room still owes follows from the state of its table, so nothing
is lost when a socket closes.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pavage.game import IllegalMove, Move, Refusal, Seat, Unreadable
from pavage.match import Match, MatchError
from pavage.players.levels import LEVELS, strength
from pavage.players.thought import Thought
from pavage.players.workers import Errand, SearchFailed, Workers
from pavage.server import state
from pavage.server.catalogue import shapes, size_line
from pavage.table import Chair, Table, new_table, turned
from pavage.words import Words, words

HINT_LEVEL = "medium"
TICK = 0.25
"""Seconds between two reports of a search."""
WAITING = 64
"""Messages that may wait for a slow page before it is cut off."""


@dataclass(eq=False)
class Listener:
    """A page that is open at a table."""

    words: Words
    queue: asyncio.Queue[dict[str, Any] | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    closed: bool = False

    def send(self, message: dict[str, Any]) -> None:
        if self.closed:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        self.closed = True
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Room:
    """A table, its pages, and the searches it waits for."""

    def __init__(
        self,
        table: Table,
        workers: Workers,
        waiters: concurrent.futures.Executor,
        pause: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.seq = 0
        self.listeners: set[Listener] = set()
        self.used = now()
        self.now = now
        self._workers, self._waiters, self._pause = workers, waiters, pause
        self._scores: dict[int, float] = dict.fromkeys(range(len(table.chairs)), 0.0)
        self._order = list(range(len(table.chairs)))
        self._counted = False
        self._failed = False
        self._hint: Thought | None = None
        self._errand: Errand | None = None
        self._search: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None

    # --- what pages see

    def state(self, words: Words, touched: Move = ()) -> dict[str, Any]:
        table, match = self.table, self.table.match
        scene = state.scene_at(match, len(match.played), touched)
        owed = table.owed
        person = owed is not None and not owed.is_computer
        shown = state.with_hint(scene, self._hint, len(match.game.tiling))
        line = state.said(table, words, self.series())
        if self._hint is not None:
            line = state.hint_line(table, self._hint, words)
        return {
            "kind": "state",
            "seq": self.seq,
            "language": words.language,
            "title": words(f"{match.game.name}.title"),
            "size": size_line(match.game),
            "game": match.game.name,
            "shapes": shapes(match.game),
            "scene": state.scene_json(shown, match.game, words),
            "seats": state.seats_json(table, scene, words, self.now()),
            "moves": state.moves_json(match, words),
            "players": match.game.players,
            "prompt": state.prompt(table, scene, words, self._failed),
            "said": line,
            "mine": person,
            "over": owed is None,
            "failed": self._failed,
            "busy": self._search is not None and not self._failed,
            "acts": {
                "undo": any(not table.chairs[played.seat].is_computer for played in match.played if played.seat >= 0),
                "hint": person and self._hint is None and self._search is None,
                "resign": self._resigning() is not None,
                "move_now": owed is not None and not person,
                "rematch": owed is None,
            },
        }

    def look(self, words: Words, ply: int) -> dict[str, Any]:
        match = self.table.match
        ply = min(ply, len(match.played))
        scene = state.scene_at(match, ply)
        return {
            "kind": "look",
            "seq": self.seq,
            "ply": ply,
            "scene": state.scene_json(scene, match.game, words),
            "said": words("web.looking", ply=ply, plies=len(match.played)),
        }

    def series(self) -> Sequence[float]:
        """The points of the series, in the order in which people sit now."""
        return [self._scores[person] for person in self._order]

    def tell(self) -> None:
        """Send the whole state to every page."""
        for listener in self.listeners:
            listener.send(self.state(listener.words))

    # --- what pages ask

    def touch(self, touched: Move) -> bool:
        """Play a move if it is complete; False if it is only a beginning. Raises IllegalMove with the reason."""
        match = self.table.match
        self._persons_turn()
        if match.outcome is None and match.game.refusal(match.position, touched) is not None:
            inside = all(site < len(match.game.sites) for site in touched)
            if inside and match.game.choices(match.position, touched):
                return False
        self.table.play(touched, self.now())
        self.changed()
        return True

    def typed(self, text: str) -> None:
        self._persons_turn()
        match = self.table.match
        if match.outcome is not None:
            raise MatchError("over")
        try:
            move = match.game.read(match.position, text)
        except Unreadable:
            move = self._by_label(text)
        self.table.play(move, self.now())
        self.changed()

    def act(self, name: str) -> None:
        getattr(self, f"_{name}")()

    def _undo(self) -> None:
        self.table.undo(self.now())
        self._counted = False
        self.changed()

    def _resign(self) -> None:
        seat = self._resigning()
        if seat is None:
            raise MatchError("over")
        self.table.match.resign(seat, self.now())
        self.changed()

    def _rematch(self) -> None:
        """The next game of the series: everybody moves on by one seat."""
        old = self.table
        if old.match.outcome is None:
            raise MatchError("web.not_over")
        control = old.match.clock.control if old.match.clock else None
        self.table = new_table(old.match.game, turned(old.chairs), control, self.now(), old.dice)
        self._order = [*self._order[1:], self._order[0]]
        self._counted = False
        self.changed()

    def _move_now(self) -> None:
        """Take the best move found so far; or try again, if a search gave no answer."""
        if self._failed:
            self._failed = False
            self._wake()
            self.tell()
        elif self._errand is not None:
            self._errand.stop()

    def _begin_hint(self) -> None:
        owed = self.table.owed
        if owed is not None and not owed.is_computer and self._search is None and self._hint is None:
            self._search = asyncio.create_task(self._give_hint(self.seq))
            self.tell()

    _hint_act = _begin_hint

    # --- what happens by itself

    def changed(self) -> None:
        """The table is no longer what it was: forget what was thought about it, tell everybody, go on."""
        self.seq += 1
        self.used = self.now()
        self._hint, self._failed = None, False
        self._give_up_search()
        self._count()
        self._watch_clock()
        self._wake()
        self.tell()

    def close(self, words_key: str = "web.no_table") -> None:
        """Nobody will come back: end the searches and tell the pages."""
        self._give_up_search()
        if self._flag is not None:
            self._flag.cancel()
        for listener in self.listeners:
            listener.send({"kind": "gone", "sentence": listener.words(words_key)})
            listener.close()
        self.listeners.clear()

    def start(self) -> None:
        """The table is set: the clock runs, and a computer that begins begins."""
        self._watch_clock()
        self._wake()

    def _wake(self) -> None:
        owed = self.table.owed
        if owed is not None and owed.is_computer and self._search is None:
            self._search = asyncio.create_task(self._answer(self.seq, owed.level))

    def _give_up_search(self) -> None:
        if self._search is not None and self._search is not asyncio.current_task():
            self._search.cancel()
        if self._errand is not None:
            self._errand.stop()
        self._search = self._errand = None

    async def _answer(self, seq: int, level: str) -> None:
        begun = self.now()
        thought = await self._twice(level)
        await asyncio.sleep(max(0.0, self._pause - (self.now() - begun)))
        if seq != self.seq:
            return
        self._search = self._errand = None
        try:
            if thought is None:
                raise SearchFailed
            self.table.play(thought.move, self.now())
        except (IllegalMove, SearchFailed):
            if self.table.match.outcome is None:
                self._failed = True
                self.tell()
                return
        self.changed()

    async def _give_hint(self, seq: int) -> None:
        thought = await self._twice(HINT_LEVEL)
        if seq == self.seq:
            self._search = self._errand = None
            self._hint = thought
            self.tell()

    async def _twice(self, level: str) -> Thought | None:
        """What a search says; if it fails it is sent once more, and then we have no answer."""
        for _ in range(2):
            try:
                return await self._think(level)
            except Exception:  # a search can fail in any way: its process is not ours
                continue
        return None

    async def _think(self, level: str) -> Thought:
        game, position = self.table.match.game, self.table.match.position
        begun = self.now()
        errand = self._workers.think(game, position, level, self.table.dice.getrandbits(32))
        self._errand = errand
        most = strength(game, level).seconds if level in LEVELS else 1.0
        waiting = asyncio.get_running_loop().run_in_executor(self._waiters, _result, errand)
        try:
            while not (await asyncio.wait({waiting}, timeout=TICK))[0]:
                seconds = self.now() - begun
                for listener in self.listeners:
                    listener.send({"kind": "progress", "share": errand.progress, "seconds": seconds, "most": most})
        except asyncio.CancelledError:
            errand.stop()
            raise
        return waiting.result()

    def _watch_clock(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.table.match.clock
        deadline = clock.deadline() if clock is not None and self.table.match.outcome is None else None
        if deadline is not None:
            delay = max(0.0, deadline - self.now()) + 0.005
            self._flag = asyncio.get_running_loop().call_later(delay, self._time_is_over)

    def _time_is_over(self) -> None:
        if self.table.match.flag(self.now()):
            self.changed()
        else:
            self._watch_clock()

    def _count(self) -> None:
        """Write the result into the series, once."""
        outcome = self.table.match.outcome
        if outcome is not None and not self._counted:
            self._counted = True
            for seat, share in enumerate(outcome.returns):
                self._scores[self._order[seat]] += share

    # --- questions about the table

    def _persons_turn(self) -> None:
        owed = self.table.owed
        if owed is not None and owed.is_computer:
            raise IllegalMove("", Refusal("web.not_your_turn"))

    def _by_label(self, text: str) -> Move:
        """A button by the word that stands on it, in either language."""
        game = self.table.match.game
        for site, name in enumerate(game.sites[len(game.tiling) :], len(game.tiling)):
            labels = (words(language)(f"{game.name}.button.{name}") for language in ("en", "fr"))
            if text.strip().casefold() in (label.casefold() for label in labels):
                return (site,)
        return game.read(self.table.match.position, text)

    def _resigning(self) -> Seat | None:
        """Who gives up when somebody here does: whoever is to move, or the one person at the table."""
        match, chairs = self.table.match, self.table.chairs
        if match.outcome is not None:
            return None
        people = [seat for seat, chair in enumerate(chairs) if not chair.is_computer]
        if match.turn in people:
            return match.turn
        return people[0] if len(people) == 1 else None


def _result(errand: Errand) -> Thought:
    try:
        return errand.result()
    except concurrent.futures.CancelledError:
        raise SearchFailed("the search was given up") from None


def record_seats(chairs: Sequence[Chair]) -> tuple[str, ...]:
    """The names that a record keeps: people by name, computers by level."""
    return tuple(chair.level or chair.name or f"player {seat}" for seat, chair in enumerate(chairs, 1))


__all__ = ["Listener", "Match", "Room", "record_seats"]
