"""A rematch of HeiNasH: people exchange colours, nobody chooses them, and who did not begin begins."""

from __future__ import annotations

import random
from typing import Any

import pytest
from piped import piped
from tables import Page, serving, set_table, sit

from pavage.formats.record import Record, read_record, write_record
from pavage.game import CHANCE
from pavage.games.heinash import HeiNasH
from pavage.games.hex import Hex
from pavage.match import Match, MatchError
from pavage.server.messages import ChairWanted
from pavage.server.new_game.new_table import setting_of
from pavage.server.rooms.durable import told_again
from pavage.server.tables.table_log import TableLog
from pavage.store import Entry, Event
from pavage.table import Chair, Table, turned
from pavage.words import LANGUAGES, words

PEOPLE = ({"name": "Ada"}, {"name": "Bo"})
NEXT = "heinash.rematch.next"
BEGUN = "heinash.rematch.begun"


def colours(match: Match, names: list[str]) -> dict[str, str]:
    return {name: ("red", "blue")[match.game.colour(match.position, seat)] for seat, name in enumerate(names)}


@pytest.mark.parametrize("lots", ["first:1", "first:2"])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_people_exchange_colours_and_who_did_not_begin_begins(lots: str, colour: str) -> None:
    old = Match(HeiNasH())
    old.push(lots)
    old.push(colour)
    table = Table(old, [Chair("Ada"), Chair("Bo")], random.Random(1))
    names, began = ["Ada", "Bo"], old.turn
    for number in range(1, 4):
        before, beginner = colours(table.match, names), names[began]
        match = Match(HeiNasH())
        match.open_with(table.match.rematch_moves)
        names = [names[1], names[0]]
        table = Table(match, turned(table.chairs), random.Random(number))
        assert [chair.name for chair in table.chairs] == names
        began = match.turn
        assert colours(match, names) == {"Ada": before["Bo"], "Bo": before["Ada"]}
        assert names[began] != beginner
        assert [played.text for played in match.played[:2]] == [lots, colour]
        assert [played.seat for played in match.played[2:]] == [CHANCE], "nobody is asked for a colour"


def test_lots_are_drawn_where_no_colours_were_chosen() -> None:
    match = Match(HeiNasH())
    assert not match.rematch_moves
    match.push("first:2")
    assert not match.rematch_moves
    match.push("red")
    assert len(match.rematch_moves) == 2
    assert not Match(Hex(size=3)).rematch_moves


def test_from_a_position_with_colours_the_seats_alone_exchange_them() -> None:
    game = HeiNasH()
    for layout, moves, opening in (
        ("turn:1 state:colour", ("blue",), 1),
        ("red:c2 blue:e2 turn:1 dice:5,4,2", ("18=5*4-2",), 0),
    ):
        match = Match(game, start=game.setup(layout))
        for move in moves:
            match.push(move)
        assert len(match.rematch_moves) == opening


def test_what_nobody_chose_is_not_taken_back() -> None:
    game = HeiNasH()
    match = Match(game)
    match.open_with([game.read(match.position, "first:1"), (game.site("red"),)])
    match.push("5,4,2")
    with pytest.raises(MatchError, match="nothing_to_undo"):
        match.undo()
    match.push("18=5*4-2")
    match.undo()
    assert [played.text for played in match.played] == ["first:1", "red", "5,4,2"]
    text = write_record(Record(match))
    assert read_record(text).match.positions == match.positions


# --- at a table


@pytest.fixture
def client() -> Any:
    with serving() as client:
        yield client


def finished(client: Any, **more: Any) -> Any:
    return set_table(client, PEOPLE, game="heinash", options={}, **more)


def test_a_rematch_on_the_server_says_why(client: Any) -> None:
    name = finished(client)
    with sit(client, name) as socket:
        page = Page(socket)
        page.type("red")
        before = {seat["name"]: seat["colour"] for seat in page.state["seats"]}
        beginner = next(seat["name"] for seat in page.state["seats"] if seat["turn"])
        state = page.after(act="resign")
        assert words("en")(NEXT) in state["said"]
        state = page.after(act="rematch")
        assert state["said"] == words("en")(BEGUN)
        assert {seat["name"]: seat["colour"] for seat in state["seats"]} == {
            "Ada": before["Bo"],
            "Bo": before["Ada"],
        }
        assert next(seat["name"] for seat in state["seats"] if seat["turn"]) != beginner
        assert not state["acts"]["undo"]
        assert state["prompt"] != words("en")("heinash.prompt_colour")
    first, second = (client.get(f"/api/tables/{name}/games/{number}/record").text for number in (1, 2))
    lots = [played.text for played in read_record(first).match.played[:2]]
    assert [played.text for played in read_record(second).match.played[:2]] == lots


def test_lots_are_drawn_again_if_the_table_is_set_so(client: Any) -> None:
    name = finished(client, lots_again=True)
    with sit(client, name) as socket:
        page = Page(socket)
        page.type("red")
        assert words("en")(NEXT) not in page.after(act="resign")["said"]
        state = page.after(act="rematch")
        assert [move["seat"] for move in state["moves"]] == [CHANCE] and "colour" in state["prompt"]


def test_the_form_offers_both_only_for_games_that_exchange_something(client: Any) -> None:
    listed = {game["name"]: game["exchanges"] for game in client.get("/api/games").json()}
    assert {name for name, exchanges in listed.items() if exchanges} == {"heinash"}


def log_of(**more: Any) -> tuple[dict[str, Any], TableLog]:
    match = Match(HeiNasH())
    match.push("first:1")
    setting = setting_of(match, [ChairWanted(**chair) for chair in PEOPLE], ["k0", "k1"]) | more
    return setting, TableLog(setting)


def test_a_stored_rematch_replays_what_it_began_with() -> None:
    setting, log = log_of()
    red = log.table.match.game.site("red")
    happened = [("move", {"move": [red]}), ("resign", {"seat": 0}), ("rematch", {})]
    entries = [
        Entry(seq, 0, log.happen(kind, seq + 1.0, **data)) for seq, (kind, data) in enumerate(happened)
    ]
    assert len(entries[-1].event.data["opening"]) == 2
    again = told_again(TableLog, setting, entries, check=True).table.match
    assert again.positions == log.table.match.positions and again.opening == 2
    # As it was stored before colours were exchanged: lots, and a person to choose.
    old = Entry(2, 0, Event("rematch", {"t": 3.0, "rolls": [[log.table.match.game.site("first:2")]]}))
    match = told_again(TableLog, setting, [*entries[:2], old], check=True).table.match
    assert match.opening == 0 and [played.text for played in match.played] == ["first:2"] and match.turn == 1


# --- at the terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rematch_at_the_terminal(language, tmp_path, monkeypatch, capsys) -> None:
    run = piped(tmp_path, monkeypatch, capsys)
    lines = ("red", "resign", "y", "rematch", "resign", "y", "rematch lots", "quit", "n")
    people = ("--players", "human,human", "--seed", "3")
    said = run("play", "heinash", "--lang", language, *people, lines=lines)
    assert said.code == 0, said.err
    assert said.out.count(words(language)(BEGUN)) == 1
    assert said.out.count(words(language)(NEXT)) == 2
    asked = words(language)("heinash.prompt_colour")
    assert said.out.rindex(asked) > said.out.index(words(language)(BEGUN)), "lots have been drawn again"


# --- in the browser


def test_the_form_sets_a_table_that_draws_lots_again(visit) -> None:
    page = visit("/?game=hex")
    page.locator(".more summary").click()
    assert page.get_by_role("group", name="In a rematch").count() == 0
    page = visit("/?game=heinash")
    page.locator(".more summary").click()
    rematch = page.get_by_role("group", name="In a rematch")
    rematch.get_by_label("Draw lots").check()
    page.locator(".pick select").nth(1).select_option("person")
    page.locator(".form .btn.main").click()
    page.get_by_role("button", name="Red", exact=True).click()
    page.locator("[data-act=resign]").click()
    page.locator("[data-act=really_resign]").click()
    page.locator("[data-act=rematch]").click()
    page.get_by_role("button", name="Red", exact=True).wait_for()
