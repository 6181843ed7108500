"""A race or a duel that some people want to hold."""

from __future__ import annotations

from typing import Any

from pavage.registry import games
from pavage.server.contests.contest_log import contest_setting
from pavage.server.messages import NewContest
from pavage.server.rooms.seat_keys import hashed, new_key


def contest_wanted(wanted: NewContest) -> tuple[dict[str, Any], list[str]]:
    """What is stored of it once and for all, and the name of each player's room, which nobody can guess."""
    names = [name or str(number) for number, name in enumerate(wanted.names, 1)]
    rooms = [new_key() for _ in names]
    game = games()[wanted.game](**wanted.options)
    return contest_setting(game, names, wanted.mode, wanted.minutes * 60.0, list(map(hashed, rooms))), rooms
