"""What a class is: all that happened in it, in order. Letting it happen again gives the same class."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pavage.match import MatchError
from pavage.server import limits
from pavage.server.classes.pupils import Pupil, same_name
from pavage.server.classes.rounds import Group, Round
from pavage.server.rooms.durable import DoesNotAddUp
from pavage.server.rooms.seat_keys import hashed
from pavage.store import Entry, Event

TEACHER = -1
"""For whom the teacher's key is, where others are for a pupil;"""
CODE = -2
"""and the code on the wall, which is found as a key is."""
SETTING = "class"
"""What the setting of a class is kept under."""


def code_hash(code: str) -> str:
    return hashed(f"{SETTING}:{code}")


def class_setting(code: str, key: str, until: int) -> dict[str, Any]:
    """What is stored once and for all; it is forgotten at `until`, in milliseconds of wall time."""
    return {SETTING: {"code": code, "teacher": hashed(key), "until": until}}


def is_class(setting: Mapping[str, Any]) -> bool:
    return SETTING in setting


class ClassLog:
    """A class after some events."""

    def __init__(self, setting: Mapping[str, Any]) -> None:
        told = setting[SETTING]
        self.code: str = told["code"]
        self.until: int = told["until"]
        self.acting: dict[str, int] = {told["teacher"]: TEACHER, code_hash(self.code): CODE}
        """Who acts, by the hash of a key."""
        self.pupils: tuple[Pupil, ...] = ()
        self.rounds: tuple[Round, ...] = ()
        self.paused = False
        """Eyes here: all boards of the round are covered."""
        self.held_at: int | None = None
        """Since when, in milliseconds of wall time; the time of the round stands still."""
        self.chat = False
        """Whether pupils can chat."""
        self.shown: int | None = None
        """The group whose board is shown large."""
        self.marks: frozenset[str] = frozenset()
        self.next = 0
        self.t = 0.0

    @property
    def version(self) -> int:
        return self.next

    @property
    def round(self) -> Round | None:
        """What is played now."""
        return self.rounds[-1] if self.rounds else None

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of those who belong to the class now."""
        return tuple(pupil.number for pupil in self.pupils if not pupil.away)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those who have no place in this round."""
        here = self.round
        return tuple(one for one in self.present if here is None or here.place_of(one) is None)

    def left(self, now: int) -> float | None:
        """Seconds that the round still has at a moment of wall time; None if it has no limit or is over."""
        playing = self.round
        if playing is None or playing.ends is None or playing.stopped:
            return None
        return max(0.0, (playing.ends - (self.held_at or now)) / 1000)

    def named(self, name: str) -> Pupil | None:
        found = [pupil for pupil in self.pupils if same_name(pupil.name, name)]
        # Who was taken out has given up the name, unless nobody else has it.
        return min(found, key=lambda pupil: pupil.away, default=None)

    def copy(self) -> ClassLog:
        draft = copy.copy(self)
        draft.acting = dict(self.acting)
        return draft

    def full(self, kind: str, data: Mapping[str, Any]) -> str:
        """Why this can no longer happen here; empty if it can."""
        crowded = len(self.present) >= limits.PUPILS
        if kind == "joined" and (crowded or len(self.pupils) >= limits.PUPILS_EVER):
            return "web.class.full"
        if kind == "handed_back" and crowded and data["pupil"] not in self.present:
            return "web.class.full"
        return "web.class.rounds_over" if kind == "round" and len(self.rounds) >= limits.ROUNDS else ""

    def happen(self, kind: str, t: float, mark: str = "", **data: Any) -> Event:
        """Let something happen now. The event to store."""
        told = {**data, "t": t}
        self._apply(kind, told)
        self._count(mark)
        return Event(kind, told, mark)

    def replay(self, entry: Entry, check: bool = False) -> None:
        """Let a stored event happen again; it says all that there is to check."""
        if entry.seq != self.next:
            raise DoesNotAddUp(entry.seq, f"it follows event {self.next - 1}")
        kind = entry.event.kind
        try:
            self._apply(kind, entry.event.data)
        except Exception as error:  # what was written by somebody else may be wrong in any way
            raise DoesNotAddUp(entry.seq, f"{kind}: {type(error).__name__}: {error}") from error
        self._count(entry.event.mark)

    def _count(self, mark: str) -> None:
        self.next += 1
        if mark:
            self.marks |= {mark}

    def _apply(self, kind: str, data: Mapping[str, Any]) -> None:
        self.t = max(self.t, float(data["t"]))
        if kind not in EVENTS:
            raise ValueError(f"nobody knows what {kind!r} is")
        EVENTS[kind](self, data)

    # --- pupils

    def _join(self, data: Mapping[str, Any]) -> None:
        number = len(self.pupils)
        self.pupils += (Pupil(number, data["name"], data["sign"]),)
        self.acting[data["hash"]] = number

    def _back(self, data: Mapping[str, Any]) -> None:
        """Somebody comes with another device; the ones they had are still theirs."""
        self._change(data["pupil"], handed=False)
        self.acting[data["hash"]] = data["pupil"]

    def _take_out(self, data: Mapping[str, Any]) -> None:
        """They do not come back by themselves: no key of theirs is worth anything."""
        self._change(data["pupil"], away=True, handed=False)
        self.acting = {key: whose for key, whose in self.acting.items() if whose != data["pupil"]}

    def _hand_back(self, data: Mapping[str, Any]) -> None:
        self._change(data["pupil"], away=False, handed=True)

    def _change(self, number: int, **changed: Any) -> None:
        if not 0 <= number < len(self.pupils):
            raise MatchError("web.class.no_pupil")
        pupils = list(self.pupils)
        pupils[number] = replace(pupils[number], **changed)
        self.pupils = tuple(pupils)

    # --- rounds

    def _begin(self, data: Mapping[str, Any]) -> None:
        groups = tuple(map(Group.told, data["groups"]))
        how = {name: data[name] for name in ("mode", "game", "options", "level", "players")}
        more = {"clock": data.get("clock", ""), "ends": data.get("ends")}
        self.rounds += (Round(**how, **more, groups=groups),)
        self.paused, self.held_at, self.shown = bool(data.get("held")), None, None

    def _seat_more(self, data: Mapping[str, Any]) -> None:
        now = self._now_played()
        self._replace(replace(now, groups=now.groups + tuple(map(Group.told, data["groups"]))))

    def _result(self, data: Mapping[str, Any]) -> None:
        """How a game ended; if its end was taken back, it is not over."""
        number = data["round"]
        groups = list(self.rounds[number].groups)
        got = None if data["points"] is None else tuple(data["points"])
        scores = tuple(data.get("scores", ()))
        ended = {"points": got, "scores": scores, "reason": data.get("reason", "")}
        groups[data["group"]] = replace(groups[data["group"]], **ended)
        self._replace(replace(self.rounds[number], groups=tuple(groups)), number)

    def _pause(self, data: Mapping[str, Any]) -> None:
        if not self.paused:
            self.held_at = data.get("at")
        self.paused = True

    def _go_on(self, data: Mapping[str, Any]) -> None:
        now = self.round
        if now is not None and now.ends is not None and self.held_at is not None:
            self._replace(replace(now, ends=now.ends + data.get("at", self.held_at) - self.held_at))
        self.paused, self.held_at = False, None

    def _stop(self, data: Mapping[str, Any]) -> None:
        self._replace(replace(self.rounds[data["round"]], stopped=True), data["round"])

    def _allow_chat(self, data: Mapping[str, Any]) -> None:
        self.chat = data["on"]

    def _show(self, data: Mapping[str, Any]) -> None:
        group = data["group"]
        if group is not None and not 0 <= group < len(self._now_played().groups):
            raise MatchError("web.class.no_board")
        self.shown = group

    def _now_played(self) -> Round:
        if not self.rounds:
            raise MatchError("web.class.no_round")
        return self.rounds[-1]

    def _replace(self, changed: Round, number: int = -1) -> None:
        rounds = list(self.rounds)
        rounds[number] = changed
        self.rounds = tuple(rounds)


EVENTS: Mapping[str, Callable[[ClassLog, Mapping[str, Any]], None]] = {
    "joined": ClassLog._join,
    "back": ClassLog._back,
    "taken_out": ClassLog._take_out,
    "handed_back": ClassLog._hand_back,
    "round": ClassLog._begin,
    "more": ClassLog._seat_more,
    "result": ClassLog._result,
    "pause": ClassLog._pause,
    "go_on": ClassLog._go_on,
    "stopped": ClassLog._stop,
    "chat": ClassLog._allow_chat,
    "show": ClassLog._show,
}
"""What can happen in a class, and what it does."""


def class_keys(setting: Mapping[str, Any], entries: Iterable[Entry]) -> dict[str, int]:
    """The keys that were given out, and for whom: those too that are worth nothing any more."""
    told = setting[SETTING]
    given = {told["teacher"]: TEACHER, code_hash(told["code"]): CODE}
    number = 0
    for entry in entries:
        data = entry.event.data
        if entry.event.kind == "joined":
            given[data["hash"]], number = number, number + 1
        elif entry.event.kind == "back":
            given[data["hash"]] = data["pupil"]
    return given
