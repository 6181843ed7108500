"""How a table is set: what somebody wished, as it is stored once and for all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pavage.clock import parse_control
from pavage.formats.record import Record, read_record, write_record
from pavage.match import Match
from pavage.options import BadOption
from pavage.registry import games
from pavage.server.messages import ChairWanted, NewTable
from pavage.server.rooms.seat_keys import hashed, new_key
from pavage.server.rooms.seating import record_seats
from pavage.table import Chair, Table


def set_table(wanted: NewTable) -> tuple[dict[str, Any], list[ChairWanted], list[str | None]]:
    """The setting to store, who sits where once lots are drawn, and the keys of the people.

    What was played before, and what chance did first, lies in the setting as a record. A wish that cannot be
    met raises a PhrasedError.
    """
    match = _match(wanted)
    if len(wanted.chairs) != match.game.players:
        raise BadOption("bad_value", "chairs", len(wanted.chairs), str(match.game.players))
    chairs = [chair.model_copy(update={"away": chair.away and not chair.level}) for chair in wanted.chairs]
    if wanted.lots:
        random.Random().shuffle(chairs)
    keys = [None if chair.level else new_key() for chair in chairs]
    again = {"lots_again": True} if wanted.lots_again else {}
    return setting_of(match, chairs, keys) | again, chairs, keys


def setting_of(match: Match, chairs: Sequence[ChairWanted], keys: Sequence[str | None]) -> dict[str, Any]:
    table = Table(match, [Chair(chair.name, chair.level) for chair in chairs])
    setting: dict[str, Any] = {
        "record": write_record(Record(match, record_seats(table.chairs))),
        "chairs": [chair.model_dump() for chair in chairs],
        "keys": [hashed(key) if key else None for key in keys],
    }
    owed = table.owed
    if owed is not None and owed.is_computer:
        setting["owes"] = True
    return setting


def _match(wanted: NewTable) -> Match:
    control = parse_control(wanted.clock) if wanted.clock else None
    if wanted.record:
        told = read_record(wanted.record).match
        match = Match(told.game, control, told.positions[0] if told.set_up else None)
        for played in told.played:
            match.repeat(played)
        match.ending = told.ending  # somebody resigned, or time was over: no move says so
        return match
    game = games()[wanted.game](**wanted.options)
    return Match(game, control, game.setup(wanted.start) if wanted.start else None)
