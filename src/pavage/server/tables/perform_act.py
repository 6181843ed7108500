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
from pavage.server.tables.permissions import asked, must_be_asked


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
    room.must_be_allowed(listener, act)
    you = room.you(listener)
    match act:
        case "take_seat":
            await _take_seat(room, listener, seat, name, mark)
        case "accept":
            await _agree(room, must_be_asked(room.log, you, room.here, what), you, mark)
        case "decline":
            await room.happen("decline", mark, what=must_be_asked(room.log, you, room.here, what))
        case "resign":
            await _resign(room, you, seat, mark)
        case "leave_seat":
            await _leave_seat(room, you, seat, level, mark)
        case "pause" | "go_on":
            if room.log.paused != (act == "pause"):
                await room.happen(act, mark)
        case "move_now":
            thinking.move_now()
        case "hint":
            thinking.find_hint()
        case _:
            await _agree(room, act, you, mark)


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
    who = resigning(room.table, you) if seat is None else seat
    if who is None or who not in you:
        raise MatchError("web.table.not_your_seat")
    await room.happen("resign", mark, seat=who)


async def _leave_seat(
    room: OpenTable, you: tuple[Seat, ...], seat: Seat | None, level: str, mark: str
) -> None:
    who = you[0] if seat is None and len(you) == 1 else seat
    if who is None or who not in you or not level:
        raise MatchError("web.table.not_your_seat")
    await room.happen("leave", mark, seat=who, level=level)


async def _take_seat(room: OpenTable, listener: OpenPage, seat: Seat | None, name: str, mark: str) -> None:
    """Only somebody who sits or sat at this table may: a link to watch is no invitation to play."""
    chairs = room.table.chairs
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
