"""Which search begins next, and which gives way: told the time, it knows no process and no event loop.

Searches have classes; whoever waits at an open page goes first. Within a class those who ask take turns:
first the visitors, then the tables of each, whoever has used least before the others. When a person waits,
searches that nobody waits for are stopped and give the best they have found so far; a class that had no turn
for long has one, so that nobody waits for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

SLICE = 0.2
"""Seconds that every search has before it may be stopped for another."""
LONGEST = 10.0
"""Seconds after which a class in which somebody waits has a turn, whoever else waits."""
SPACING = 2.0
"""Seconds between two such turns, so that those who look are not kept waiting by one after the other."""
SAVED = 1.0
"""Seconds that somebody who asks for little can have saved up."""
FORGOTTEN = 10_000
"""Visitors and tables of whom it is known what they have used, at most."""


class Urgency(IntEnum):
    """For whom a search is, the most urgent first."""

    LOOKING = 0
    """A move owed to a person with an open page."""
    AWAY = 1
    """A move owed to a person who is not here."""
    HINT = 2
    ANALYSIS = 3
    AMONG_THEMSELVES = 4
    """A move in a game that only computers play."""


TURN = {
    Urgency.LOOKING: SLICE,
    Urgency.AWAY: 2.0,
    Urgency.HINT: 2.0,
    Urgency.ANALYSIS: 2.0,
    Urgency.AMONG_THEMSELVES: None,
}
"""Seconds after which a search gives way to one of its own class; None if it need not."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many searches run at once."""

    common: int
    """Of any kind."""
    people: int = 0
    """More of them, for moves that somebody at an open page waits for."""
    short: int = 0
    """And more, for those of them that take but a moment."""

    @staticmethod
    def on(cores: int) -> Places:
        """On cores of our own, which share their time: nobody who looks waits for a place."""
        return Places(cores, 1, 1)

    @staticmethod
    def among(threads: int) -> Places:
        """On threads of others, each of which does one thing at a time: some are kept for people."""
        if threads < 3:
            return Places(1, 0, max(0, threads - 1))
        return Places(threads - 2, 1, 1)

    @property
    def all(self) -> int:
        return self.common + self.people + self.short


@dataclass(eq=False, slots=True)
class Ticket:
    """A search that waits or runs."""

    urgency: Urgency
    visitor: str
    table: str
    short: bool = False
    """It takes but a moment, as those of beginners do."""
    asked: float = 0.0
    begun: float | None = None
    told: bool = False
    """It was told to stop."""

    def so_far(self, now: float) -> float:
        """Seconds that it has run."""
        return 0.0 if self.begun is None else max(0.0, now - self.begun)


@dataclass(frozen=True, slots=True)
class Orders:
    """What is to be done now, and when to ask again if nothing else happens."""

    begin: list[Ticket]
    stop: list[Ticket]
    again: float | None


class Turns:
    """Whose turn it is: whoever has used the fewest seconds. Who comes new begins a little before the others.

    Nobody can save up more than that, and nobody has to make up for what they used while nobody else came.
    """

    def __init__(self) -> None:
        self.used: dict[str, float] = {}
        self.floor = 0.0

    def of(self, who: str) -> float:
        return max(self.floor - SAVED, self.used.get(who, 0.0))

    def began(self, who: str, others: Iterable[str]) -> None:
        """A search begins for somebody; these others have one too, or wait for one."""
        self.used[who] = self.of(who)
        self.floor = max(self.floor, min(self.of(each) for each in (who, *others)))
        if len(self.used) > FORGOTTEN:
            self.used = {each: used for each, used in self.used.items() if used > self.floor - SAVED}

    def charge(self, who: str, seconds: float) -> None:
        self.used[who] = self.of(who) + seconds


@dataclass(slots=True)
class _Class:
    waiting: list[Ticket] = field(default_factory=list)
    visitors: Turns = field(default_factory=Turns)
    tables: dict[str, Turns] = field(default_factory=dict)
    last: float = 0.0
    """When one of them began, or nobody waited."""

    def first(self, tickets: Iterable[Ticket], running: Iterable[Ticket], now: float) -> Ticket | None:
        """Whose turn it is; what runs counts as far as it has come."""
        visitors: dict[str, float] = {}
        tables: dict[tuple[str, str], float] = {}
        for each in running:
            so_far = each.so_far(now)
            visitors[each.visitor] = visitors.get(each.visitor, 0.0) + so_far + SLICE
            key = (each.visitor, each.table)
            tables[key] = tables.get(key, 0.0) + so_far + SLICE

        def turn(ticket: Ticket) -> tuple[float, float, float]:
            own = self.tables.get(ticket.visitor)
            key = (ticket.visitor, ticket.table)
            return (
                self.visitors.of(ticket.visitor) + visitors.get(ticket.visitor, 0.0),
                (own.of(ticket.table) if own else 0.0) + tables.get(key, 0.0),
                ticket.asked,
            )

        return min(tickets, key=turn, default=None)

    def began(self, ticket: Ticket, running: Iterable[Ticket], now: float) -> None:
        self.waiting.remove(ticket)
        others = [*self.waiting, *running]
        self.visitors.began(ticket.visitor, {each.visitor for each in others})
        tables = {each.table for each in others if each.visitor == ticket.visitor}
        self.tables.setdefault(ticket.visitor, Turns()).began(ticket.table, tables)
        if len(self.tables) > FORGOTTEN:
            self.tables = {each: turns for each, turns in self.tables.items() if each in self.visitors.used}
        self.last = now

    def charge(self, ticket: Ticket, seconds: float) -> None:
        self.visitors.charge(ticket.visitor, seconds)
        self.tables.setdefault(ticket.visitor, Turns()).charge(ticket.table, seconds)


class SearchQueue:
    """All searches of a server, waiting and running."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.running: list[Ticket] = []
        self._favoured = -SPACING
        """When one last began because its class had waited for long."""
        self._classes = {urgency: _Class() for urgency in Urgency}

    @property
    def waiting(self) -> int:
        return sum(len(each.waiting) for each in self._classes.values())

    def count(self, urgency: Urgency, visitor: str) -> int:
        """How many searches of a class a visitor has, running or waiting."""
        tickets = [*self._classes[urgency].waiting, *self.running]
        return sum(each.visitor == visitor and each.urgency == urgency for each in tickets)

    def ask(self, ticket: Ticket, now: float) -> None:
        """One more search waits."""
        ticket.asked, ticket.begun, ticket.told = now, None, False
        place = self._classes[ticket.urgency]
        if not place.waiting:
            place.last = now
        place.waiting.append(ticket)

    def change(self, ticket: Ticket, urgency: Urgency, visitor: str, now: float) -> None:
        """Somebody came to look, or went away. It has waited as long as before."""
        if (ticket.urgency, ticket.visitor) == (urgency, visitor):
            return
        if ticket.begun is not None:
            # What it has used so far is charged where it began; from now on it is another's.
            self._classes[ticket.urgency].charge(ticket, ticket.so_far(now))
            ticket.urgency, ticket.visitor, ticket.begun = urgency, visitor, now
            return
        asked = ticket.asked
        self._classes[ticket.urgency].waiting.remove(ticket)
        ticket.urgency, ticket.visitor = urgency, visitor
        self.ask(ticket, now)
        ticket.asked = asked

    def leave(self, ticket: Ticket, now: float) -> None:
        """A search has ended, or is no longer waited for."""
        if ticket in self.running:
            self.running.remove(ticket)
            self._classes[ticket.urgency].charge(ticket, ticket.so_far(now))
        elif ticket in self._classes[ticket.urgency].waiting:
            self._classes[ticket.urgency].waiting.remove(ticket)

    def turn(self, now: float) -> Orders:
        """Who begins and who is to stop. Whoever is told to begin is taken to run from now on."""
        begin: list[Ticket] = []
        while (ticket := self._next(now)) is not None:
            if self._overdue(ticket.urgency, now):
                self._favoured = now
            running = [each for each in self.running if each.urgency == ticket.urgency]
            self._classes[ticket.urgency].began(ticket, running, now)
            ticket.begun = now
            self.running.append(ticket)
            begin.append(ticket)
        stop, again = self._give_way(now)
        for ticket in stop:
            ticket.told = True
        return Orders(begin, stop, again)

    # --- who begins

    def _next(self, now: float) -> Ticket | None:
        """The first for whom there is a place."""
        for urgency in self._order(now):
            place = self._classes[urgency]
            running = [each for each in self.running if each.urgency == urgency]
            overdue = self._overdue(urgency, now)
            able = [each for each in place.waiting if self._has_place(each, overdue)]
            if ticket := place.first(able, running, now):
                return ticket
        return None

    def _order(self, now: float) -> list[Urgency]:
        """The classes, the most urgent first; but before them those that had no turn for long."""
        waiting = [each for each in Urgency if self._classes[each].waiting]
        return sorted(waiting, key=lambda each: (not self._overdue(each, now), each))

    def _overdue(self, urgency: Urgency, now: float) -> bool:
        place = self._classes[urgency]
        return bool(place.waiting) and now >= max(place.last + LONGEST, self._favoured + SPACING)

    def _has_place(self, ticket: Ticket, overdue: bool) -> bool:
        places, running = self.places, self.running
        if ticket.urgency != Urgency.LOOKING and not overdue:
            return len(running) < places.common
        if ticket.short:
            return len(running) < places.all
        longer = sum(not each.short for each in running)
        return len(running) < places.all and longer < places.common + places.people

    # --- who gives way

    def _give_way(self, now: float) -> tuple[list[Ticket], float | None]:
        """Those to be told to stop, and when to look again."""
        times: list[float] = []
        stop = self._crowd_out(now, times)
        leaving = len(stop) + sum(each.told for each in self.running)
        for urgency in self._order(now):
            wanting = len(self._classes[urgency].waiting) if not self._overdue(urgency, now) else 1
            while wanting > leaving and (victim := self._victim(urgency, now, stop, times)):
                stop.append(victim)
                leaving += 1
            leaving = max(0, leaving - wanting)
        for urgency in Urgency:
            if self._classes[urgency].waiting:
                times.append(max(self._classes[urgency].last + LONGEST, self._favoured + SPACING))
        return stop, min((each for each in times if each > now), default=None)

    def _crowd_out(self, now: float, times: list[float]) -> list[Ticket]:
        """People have begun beyond the common places: what is not for them makes room."""
        beyond = sum(not each.told for each in self.running) - self.places.common
        others = [each for each in self.running if each.urgency != Urgency.LOOKING and not each.told]
        stop = []
        for each in sorted(others, key=lambda each: -each.urgency)[: max(0, beyond)]:
            if self._had(each, SLICE, now, times):
                stop.append(each)
        return stop

    def _victim(self, urgency: Urgency, now: float, stop: list[Ticket], times: list[float]) -> Ticket | None:
        """Whom somebody of this class may take the place of: the least urgent, then who has run longest."""
        overdue = self._overdue(urgency, now)
        candidates = [each for each in self.running if not each.told and each not in stop]
        for each in sorted(candidates, key=lambda each: (-each.urgency, each.begun)):
            if each.urgency > urgency or overdue:
                enough: float | None = SLICE
            elif each.urgency == urgency:
                enough = TURN[urgency]
            else:
                enough = None
            if enough is not None and self._had(each, enough, now, times):
                return each
        return None

    def _had(self, ticket: Ticket, seconds: float, now: float, times: list[float]) -> bool:
        """Whether it has run so long; else it is noted when it will have."""
        assert ticket.begun is not None
        end = ticket.begun + seconds
        if end > now:
            times.append(end)
        return end <= now
