"""Who may do what at a table. All questions are answered from the log and the seats of a page."""

from __future__ import annotations

from collections.abc import Collection

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.rooms.seating import resigning
from pavage.server.tables.table_log import ASKED, TableLog

Seats = Collection[Seat]


def all_people(log: TableLog, you: Seats) -> bool:
    """Whether this page acts for everybody: then it need not ask anybody."""
    return bool(you) and set(log.people) <= set(you)


def may_be_helped(log: TableLog, you: Seats) -> bool:
    """Programs that a person carries moves for play alone."""
    return log.relay is None and all_people(log, you)


def may_analyse(log: TableLog, you: Seats) -> bool:
    """Whether a page may ask what positions are worth: nobody else plays, or the game is over."""
    return log.table.match.outcome is not None or may_be_helped(log, you)


def asked(log: TableLog, what: str, here: Seats) -> frozenset[Seat]:
    """The seats that must agree: for the next game those who are here, for all else everybody who came."""
    came = {seat for seat in log.people if not log.is_awaited(seat)}
    return frozenset(came & set(here) if what == "rematch" else came)


def answerable(log: TableLog, you: Seats, here: Seats) -> list[str]:
    """What others have asked and this page has not answered."""
    return [
        what
        for what, agreed in log.offers.items()
        if set(you) & asked(log, what, here) - agreed and not agreed <= set(you)
    ]


def must_be_asked(log: TableLog, you: Seats, here: Seats, what: str) -> str:
    """Which question an answer is about: the one it names, or the only one."""
    open_ones = answerable(log, you, here)
    if what in open_ones:
        return what
    if what or len(open_ones) != 1:
        raise MatchError("web.table.nothing_asked")
    return open_ones[0]


def must_be_possible(log: TableLog, what: str, you: Seats) -> None:
    """Nobody is asked for what cannot be done anyway."""
    match = log.table.match
    if log.recorded or (what == "rematch" and log.relay is not None):
        raise MatchError("over")
    if what == "undo" and not any(played.seat in you for played in match.played):
        raise MatchError("nothing_to_undo")
    if what == "rematch" and match.outcome is None:
        raise MatchError("web.not_over")
    if what == "draw":
        if match.outcome is not None:
            raise MatchError("over")
        if match.game.players == 1:
            raise MatchError("alone")
        if len(log.people) < match.game.players:
            raise MatchError("web.table.no_draw")


def acts(log: TableLog, you: Seats, here: Seats, known: bool) -> dict[str, bool]:
    """What a page may do now, apart from moves; `known` is a page that showed a key of this table."""
    match, chairs = log.table.match, log.table.chairs
    over = match.outcome is not None
    answers = bool(answerable(log, you, here))

    def possible(what: str) -> bool:
        try:
            must_be_possible(log, what, you)
        except MatchError:
            return False
        return bool(you)

    return {
        **{what: possible(what) for what in ASKED},
        "hint": not over and match.turn in you and may_be_helped(log, you),
        "analyse": may_analyse(log, you),
        "resign": resigning(log.table, you) is not None,
        "move_now": bool(you) and log.owes,
        "accept": answers,
        "decline": answers,
        "chat": bool(you),
        "leave_seat": bool(you) and not over and log.relay is None,
        "take_seat": known and any(chair.is_computer for chair in chairs),
    }
