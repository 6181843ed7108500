"""How things stand at a table for a page: what decides who may do what (server/acts.py), read off the log."""

from __future__ import annotations

from collections.abc import Collection

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.acts import Situation
from pavage.server.rooms.seating import resigning
from pavage.server.tables.table_log import TableLog

Seats = Collection[Seat]


def all_people(log: TableLog, you: Seats) -> bool:
    """Whether this page acts for everybody: then it need not ask anybody."""
    people = log.people_in if log.table.match.outcome is None else log.people
    return bool(you) and set(people) <= set(you)


def asked(log: TableLog, what: str, here: Seats) -> frozenset[Seat]:
    """The seats that must agree: for the next game those who are here, else those still in the game."""
    came = {seat for seat in log.people if not log.is_awaited(seat)}
    return frozenset(came & set(here if what == "rematch" else log.people_in))


def answerable(log: TableLog, you: Seats, here: Seats) -> list[str]:
    """What others have asked and this page has not answered."""
    return [
        what
        for what, agreed in log.offers.items()
        if set(you) & asked(log, what, here) - agreed and not agreed <= set(you)
    ]


def must_be_asked(log: TableLog, you: Seats, here: Seats, what: str, about: int | None = None) -> str:
    """Which question an answer is about: the one it names, or the only one. `about` is its number."""
    open_ones = answerable(log, you, here)
    if about is not None:
        open_ones = [each for each in open_ones if log.questions[each] == about]
        if not open_ones:
            raise MatchError("web.table.answered")
    if what in open_ones:
        return what
    if what or len(open_ones) != 1:
        raise MatchError("web.table.nothing_asked")
    return open_ones[0]


def situation(log: TableLog, you: Seats, here: Seats, known: bool) -> Situation:
    """How things stand for a page; `known` is one that showed a key of this table."""
    match, chairs = log.table.match, log.table.chairs
    seats_in = match.seats_in if match.outcome is None else range(len(chairs))
    return Situation(
        you=you,
        known=known,
        for_all=all_people(log, you),
        my_turn=match.turn in you,
        playing=any(seat in you for seat in match.seats_in),
        moved=bool(you) and any(played.seat in you for played in match.undoable),
        resigns=resigning(log.table, you) is not None,
        asked=bool(answerable(log, you, here)),
        over=match.outcome is not None,
        owes=log.owes,
        computers=sum(chairs[seat].is_computer for seat in seats_in),
        players=len(chairs),
        draws=match.game.draws,
        relay=log.relay is not None,
        clock=match.clock is not None,
        closed=log.recorded or log.stopped,
        quiet=log.quiet,
    )
