"""A gathering: a table and the pages that look at it. What a hand does there is the same at every table."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from pavage.game import IllegalMove, Move, Refusal, Seat, Unreadable
from pavage.match import Match, MatchError
from pavage.scene import Sheet
from pavage.server import limits
from pavage.server.rooms import state
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.scene_json import scene_at
from pavage.server.rooms.sentences import with_news
from pavage.server.rooms.state_parts import shown
from pavage.table import Table
from pavage.view.touching import is_beginning, offered_named, piece_named, site_named, touched_after
from pavage.words import Words

SOON = 0.02
"""Seconds until others learn that somebody came or went."""


class BaseRoom(ABC):
    """What rooms and the rooms of a contest have in common."""

    def __init__(self) -> None:
        self.listeners: set[OpenPage] = set()
        self.used = 0.0
        self._news: asyncio.TimerHandle | None = None

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
    async def play(self, listener: OpenPage, move: Move, mark: str) -> None:
        """A complete move."""

    @abstractmethod
    async def act(self, listener: OpenPage, act: str, mark: str, **more: Any) -> None:
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

    def join(self, listener: OpenPage) -> bool:
        """Take a page in; False if there is no place."""
        if len(self.listeners) >= limits.LISTENERS:
            return False
        self.listeners.add(listener)
        self.show(listener)
        self.tell_soon()
        return True

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
        if self.listeners:
            showing = self.showing()
            for listener in self.listeners:
                listener.send_news(showing(listener))

    def show(self, listener: OpenPage) -> None:
        """Send one page the state, though it may have seen it."""
        listener.send_state(self.showing()(listener))

    def tell_soon(self) -> None:
        """The same for what is not urgent: several who come at once are told of together."""
        if self._news is None and self.listeners:
            self._news = asyncio.get_running_loop().call_later(SOON, self.tell)

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
        if match.outcome is None and all(site < len(match.game.sites) for site in touched):
            sites = touched_after(match.game, match.position, touched[:-1], touched[-1])
            if len(sites) < len(touched) or is_beginning(match.game, match.position, sites):
                return sites
        await self.play(listener, touched, mark)
        return ()

    async def typed(self, listener: OpenPage, text: str, touched: Move, mark: str) -> Move:
        """Do what somebody wrote: a whole move, or one more site of a move that was begun by touching."""
        self.must_act(listener)
        match = self.table.match
        if match.outcome is not None:
            raise MatchError("over")
        site = self._named(text, touched)
        if touched and site is not None:
            return await self.touch(listener, (*touched, site), mark)
        try:
            move = match.game.read(match.position, text)
        except Unreadable:
            if site is None:
                raise
            move = (site,)
        if is_beginning(match.game, match.position, move):
            return move
        await self.play(listener, move, mark)
        return ()

    def must_act(self, listener: OpenPage) -> None:
        """Only those whose turn it is may touch the board."""
        you, match = self.you(listener), self.table.match
        if not you:
            raise MatchError("web.table.watching")
        if match.outcome is None and match.turn not in you:
            raise IllegalMove("", Refusal("web.not_your_turn"))

    def _named(self, text: str, touched: Move) -> int | None:
        """The site that a text names: a cell, a button, what lies in a tray, or a piece by what it bears."""
        match = self.table.match
        site = site_named(match.game, text)
        if site is not None:
            return site
        scene = scene_at(match, len(match.played), touched)
        found = offered_named(match.game, scene, text)
        return piece_named(scene, text) if found is None else found
