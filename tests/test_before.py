"""Databases and records of earlier versions open today, and lead to what they led to then.

`tests/data/before/make.py` says how they were made. They are not made again.
"""

import json
import shutil
from pathlib import Path

import pytest

from pavage.formats.record import read_record, write_record
from pavage.server.contests.contest_log import ContestLog, is_contest
from pavage.server.doctor import what_is_wrong
from pavage.server.rooms.durable import told_again
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event, Stored, open_store

BEFORE = Path(__file__).parent / "data" / "before"
KINDS = {
    *("move", "undo", "resign", "time", "draw", "rematch", "leave", "take", "came"),
    *("offer", "decline", "chat", "pause", "go_on", "passed"),
}
"""What happens at the tables in the database."""


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> list[Stored]:
    file = tmp_path_factory.mktemp("before") / "tables.db"
    shutil.copy(BEFORE / "tables.db", file)  # whoever opens a store brings it up to date
    with open_store(f"sqlite:///{file}") as store:
        return list(store.every())


def told(table: Stored) -> dict:
    """What a table has come to, as far as it can be read off its log."""
    if is_contest(table.setting):
        contest = told_again(ContestLog, table.setting, table.entries)
        matches = [contest.match(player) for player in range(len(contest.versions))]
        result = contest.contest.result
        return {
            "moves": [[played.text for played in match.played] for match in matches],
            "phase": contest.contest.phase,
            "returns": list(result.returns) if result else None,
            "versions": contest.versions,
        }
    log = told_again(TableLog, table.setting, table.entries)
    match = log.table.match
    clock = match.clock
    return {
        "moves": [played.text for played in match.played],
        "seats": [chair.name or chair.level for chair in log.table.chairs],
        "turn": match.turn,
        "reason": match.outcome.reason if match.outcome else None,
        "game": log.series.number,
        "points": log.series.scores(),
        "offers": {what: sorted(seats) for what, seats in log.offers.items()},
        "talk": [[line.person, line.name, line.text] for line in log.talk],
        "version": log.version,
        "left": [round(clock.remaining(seat, log.t)[0], 3) for seat in range(len(log.table.chairs))]
        if clock
        else None,
        "acting": sorted(log.acting.values()),
        "paused": log.paused,
    }


def test_the_doctor_finds_nothing_wrong(stored):
    assert [what_is_wrong(table) for table in stored] == [None] * 9


def test_everything_that_happens_at_a_table_is_among_it(stored):
    tables = [table for table in stored if not is_contest(table.setting)]
    assert {entry.event.kind for table in tables for entry in table.entries} == KINDS
    assert any("rolls" in entry.event.data for table in tables for entry in table.entries), "dice"
    assert sum(is_contest(table.setting) for table in stored) == 2


def test_tables_come_to_what_they_came_to(stored):
    then = json.loads((BEFORE / "leads_to.json").read_text(encoding="utf-8"))
    assert {table.id: told(table) for table in stored} == then


@pytest.mark.parametrize("path", sorted(BEFORE.glob("*.pavage")), ids=lambda path: path.stem)
def test_records_are_read_and_written_the_same(path):
    text = path.read_text(encoding="utf-8")
    assert write_record(read_record(text)) == text


def test_an_offer_that_came_as_the_game_ended_says_nothing(stored):
    """Two pages that spoke at once could leave such an event in the store."""
    table = next(table for table in stored if told(table).get("reason") == "resignation")
    late = Entry(len(table.entries), 0, Event("offer", {"what": "draw", "seats": [1], "t": 99.0}))
    assert told_again(TableLog, table.setting, [*table.entries, late], check=True).offers == {}
