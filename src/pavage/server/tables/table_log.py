"""What a table is: all that happened there, in order. Letting it happen again gives the same table.

Time at a table is counted in seconds since it was set, without those in which no server ran: every event says
when it happened (`t`), so that a clock which is told these times again shows what it showed. What chance did
is written down with the event it followed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pavage.bots.verdict import Failure, Verdict
from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE, Game, Move, Seat
from pavage.match import LEAVING, Match, MatchError, write_leaving
from pavage.server import limits
from pavage.server.rooms.durable import DoesNotAddUp
from pavage.server.rooms.seating import record_seats
from pavage.server.tables.series import GameBefore, Series
from pavage.store import Entry, Event
from pavage.table import Chair, Table, turned

CHANGES = frozenset(("move", "undo", "out", "resign", "time", "draw", "stop", "rematch", "leave", "take"))
"""What changes the game, so that a wish about the game before it comes too late."""
TALK, ACTS, CLOCK = "talk", "acts", "clock"
SHARES = {"chat": TALK, "passed": CLOCK} | dict.fromkeys(
    ("offer", "decline", "came", "pause", "go_on", "quiet", "leave", "take", "undo", "rematch"), ACTS
)
"""What may only be a part of all that happens at a table, so that moves never lack a place."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: by whom, under which name, and when in milliseconds of wall time."""

    person: int
    name: str
    text: str
    at: int
    seq: int = -1
    """The number of its event."""


class TableLog:
    """A table after some events. A person is the number of the seat they had in the first game."""

    def __init__(self, setting: Mapping[str, Any]) -> None:
        match = read_record(setting["record"]).match
        match.resume(0.0)
        chairs = [Chair(chair["name"], chair["level"]) for chair in setting["chairs"]]
        self.table = Table(match, chairs)
        self.series = Series(len(chairs))
        self.series.count(match.outcome)
        self.before: tuple[GameBefore, ...] = ()
        """The games of the series before the one on the board."""
        self.awaited = {person for person, chair in enumerate(setting["chairs"]) if chair.get("away")}
        self.acting = {key: person for person, key in enumerate(setting["keys"]) if key}
        """Who acts, by the hash of a key."""
        self.known = frozenset(self.acting)
        """All keys there ever were: who left a seat has still played."""
        self.left: dict[str, str] = {}
        """By what name somebody left a seat, by the hash of the key they had."""
        self.askers: dict[str, frozenset[Seat]] = {}
        """What is asked of the others, and who asked first."""
        self._agreed: dict[str, frozenset[Seat]] = {}
        """Who has agreed to that, they among them. Who would agree to a draw is known to the match."""
        self.questions: dict[str, int] = {}
        """The number of the event that asked first; an answer may say which question it is about."""
        self.talk: list[Line] = []
        self.marks: frozenset[str] = frozenset()
        self.shares: dict[str, int] = {}
        """How often each of SHARES has happened."""
        self.next = 0
        """The number of the next event."""
        self.version = 0
        """How often the game changed."""
        self.last_change = ""
        """The event that changed it last."""
        self.t = 0.0
        self.relay: Mapping[str, Any] | None = setting.get("relay")
        """Programs play, and a person carries their moves: for which game of which tournament, if any."""
        self.failures: dict[Seat, Failure] = {}
        """What programs did wrong whose moves nobody carries."""
        opening = (self.relay or {}).get("opening", len(match.played))
        self.opening = tuple(played.text for played in match.played[:opening])
        """What was played before anybody sat down."""
        self.paused = self.relay is not None and match.clock is not None and self.relay.get("paused", True)
        """Nobody's time runs, and nobody moves: programs are being set up, or something is explained."""
        self.lots_again = bool(setting.get("lots_again"))
        """A rematch begins as any game does, also where people would exchange what they had."""
        self.led = bool(setting.get("led"))
        """A table of a class: it goes with the class, and what was written there stays for the teacher."""
        self.quiet = bool(setting.get("quiet"))
        """The teacher does not let the people at this table chat."""
        self.stopped = False
        """The time for the round of a class is over."""
        self.recorded = False
        """Whether the result is among those of the tournament."""
        if self.relay is not None and "left" in self.relay and match.clock is not None:
            left, periods = tuple(self.relay["left"]), tuple(self.relay["periods"])
            match.clock = replace(match.clock.stop(0.0), left=left, periods=periods)
        self._hold(0.0)

    def copy(self) -> TableLog:
        """One that can be tried on without changing this one."""
        draft = copy.copy(self)
        draft.table = Table(self.table.match.copy(), self.table.chairs, self.table.dice)
        draft.series = self.series.copy()
        draft.awaited, draft.acting = set(self.awaited), dict(self.acting)
        draft.left, draft.failures = dict(self.left), dict(self.failures)
        draft.shares = dict(self.shares)
        draft.askers, draft._agreed, draft.talk = dict(self.askers), dict(self._agreed), list(self.talk)
        return draft

    # --- who is here

    def seats_of(self, hashes: Iterable[str]) -> tuple[Seat, ...]:
        """The seats that somebody with these keys acts for."""
        people = {self.acting[each] for each in hashes if each in self.acting}
        return tuple(seat for seat, person in enumerate(self.series.order) if person in people)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people, of those too who did not come yet."""
        return tuple(seat for seat, chair in enumerate(self.table.chairs) if not chair.is_computer)

    @property
    def people_in(self) -> tuple[Seat, ...]:
        """The seats of people that are still in the game."""
        seats_in = self.table.match.seats_in
        return tuple(seat for seat in self.people if seat in seats_in)

    def leaving(self, seat: Seat, reason: str, **more: Any) -> tuple[str, dict[str, Any]]:
        """The event, with its data, by which a seat leaves. In games of two it has always been the end."""
        if self.table.match.game.players > 2:
            return "out", {"seat": seat, "reason": reason, **more}
        return ("time", {}) if reason == "time" else ("resign", {"seat": seat, **more})

    @property
    def opening_again(self) -> Sequence[Move]:
        """The moves that a rematch would begin with now, for nobody to choose."""
        return () if self.lots_again else self.table.match.rematch_moves

    def is_awaited(self, seat: Seat) -> bool:
        return self.series.order[seat] in self.awaited

    def nameless(self, seat: Seat) -> bool:
        """Whether a person without a name sits there whom other people could call by one."""
        chair = self.table.chairs[seat]
        return not chair.is_computer and not chair.name and len(self.people) > 1

    @property
    def offers(self) -> dict[str, frozenset[Seat]]:
        """What is asked of the others, and who has agreed so far."""
        agreed = {**self._agreed, "draw": self.table.match.draw_offered_by}
        return {what: agreed[what] for what in self.askers}

    # --- what happens

    def full(self, kind: str, data: Mapping[str, Any]) -> str:
        """Why this can no longer happen here, though moves can; empty if it can."""
        share = SHARES.get(kind, "")
        most = {TALK: limits.TALK_EVENTS, ACTS: limits.ACT_EVENTS, CLOCK: limits.CLOCK_EVENTS}
        if not share or self.shares.get(share, 0) < most[share]:
            return ""
        return "web.table.talked_out" if share == TALK else "web.table.only_moves"

    def happen(self, kind: str, t: float, mark: str = "", **data: Any) -> Event:
        """Let something happen now. The event to store, with all that is needed to let it happen again."""
        told = {**data, "t": t}
        told |= self._apply(kind, told, None)
        told |= self._clocks(t)
        if self.owes:
            told["owes"] = True
        self._count(kind, mark)
        return Event(kind, told, mark)

    def replay(self, entry: Entry, check: bool = False) -> None:
        """Let a stored event happen again; with a check, all else that was stored must come out too."""
        if entry.seq != self.next:
            raise DoesNotAddUp(entry.seq, f"it follows event {self.next - 1}")
        kind, data = entry.event.kind, dict(entry.event.data)
        t = data.setdefault("t", self.t)
        try:
            told = self._apply(
                kind, {"at": entry.at, **data}, [tuple(each) for each in data.get("rolls", ())]
            )
            if check and kind in CHANGES:
                self._check(entry.seq, data, told | self._clocks(t))
            self._count(kind, entry.event.mark)
        except DoesNotAddUp:
            raise
        except Exception as error:  # what was written by somebody else may be wrong in any way
            raise DoesNotAddUp(entry.seq, f"{kind}: {type(error).__name__}: {error}") from error

    @property
    def owes(self) -> bool:
        """Whether it is a computer's turn."""
        owed = self.table.owed
        return owed is not None and owed.is_computer

    def _count(self, kind: str, mark: str) -> None:
        self.next += 1
        if share := SHARES.get(kind, ""):
            self.shares[share] = self.shares.get(share, 0) + 1
        self.questions = {what: self.questions.get(what, self.next - 1) for what in self.askers}
        if kind in CHANGES:
            self.version += 1
            self.last_change = kind
            self.series.count(self.table.match.outcome)
        if mark:
            self.marks |= {mark}

    def _check(self, seq: int, data: Mapping[str, Any], told: Mapping[str, Any]) -> None:
        if data.get("text") != told.get("text"):
            raise DoesNotAddUp(seq, f"the move was {data.get('text')!r} and now reads {told.get('text')!r}")
        for stored, ours in zip(data.get("left", ()), told.get("left", ()), strict=True):
            if abs(stored - ours) > 0.01:
                raise DoesNotAddUp(seq, f"{stored} s were left on a clock, now {ours}")

    def _clocks(self, t: float) -> dict[str, Any]:
        clock = self.table.match.clock
        if clock is None:
            return {}
        left = [clock.remaining(seat, t) for seat in range(len(self.table.chairs))]
        return {"left": [round(seconds, 3) for seconds, _ in left], "periods": [count for _, count in left]}

    def _apply(self, kind: str, data: Mapping[str, Any], rolls: list[Move] | None) -> dict[str, Any]:
        """Do it. What chance does comes from the dice if no rolls are given; what came out is returned."""
        t = self.t = max(self.t, float(data["t"]))
        if kind not in EVENTS:
            raise ValueError(f"nobody knows what {kind!r} is")
        told = EVENTS[kind](self, data, t, rolls)
        if kind in CHANGES - {"move"}:
            self.table.match.decline_draw()
            self.askers, self._agreed = {}, {}
        self._hold(t)
        return told or {}

    def _move(self, data: Mapping[str, Any], t: float, rolls: list[Move] | None) -> dict[str, Any]:
        if self.paused:
            raise MatchError("relay.standing")
        made = self.table.play(tuple(data["move"]), t, rolls)
        match = self.table.match
        # To move on is to decline, unless one offered a draw oneself: the match knows.
        self.askers = {what: who for what, who in self.askers.items() if what == "draw"}
        if not match.draw_offered_by:
            self.askers = {}
        self._agreed = {}
        return {"text": match.played[-1 - len(made)].text, **_rolled(made)}

    def _undo(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.table.undo(t, data["seats"])

    def _out(self, data: Mapping[str, Any], t: float, rolls: list[Move] | None) -> dict[str, Any]:
        seat, reason, match = data["seat"], data["reason"], self.table.match
        if reason not in LEAVING:
            raise ValueError(f"nobody leaves by {reason!r}")
        if reason == "time" and match.flagged(t) != seat:
            raise MatchError("web.not_over")
        if "failure" in data:
            self._fail(seat, data["failure"])
        made = self.table.leave(seat, reason, t, rolls, without_people=self.relay is not None)
        return {"text": write_leaving(seat), **_rolled(made)}

    def _fail(self, seat: Seat, failure: Mapping[str, Any]) -> None:
        self.failures[seat] = Failure(**{**failure, "verdict": Verdict(failure["verdict"])})

    def _resign(self, data: Mapping[str, Any], t: float, _: object) -> None:
        """Events of this kind end the game, also those that were stored when nobody could leave it."""
        if "failure" not in data:
            return self.table.match.end_without(data["seat"], "resignation", t)
        self._fail(data["seat"], data["failure"])
        self.table.match.end_without(data["seat"], "forfeit", t)

    def _time(self, data: Mapping[str, Any], t: float, _: object) -> None:
        seat = self.table.match.flagged(t)
        if seat is None:
            raise MatchError("web.not_over")
        self.table.match.end_without(seat, "time", t)

    def _passed(self, data: Mapping[str, Any], t: float, _: object) -> None:
        match = self.table.match
        if match.clock is not None:
            match.clock = match.clock.stop(t).start(match.clock.running, t)

    def _pause(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.paused = True
        self.table.match.pause(t)

    def _go_on(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.paused = False
        if self.table.match.outcome is None:
            self.table.match.resume(t)

    def _stop(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.table.match.stop(t)
        self.stopped = True

    def _quieten(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.quiet = data["on"]

    def _record(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.recorded = not data.get("withdrawn", False)

    def _draw(self, data: Mapping[str, Any], t: float, rolls: list[Move] | None) -> dict[str, Any]:
        """Events that name no seats were stored when everybody shared."""
        match, everybody = self.table.match, range(self.table.match.game.players)
        seats = data.get("seats") or (everybody if rolls is not None else match.seats_in)
        match.draw(seats, t)
        return {} if len(everybody) <= 2 else {"seats": list(seats)}

    def _offer(self, data: Mapping[str, Any], t: float, _: object) -> None:
        what, seats, match = data["what"], frozenset(data["seats"]), self.table.match
        if what != "draw":
            self._agreed[what] = self._agreed.get(what, frozenset()) | seats
        elif match.outcome is None:
            match.offer_draw(*seats)
        else:
            return  # it came when the game had just ended
        self.askers.setdefault(what, seats)

    def _decline(self, data: Mapping[str, Any], t: float, _: object) -> None:
        self.askers.pop(data["what"], None)
        self._agreed.pop(data["what"], None)
        if data["what"] == "draw":
            self.table.match.decline_draw()

    def _rematch(self, data: Mapping[str, Any], t: float, rolls: list[Move] | None) -> dict[str, Any]:
        old = self.table.match
        if old.outcome is None:
            raise MatchError("web.not_over")
        chairs = tuple(self.table.chairs)
        self.before += (GameBefore(write_record(Record(old, record_seats(chairs))), chairs),)
        control = old.clock.control if old.clock else None
        game = _game_again(old, data, live=rolls is None)
        match = Match(game, control, old.positions[0] if old.set_up else None, now=t)
        stored = [tuple(move) for move in data.get("opening", ())]
        match.open_with(stored if rolls is not None else self.opening_again)
        self.table = Table(match, turned(self.table.chairs), self.table.dice, t, rolls)
        self.series.turn()
        changed: dict[str, Any] = {} if game is old.game else {"options": game.options}
        made = [played.move for played in match.played]
        if match.opening:
            changed["opening"] = [list(move) for move in made[: match.opening]]
        return changed | _rolled(made[match.opening :])

    def _leave(self, data: Mapping[str, Any], t: float, _: object) -> None:
        seat = data["seat"]
        person, name = self.series.order[seat], self.table.chairs[seat].name
        self.left |= {key: name for key, whose in self.acting.items() if whose == person and name}
        self._sit(seat, "", data["level"])
        self.awaited.discard(person)
        self.acting = {key: whose for key, whose in self.acting.items() if whose != person}

    def _take(self, data: Mapping[str, Any], t: float, _: object) -> None:
        seat, key = data["seat"], data["hash"]
        if not self.table.chairs[seat].is_computer:
            raise MatchError("web.table.not_a_computer")
        self._sit(seat, data.get("name", ""))
        self.acting[key] = self.series.order[seat]
        self.known |= {key}

    def _come(self, data: Mapping[str, Any], t: float, _: object) -> None:
        person, name = data["person"], data.get("name", "")
        self.awaited.discard(person)
        seat = self.series.order.index(person)
        if name and not self.table.chairs[seat].name:
            self._sit(seat, name)

    def _say(self, data: Mapping[str, Any], t: float, _: object) -> None:
        if "gone" not in data:
            self.talk.append(Line(data["person"], data["name"], data["text"], data["at"], self.next))

    def forget_talk(self, last: int) -> None:
        """Forget the lines up to an event; those that came later stay."""
        self.talk = [line for line in self.talk if line.seq > last]

    def _sit(self, seat: Seat, name: str, level: str = "") -> None:
        chairs = self.table.chairs
        chair = Chair(name, level, chairs[seat].number)
        self.table.chairs = (*chairs[:seat], chair, *chairs[seat + 1 :])

    def _hold(self, t: float) -> None:
        """Nobody's time runs before everybody has come, or while the programs are being set up."""
        match = self.table.match
        if match.clock is None or match.outcome is not None:
            return
        if self.awaited or self.paused:
            match.clock = match.clock.stop(t)
        elif match.clock.running is None and match.turn != CHANCE:
            match.clock = match.clock.start(match.turn, t)


def _game_again(old: Match, data: Mapping[str, Any], live: bool) -> Game[Any]:
    """What is played once more: a puzzle is another one, and which is stored with the event."""
    if "options" in data:
        return type(old.game)(**data["options"])
    return old.game.again() if live and not old.set_up else old.game


def _rolled(made: Sequence[Move]) -> dict[str, Any]:
    return {"rolls": [list(move) for move in made]} if made else {}


EVENTS: Mapping[str, Callable[[TableLog, Mapping[str, Any], float, list[Move] | None], dict[str, Any] | None]]
EVENTS = {
    "move": TableLog._move,
    "undo": TableLog._undo,
    "out": TableLog._out,
    "resign": TableLog._resign,
    "time": TableLog._time,
    "draw": TableLog._draw,
    "rematch": TableLog._rematch,
    "leave": TableLog._leave,
    "take": TableLog._take,
    "passed": TableLog._passed,
    "pause": TableLog._pause,
    "go_on": TableLog._go_on,
    "stop": TableLog._stop,
    "quiet": TableLog._quieten,
    "recorded": TableLog._record,
    "offer": TableLog._offer,
    "decline": TableLog._decline,
    "came": TableLog._come,
    "chat": TableLog._say,
}
"""What can happen at a table, and what it does: to a log, with what was stored, the time and the rolls."""
