"""The server: tables, messages, and who may talk to it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tables import AGAINST, KEYS, OURS, PEOPLE, Never, Page, serving, set_table, sit

import pavage
from pavage import registry
from pavage.formats.record import read_record
from pavage.pages.edition import FOLDERS, edition_of
from pavage.registry import games
from pavage.server.app import create_app
from pavage.server.messages import read_message
from pavage.server.run import _listen
from pavage.server.site.pages import VIEWS, _accepted
from pavage.store import Store
from pavage.view.size import board_line, size_line
from pavage.words import words


class Broken(ThreadPoolExecutor):
    """Workers whose searches fail as often as they are told to."""

    def __init__(self, failures):
        super().__init__(2)
        self.failures = failures
        self.asked = 0

    def submit(self, *work):
        self.asked += 1
        if self.asked > self.failures:
            return super().submit(*work)
        future = Future()
        future.set_exception(RuntimeError("no answer"))
        return future


@pytest.fixture
def demonstration(monkeypatch):
    """The made-up game of tests/demonstration, as long as a test runs."""
    monkeypatch.setitem(registry.OURS, "demonstration", "demonstration:Demonstration")
    registry.games.cache_clear()
    yield
    registry.games.cache_clear()


@pytest.fixture
def client():
    with serving() as client:
        yield client


def test_the_form_gives_no_colours_where_the_game_does(client):
    """In HeiNasH lots decide who chooses a colour."""
    for game, first in ("hex", ("red", "Red, moves first")), ("heinash", ("neutral", "Player 1")):
        seats = client.get(f"/api/games/{game}/preview?language=en").json()["seats"]
        assert (seats[0]["colour"], seats[0]["title"]) == first


def test_the_first_state(client):
    with sit(client, set_table(client)) as socket:
        state = Page(socket).state
    assert (state["title"], state["size"]) == ("Hex", "5 × 5")
    assert state["prompt"] == "Ada, your turn. Place a red stone."
    assert [(seat["name"], seat["colour"], seat["aim"]) for seat in state["seats"]] == [
        ("Ada", "red", "to join the red sides"),
        ("Bo", "blue", "to join the blue sides"),
    ]
    assert state["scene"]["next"] == list(range(25)) and state["mine"] and not state["over"]
    assert [shape["turn"] for shape in state["shapes"]] == [0, 60]


def test_a_touch_is_a_move_and_everybody_sees_it(client):
    name = set_table(client)
    with sit(client, name) as one, sit(client, name, "?language=fr") as two:
        ada, bo = Page(one), Page(two)
        ada.after(touch=[12])
        assert ada.stones() == {12: "red"} and ada.state["said"] == "Ada played c3."
        bo.until(lambda state: state["seq"] == 1)
        assert bo.stones() == {12: "red"} and bo.state["said"] == "Ada a joué c3."
        assert bo.state["prompt"] == "Bo, à vous. Placez un pion bleu."


def test_refused_moves_change_nothing(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        refused = page.send("refused", touch=[12])
        assert (refused["sentence"], refused["cells"]) == ("c3 is taken. Choose an empty cell.", [12])
        assert page.send("refused", typed="z9")["sentence"] == "There is no cell “z9” on this board."
        assert page.send("refused", touch=[400])["sentence"] == "That is not a move here."
        assert page.send("state", touch=[1, 2])["scene"]["touched"] == [], "the hand is put down"
        assert page.send("state", language="en")["seq"] == 1 and page.stones() == {12: "red"}


def test_a_seat_is_taken_though_somebody_has_moved_meanwhile(client):
    with sit(client, set_table(client, [{"name": "Ada"}, {"name": "", "level": "random"}])) as socket:
        page = Page(socket)
        seq = page.state["seq"]
        page.after(typed="a1")
        page.until(lambda state: state["seq"] == seq + 2)  # and the computer has answered
        assert page.send("key", act="take_seat", seat=1, seq=seq)["seat"] == 1


def test_a_stale_message_gets_the_present_state(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        refused = page.send("refused", touch=[13], seq=0)
        assert refused["sentence"] == "The game has moved on in the meantime."
        assert page.wait("state")["seq"] == 1 and page.stones() == {12: "red"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"touch": [], "seq": 0}',
        '{"touch": [-1], "seq": 0}',
        '{"touch": ["c3"], "seq": 0}',
        '{"touch": [true], "seq": 0}',
        '{"touch": [1e99], "seq": 0}',
        '{"touch": 3, "seq": 0}',
        '{"touch": [3]}',
        '{"touch": [3], "seq": "0"}',
        '{"act": "explode", "seq": 0}',
        '{"act": "__init__", "seq": 0}',
        '{"typed": "", "seq": 0}',
        '{"look": -1}',
        '{"language": "de"}',
        '{"touch": [3], "seq": 0, "more": 1}',
        '{"typed": "' + "a" * 5000 + '", "seq": 0}',
        '{"touch": ' + "[" * 2000 + "]" * 2000 + ', "seq": 0}',
    ],
)
def test_nonsense_is_refused_with_a_sentence(client, text):
    assert read_message(text) is None
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        socket.send_text(text)
        assert page.wait("refused")["sentence"] == "The server does not understand this request."
        assert page.send("state", touch=[3])["seq"] == 1


@pytest.mark.parametrize(
    ("game", "touched"), [("nombres", [1_000_000]), ("carreleurs", [147, 143]), ("hextra", [0, 900_000])]
)
def test_sites_that_cannot_have_been_touched(client, game, touched):
    """They are passed over, and the page is answered: it once lost its socket."""
    name = set_table(client, [{}] * games()[game]().players, game=game, options={})
    with sit(client, name) as socket:
        page = Page(socket)
        page.socket.send_json({"typed": "zz9", "touched": touched, "seq": page.state["seq"]})
        assert "zz9" in page.wait("refused")["sentence"]


def test_swapping_exchanges_the_colours_of_the_seats(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("c3")
        (offer,) = page.state["scene"]["buttons"]
        assert offer["label"] == "Swap" and offer["help"].startswith("Take over")
        page.send("state", touch=[offer["site"]])
        assert [seat["colour"] for seat in page.state["seats"]] == ["blue", "red"]
        assert page.state["said"] == "Bo took the stone and is Red now."
        assert not page.state["scene"]["buttons"]


def test_swap_can_be_typed_in_both_languages(client):
    for word in ("swap", "Échanger"):
        with sit(client, set_table(client)) as socket:
            assert [move["text"] for move in Page(socket).type("c3", word)["moves"]] == ["c3", "Swap"]


def test_undo_and_looking_back(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("a1", "b2", "c3")
        look = page.send("look", look=1)
        assert [piece["cell"] for piece in look["scene"]["pieces"]] == [0]
        assert look["scene"]["next"] == [] and look["said"] == "Looking back: move 1 of 3."
        assert page.send("look", look=999)["ply"] == 3
        page.send("state", act="undo")
        assert page.stones() == {0: "red", 6: "blue"} and page.state["seq"] == 4
        page.send("state", act="undo")
        page.send("state", act="undo")
        assert not page.state["acts"]["undo"]
        assert page.send("refused", act="undo")["sentence"] == "There is nothing to undo."


def test_a_whole_game_its_record_and_the_rematch(client):
    name = set_table(client, size=3)
    with sit(client, name) as socket:
        page = Page(socket)
        assert page.send("refused", act="rematch")["sentence"] == "The game is not over yet."
        state = page.type("a1", "b1", "a2", "b2", "a3")
        assert state["over"] and state["prompt"] == "Ada won: the two red sides are joined."
        assert state["said"] == "5 moves."
        (won,) = [mark["cells"] for mark in state["scene"]["marks"] if mark["kind"] == "win"]
        assert sorted(won) == [0, 3, 6]
        assert page.send("refused", touch=[8])["sentence"] == "The game is over."
        assert page.send("refused", typed="c3")["sentence"] == "The game is over."
        saved = client.get(f"/api/tables/{name}/record")
        assert saved.headers["content-disposition"].startswith("attachment")
        record = read_record(saved.text)
        assert record.seats == ("Ada", "Bo") and [p.text for p in record.match.played][-1] == "a3"
        page.send("state", act="rematch")
        assert [seat["name"] for seat in page.state["seats"]] == ["Bo", "Ada"] and not page.state["over"]
        state = page.type("a1", "b1", "a2", "b2", "a3")
        assert state["prompt"] == "Bo won: the two red sides are joined."
        page.send("state", act="undo")
        assert page.type("b3")["over"] is False


def test_resigning(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("c3")
        page.send("state", act="resign")
        assert page.state["prompt"] == "Ada won: Bo resigned." and page.state["over"]
        assert page.send("refused", act="resign")["sentence"] == "The game is over."


def test_the_computer_answers_by_itself(client):
    with sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        assert page.state["prompt"] == "Your turn. Place a red stone."
        page.send("state", touch=[12])
        page.wait("state", lambda state: state["mine"])
        assert len(page.state["moves"]) == 2 and page.state["said"].startswith("The computer ")
        page.send("state", act="undo")
        assert page.state["moves"] == [] and page.state["mine"]


def test_the_computer_begins_without_anybody_looking(client):
    name = set_table(client, tuple(reversed(AGAINST)))
    deadline = time.monotonic() + 60
    while "moves" not in locals() or not moves:  # noqa: F821
        with sit(client, name) as socket:
            moves = Page(socket).state["moves"]
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert len(moves) == 1


def test_it_is_not_your_turn():
    with serving(Never(1)) as client, sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        assert page.send("refused", touch=[13])["sentence"] == "It is not your turn yet."
        assert page.state["prompt"] == "The computer is thinking."
        assert page.wait("progress")["most"] > 0
        page.send("state", act="resign")
        assert page.state["prompt"] == "You lost: you resigned."


def test_two_servers_that_begin_at_once_have_an_address_each():
    with _listen("127.0.0.1", None) as one, _listen("127.0.0.1", None) as other:
        assert one.getsockname() != other.getsockname()
    with _listen("127.0.0.1", 0) as taken, pytest.raises(OSError):
        _listen("127.0.0.1", taken.getsockname()[1])


def test_a_search_that_fails_once_is_sent_again():
    workers = Broken(1)
    with serving(workers) as client, sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        page.wait("state", lambda state: state["mine"])
        assert workers.asked == 2 and len(page.state["moves"]) == 2


def test_a_search_that_fails_twice_is_told_and_can_be_tried_again():
    with serving(Broken(2)) as client, sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        state = page.wait("state", lambda state: state["failed"])
        assert state["prompt"] == "The computer is not answering." and not state["busy"]
        page.send("state", act="move_now")
        page.wait("state", lambda state: state["mine"])
        assert len(page.state["moves"]) == 2


def test_a_hint_is_one_move_on_the_board_and_a_line(client):
    with sit(client, set_table(client, size=3)) as socket:
        page = Page(socket)
        page.type("a1")
        assert page.send("state", act="hint")["busy"]
        page.wait("state", lambda state: not state["busy"])
        (heat,) = [mark for mark in page.state["advice"] if mark["kind"] == "heat"]
        assert heat["cells"] == [4] and "text" not in heat, "b2, and nothing else"
        assert page.state["said"].startswith("b2: It "), "the move and the reason for it"
        assert page.state["meaning"] == "", "it is proved: there is no percentage"
        assert page.state["seq"] == 1
        page.type("b2")
        assert not page.state["advice"]


def test_a_hint_says_once_in_a_game_that_it_is_lost(client):
    with sit(client, set_table(client, options={"size": 3, "swap": "none"})) as socket:
        page = Page(socket)

        def hint():
            page.send("state", act="hint")
            return page.wait("state", lambda state: not state["busy"])["said"]

        page.type("b2")
        assert hint().endswith("It holds out longest. Against best play you can no longer win.")
        assert [mark["kind"] for mark in page.state["advice"]] == ["heat"]
        page.type("b1")
        page.type("c1")
        assert hint().endswith("It holds out longest.")
        page.send("state", act="resign", seat=1)
        page.send("state", act="rematch")
        page.type("b2")
        assert "you can no longer win" in hint(), "it is another game"


def test_time_runs_out(client):
    with sit(client, set_table(client, clock="0.2s")) as socket:
        page = Page(socket)
        assert page.state["seats"][0]["running"] and page.state["seats"][0]["left"] <= 0.2
        page.wait("state", lambda state: state["over"])
        assert page.state["prompt"] == "Bo won: Ada ran out of time."


@pytest.mark.parametrize(
    "body, sentence",
    [
        ({"game": "chess"}, "There is no game “chess”; there are hex"),
        ({"options": {"size": 99}}, "Board: “99” is not possible; choose from 2 to 26."),
        ({"options": {"colour": "red"}}, "There is no option “colour”"),
        ({"clock": "soon"}, "Cannot read the time “soon”"),
        ({"chairs": [{"name": "Ada"}]}, "Option chairs does not take “1”; it takes 2."),
    ],
)
def test_a_table_that_cannot_be_set(client, body, sentence):
    answer = client.post("/api/tables", json={"game": "hex", "chairs": list(PEOPLE), **body})
    assert answer.status_code == 400 and answer.json()["error"].startswith(sentence)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b'{"game": "hex"}',
        b'{"game": 1, "chairs": []}',
        b'{"game": "hex", "chairs": [{"level": "god"}, {}]}',
        b'{"game": "hex", "chairs": [{}, {}], "options": {"size": [1]}}',
        b'{"game": "hex", "chairs": [{"name": "' + b"x" * 50 + b'"}, {}]}',
    ],
)
def test_malformed_wishes(client, body):
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json() == {"error": "The server does not understand this request."}


def test_a_request_that_is_too_large(client):
    answer = client.post("/api/tables", content=b"x" * 70_000)
    assert answer.status_code == 413


def test_lots_are_drawn(client):
    first = set()
    for _ in range(40):
        with sit(client, set_table(client, lots=True)) as socket:
            first.add(Page(socket).state["seats"][0]["name"])
    assert first == {"Ada", "Bo"}


def test_an_unknown_table(client):
    answer = client.get("/api/tables/nowhere/board.svg?language=fr")
    assert (answer.status_code, answer.json()["error"]) == (404, "Cette table n’existe plus.")
    with sit(client, "nowhere") as socket:
        assert socket.receive_json() == {
            "kind": "gone",
            "sentence": "This table is no longer there.",
            "cells": [],
        }
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_other_sites_are_refused(client):
    body = {"game": "hex", "chairs": list(PEOPLE)}
    for origin, status in ((OURS, 201), ("http://evil.example", 403), ("null", 403), (f"{OURS}:81", 403)):
        assert client.post("/api/tables", json=body, headers={"origin": origin}).status_code == status
    name = set_table(client)
    path = f"ws://127.0.0.1/api/tables/{name}/live"
    with client.websocket_connect(path, headers={"origin": OURS}) as socket:
        assert socket.receive_json()["kind"] == "state"
    strange = {"origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=strange):
        pass


@pytest.mark.parametrize(
    "host, status", [("localhost:80", 200), ("[::1]:80", 200), ("evil.example", 421), ("", 421)]
)
def test_only_our_own_name_is_answered(client, host, status):
    assert client.get("/", headers={"host": host}).status_code == status


def test_headers_of_every_answer(client):
    for path in ("/", "/web/main.js", "/api/games", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert client.get("/web/main.js").headers["content-type"].startswith("text/javascript")


def test_an_edition_of_a_script_is_kept_for_ever(client):
    [now, script] = re.findall(r'src="/web/(@\w+)/(bundle/main\.js[^"]*)"', client.get("/").text)[0]
    for path in (script, "main.js"):
        answer = client.get(f"/web/{now}/{path}")
        assert "immutable" in answer.headers["cache-control"]
        old = client.get(f"/web/@123456789abc/{path}")
        assert old.text == answer.text and old.headers["cache-control"] == "no-cache"
    assert client.get(f"/web/{now}/bundle/nothing.js").status_code == 404
    assert client.get("/web/main.js").headers["cache-control"] == "no-cache"
    # Another server that was renewed meanwhile, or before.
    other = client.get("/web/@123456789abc/main.js")
    assert other.status_code == 200 and other.headers["cache-control"] == "no-cache"
    for path in ("/web/@123456789abc", "/web/@123456789abc/", "/view/@123456789abc/svg.py"):
        assert client.get(path).status_code == 404


def test_whoever_edits_a_script_has_another_edition(tmp_path):
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
    script = tmp_path / "web" / "main.js"
    script.write_text("one")
    first = edition_of(tmp_path)
    os.utime(script, (1, 1))
    assert edition_of(tmp_path) == first, "the time alone does not matter"
    script.write_text("two")
    assert edition_of(tmp_path) != first
    script.write_text("one")
    (tmp_path / "view" / "svg.py").write_text("no browser reads this")
    assert edition_of(tmp_path) == first
    (tmp_path / "web" / "cards" / "hex.svg").write_text("<svg/>")
    assert edition_of(tmp_path) != first


def test_only_what_browsers_read_is_served(client):
    for path in ("/view/svg.py", "/web/../server/app.py", "/web/%2e%2e/game.py", "/web/"):
        assert client.get(path).status_code == 404


def test_language_by_address_cookie_browser_and_program(client):
    def title(client, headers=None, query=""):
        return client.get(f"/api/games{query}", headers=headers or {}).json()[0]["summary"][:4]

    french = {"accept-language": "fr-CH,en;q=0.5"}
    assert title(client) == "Join" and title(client, french) == "Reli"
    assert title(client, {**french, "cookie": "pavage_language=en"}) == "Join"
    assert title(client, {"cookie": "pavage_language=en"}, "?language=fr") == "Reli"
    assert '<html lang="fr"' in client.get("/", headers=french).text
    with serving(language="fr") as other:
        assert title(other) == "Reli" and title(other, {"accept-language": "en"}) == "Join"


def test_words_agree_with_the_colours_on_the_screen(client):
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        assert (
            page.send("state", language="en", theme="bw")["prompt"] == "Ada, your turn. Place a black stone."
        )
        assert page.state["seats"][1]["aim"] == "to join the white sides"
        assert page.send("state", language="fr", theme="dark")["prompt"].endswith("Placez un pion rouge.")
    shown = client.get("/api/games/hex/preview", headers={"cookie": "pavage_theme=bw"}).json()
    assert [seat["title"] for seat in shown["seats"]] == ["Black, moves first", "White"]


@pytest.mark.parametrize(
    "header, language",
    [("de, fr;q=0.8, en;q=0.9", "en"), ("de", None), ("", None), ("fr;q=x, en", "en"), ("FR", "fr")],
)
def test_what_a_browser_accepts(header, language):
    assert _accepted(header) == language


def test_the_form_speaks_of_what_its_buttons_say(client):
    """Values as one types them are English, so in French none may be left."""
    for game in client.get("/api/games?language=fr").json():
        for option in game["options"]:
            typed = {each["value"]: each["label"] for each in option.get("choices", [])}
            typed |= {"off": ""} if option["kind"] == "switch" else {}
            raw = [value for value, label in typed.items() if value.lower() not in label.lower()]
            words = re.findall(r"[\w+]+", option["line"])
            assert not set(raw) & set(words), (game["name"], option["line"])
            assert "=" not in option["line"] and "_" not in option["line"], (game["name"], option["line"])


def test_the_form_is_made_from_the_declarations(client):
    (game,) = [game for game in client.get("/api/games?language=fr").json() if game["name"] == "hex"]
    options = {option["name"]: option for option in game["options"]}
    assert options["size"]["offered"] == [7, 9, 11, 13] and options["size"]["main"]
    assert options["size"]["line"] == "Cases par côté"
    assert [choice["label"] for choice in options["swap"]["choices"]] == ["Couleurs", "Miroir", "Aucun"]
    shown = client.get("/api/games/hex/preview?size=4&first=blue&no_centre=on").json()
    assert [seat["title"] for seat in shown["seats"]] == ["Blue, moves first", "Red"]
    assert shown["svg"].count("data-cell") == 16
    assert client.get("/api/games/hex/preview?size=x").status_code == 400


def set_demonstration(client, players=2):
    body = {"game": "demonstration", "options": {"players": players}, "chairs": [{}] * players}
    told = client.post("/api/tables", json=body).json()
    KEYS[told["id"]] = told["keys"]
    return told["id"]


def test_trays_and_what_is_in_the_hand(client, demonstration):
    with sit(client, set_demonstration(client)) as socket:
        page = Page(socket)
        stock, pens, things = page.state["scene"]["trays"]
        assert (stock["seat"], stock["label"], pens.get("keep")) == (0, "Stock", True)
        tile = stock["items"][0]
        assert (tile["name"], tile["points"], tile["count"], tile["offered"]) == ("1x2", [[1, 2]], 2, True)
        assert things["items"][0]["offered"] is False and "site" not in things["items"][1]
        # What lies in a tray, and its turned form, is not offered beside it.
        assert all(button.get("in_tray") for button in page.state["scene"]["buttons"])
        page.send("state", touch=[tile["site"]])
        scene = page.state["scene"]
        assert scene["stamp"] == [[0, 0], [1, 0]] and "box" not in scene
        assert [item.get("anew") for item in scene["trays"][0]["items"]] == [None, True]
        page.send("state", touch=[tile["site"], scene["turned"]])
        assert page.state["scene"]["trays"][0]["items"][0]["text"] == "2×1"
        assert page.state["scene"]["turned"] == tile["site"]
        page.send("state", touch=[*page.state["scene"]["touched"], 0])
        (laid,) = page.state["scene"]["pieces"]
        colour = {"cell": 0, "colour": "red"}
        assert laid == {**colour, "shape": "tile", "cells": [0, 4], "text": "2", "sealed": True}
        assert page.state["said"] == "Player 1 played 1x2-2x1-a1. Tiles laid: 1."
        assert page.send("look", look=0)["shapes"] and page.state["scene"].get("news") == "Tiles laid: 1."


def test_what_lies_in_a_tray_is_named(client, demonstration):
    with sit(client, set_demonstration(client)) as socket:
        page = Page(socket)
        page.send("state", typed="Tile 1×2")
        assert page.state["scene"]["touched"] == [16]
        page.send("state", typed="2 × 1", touched=[16])
        assert page.state["scene"]["touched"] == [16, 17]
        assert page.send("refused", typed="Die")["sentence"] == "That is not a move here."


def test_a_hint_that_begins_beside_the_board(client, demonstration):
    with sit(client, set_demonstration(client)) as socket:
        page = Page(socket)
        page.send("state", act="hint")
        page.wait("state", lambda state: not state["busy"])
        (site,) = page.state["hinted"]
        assert site in (16, 17, 18, 19)
        assert "chances" in page.state["said"] and "of a hundred positions" in page.state["meaning"]
        (further,) = [mark["cells"] for mark in page.state["advice"] if mark["kind"] == "target"]
        assert len(further) == 1
        page.send("state", touch=[site])
        assert page.state["hinted"] == []
        assert [mark["cells"][0] for mark in page.state["advice"] if mark["kind"] == "heat"] == further


def test_a_board_that_grows(client, demonstration):
    name = set_demonstration(client)
    with sit(client, name) as socket:
        page = Page(socket)
        small = page.state["shapes"][0]["with_labels"]
        assert page.state["scene"]["board"] == "rows-3"
        page.type("1x1@a1", "1x1@b1")
        assert page.state["scene"]["board"] == "rows-4"
        assert page.state["shapes"][0]["with_labels"][1] > small[1]
        look = page.send("look", look=1)
        assert look["scene"]["board"] == "rows-3" and look["shapes"][0]["with_labels"] == small
    for board, cells in (("rows-3", 12), ("rows-4", 16)):
        svg = client.get(f"/api/tables/{name}/board.svg?board={board}").text
        assert svg.count('role="button"') == cells
    assert client.get(f"/api/tables/{name}/board.svg?board=nonsense").status_code == 404


def test_sheets_can_be_saved(client, demonstration):
    name = set_demonstration(client)
    with sit(client, name) as socket:
        state = Page(socket).type("1x2@a1")
        assert [sheet["folded"] for sheet in state["scene"]["sheets"]] == [False, True]
        assert state["scene"]["sheets"][0]["rows"] == [["1", "2"]]
    text = client.get(f"/api/tables/{name}/sheets/score.txt")
    assert text.text == "Score\n\ntile  cells\n----  -----\n   1      2\n"
    assert 'filename="demonstration-score-' in text.headers["content-disposition"]
    csv = client.get(f"/api/tables/{name}/sheets/score.csv")
    assert (csv.text, csv.headers["content-type"]) == ("tile,cells\r\n1,2\r\n", "text/csv; charset=utf-8")
    for wrong in ("score.pdf", "nothing.txt", "..%2frecord.txt"):
        assert client.get(f"/api/tables/{name}/sheets/{wrong}").status_code == 404


def test_a_game_for_one(client, demonstration):
    with sit(client, set_demonstration(client, 1)) as socket:
        page = Page(socket)
        assert page.state["prompt"] == "Lay a tile."
        for cell in ("a1", "b1", "c1", "a2", "b2", "c2"):
            page.type(f"1x1@{cell}")
        assert page.state["over"] and page.state["said"].startswith("6 moves.")
    (game,) = [each for each in client.get("/api/games").json() if each["name"] == "demonstration"]
    players, _, start = game["options"]
    assert (players["kind"], players["offered"]) == ("numbers", [1, 2])
    assert start["free"] and [choice["value"] for choice in start["choices"]] == ["none"]


@pytest.mark.parametrize(
    "game, options, line",
    [
        ("hex", {"size": 5}, "5 × 5"),
        ("ponts", {"size": 6}, "6 × 6"),
        ("heinash", {}, "6 × 6"),
        ("polygo", {"board": "R7"}, "rhombus, 7 × 7"),
        ("tetrago", {"board": "S7x5"}, "7 × 5"),
        ("hexadames", {"size": 5}, "hexagon, side 5"),
        ("marienbad", {"board": "H4"}, "hexagon, side 4"),
        ("marienbad", {"rows": "1-3-5-7"}, "1-3-5-7"),
    ],
)
def test_what_stands_beside_the_title(game, options, line):
    assert size_line(registry.games()[game](**options), words("en")) == line


@pytest.mark.parametrize(
    ("code", "english", "french"),
    [
        ("S7x5", "7 × 5", "7 × 5"),
        ("R7", "rhombus, 7 × 7", "losange, 7 × 7"),
        ("TH3", "hexagon of triangles, side 3", "hexagone de triangles, côté 3"),
        ("31212-4", "tiling 3.12.12, size 4", "pavage 3.12.12, taille 4"),
        ("voronoi-30-7", "Voronoi, 30 cells", "Voronoï, 30 cases"),
        ("dual-H5", "dual of: hexagon, side 5", "dual de\N{NO-BREAK SPACE}: hexagone, côté 5"),
        ("file:mine", "file:mine", "file:mine"),
    ],
)
def test_boards_in_words(code, english, french):
    assert (board_line(code, words("en")), board_line(code, words("fr"))) == (english, french)


def test_serve_prints_its_address_and_ends_on_ctrl_c(tmp_path):
    program = tmp_path / "start.py"
    program.write_text(
        "import sys\nfrom pavage.server import serve\n"
        "if __name__ == '__main__':\n"
        "    serve(port=0, open_browser=False, language='en', database=sys.argv[1])\n"
    )
    command = [sys.executable, str(program), f"sqlite:///{tmp_path}/pavage.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        address = line.split()[3]
        assert line == f"Pavage is at {address} (Ctrl-C ends it)\n"
        with urllib.request.urlopen(address, timeout=60) as page:
            assert b"<title>Pavage</title>" in page.read()
        server.send_signal(2)
        out, errors = server.communicate(timeout=60)
    assert (server.returncode, out, errors) == (0, "", "")


def test_serve_refuses_to_be_seen_from_elsewhere():
    from pavage.server import serve

    with pytest.raises(ValueError, match="this computer only"):
        serve(host="0.0.0.0", open_browser=False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError):
            serve(port=taken.getsockname()[1], open_browser=False)


@pytest.mark.parametrize(
    ("address", "module"),
    [
        *((address.replace("{name}", "somewhere"), module) for address, module in VIEWS.items()),
        ("/?game=hex", "pages/new_game.js"),
        ("/?setup", "pages/setup.js"),
        ("/?play", "pages/home.js"),
        ("/?language=fr", "pages/home.js"),
        ("/new?setup", "pages/new_game.js"),
    ],
)
def test_each_address_is_shown_by_its_module(client, address, module):
    text = client.get(address).text
    assert f'<div id="page" data-view="{module}">' in text
    [script] = re.findall(rf'<script type="module" src="(/web/@\w+/bundle/main.js\+{module})">', text)
    sent = client.get(script)
    assert sent.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert f'modules["{module}"]' in sent.text
    web = Path(pavage.__file__).parent / "web"
    assert re.search(r"^export (async )?function showPage\(page", (web / module).read_text(), re.MULTILINE)


def test_a_server_that_ends_at_once_reads_no_store_that_is_closed(monkeypatch):
    happened = []
    owing, close = Store.owing, Store.close

    def slowly(self):
        time.sleep(0.3)
        happened.append("read")
        return owing(self)

    def closed(self):
        happened.append("closed")
        close(self)

    monkeypatch.setattr(Store, "owing", slowly)
    monkeypatch.setattr(Store, "close", closed)
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        client.get("/healthz")
    assert happened == ["read", "closed"]


def test_the_first_page_comes_with_room_for_the_games_of_its_reader(client):
    for kept, rows in (("", 0), ("3", 3), ("7", 6), ("12", 0), ("x", 0), ("²", 0)):
        headers = {"cookie": f"pavage_mine={kept}".encode()}
        part = client.get("/", headers=headers).text.partition('<section class="my-games"')[2]
        part = part.partition("</section>")[0]
        assert part.count("<li></li>") == rows and part.startswith(" hidden") == (not rows), kept


def test_a_puzzle_that_is_handed_in_brings_its_board_to_the_form(client):
    puzzle = "5x5/R5,3,3,3,3/C5,4,3,1,4/c2-,b4+,e5-"
    told = client.get("/api/games/nombres/preview", params={"puzzle": puzzle}).json()
    assert told["settled"] == {"board": "5x5"}
    assert client.get("/api/games/nombres/preview").json()["settled"] == {}
