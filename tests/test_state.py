"""What a client is shown: as server/rooms/state.py defines it, and nowhere written down a second time."""

import json
import shutil
import types
import typing
from collections import defaultdict
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union

import pytest
from tables import KEYS, Never, Page, serving, set_table, sit

from devtools import api_types
from pavage.registry import games
from pavage.server.classes import class_types
from pavage.server.contests.contest import LiveContest
from pavage.server.contests.contest_log import ContestLog, is_contest
from pavage.server.rooms import page_state, state
from pavage.server.rooms.open_page import OpenPage
from pavage.server.site.metrics import Metrics
from pavage.server.tables.table_log import TableLog
from pavage.server.tables.table_room import TableRoom
from pavage.server.tournaments import tournament_types
from pavage.store import open_store
from pavage.words import words

DATA = Path(__file__).parent / "data"
PLAIN = {str: str, int: int, float: (int, float), bool: bool, type(None): type(None)}
DEFINED = (
    "Scene",
    "Seat",
    "Item",
    "Tray",
    "Piece",
    "Mark",
    "Relay",
    "GameButton",
    "Tournament",
    "GamePlayed",
)
"""Of these every key must have been seen somewhere, and of every message."""


def wrong(value: Any, hint: Any, seen: dict[str, set[str]], at: str = "") -> list[str]:
    """Where a value is not what a type says; `seen` are the keys that were met of each definition."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Annotated, NotRequired):
        return wrong(value, inside[0], seen, at)
    if hint in PLAIN:
        good = isinstance(value, PLAIN[hint]) and (hint is bool or not isinstance(value, bool))
        return [] if good else [f"{at} is {value!r}, no {hint.__name__}"]
    if typing.is_typeddict(hint):
        return wrong_keys(value, hint, seen, at)
    if origin is Literal:
        return [] if value in inside else [f"{at} is {value!r}"]
    if origin in (Union, types.UnionType):
        return [] if any(not wrong(value, each, seen, at) for each in inside) else [f"{at} is {value!r}"]
    if origin is tuple:
        pairs = zip(value, inside, strict=True)
        return [each for part, kind in pairs for each in wrong(part, kind, seen, at)]
    if origin is dict:
        return [each for part in value.values() for each in wrong(part, inside[1], seen, f"{at}.*")]
    if not isinstance(value, list):
        return [f"{at} is no list"]
    return [each for part in value for each in wrong(part, inside[0], seen, f"{at}[]")]


def wrong_keys(value: Any, hint: Any, seen: dict[str, set[str]], at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at} is {value!r}"]
    hints = typing.get_type_hints(hint, include_extras=True)
    required = {name for name, each in hints.items() if typing.get_origin(each) is not NotRequired}
    found = [f"{at}.{name} is missing" for name in required - value.keys()]
    found += [f"{at}.{name} is not defined" for name in value.keys() - hints.keys()]
    seen[hint.__name__] |= value.keys()
    shared = value.keys() & hints.keys()
    return found + [each for name in shared for each in wrong(value[name], hints[name], seen, f"{at}.{name}")]


def test_what_is_made_of_the_definition_is_up_to_date():
    for path, text in api_types.made().items():
        assert path.read_text(encoding="utf-8") == text, "run `python3 dev.py types`"


def test_a_change_of_the_definition_would_be_found(monkeypatch):
    changed = typing.TypedDict("Line", {**typing.get_type_hints(state.Line), "more": int})
    monkeypatch.setattr(state, "Line", changed)
    assert "@property {number} more" in api_types.javascript()


def test_a_wrong_state_would_be_found():
    line = {"seat": 0, "name": "Ada", "text": "Hello", "at": 5}
    assert wrong(line, state.Line, defaultdict(set)) == []
    assert wrong({**line, "seat": "0"}, state.Line, defaultdict(set)) == [".seat is '0', no int"]
    assert wrong({**line, "on": 1}, state.Line, defaultdict(set)) == [".on is not defined"]
    assert wrong({"seat": 0, "name": "", "text": ""}, state.Line, defaultdict(set)) == [".at is missing"]


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> list[tuple[Any, Any]]:
    """States of every kind, each with its definition."""
    return [*_stored(tmp_path_factory.mktemp("before")), *_asked()]


def _stored(folder: Path) -> typing.Iterator[tuple[Any, Any]]:
    """Of the tables that are kept, after every event, for those who play and one who watches."""
    shutil.copy(DATA / "before" / "tables.db", folder)
    with open_store(f"sqlite:///{folder}/tables.db") as store:
        for table in store.every():
            contest = is_contest(table.setting)
            log = ContestLog(table.setting) if contest else TableLog(table.setting)
            for entry in (None, *table.entries):
                if entry is not None:
                    log.replay(entry)
                if contest:
                    rooms = LiveContest(table.id, log, store, Metrics(), lambda: 0.0).rooms
                else:
                    rooms = [TableRoom(table.id, log, store, None, Metrics(), clock=lambda: 0.0)]
                keys = [frozenset(), frozenset(filter(None, table.setting["keys"]))]
                for room in rooms:
                    pages = [OpenPage(words("fr"), each) for each in keys]
                    yield from ((json.loads(room.showing()(page)), state.State) for page in pages)
                    yield json.loads(json.dumps(room.look(words("en"), 0))), state.Look


def _asked() -> typing.Iterator[tuple[Any, Any]]:
    """Of every game at its beginning and with something in the hand, of lessons and of a tournament."""
    with serving(tournaments=DATA / "tournaments") as client:
        for name, game in games().items():
            chairs = [{"name": "Ada"}] * game().players
            with sit(client, set_table(client, chairs, game=name, options={})) as socket:
                page = Page(socket)
                yield page.state, state.State
                scene = page.state["scene"]
                offered = [*(button["site"] for button in scene["buttons"]), *scene["next"]]
                socket.send_json({"touch": offered[:1], "seq": page.state["seq"], "mark": name})
                yield page.wait("state"), state.State
        for lesson in client.get("/api/lessons").json():
            steps = client.get(f"/api/lessons/{lesson['game']}").json()["steps"]
            yield from ((step["state"], state.Step) for step in steps)
        yield from _blocks(client)
        yield from _messages(client)
        yield from _class(client)
        yield from _pages(client)
        yield client.get("/api/tournaments").json(), tournament_types.TournamentsListed
        tournament = client.get("/api/tournaments/small").json()
        yield tournament, tournament_types.Tournament
        yield from ((each, tournament_types.Running) for each in tournament["running"])
        for game in tournament["games"][:2]:
            yield client.get(f"/api/tournaments/small/games/{game['id']}?ply=2").json(), state.Replay


def _blocks(client) -> typing.Iterator[tuple[Any, Any]]:
    """Of Blocs, with a block on the board and two to choose from."""
    record = "\n".join(
        [
            "pavage 1",
            "game: blocs",
            "option board: 8",
            "start: red:2x2@a1,2x2@e1,1x3@f8 blue:2x2@a3,2x2@c3 turn:2 laid:1x1@f8,1x1@g8,1x1@h8",
        ]
    )
    made = client.post(
        "/api/tables", json={"record": f"{record}\n\n", "chairs": [{"name": "Ada"}] * 2}
    ).json()
    KEYS[made["id"]] = made["keys"]
    with sit(client, made["id"]) as socket:
        page = Page(socket)
        socket.send_json({"touch": [2, 11], "seq": page.state["seq"], "mark": "two corners"})
        yield page.wait("state"), state.State


def _pages(client) -> typing.Iterator[tuple[Any, Any]]:
    """What is told to pages that are not at a table."""
    for game in client.get("/api/games").json():
        yield game, page_state.GameListed
        preview = client.get(f"/api/games/{game['name']}/preview")
        yield preview.json(), page_state.Preview
        first = client.post("/api/setup", json={"game": game["name"]}).json()
        yield first, page_state.FirstPosition
        wish = {"record": first["game_record"], "pieces": first["pieces"], "mover": first["mover"]}
        yield client.post("/api/setup", json=wish).json(), page_state.PositionMade
    # There is no such tile.
    wish = {"game": "carreleurs", "pieces": [{"piece": 1, "cells": [0]}]}
    yield client.post("/api/setup", json=wish).json(), page_state.ImpossiblePosition
    yield client.post("/api/open", json={"text": first["record"]}).json(), page_state.Imported
    yield from ((each, page_state.LessonListed) for each in client.get("/api/lessons").json())
    lesson = client.get("/api/lessons/hex").json()
    yield lesson, page_state.Lesson
    yield client.post("/api/lessons/hex/1", json={"typed": "b4"}).json(), page_state.StepAnswered
    yield client.post("/api/lessons/hex/1", json={"typed": "b1"}).json(), page_state.StepRefused
    yield from ((each, page_state.TilingsListed) for each in client.get("/api/games/polygo/tilings").json())
    computer = {"game": "hex", "chairs": [{}, {"level": "easy"}]}
    table = client.post("/api/tables", json=computer).json()
    yield table, page_state.TableSet
    for game in client.get(f"/api/tables/{table['id']}/games").json():
        yield game, page_state.SeriesGame
    yield client.post("/api/contests", json={"mode": "race", "names": ["", ""]}).json(), page_state.ContestSet
    yield client.post("/api/puzzles", json={"board": "6x6", "text": "ab"}).json(), page_state.PuzzleMade
    yield client.post("/api/puzzles/check", json={"line": "2x2/R1,1/C1,1/a1+"}).json(), page_state.Told
    for rows in (["#.", ".#"], ["##", "##"]):
        yield client.post("/api/puzzles/others", json={"rows": rows}).json(), page_state.GridsAlike
    yield client.get("/api/print/hex").json(), page_state.PrintsOffered
    yield client.get("/api/print/hex/preview").json(), page_state.PrintedPage


def _class(client) -> typing.Iterator[tuple[Any, Any]]:
    """A class as its teacher and a pupil see it, at tables and in a race."""
    opened = client.post("/api/classes", json={}).json()
    yield opened, class_types.ClassOpened
    joined = [
        client.post("/api/classes/join", json={"code": opened["code"], "name": name}).json()
        for name in ("Ada", "Bo")
    ]
    yield from ((each, class_types.ClassJoined) for each in joined)

    def act(**what):
        return client.post("/api/classes/acts", json=what, headers={"x-pavage-key": opened["key"]}).json()

    yield act(act="propose", game="hex", options={"size": 3}), class_types.ClassProposal
    for number, mode, game in ((0, "tables", "hex"), (1, "race", "nombres")):
        act(act="begin", round=number, mode=mode, game=game, groups=[[0, 1]])
        for key, kind in ((opened["key"], "ClassShown"), (joined[0]["key"], "PupilShown")):
            with client.websocket_connect("ws://127.0.0.1/api/classes/live") as socket:
                socket.send_json({"key": key})
                yield socket.receive_json(), getattr(class_types, kind)
                if kind == "ClassShown":
                    yield socket.receive_json(), class_types.ClassBoards
    with client.websocket_connect("ws://127.0.0.1/api/classes/live") as socket:
        socket.send_json({"key": "nobody"})
        yield socket.receive_json(), class_types.ClassGone


def _messages(client) -> typing.Iterator[tuple[Any, Any]]:
    """What a page is told beside states."""
    slow = serving(Never())
    with slow, sit(slow, set_table(slow, [{"name": "Ada"}, {"name": "", "level": "hard"}])) as socket:
        page = Page(socket)
        yield page.send("refused", typed="z99"), state.Refused
        yield page.send("progress", typed="c3"), state.Progress
        yield page.send("key", act="take_seat", seat=1, name="Bo"), state.Key
        yield page.send("analysing", analyse=0), state.Analysing
    name = set_table(client, size=3)
    with sit(client, name) as socket:
        page = Page(socket)
        yield page.send("analysis", analyse=0), state.Analysis
        page.type("a1", "b1", "a2", "b2", "a3")
        yield page.send("analysis", analyse=5), state.Analysis
        client.delete(f"/api/tables/{name}", headers={"x-pavage-key": KEYS[name][0]})
        yield page.wait("gone"), state.Gone
    with sit(client, name) as socket:
        yield socket.receive_json(), state.Gone


def test_everything_that_is_shown_is_as_it_is_defined(told):
    seen: dict[str, set[str]] = defaultdict(set)
    found = {each for value, hint in told for each in wrong(value, hint, seen, hint.__name__)}
    assert found == set()
    others = {api_types.shapes()[name] for name in api_types.OTHERS}
    assert {hint for _, hint in told} >= {*typing.get_args(state.Message), *others}
    never = {
        f"{name}.{key}"
        for name in (*DEFINED, *(kind.__name__ for kind in typing.get_args(state.Message)))
        for key in set(typing.get_type_hints(api_types.shapes()[name])) - seen[name]
    }
    assert never == set(), "defined, and never shown"
