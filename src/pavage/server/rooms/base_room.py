"""A gathering: a table and the pages that look at it. What a hand does there is the same at every table."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from pavage.game import IllegalMove, Move, Refusal, Seat
from pavage.match import Match, MatchError
from pavage.scene import Sheet
from pavage.server import limits
from pavage.server.messages import Do
from pavage.server.rooms import state
from pavage.server.rooms.admission import find_place, too_many, without_place
from pavage.server.rooms.open_page import TRY_LATER, OpenPage
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.sentences import with_news
from pavage.server.rooms.state_parts import shown
from pavage.server.site.rate_limit import Paces
from pavage.table import Table
from pavage.view.touching import hand_after, hand_written
from pavage.words import Words

SOON = 0.02
"""Seconds until others learn that somebody came or went,"""
SELDOM = 0.2
"""and between two times that they do: somebody may come and go all the time."""
CROWDED = "web.table.crowded"


class BaseRoom(ABC):
    """What rooms and the rooms of a contest have in common."""

    def __init__(self) -> None:
        self.listeners: set[OpenPage] = set()
        self.used = 0.0
        self.paces = Paces()
        """How fast each seat, and all together, may go on here."""
        self._news: asyncio.TimerHandle | None = None
        self._told = 0.0

    # --- to be said by each kind

    @property
    @abstractmethod
    def table(self) -> Table:
        """The match and who sits at it."""

    @property
    @abstractmethod
    def version(self) -> int:
        """How often the game changed; a wish says about which version it is."""

    @abstractmethod
    def you(self, listener: OpenPage) -> tuple[Seat, ...]:
        """The seats that a page acts for."""

    @abstractmethod
    def showing(self) -> Callable[[OpenPage], str]:
        """What there is to see at this moment: given a page, all that it needs to know, as JSON."""

    @abstractmethod
    async def play(self, listener: OpenPage, move: Move, seq: int, mark: str) -> None:
        """A complete move in the position of this version."""

    @abstractmethod
    async def act(self, listener: OpenPage, wish: Do) -> None:
        """Anything else that a page asks for."""

    @abstractmethod
    async def greet(self, listener: OpenPage, keys: list[str], name: str) -> None:
        """A page shows its keys."""

    async def say(self, listener: OpenPage, text: str, mark: str) -> None:
        raise MatchError("web.table.no_talk")

    def analyse(self, listener: OpenPage, ply: int | None) -> None:
        """A page wants to know what a position is worth; None, if no longer."""
        if ply is not None:
            raise MatchError("web.table.no_analysis")

    @abstractmethod
    def knows(self, mark: str) -> bool:
        """Whether what a page calls so has already happened."""

    def kept(self) -> Match:
        """The match that a record holds."""
        return self.table.match

    # --- pages come and go

    def join(self, listener: OpenPage) -> None:
        """Take a page in. It may have to stand at the door, and others may have to go."""
        self.listeners.add(listener)
        self.seat(listener)
        if listener.at_door:
            asyncio.get_running_loop().call_later(limits.DOOR_SECONDS, self._leave_door, listener)
        self.show(listener)
        self.tell_soon()

    def seat(self, listener: OpenPage) -> None:
        """Find a place for a page that came, or has shown who it is."""
        you = self.you(listener)
        if you:
            listener.at_door = False
            for seat in you:
                self._send_away(too_many(each for each in self.listeners if seat in self.you(each)))
        else:
            self._send_away(find_place(listener, self._watching()))

    def _leave_door(self, listener: OpenPage) -> None:
        if listener in self.listeners and without_place(listener, self._watching()):
            self._send_away([listener])

    def _watching(self) -> list[OpenPage]:
        return [each for each in self.listeners if not self.you(each)]

    def _send_away(self, pages: list[OpenPage]) -> None:
        """There is no place: a page may try again later."""
        for page in pages:
            self.listeners.discard(page)
            sentence = page.words(CROWDED)
            page.send({"kind": "refused", "seq": self.version, "sentence": sentence, "cells": []})
            page.close(TRY_LATER)

    def part(self, listener: OpenPage) -> None:
        self.listeners.discard(listener)
        self.tell_soon()

    def close(self, words_key: str = "web.no_table") -> None:
        """Nobody can come back: tell the pages."""
        if self._news is not None:
            self._news.cancel()
        for listener in self.listeners:
            listener.send({"kind": "gone", "sentence": listener.words(words_key)})
            listener.close()
        self.listeners.clear()

    # --- what pages see

    def tell(self) -> None:
        """Send the whole state to every page that has not seen it."""
        if self._news is not None:
            self._news.cancel()
            self._news = None
        self._told = time.monotonic()
        if self.listeners:
            showing = self.showing()
            for listener in self.listeners:
                happened = bool(listener.mark) and self.knows(listener.mark)
                listener.send_news(showing(listener), listener.mark if happened else "")

    def show(self, listener: OpenPage) -> None:
        """Send one page the state, though it may have seen it: it answers what the page has just said."""
        listener.send_state(self.showing()(listener), listener.mark)

    def tell_soon(self) -> None:
        """The same for what is not urgent: several who come at once are told of together."""
        if self._news is None and self.listeners:
            delay = max(SOON, self._told + SELDOM - time.monotonic())
            self._news = asyncio.get_running_loop().call_later(delay, self.tell)

    def in_hand(self, listener: OpenPage) -> Move:
        """The sites that a page has touched, if the game is still the one in which it did."""
        return listener.touched if listener.version == self.version else ()

    def look(self, words: Words, ply: int) -> state.Look:
        match = self.table.match
        ply = min(ply, len(match.played))
        scene = scene_at(match, ply)
        return {
            "kind": "look",
            "seq": self.version,
            "ply": ply,
            **shown(scene, match.game, words),
            "said": with_news(words("web.looking", ply=ply, plies=len(match.played)), scene, words),
        }

    def sheet(self, name: str) -> Sheet | None:
        """A table beside the board as it stands now."""
        match = self.table.match
        scene = scene_at(match, len(match.played))
        return next((sheet for sheet in scene.sheets if sheet.name == name), None)

    # --- what a hand does

    async def touch(self, listener: OpenPage, touched: Move, mark: str) -> Move:
        """Play a move if it is complete; else the sites that are touched now, () once it is played.

        Refused, it raises IllegalMove.
        """
        self.must_act(listener)
        match = self.table.match
        whole = True
        if match.outcome is None:
            touched, whole = hand_after(match.game, match.position, touched)
        return await self._handed(listener, touched, whole, mark)

    async def typed(self, listener: OpenPage, text: str, touched: Move, mark: str) -> Move:
        """Do what somebody wrote: a whole move, or one more site of a move that was begun by touching."""
        self.must_act(listener)
        match = self.table.match
        if match.outcome is not None:
            raise MatchError("over")
        scene = partial(scene_at, match, len(match.played))
        return await self._handed(
            listener, *hand_written(match.game, match.position, text, touched, scene), mark
        )

    async def _handed(self, listener: OpenPage, touched: Move, whole: bool, mark: str) -> Move:
        if not whole:
            return touched
        await self.play(listener, touched, self.version, mark)
        return ()

    def must_act(self, listener: OpenPage) -> None:
        """Only those whose turn it is may touch the board."""
        you, match = self.you(listener), self.table.match
        if not you:
            raise MatchError("web.table.watching")
        if match.outcome is None and match.turn not in you:
            raise IllegalMove("", Refusal("web.not_your_turn"))
