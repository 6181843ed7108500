"""A room: one table and everybody who looks at it. It asks the computers for moves and watches the clock.

Everything here happens in the event loop. Whatever a room still owes follows from the state of its table, so
nothing is lost when a socket closes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pavage.game import IllegalMove, Move, Refusal, Unreadable
from pavage.match import MatchError
from pavage.players.levels import ADVICE, LEVELS, strength
from pavage.players.thought import Thought
from pavage.scene import Sheet
from pavage.server import state
from pavage.server.catalogue import shapes, size_line
from pavage.server.listener import Listener
from pavage.server.searching import Searching
from pavage.server.seating import resigning
from pavage.server.series import Series
from pavage.table import Table, new_table, turned
from pavage.view.touching import is_beginning, offered_named, piece_named, site_named, touched_after
from pavage.words import Words


class Room:
    """A table, its pages, and the searches it waits for."""

    def __init__(
        self,
        table: Table,
        searching: Searching,
        pause: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.seq = 0
        self.listeners: set[Listener] = set()
        self.now = now
        self.used = now()
        self._searching, self._pause = searching, pause
        self._series = Series(len(table.chairs))
        self._failed = False
        self._hint: Thought | None = None
        self._task: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None

    # --- what pages see

    def state(self, words: Words, touched: Move = ()) -> dict[str, Any]:
        table, match = self.table, self.table.match
        scene = state.scene_at(match, len(match.played), touched)
        owed = table.owed
        person = owed is not None and not owed.is_computer
        shown = state.with_hint(scene, self._hint, match.game)
        if not person:
            shown = state.at_rest(shown)
        line = state.with_news(state.said(table, words, self._series.scores()), scene, words)
        if self._hint is not None:
            line = state.hint_line(table, self._hint, words)
        return {
            "kind": "state",
            "seq": self.seq,
            "language": words.language,
            "title": words(f"{match.game.name}.title"),
            "size": size_line(match.game),
            "game": match.game.name,
            "shapes": shapes(match.game, scene.board),
            "scene": state.scene_json(shown, match.game, words),
            "hinted": state.hinted(touched, self._hint, match.game),
            "seats": state.seats_json(table, scene, words, self.now()),
            "moves": state.moves_json(match, words),
            "players": match.game.players,
            "prompt": state.prompt(table, scene, words, self._failed),
            "said": line,
            "mine": person,
            "over": owed is None,
            "failed": self._failed,
            "busy": self._task is not None,
            "acts": {
                "undo": any(
                    not table.chairs[played.seat].is_computer for played in match.played if played.seat >= 0
                ),
                "hint": person and self._hint is None and self._task is None,
                "resign": resigning(self.table) is not None,
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
            "shapes": shapes(match.game, scene.board),
            "scene": state.scene_json(scene, match.game, words),
            "said": state.with_news(words("web.looking", ply=ply, plies=len(match.played)), scene, words),
        }

    def sheet(self, name: str) -> Sheet | None:
        """A table beside the board as it stands now."""
        match = self.table.match
        scene = state.scene_at(match, len(match.played))
        return next((sheet for sheet in scene.sheets if sheet.name == name), None)

    def tell(self) -> None:
        """Send the whole state to every page."""
        for listener in self.listeners:
            listener.send(self.state(listener.words))

    # --- what pages ask

    def touch(self, touched: Move) -> Move:
        """Play a move if it is complete; else the sites that are touched now, () once it is played.

        Refused, it raises IllegalMove.
        """
        self._persons_turn()
        match = self.table.match
        if match.outcome is None and all(site < len(match.game.sites) for site in touched):
            sites = touched_after(match.game, match.position, touched[:-1], touched[-1])
            if len(sites) < len(touched) or is_beginning(match.game, match.position, sites):
                return sites
        self.play(touched)
        return ()

    def typed(self, text: str, touched: Move = ()) -> Move:
        """Do what somebody wrote: a whole move, or one more site of a move that was begun by touching."""
        self._persons_turn()
        match = self.table.match
        if match.outcome is not None:
            raise MatchError("over")
        site = self._named(text, touched)
        if touched and site is not None:
            return self.touch((*touched, site))
        try:
            move = match.game.read(match.position, text)
        except Unreadable:
            if site is None:
                raise
            move = (site,)
        if is_beginning(match.game, match.position, move):
            return move
        self.play(move)
        return ()

    def play(self, move: Move) -> None:
        """A whole move of a person."""
        self.table.play(move, self.now())
        self.changed()

    def undo(self) -> None:
        self.table.undo(self.now())
        self.changed()

    def resign(self) -> None:
        seat = resigning(self.table)
        if seat is None:
            raise MatchError("over")
        self.table.match.resign(seat, self.now())
        self.changed()

    def rematch(self) -> None:
        """The next game of the series: everybody moves on by one seat."""
        old = self.table
        if old.match.outcome is None:
            raise MatchError("web.not_over")
        control = old.match.clock.control if old.match.clock else None
        self.table = new_table(old.match.game, turned(old.chairs), control, self.now(), old.dice)
        self._series.turn()
        self.changed()

    def move_now(self) -> None:
        """Take the best move found so far; or try again, if a search gave no answer."""
        if self._failed:
            self._failed = False
            self._wake()
            self.tell()
        else:
            self._searching.stop()

    def hint(self) -> None:
        """Look for a good move; the pages see it when it is found."""
        owed = self.table.owed
        if owed is not None and not owed.is_computer and self._task is None and self._hint is None:
            self._task = asyncio.create_task(self._find_hint(self.seq))
            self.tell()

    # --- what happens by itself

    def changed(self) -> None:
        """The table is no longer what it was: forget what was thought about it, tell everybody, go on."""
        self.seq += 1
        self.used = self.now()
        self._hint, self._failed = None, False
        self._give_up_search()
        self._series.count(self.table.match.outcome)
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
        if owed is not None and owed.is_computer and self._task is None:
            self._task = asyncio.create_task(self._answer(self.seq, owed.level))

    def _give_up_search(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def _answer(self, seq: int, level: str) -> None:
        begun = self.now()
        thought = await self._think(level)
        await asyncio.sleep(max(0.0, self._pause - (self.now() - begun)))
        if seq != self.seq:
            return
        self._task = None
        try:
            if thought is not None:
                self.table.play(thought.move, self.now())
        except IllegalMove:
            thought = None
        self._failed = thought is None and self.table.match.outcome is None
        if self._failed:
            self.tell()
        else:
            self.changed()

    async def _find_hint(self, seq: int) -> None:
        thought = await self._think(ADVICE)
        if seq == self.seq:
            self._task = None
            self._hint = thought
            self.tell()

    async def _think(self, level: str) -> Thought | None:
        match, begun = self.table.match, self.now()
        most = strength(match.game, level).seconds if level in (*LEVELS, ADVICE) else 1.0

        def report(share: float) -> None:
            told = {"kind": "progress", "share": share, "seconds": self.now() - begun, "most": most}
            for listener in self.listeners:
                listener.send(told)

        return await self._searching.think(
            match.game, match.position, level, self.table.dice.getrandbits(32), report
        )

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

    # --- questions about the table

    def _named(self, text: str, touched: Move) -> int | None:
        """The site that a text names: a cell, a button, what lies in a tray, or a piece by what it bears."""
        match = self.table.match
        site = site_named(match.game, text)
        if site is not None:
            return site
        scene = state.scene_at(match, len(match.played), touched)
        found = offered_named(match.game, scene, text)
        return piece_named(scene, text) if found is None else found

    def _persons_turn(self) -> None:
        owed = self.table.owed
        if owed is not None and owed.is_computer:
            raise IllegalMove("", Refusal("web.not_your_turn"))
