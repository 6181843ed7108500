"""What people do that is no move: ask, agree, resign, leave a seat and take one."""

from __future__ import annotations

from typing import Any

from pavage.game import Seat
from pavage.match import MatchError
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.rooms.seating import resigning
from pavage.server.tables.computer_moves import ComputerMoves
from pavage.server.tables.open_table import OpenTable
from pavage.server.tables.permissions import asked, may_be_helped, must_be_asked, must_be_possible
from pavage.server.tables.table_log import ASKED


async def perform(
    room: OpenTable,
    thinking: ComputerMoves,
    listener: OpenPage,
    act: str,
    mark: str,
    seat: Seat | None = None,
    level: str = "",
    what: str = "",
    name: str = "",
) -> None:
    """Do what a page asks for, if it may; raises MatchError otherwise."""
    you = room.you(listener)
    if act == "take_seat":
        return await _take_seat(room, listener, seat, name, mark)
    if not you:
        raise MatchError("web.table.watching")
    if act in ASKED:
        must_be_possible(room.log, act, you)
        await _agree(room, act, you, mark)
    elif act == "accept":
        await _agree(room, must_be_asked(room.log, you, room.here, what), you, mark)
    elif act == "decline":
        await room.happen("decline", mark, what=must_be_asked(room.log, you, room.here, what))
    elif act == "resign":
        await _resign(room, you, seat, mark)
    elif act == "leave_seat":
        await _leave_seat(room, you, seat, level, mark)
    elif act in ("pause", "go_on"):
        await _stand(room, act, mark)
    elif act == "move_now":
        thinking.move_now()
    elif act == "hint":
        if not may_be_helped(room.log, you):
            raise MatchError("web.table.no_hint")
        thinking.find_hint()


async def _agree(room: OpenTable, what: str, you: tuple[Seat, ...], mark: str) -> None:
    """Ask, or say yes; when everybody has, it is done."""
    log = room.log
    agreed = log.offers.get(what, frozenset()) | set(you)
    if not asked(log, what, room.here) <= agreed:
        await room.happen("offer", mark, what=what, seats=list(you))
        return
    data: dict[str, Any] = {}
    if what == "undo":
        data["seats"] = sorted(log.askers[what]) if what in log.offers else list(you)
    await room.happen(what, mark, **data)


async def _resign(room: OpenTable, you: tuple[Seat, ...], seat: Seat | None, mark: str) -> None:
    if room.table.match.outcome is not None:
        raise MatchError("over")
    who = resigning(room.table, you) if seat is None else seat
    if who is None or who not in you:
        raise MatchError("web.table.not_your_seat")
    await room.happen("resign", mark, seat=who)


async def _leave_seat(
    room: OpenTable, you: tuple[Seat, ...], seat: Seat | None, level: str, mark: str
) -> None:
    who = you[0] if seat is None and len(you) == 1 else seat
    if who is None or who not in you or not level or room.log.relay is not None:
        raise MatchError("web.table.not_your_seat")
    await room.happen("leave", mark, seat=who, level=level)


async def _take_seat(room: OpenTable, listener: OpenPage, seat: Seat | None, name: str, mark: str) -> None:
    """Only somebody who sits or sat at this table may: a link to watch is no invitation to play."""
    chairs = room.table.chairs
    if not listener.keys:
        raise MatchError("web.table.watching")
    if seat is None or seat >= len(chairs) or not chairs[seat].is_computer:
        raise MatchError("web.table.not_a_computer")
    key = new_key()
    before, left = listener.keys, room.log.left
    # Who left a seat and comes back is called as before.
    name = name or next((left[each] for each in sorted(before) if each in left), "")
    listener.keys |= {hashed(key)}
    try:
        keys = {hashed(key): room.log.series.order[seat]}
        await room.happen("take", mark, keys, seat=seat, hash=hashed(key), name=name)
    except Exception:
        listener.keys = before
        raise
    listener.send({"kind": "key", "seat": seat, "key": key})


async def _stand(room: OpenTable, act: str, mark: str) -> None:
    """Only whoever carries moves for others may stop their clocks."""
    log, match = room.log, room.table.match
    if log.relay is None or match.clock is None:
        raise MatchError("web.bad_message")
    if match.outcome is not None:
        raise MatchError("over")
    if log.paused != (act == "pause"):
        await room.happen(act, mark)
