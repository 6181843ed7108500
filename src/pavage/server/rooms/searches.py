"""The searches of all rooms: one queue, and the processes that it fills. All in the event loop.

Nobody is held up by waiting: a search reports how far it is, stops when told to, and is sent again if what it
ran on is lost. Which one begins, and which gives way, `players/search_queue.py` says.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pavage.bots.opponents import AT_ONCE, BotResigned
from pavage.bots.verdict import BotFailed
from pavage.game import Game, Position
from pavage.players.search_queue import Places, SearchQueue, Ticket, Urgency
from pavage.players.thought import Thought
from pavage.players.workers import Errand, Workers
from pavage.server.site.metrics import Metrics

TICK = 0.25
"""Seconds between two reports."""
ATTEMPTS = 2
"""How often a search is sent, if it fails, before there is no answer."""
SHORT = ("random", "beginner", "easy")
"""Levels that take but a moment."""
AT_LEAST = 0.005
"""Seconds for somebody who is to move at once."""
ENOUGH = 1.0
"""Seconds after which a hint or an analysis that had to give way has found enough to be told."""
SLICES = 3
"""How often it is sent again before what was found must do."""


@dataclass(eq=False)
class Wish:
    """What somebody wants to know of a position."""

    game: Game[Any]
    position: Position
    level: str
    seed: int
    ticket: Ticket
    report: Callable[[float], None]
    limit: Callable[[], float | None] = lambda: None
    """Seconds it may take, asked for when it begins: waiting is not counted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came out; no thought if the search failed, and why. `hurried`: others made it shorter."""

    thought: Thought | None
    hurried: bool = False
    error: Exception | None = None


@dataclass(eq=False)
class Search:
    """A wish on its way."""

    wish: Wish
    answer: asyncio.Future[Answer]
    errand: Errand | None = None
    at_once: bool = False
    hurried: bool = False
    failures: int = 0
    slices: int = 0
    found: Thought | None = None
    """What an earlier slice found."""
    began: float = field(default=0.0)


class Searches:
    """The one queue of a server. Programs of others, which need none of our processes, have their own."""

    def __init__(
        self, workers: Workers, metrics: Metrics, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.workers, self._metrics, self._clock = workers, metrics, clock
        self._ours, self._programs = SearchQueue(workers.places), SearchQueue(Places(AT_ONCE))
        self._searches: dict[Ticket, Search] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._ticking: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return self._ours.waiting + self._programs.waiting

    def count(self, urgency: Urgency, visitor: str) -> int:
        """How many searches of a class a visitor has, running or waiting."""
        return self._ours.count(urgency, visitor)

    async def think(self, wish: Wish) -> Answer:
        """What a search says. If it fails it is sent once more. A program that failed is not asked again."""
        search = Search(wish, asyncio.get_running_loop().create_future())
        ticket = wish.ticket
        ticket.short = ticket.short or wish.level in SHORT
        self._searches[ticket] = search
        self._queue(wish).ask(ticket, self._clock())
        self._turn()
        try:
            return await search.answer
        except asyncio.CancelledError:
            self._give_up(search)
            raise

    def stop(self, ticket: Ticket) -> None:
        """Somebody wants the best move found so far; one that waits is to take but a moment."""
        if search := self._searches.get(ticket):
            search.at_once = ticket.short = True
            if search.errand is not None:
                search.errand.stop()
            self._turn()

    def change(self, ticket: Ticket, urgency: Urgency, visitor: str) -> None:
        """Somebody came to look, or went away."""
        if search := self._searches.get(ticket):
            self._queue(search.wish).change(ticket, urgency, visitor, self._clock())
            self._turn()

    def close(self) -> None:
        """No search begins any more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._ticking is not None:
            self._ticking.cancel()

    def _queue(self, wish: Wish) -> SearchQueue:
        return self._programs if self.workers.is_elsewhere(wish.level) else self._ours

    # --- what the queue says is done

    def _turn(self) -> None:
        if self._closed:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._clock()
        self._ours.places = self.workers.places
        times = []
        for queue in (self._ours, self._programs):
            orders = queue.turn(now)
            for ticket in orders.stop:
                self._make_way(self._searches[ticket])
            for ticket in orders.begin:
                self._begin(self._searches[ticket])
            if orders.again is not None:
                times.append(orders.again)
        if times:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, min(times) - now), self._turn)

    def _make_way(self, search: Search) -> None:
        if search.errand is not None and not self.workers.is_elsewhere(search.wish.level):
            search.hurried = True
            search.errand.stop()

    def _begin(self, search: Search) -> None:
        wish, loop = search.wish, asyncio.get_running_loop()
        search.began = self._clock()
        if wish.ticket.urgency == Urgency.LOOKING:
            self._metrics.waited.add(search.began - wish.ticket.asked)
        try:
            seconds = AT_LEAST if search.at_once else wish.limit()
            errand = self.workers.think(wish.game, wish.position, wish.level, wish.seed, seconds)
        except Exception as error:  # nobody can be asked, or what is asked cannot be sent
            failed: concurrent.futures.Future[Thought] = concurrent.futures.Future()
            failed.set_exception(error)
            errand = Errand(failed, 0.0, lambda: None)
        search.errand = errand

        def ended(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._ended, search, errand)

        errand.future.add_done_callback(ended)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())

    def _ended(self, search: Search, errand: Errand) -> None:
        if search.errand is not errand:
            return
        search.errand = None
        wish, queue = search.wish, self._queue(search.wish)
        now = self._clock()
        queue.leave(wish.ticket, now)
        answer = None if search.answer.done() else self._answer(search, errand, now - search.began)
        if answer is None and not search.answer.done():
            queue.ask(wish.ticket, now)
        else:
            self._searches.pop(wish.ticket, None)
            if answer is not None:
                search.answer.set_result(answer)
        self._turn()

    def _answer(self, search: Search, errand: Errand, took: float) -> Answer | None:
        """What is told of a search that has ended; None if it is sent again."""
        try:
            thought = errand.future.result()
        except (BotFailed, BotResigned) as error:
            return Answer(None, error=error)
        except (Exception, concurrent.futures.CancelledError) as error:  # its process is not ours
            search.failures += 1
            if search.failures < ATTEMPTS:
                return None
            reason = error if isinstance(error, Exception) else RuntimeError("cancelled")
            return Answer(search.found, search.hurried, reason)
        if search.found is None or thought.proved or thought.nodes >= search.found.nodes:
            search.found = thought
        patient = search.wish.ticket.urgency in (Urgency.HINT, Urgency.ANALYSIS)
        sliced = search.hurried and not search.at_once and not thought.proved and took < ENOUGH
        if patient and sliced and search.slices < SLICES:
            search.slices += 1
            return None
        return Answer(search.found, search.hurried)

    def _give_up(self, search: Search) -> None:
        """Nobody wants to know it any more. One that runs keeps its place until it has stopped."""
        if search.errand is not None:
            search.errand.give_up()
            return
        self._queue(search.wish).leave(search.wish.ticket, self._clock())
        self._searches.pop(search.wish.ticket, None)
        self._turn()

    async def _tick(self) -> None:
        """Tell how far the searches are that run, and end those that do not come back."""
        while running := [search for search in self._searches.values() if search.errand is not None]:
            for search in running:
                errand = search.errand
                if errand is None:
                    continue
                if errand.late(self._clock()):
                    errand.end()
                elif not search.answer.done():
                    search.wish.report(errand.progress)
            await asyncio.sleep(TICK)
        self._ticking = None
