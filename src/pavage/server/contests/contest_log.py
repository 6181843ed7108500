"""What a contest is: all that happened in it, in order. Letting it happen again gives the same contest."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pavage.contest import Contest
from pavage.formats.record import Record, read_record, write_record
from pavage.game import Game, Move
from pavage.match import Match, MatchError
from pavage.registry import games
from pavage.server import limits
from pavage.server.messages import ClassRace, NewContest
from pavage.server.rooms.durable import DoesNotAddUp
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.store import Entry, Event


def contest_setting(
    game: Game[Any], names: Sequence[str], mode: str, limit: float, keys: Sequence[str], **more: Any
) -> dict[str, Any]:
    """What is stored once and for all; `keys` are the hashes of the names of the players' rooms."""
    seats = [f"player {number}" for number in range(1, game.players + 1)]
    record = write_record(Record(Match(game), tuple(seats)))
    told = {"record": record, "names": list(names), "mode": mode, "limit": limit, **more}
    return {"contest": told, "keys": list(keys)}


def contest_wanted(wanted: NewContest) -> tuple[dict[str, Any], list[str]]:
    """The setting of a contest that some people want to hold, and the name of each player's room, which
    nobody can guess."""
    names = [name or str(number) for number, name in enumerate(wanted.names, 1)]
    rooms = [new_key() for _ in names]
    game = games()[wanted.game](**wanted.options)
    more: dict[str, Any] = {"seed": secrets.randbits(32)}
    if isinstance(wanted, ClassRace):
        more |= {"to_the_end": True, "held": True}
    limit, keys = wanted.minutes * 60.0, list(map(hashed, rooms))
    return contest_setting(game, names, wanted.mode, limit, keys, **more), rooms


MORE = ("seed", "to_the_end", "held")
"""What not every contest is told."""


def is_contest(setting: Mapping[str, Any]) -> bool:
    return "contest" in setting


class ContestLog:
    """A contest after some events, each told with the time at which it happened."""

    def __init__(self, setting: Mapping[str, Any]) -> None:
        told = setting["contest"]
        game = read_record(told["record"]).match.game
        more = {name: told[name] for name in MORE if name in told}
        self.contest = Contest(game, told["names"], told["mode"], 0.0, told["limit"], **more)
        duel = told["mode"] == "duel"
        self._fillings = [self.contest.filling() for _ in told["names"]] if duel else []
        self.versions = [0] * len(told["names"])
        """How often the board of each player changed."""
        self._done = [0] * len(told["names"])
        """How often each player did something."""
        self.marks: frozenset[str] = frozenset()
        self.next = 0
        self.t = 0.0

    @property
    def version(self) -> int:
        return sum(self.versions)

    def match(self, player: int) -> Match:
        """The board of a player: their puzzle, or the grid that they fill for another."""
        return self.contest.entrants[player].match or self._fillings[player]

    @property
    def filling(self) -> bool:
        return self.contest.phase == "filling"

    def copy(self) -> ContestLog:
        draft = copy.copy(self)
        draft.contest = copy.copy(self.contest)
        draft.contest.entrants = [
            replace(one, match=one.match.copy() if one.match else None) for one in self.contest.entrants
        ]
        draft._fillings = [match.copy() for match in self._fillings]
        draft.versions, draft._done = list(self.versions), list(self._done)
        return draft

    def full(self, kind: str, data: Mapping[str, Any]) -> str:
        """Why this can no longer happen here; empty if it can. No player uses up what others need."""
        most = limits.EVENTS // (len(self._done) + 1)
        player = data.get("player")
        return "web.table.full" if player is not None and self._done[player] >= most else ""

    def happen(self, kind: str, t: float, mark: str = "", **data: Any) -> Event:
        """Let something happen now. The event to store."""
        told = {**data, "t": t}
        if kind == "leave":  # stored contests may contain a player who left after finishing
            self.contest.must_be_playing(data["player"])
        told |= self._apply(kind, told)
        self._count(mark, data)
        return Event(kind, told, mark)

    def replay(self, entry: Entry, check: bool = False) -> None:
        """Let a stored event happen again; with a check, a move must read as it did."""
        if entry.seq != self.next:
            raise DoesNotAddUp(entry.seq, f"it follows event {self.next - 1}")
        kind, data = entry.event.kind, entry.event.data
        try:
            told = self._after_the_end(kind, data) or self._apply(kind, data)
        except Exception as error:  # what was written by somebody else may be wrong in any way
            raise DoesNotAddUp(entry.seq, f"{kind}: {type(error).__name__}: {error}") from error
        if check and data.get("text") != told.get("text"):
            raise DoesNotAddUp(
                entry.seq, f"the move was {data.get('text')!r} and now reads {told.get('text')!r}"
            )
        self._count(entry.event.mark, data)

    def _after_the_end(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """What was done when all was decided already, as it was told then; empty if it is not.

        Nobody can any more. But there was a time when the pawns alone did not solve a grid of Nombres, and
        whoever had placed them went on marking: such a race ends earlier now, and the rest changes nothing.
        """
        if self.contest.result is None or kind not in ("move", "undo"):
            return {}
        if not 0 <= data["player"] < len(self.contest.entrants):
            raise ValueError(f"there is no player {data['player']}")
        return {"text": data.get("text")}

    def _count(self, mark: str, data: Mapping[str, Any]) -> None:
        self.next += 1
        if "player" in data:
            self._done[data["player"]] += 1
        if mark:
            self.marks |= {mark}

    def _apply(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        t = self.t = max(self.t, float(data["t"]))
        before, told = self._boards(), dict[str, Any]()
        match kind:
            case "move":
                told = {"text": self._move(data["player"], tuple(data["move"]), t)}
            case "undo":
                self._undo(data["player"], t)
            case "leave":
                self.contest.leave(data["player"], t)
            case "passed":
                self.contest.tick(t)
            case "stop":
                self.contest.stop(t)
            case "pause":
                self.contest.hold(t)
            case "go_on":
                self.contest.go_on(t)
            case _:
                raise ValueError(f"nobody knows what {kind!r} is")
        for player in range(len(self.versions)):
            self.contest.reopen(player, t)
        changed = zip(before, self._boards(), strict=True)
        self.versions = [
            version + (old != new) for version, (old, new) in zip(self.versions, changed, strict=True)
        ]
        return told

    def _boards(self) -> list[tuple[object, ...]]:
        contest = self.contest
        return [
            (self.match(player).position, contest.phase, contest.result, entrant.out, contest.held_since)
            for player, entrant in enumerate(contest.entrants)
        ]

    def _move(self, player: int, move: Move, t: float) -> str:
        if self.contest.tick(t):
            raise MatchError("over")
        if self.contest.held_since is not None:
            raise MatchError("contest.held")
        if not self.filling:
            self.contest.play(player, move, t)
            return self.match(player).played[-1].text
        match = self.match(player)
        match.play(move)
        text = match.played[-1].text
        if match.outcome is not None:
            self.contest.fill(player, self.contest.filled(match), t)
        return text

    def _undo(self, player: int, t: float) -> None:
        if self.contest.tick(t):
            raise MatchError("over")
        if not self.filling:
            self.contest.undo(player, t)
        elif self.contest.entrants[player].secret is not None:
            raise MatchError("contest.handed_in")
        else:
            self.match(player).undo()
