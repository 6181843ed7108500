"""What people do that is no move: ask, agree, resign, leave a seat and take one.

Each act is decided on the log as it is under the lock, not on the state that the page saw.
"""

from __future__ import annotations

from functools import partial

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.acts import ACTS, AGREED, ActName
from pavage.server.messages import Do
from pavage.server.rooms.durable import Proposal, Stale, propose
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.rooms.seating import resigning
from pavage.server.tables.computer_moves import ComputerMoves
from pavage.server.tables.open_table import OpenTable
from pavage.server.tables.permissions import asked, must_be_asked
from pavage.server.tables.table_log import TableLog

Seats = tuple[Seat, ...]


async def perform(room: OpenTable, thinking: ComputerMoves, listener: OpenPage, wish: Do) -> None:
    """Do what a page asks for, if it may; raises MatchError or Stale otherwise."""
    match wish.act:
        case "take_seat":
            await _take_seat(room, listener, wish)
        case "move_now":
            _must_be_allowed_now(room, listener, wish)
            thinking.move_now()
        case "hint":
            _must_be_allowed_now(room, listener, wish)
            thinking.find_hint()
        case _:
            await room.decide(partial(_decision, room, listener, wish), wish.mark)


def _decision(room: OpenTable, listener: OpenPage, wish: Do, log: TableLog) -> Proposal | None:
    """What to write; None if what the page asks for has just happened, or would change nothing."""
    if _just_happened(log, wish):
        return None
    answered = wish.about is not None and wish.about not in log.questions.values()
    if answered and wish.act == "decline":
        return None
    if answered and wish.seq == log.version:
        raise MatchError("web.table.answered")
    _must_be_allowed_now(room, listener, wish)
    you = room.you(listener)
    match wish.act:
        case "accept":
            return _agree(room, log, must_be_asked(log, you, room.here, wish.what, wish.about), you)
        case "decline":
            return propose("decline", what=must_be_asked(log, you, room.here, wish.what, wish.about))
        case "resign":
            return _resign(log, you, wish.seat)
        case "leave_seat":
            return _leave_seat(log, you, wish)
        case "pause" | "go_on":
            return propose(wish.act) if log.paused != (wish.act == "pause") else None
        case _:
            return _agree(room, log, wish.act, you)


def _must_be_allowed_now(room: OpenTable, listener: OpenPage, wish: Do) -> None:
    """A request is about the game that its page saw."""
    if room.log.version != wish.seq and not ACTS[ActName(wish.act)].whenever:
        raise Stale
    room.must_be_allowed(listener, wish.act)


def _just_happened(log: TableLog, wish: Do) -> bool:
    """Whether the one change since the page looked is the one that it asks for or agrees to.

    So it is when two people ask for the same, or one person on two pages.
    """
    what = wish.what if wish.act == "accept" else wish.act
    agreed = log.last_change in (AGREED if wish.act == "accept" and not what else (what,))
    return agreed and log.last_change in AGREED and log.version == wish.seq + 1


def _agree(room: OpenTable, log: TableLog, what: str, you: Seats) -> Proposal | None:
    """Ask, or say yes; to ask for what others ask for is to say yes. When everybody has, it is done."""
    before = log.offers.get(what, frozenset())
    agreed = before | set(you)
    if not asked(log, what, room.here) <= agreed:
        return propose("offer", what=what, seats=list(you)) if agreed != before else None
    if what != "undo":
        return propose(what)
    return propose("undo", seats=sorted(log.askers[what]) if what in log.offers else list(you))


def _resign(log: TableLog, you: Seats, seat: Seat | None) -> Proposal:
    who = resigning(log.table, you) if seat is None else seat
    if who is None or who not in you:
        raise MatchError("web.table.not_your_seat")
    kind, data = log.leaving(who, "resignation")
    return propose(kind, **data)


def _leave_seat(log: TableLog, you: Seats, wish: Do) -> Proposal:
    who = you[0] if wish.seat is None and len(you) == 1 else wish.seat
    if who is None or who not in you or not wish.level:
        raise MatchError("web.table.not_your_seat")
    if who not in log.table.match.seats_in:
        raise MatchError("seat_is_out")
    return propose("leave", seat=who, level=wish.level)


async def _take_seat(room: OpenTable, listener: OpenPage, wish: Do) -> None:
    """Only somebody who sits or sat at this table may: a link to watch is no invitation to play."""
    key, before, seat = new_key(), listener.keys, wish.seat

    def decision(log: TableLog) -> Proposal:
        listener.keys = before
        _must_be_allowed_now(room, listener, wish)
        chairs = log.table.chairs
        if seat is None or seat >= len(chairs) or not chairs[seat].is_computer:
            raise MatchError("web.table.not_a_computer")
        if log.table.match.outcome is None and seat not in log.table.match.seats_in:
            raise MatchError("seat_is_out")
        # Who left a seat and comes back is called as before.
        name = wish.name or next((log.left[each] for each in sorted(before) if each in log.left), "")
        listener.keys = before | {hashed(key)}  # so that the state which is sent first is that of the seat
        data = {"seat": seat, "hash": hashed(key), "name": name}
        return Proposal("take", data, {hashed(key): log.series.order[seat]})

    taken = False
    try:
        taken = await room.decide(decision, wish.mark)
    finally:
        if not taken:
            listener.keys = before
    if taken:
        assert seat is not None
        listener.send({"kind": "key", "seat": seat, "key": key})
