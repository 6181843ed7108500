"""What people may do at a table that is no move: who, when, and what pages and docs say of it.

Whether all that happens so at tables is tried in test_acts_by_everybody.py.
"""

import json
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import get_args

import pytest

from devtools import api_types
from pavage.server.acts import ACTS, AGREED, PLAYS, Act, Situation, offered, refused
from pavage.server.classes import class_messages
from pavage.server.messages import read_message
from pavage.server.tables.table_log import CHANGES, EVENTS

ROOT = Path(__file__).parent.parent
BY_ACT = [name for name, act in ACTS.items() if act.message == "act"]


def test_what_acts_write_is_what_can_happen():
    assert {event for act in ACTS.values() for event in act.writes} <= EVENTS.keys()
    assert EVENTS.keys() >= CHANGES
    assert set(AGREED) == {"undo", "draw", "rematch"}


@pytest.mark.parametrize("name", [*ACTS, "fly", ""])
def test_a_page_may_ask_for_acts_only(name):
    message = read_message(json.dumps({"act": name, "seq": 0}))
    assert (message is not None) == (name in BY_ACT)
    answer = read_message(json.dumps({"act": "accept", "what": name, "seq": 0}))
    assert (answer is not None) == (name in ("", *AGREED))


def test_who_is_said_in_words():
    assert {act.who for act in ACTS.values()} == {PLAYS, "whoever has a key of this table", "anybody"}


def acts_asked_for(room):
    """What the pages of a room of web/ ask a server to do."""
    asked = set()
    for path in (ROOT / "src" / "pavage" / "web" / room).glob("*.js"):
        asked |= set(re.findall(r'\bact\("(\w+)"', path.read_text(encoding="utf-8")))
    return asked


def test_the_browser_asks_for_acts_that_there_are():
    assert acts_asked_for("table") and acts_asked_for("table") <= set(BY_ACT)
    kinds = get_args(get_args(class_messages.Act)[0])
    known = {act for kind in kinds for act in get_args(kind.model_fields["act"].annotation)}
    assert acts_asked_for("class") and acts_asked_for("class") <= known


PLAYING = Situation(
    you=(0,),
    known=True,
    for_all=False,
    my_turn=True,
    playing=True,
    moved=True,
    resigns=True,
    asked=False,
    over=False,
    owes=False,
    computers=0,
    players=2,
    draws=False,
    relay=False,
    clock=False,
    closed=False,
    quiet=False,
)
"""Somebody plays with somebody else, and both have moved."""
CARRIED = {"relay": True, "clock": True}


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("undo", {}, ""),
        ("undo", {"moved": False}, "nothing_to_undo"),
        ("undo", {"over": True}, ""),
        ("undo", {"over": True, "closed": True}, "over"),
        ("draw", {}, ""),
        ("draw", {"over": True}, "over"),
        ("draw", {"closed": True}, "over"),
        ("draw", {"players": 1}, "alone"),
        ("draw", {"players": 1, "over": True}, "over"),
        ("draw", {"players": 3}, ""),
        ("draw", {"computers": 1}, "web.table.no_draw"),
        ("draw", {"players": 3, "playing": False}, "seat_is_out"),
        ("resign", {"players": 3, "playing": False}, "seat_is_out"),
        ("rematch", {}, "web.not_over"),
        ("rematch", {"over": True}, ""),
        ("rematch", {"over": True, "closed": True}, "over"),
        ("rematch", {"over": True, "relay": True}, "over"),
        ("hint", {}, "web.table.no_hint"),
        ("hint", {"for_all": True}, ""),
        ("hint", {"for_all": True, "relay": True}, "web.table.no_hint"),
        ("analyse", {}, "web.table.no_analysis"),
        ("analyse", {"for_all": True}, ""),
        ("analyse", {"for_all": True, "relay": True}, "web.table.no_analysis"),
        ("analyse", {"over": True}, ""),
        ("analyse", {"over": True, "you": (), "known": False}, ""),
        ("resign", {}, ""),
        ("resign", {"over": True}, "over"),
        ("move_now", {}, ""),
        ("accept", {}, "web.table.nothing_asked"),
        ("accept", {"asked": True}, ""),
        ("decline", {}, "web.table.nothing_asked"),
        ("decline", {"asked": True}, ""),
        ("chat", {}, ""),
        ("chat", {"over": True}, ""),
        ("chat", {"quiet": True}, "web.table.quiet"),
        ("leave_seat", {}, ""),
        ("leave_seat", {"relay": True}, "web.table.not_your_seat"),
        ("take_seat", {}, "web.table.not_a_computer"),
        ("take_seat", {"computers": 1}, ""),
        ("take_seat", {"computers": 1, "you": ()}, ""),
        ("take_seat", {"computers": 1, "you": (), "known": False}, "web.table.watching"),
        ("take_seat", {"computers": 1, "relay": True}, "web.table.not_a_computer"),
        *((name, {}, "web.bad_message") for name in ("pause", "go_on")),
        *((name, {"relay": True}, "web.bad_message") for name in ("pause", "go_on")),
        *((name, {"clock": True}, "web.bad_message") for name in ("pause", "go_on")),
        *((name, CARRIED, "") for name in ("pause", "go_on")),
        *((name, {**CARRIED, "over": True}, "over") for name in ("pause", "go_on")),
    ],
)
def test_what_stands_against_an_act(name, changes, why):
    assert refused(name, replace(PLAYING, **changes)) == why


@pytest.mark.parametrize("name", [name for name in ACTS if name not in ("analyse", "take_seat")])
def test_whoever_has_no_seat_only_watches(name):
    watching = replace(PLAYING, you=(), asked=True, owes=True, **CARRIED)
    assert refused(name, watching) == "web.table.watching"


@pytest.mark.parametrize(
    ("name", "changes", "of_use"),
    [
        ("draw", {}, False),
        ("draw", {"draws": True}, True),
        ("draw", {"draws": True, "over": True}, False),
        ("hint", {"for_all": True}, True),
        ("hint", {}, False),
        ("hint", {"for_all": True, "my_turn": False}, False),
        ("hint", {"for_all": True, "over": True}, False),
        ("resign", {}, True),
        ("resign", {"resigns": False}, False),
        ("move_now", {}, False),
        ("move_now", {"owes": True}, True),
        ("leave_seat", {}, True),
        ("leave_seat", {"over": True}, False),
        ("leave_seat", {"playing": False}, False),
        ("undo", {}, True),
        ("chat", {}, True),
        ("rematch", {}, False),
        ("rematch", {"over": True}, True),
        ("take_seat", {"computers": 1}, True),
    ],
)
def test_what_a_page_is_offered(name, changes, of_use):
    """Less than what would not be refused: a button that is of no use now is not shown."""
    assert offered(replace(PLAYING, **changes))[name] is of_use


def test_a_state_tells_all_acts_but_those_of_a_relay():
    now = offered(PLAYING)
    assert list(now) == [name for name in ACTS if name not in ("pause", "go_on")]
    now.clear()
    assert offered(PLAYING), "whoever is told may do with it as he likes"


def test_what_is_asked_for_after_somebody_moved_is_done_only_if_it_means_the_same():
    assert [name for name, act in ACTS.items() if act.whenever] == ["take_seat"]


def test_an_act_of_which_nothing_is_said():
    """It is done whenever somebody asks for it by name, and is nothing to agree upon."""
    plain = Act("something", PLAYS, ())
    assert plain.against(PLAYING) == "" and plain.offered(PLAYING) is True
    assert (plain.message, plain.agreed, plain.told, plain.whenever) == ("act", False, True, False)
    assert [name for name, act in ACTS.items() if act.message != "act"] == ["analyse", "chat"]
    assert all(act.message == name for name, act in ACTS.items() if act.message != "act")


def test_nobody_changes_what_an_act_is():
    for value, name in ((ACTS["undo"], "who"), (PLAYING, "over")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, True)
        assert not hasattr(value, "__dict__")


def test_the_docs_tell_every_act_as_it_is():
    assert api_types.act_table() in (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
