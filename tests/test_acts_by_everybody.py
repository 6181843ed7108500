"""Every act for every kind of page, in every situation of the tables kept here: it happens as the table says.

What is allowed, refused and written is read off server/acts.py; the situations are in tests/data/before.
"""

import asyncio
import json
import shutil
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from pavage.match import MatchError
from pavage.server.acts import ACTS, refused
from pavage.server.contests.contest_log import is_contest
from pavage.server.messages import Do
from pavage.server.rooms.open_page import OpenPage
from pavage.server.site.metrics import Metrics
from pavage.server.tables.perform_act import perform
from pavage.server.tables.permissions import situation
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.store import open_store
from pavage.words import words

ROOT = Path(__file__).parent.parent
BY_ACT = [name for name, act in ACTS.items() if act.message == "act"]


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    """A room after each event of each table."""
    folder = tmp_path_factory.mktemp("before")
    shutil.copy(ROOT / "tests" / "data" / "before" / "tables.db", folder)
    found = []
    with open_store(f"sqlite:///{folder}/tables.db") as store:
        for stored in store.every():
            for number in range(len(stored.entries) + 1) if not is_contest(stored.setting) else ():
                log = TableLog(stored.setting)
                for entry in stored.entries[:number]:
                    log.replay(entry)
                found.append(log)
        yield [TableRoom("table", log, store, None, Metrics(), clock=lambda: 0.0) for log in found]


def pages(log: TableLog) -> dict[str, OpenPage]:
    """Who may look at a table: with no key, with one, with all, with one that is worth nothing more."""
    keys = {f"seat of person {person}": {key} for key, person in log.acting.items()}
    keys |= {"nobody": set(), "everybody": set(log.acting)}
    keys |= {f"who left, {key}": {key} for key in log.known - set(log.acting)}
    return {role: OpenPage(words("en"), frozenset(held)) for role, held in keys.items()}


def tried(room: TableRoom, page: OpenPage, name: str) -> tuple[str, list[str]]:
    """Why an act is refused, if it is, and what it would write."""
    written = []

    async def decide(decision, mark=""):
        proposal = decision(room.log)
        if proposal is not None:
            room.log.copy().happen(proposal.kind, room.log.t, mark, **proposal.data)
            written.append(proposal.kind)
        return proposal is not None

    room.decide = decide
    you, table = room.you(page), room.table
    computers = [seat for seat, chair in enumerate(table.chairs) if chair.is_computer]
    more = {
        "leave_seat": {"seat": you[0] if you else None, "level": "easy"},
        "take_seat": {"seat": computers[0] if computers else 0},
        "resign": {"seat": you[0] if you else None},
        "accept": {"what": next(iter(room.log.offers), "")},
        "decline": {"what": next(iter(room.log.offers), "")},
    }
    thinking = SimpleNamespace(move_now=lambda: None, find_hint=lambda: None)
    try:
        wish = Do(act=name, seq=room.version, **more.get(name, {}))
        asyncio.run(perform(room, thinking, page, wish))
    except MatchError as error:
        return error.phrase.key, written
    return "", written


@pytest.mark.parametrize("name", BY_ACT)
def test_every_act_by_everybody_in_every_situation(rooms, name):
    counted = Counter()
    for room in rooms:
        for here in (False, True):
            everybody = pages(room.log)
            room.listeners = set(everybody.values()) if here else set()
            for role, page in everybody.items():
                now = situation(room.log, room.you(page), room.here, bool(page.keys))
                why = refused(name, now)
                reason, written = tried(room, page, name)
                assert reason.removeprefix("error.") == why, (role, now)
                assert set(written) <= set(ACTS[name].writes) and len(written) <= (not why), (role, now)
                shown = json.loads(room.showing()(page))["acts"]
                assert name not in shown or not (shown[name] and why), "offered, and refused"
                if role == "nobody":
                    assert why == "web.table.watching"
                counted["refused" if why else "done"] += 1
    assert counted["done"] and counted["refused"], "both were tried"
