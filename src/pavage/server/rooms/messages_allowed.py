"""Whether one more message may be heard: of this page, this seat, this table, this address.

A move of whoever is to move is counted by page, seat and address only, by the last two apart from what else
they say, so that nothing keeps anybody from moving. Talk is counted apart.
"""

from __future__ import annotations

from pavage.server import limits
from pavage.server.messages import Chat, Hello, Message, Touch, Typed
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.open_page import OpenPage
from pavage.server.site.addresses import is_this_computer
from pavage.server.site.rate_limit import Paces


def may_be_heard(
    room: BaseRoom, page: OpenPage, message: Message | None, visitors: Paces, now: float
) -> bool:
    """Whether a page that keeps its own pace may say this now. `visitors` are the paces of addresses."""
    you, here = room.you(page), room.paces
    kind = "move" if isinstance(message, Touch | Typed) and room.table.match.turn in you else "other"
    most = limits.MESSAGES_PER_SEAT
    if not all(here.take((kind, seat), now, most, most) for seat in you):
        return False
    if kind == "move":
        most = limits.MOVES_PER_ADDRESS
        return is_this_computer(page.address) or visitors.take(("moves", page.address), now, most, most)
    if isinstance(message, Hello) and not page.greeted:
        return True  # a page that connects is counted as one
    if isinstance(message, Chat) and not _may_talk(room, you, now):
        return False
    most = limits.MESSAGES_PER_TABLE
    if not here.take("table", now, most, most):
        return False
    if not _has_time(page.address, visitors, now):
        return False
    most = limits.MESSAGES_PER_ADDRESS
    return visitors.take(("messages", page.address), now, most, most)


def was_answered(page: OpenPage, visitors: Paces, now: float, seconds: float) -> None:
    """So long the processor worked for a message: some boards take far longer than others."""
    a_second, most = limits.MESSAGE_WORK_A_SECOND, limits.MESSAGE_WORK
    visitors.of(("work", page.address), now, a_second, most).left -= seconds


def _has_time(address: str, visitors: Paces, now: float) -> bool:
    return visitors.take(("work", address), now, limits.MESSAGE_WORK_A_SECOND, limits.MESSAGE_WORK, 0.0)


def _may_talk(room: BaseRoom, you: tuple[int, ...], now: float) -> bool:
    a_second, most = limits.TALK_PER_SEAT, limits.TALK_AT_ONCE
    if not all(room.paces.take(("talk", seat), now, a_second, most) for seat in you):
        return False
    return room.paces.take("talk", now, limits.TALK_PER_TABLE, 2 * most)
