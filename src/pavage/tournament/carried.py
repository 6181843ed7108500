"""Games whose moves a person carries: which one is due, what it begins with, and its result."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pavage.bots.opponents import BOT
from pavage.bots.verdict import Failure
from pavage.formats.record import Record, write_record
from pavage.game import CHANCE, Seat
from pavage.match import Match, Played
from pavage.phrase import PhrasedError
from pavage.registry import board_of
from pavage.scene import Scene
from pavage.table import Chair
from pavage.tournament.ledger import Fault, Result
from pavage.tournament.plan import Plan
from pavage.tournament.running import waits
from pavage.tournament.schedule import Fixture, Results, schedule
from pavage.words import Words


class NotDue(PhrasedError, ValueError):
    """No such game can be played now."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", f"relay.{key}", **values)


def due(plan: Plan, results: Results, names: Sequence[str]) -> list[Fixture]:
    """The next games of those who are named, seats as named; without names those that need a person."""
    left = [each for each in schedule(plan, results).fixtures if each.game not in results]
    if not names:
        left = [each for each in left if waits(plan, each)]
    seats = {each.game: seated(plan, each) for each in left}
    found = [each for each in left if not names or seats[each.game] == list(names)]
    if not found:
        raise _not_due(plan, names, list(seats.values()))
    return found


def _not_due(plan: Plan, names: Sequence[str], seats: Sequence[list[str]]) -> NotDue:
    """Why those who are named have no game to play now; `seats` are those of the games that are left."""
    if not names:
        return NotDue("nothing_waits")
    known = [one.name for one in plan.entrants]
    for name in names:
        if name not in known:
            return NotDue("unknown_name", name=name, known=", ".join(known))
    same = sorted({",".join(each) for each in seats if sorted(each) == sorted(names)})
    if same:
        return NotDue("other_seats", names=",".join(names), known=" ".join(same))
    return NotDue("not_due", names=",".join(names))


def seated(plan: Plan, fixture: Fixture) -> list[str]:
    """The names of those who play, by seat."""
    return [plan.entrants[one].name for one in fixture.entrants]


def chairs_of(plan: Plan, fixture: Fixture) -> list[Chair]:
    """Who sits where: levels and programs that are here play themselves, a person carries for all others."""
    chairs = []
    for one in (plan.entrants[each] for each in fixture.entrants):
        level = one.level or (f"{BOT}{one.name}" if one.program is not None else "")
        chairs.append(Chair(one.name, level))
    return chairs


def opening_of(plan: Plan, fixture: Fixture) -> tuple[str, ...]:
    return () if fixture.opening is None else plan.openings[fixture.opening]


def begun(plan: Plan, fixture: Fixture, record: Record) -> bool:
    """Whether a record is this game as far as it was played."""
    opening, match = opening_of(plan, fixture), record.match
    control = match.clock.control if match.clock else None
    return (
        (match.game.name, match.game.options, control) == (plan.game.name, plan.game.options, plan.control)
        and list(record.seats) == seated(plan, fixture)
        and tuple(played.text for played in match.played[: len(opening)]) == opening
    )


def result_of(
    game: str, names: Sequence[str], match: Match, failed: Mapping[Seat, Failure] | None = None
) -> Result:
    """The result of a game that ended; `failed` are programs of ours that did something wrong."""
    outcome = match.outcome
    assert outcome is not None
    failed = failed or {}
    faults = [
        Fault(seat, failure.verdict.value, failure.detail, failure.errors) for seat, failure in failed.items()
    ]
    late = [seat for seat, reason in match.leavers.items() if reason == "time" and seat not in failed]
    return Result(
        game=game,
        seats=tuple(names),
        returns=outcome.returns,
        reason=outcome.reason,
        moves=len(match.played),
        seconds=tuple(
            round(math.fsum(each.seconds or 0.0 for each in match.played if each.seat == seat), 3)
            for seat in range(match.game.players)
        ),
        record=write_record(Record(match, tuple(names))),
        faults=(*faults, *(Fault(seat, "time") for seat in late)),
    )


def last_of(match: Match) -> Played | None:
    """The last move that somebody made; dice are no program."""
    return next((played for played in reversed(match.played) if played.seat != CHANCE), None)


def to_tell(match: Match, chairs: Sequence[Chair], names: Sequence[str], words: Words) -> str:
    """Whose move it was and whom to tell; "" before the first. What plays here itself need not be told."""
    last = last_of(match)
    if last is None:
        return ""
    others = ", ".join(
        name
        for seat, name in enumerate(names)
        if seat != last.seat and seat in match.seats_in and not chairs[seat].is_computer
    )
    key = "tell" if others else "played"
    if last.reason:
        key = "tell_left" if others else "left"
    elif match.outcome is not None:
        key = "tell_last"
    return words(f"relay.{key}", who=others, mover=names[last.seat])


def exchanged(match: Match, scene: Scene, names: Sequence[str], words: Words) -> list[str]:
    """What a swap means for those who only see their own screens."""
    if not match.played or match.played[-1].text != "swap":
        return []
    before, game = match.positions[-2], match.game
    pairs = ", ".join(
        words("relay.plays", name=names[seat], colour=words(f"colour.{view.colour}"))
        for seat, view in enumerate(scene.seats)
    )
    if any(game.colour(before, seat) != game.colour(match.position, seat) for seat in range(game.players)):
        return [words("relay.swapped", colours=pairs)]
    cells = ", ".join(board_of(game, scene.board).names[piece.cell] for piece in scene.pieces)
    return [words("relay.moved", cell=cells), f"{pairs}."]
