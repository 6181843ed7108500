"""Programs at the tables of `pavage play`, `pavage match`, `pavage bot` and the web app."""

import json
import socket
import sys
import threading
import urllib.request
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from conftest import needs
from fastapi.testclient import TestClient
from tables import OURS, Page, listening, set_table, sit
from test_cli import pavage, refused, said
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from pavage.bots import Bot
from pavage.bots.opponents import BotResigned, Opponents
from pavage.bots.program import read_programs
from pavage.bots.verdict import BotFailed, Verdict
from pavage.bots.web import BadLink, RefusedMove, Unreachable, play_at
from pavage.game import Game
from pavage.games.hex import Hex
from pavage.registry import games
from pavage.server.app import create_app

HOSTILE = Path(__file__).parent / "hostile"
POLITE = "import sys; sys.path.insert(0, '.'); import polite; polite.play({})"


@pytest.fixture
def bots(tmp_path):
    """A file of programs: one that is polite, one that cheats, one that gives up."""
    (tmp_path / "polite.py").write_text((HOSTILE / "polite.py").read_text())
    entries = {
        "nice": POLITE.format(""),
        "cheat": POLITE.format("lambda number, legal: f'={number} nonsense'"),
        "tired": POLITE.format("lambda number, legal: f'={number} resign'"),
    }
    text = "".join(
        f"[{name}]\nargv = ['{{python}}', '-c', {json.dumps(code)}]\nstart = 60\nseconds = 60\n"
        for name, code in entries.items()
    )
    file = tmp_path / "bots.toml"
    file.write_text(text + "[engine]\nargv = ['{python}', '-m', 'pavage', 'htp']\nprotocol = 'htp'\n")
    return str(file)


# --- the command line


def test_match_with_programs(capsys, bots):
    arguments = ("--option", "size=4", "--games", "2", "--seed", "1", "--bots", bots)
    code, out, _ = said(capsys, "match", "hex", "bot:nice", "bot:cheat", *arguments, "--json")
    told = json.loads(out)
    assert code == 0 and [player["name"] for player in told["players"]] == ["nice", "cheat"]
    assert told["players"][0]["wins"] == 2
    assert [game["verdicts"] for game in told["games"]] == [[None, "unreadable"], ["unreadable", None]]
    code, out, _ = said(capsys, "match", "hex", "bot:nice", "bot:cheat", *arguments)
    assert "2 × cheat gave an answer that is not a move. (nonsense)" in out
    code, out, _ = said(capsys, "match", "hex", "bot:nice", "bot:cheat", *arguments, "--lang", "fr")
    assert "2 × cheat a donné une réponse qui n’est pas un coup. (nonsense)" in out


def test_match_with_a_clock(capsys, bots, tmp_path):
    arguments = ("--option", "size=3", "--games", "1", "--clock", "30s", "--bots", bots)
    code, _, _ = said(
        capsys, "match", "hex", "bot:nice", "easy", *arguments, "--save", str(tmp_path / "games")
    )
    (saved,) = (tmp_path / "games").iterdir()
    assert code == 0 and "clock: 30s" in saved.read_text()
    assert "Cannot read the time" in refused(capsys, "match", "hex", "easy", "easy", "--clock", "soon")


def test_play_with_a_program(bots):
    options = ("--option", "size=3", "--plain", "--bots", bots)
    code, out, err = pavage("play", "hex", "--players", "human,bot:cheat", *options, text="b2\n")
    assert (code, err) == (0, "")
    assert "cheat gave an answer that is not a move. (nonsense)" in out
    assert "You won: cheat forfeited." in out
    code, out, err = pavage("play", "hex", "--players", "bot:tired,human", *options)
    assert "You won: tired resigned." in out
    code, out, err = pavage("play", "hex", "--players", "bot:nice,random", *options)
    assert (code, err) == (0, "") and " won: " in out and "Red – nice" in out


def test_names_and_files_that_are_not_there(capsys, bots):
    assert "name the file of programs with --bots" in refused(capsys, "match", "hex", "bot:nice", "easy")
    assert "there are nice, cheat, tired" in refused(capsys, "match", "hex", "bot:x", "easy", "--bots", bots)
    for command in (("match", "hex", "easy", "easy"), ("play", "hex"), ("serve",), ("bot", "x", "http://x")):
        assert "there is no such file" in refused(capsys, *command, "--bots", "/nowhere/bots.toml")
    assert "is not a link to a seat" in refused(capsys, "bot", "nice", "http://x/play/y", "--bots", bots)


# --- opponents


@pytest.mark.parametrize(
    "command",
    [("match", "polygo", "bot:engine", "easy"), ("play", "polygo", "--players", "human,bot:engine")],
)
def test_a_program_for_another_game_is_refused_before_it_begins(capsys, bots, command):
    assert "engine does not play polygo." in refused(capsys, *command, "--bots", bots, "--lang", "en")


def test_programs_are_kept_running_and_reused(bots):
    with Opponents(read_programs(bots)) as opponents:
        game = Hex(size=4)
        first = opponents.think(game, game.start(), "bot:nice").result()
        assert game.refusal(game.start(), first.move) is None
        (kept,) = opponents._idle
        polygo = games()["polygo"](board="H3")
        second = opponents.think(polygo, polygo.start(), "bot:nice").result()
        assert polygo.refusal(polygo.start(), second.move) is None
        assert [entry[2] for entry in opponents._idle] == [kept[2]]
        assert opponents.think(game, game.start(), "random").result().move
        with pytest.raises(BotResigned):
            opponents.think(game, game.start(), "bot:tired").result()
        with pytest.raises(BotFailed) as failed:
            opponents.think(game, game.start(), "bot:cheat").result()
        assert failed.value.failure.verdict == Verdict.UNREADABLE
        assert {entry[0] for entry in opponents._idle} == {"nice", "tired"}
    assert opponents._idle == []


# --- the web app


@pytest.fixture
def client(bots):
    with Opponents(read_programs(bots)) as opponents:
        app = create_app(opponents, pause=0.0)
        with TestClient(app, base_url=OURS, raise_server_exceptions=False) as client:
            yield client


def test_the_web_app_offers_the_programs_of_its_file(client):
    listed = client.get("/api/games?language=fr").json()
    offered = {game["name"]: [bot["value"] for bot in game["bots"]] for game in listed}
    assert offered["hex"] == ["bot:nice", "bot:cheat", "bot:tired", "bot:engine"]
    assert offered["polygo"] == ["bot:nice", "bot:cheat", "bot:tired"]
    assert listed[0]["bots"][0]["label"] == "Programme nice"


def test_a_program_plays_in_the_web_app(client):
    table = set_table(client, [{"name": "Ada"}, {"level": "bot:nice"}], size=4)
    with sit(client, table) as socket:
        page = Page(socket)
        assert [seat["name"] for seat in page.state["seats"]] == ["Ada", "nice"]
        page.after(typed="a1", touched=[])
        assert len(page.until(lambda state: state["mine"] and state["seq"] > 1)["moves"]) == 2


@pytest.mark.parametrize("name", ["cheat", "tired"])
def test_a_program_that_fails_or_gives_up_resigns(client, name):
    table = set_table(client, [{"name": "Ada"}, {"level": f"bot:{name}"}], size=4)
    with sit(client, table) as socket:
        page = Page(socket)
        page.after(typed="a1", touched=[])
        assert "resigned" in page.until(lambda state: state["over"])["prompt"]


@pytest.mark.parametrize("level", ["bot:nobody", "bot:engine"])
def test_unknown_programs_are_refused(client, level):
    wish = {"game": "polygo", "options": {"board": "H3"}, "chairs": [{"name": "Ada"}, {"level": level}]}
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code == 400 and "There is no program" in answer.json()["error"]


# --- by WebSocket


@contextmanager
def served(workers=None):
    """The address of a server in a thread."""
    config = uvicorn.Config(
        create_app(workers, pause=0.0), port=0, log_level="warning", ws="websockets-sansio"
    )
    with listening(config) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def address():
    with served() as address:
        yield address


def wish_for(address, game, options, chairs):
    data = json.dumps({"game": game, "options": options, "chairs": chairs}).encode()
    request = urllib.request.Request(f"{address}/api/tables", data, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))


def record_of(address, table):
    return urllib.request.urlopen(f"{address}/api/tables/{table['id']}/record").read().decode()


@pytest.mark.parametrize(
    ("name", "options"),
    [("hex", {"size": 4}), ("hexago", {"board": "H2"}), ("heinash", {}), ("marienbad", {})],
)
def test_a_bot_of_ten_lines_at_a_table_of_the_web_app(address, name, options):
    class First(Bot):
        def move(self, turn):
            return turn.legal[len(turn.moves) % len(turn.legal)]

    game: Game = games()[name](**options)
    chairs = [{"name": "", "away": True}, *[{"level": "random"}] * (game.players - 1)]
    table = wish_for(address, name, options, chairs)
    First().connect(f"{address}/play/{table['id']}#{table['keys'][0]}")
    assert "result: *" not in record_of(address, table)


def test_two_programs_meet_by_their_links(address, bots, capsys):
    table = wish_for(address, "hex", {"size": 4}, [{"name": "A"}, {"name": "B"}])
    links = [f"{address}/play/{table['id']}#{key}" for key in table["keys"]]
    ended = []

    def play(name, link):
        ended.append(pavage("bot", name, link, "--bots", bots))

    threads = [
        threading.Thread(target=play, args=pair) for pair in zip(("nice", "cheat"), links, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == [
        (0, "", ""),
        (1, "", "pavage: cheat gave an answer that is not a move. (nonsense)\n"),
    ]
    assert "result: 1 0 resignation" in record_of(address, table)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "play",
        "http://x/play/short#k",
        "ftp://x/play/3yNVXPq8r0jhmQb5bMFqIA#k",
        "http://[::1/play/3yNVXPq8r0jhmQb5bMFqIA#k",
        "http://x:99999/play/3yNVXPq8r0jhmQb5bMFqIA#k",
    ],
)
def test_links_that_lead_nowhere(link):
    with pytest.raises(BadLink):
        play_at(link, lambda turn: sys.exit(1))


def test_a_wrong_key_and_a_table_that_is_not_there(address, monkeypatch):
    monkeypatch.setattr("pavage.bots.web.WELCOME", 0.3)
    table = wish_for(address, "hex", {"size": 4}, [{"name": "A"}, {"name": "B"}])
    with pytest.raises(BadLink):
        play_at(f"{address}/play/{table['id']}#{'x' * 22}", lambda turn: sys.exit(1))
    nobody = f"{address}/play/{'y' * 22}#{'x' * 22}"
    with pytest.raises(BadLink):
        play_at(nobody, lambda turn: sys.exit(1))


def test_a_table_that_is_not_there_and_a_bot_that_is_slow(monkeypatch):
    """The server has closed before the bot says a word; it came again and again, for ever."""

    class Closed:
        told = iter([json.dumps({"kind": "gone", "sentence": "", "cells": []})])

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            pass

        async def send(self, _):
            raise ConnectionClosedError(Close(4404, ""), None)

        async def recv(self):
            return next(self.told)

    monkeypatch.setattr("pavage.bots.web.connect", lambda *_, **__: Closed())
    with pytest.raises(BadLink):
        play_at(f"http://127.0.0.1/play/{'y' * 22}#{'x' * 22}", lambda turn: sys.exit(1))


def test_a_bot_that_insists_on_an_illegal_move(address, monkeypatch):
    monkeypatch.setattr("pavage.bots.web.REFUSALS", 2)
    table = wish_for(address, "hex", {"size": 4}, [{"name": "A"}, {"name": "B"}])
    with pytest.raises(RefusedMove, match="no cell"):
        play_at(f"{address}/play/{table['id']}#{table['keys'][0]}", lambda turn: "z9")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "No server of Pavage answers"), ("fr", "Aucun serveur")]
)
def test_no_server_is_said_at_once(capsys, bots, language, said):
    """A mistake in the link: whoever typed it does not wait for half a minute."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]
    link = f"http://127.0.0.1:{port}/play/{'y' * 22}#{'x' * 22}"
    line = refused(capsys, "bot", "nice", link, "--bots", bots, "--lang", language)
    assert said in line and f"http://127.0.0.1:{port}." in line


def test_something_else_answers_there(capsys, bots):
    def answer():
        with deaf.accept()[0] as caller:
            caller.recv(1000)
            caller.sendall(b"220 this is no web server\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        threading.Thread(target=answer, daemon=True).start()
        link = f"http://127.0.0.1:{deaf.getsockname()[1]}/play/{'y' * 22}#{'x' * 22}"
        assert "No server of Pavage" in refused(capsys, "bot", "nice", link, "--bots", bots, "--lang", "en")


def test_a_server_that_goes_away_for_good(monkeypatch):
    """It answers once and hangs up, and then nobody is there, however often one asks."""
    asked = []

    @asynccontextmanager
    async def connect(address, max_size):
        asked.append(address)
        if len(asked) > 1:
            raise ConnectionRefusedError
        yield SimpleNamespace(send=lost)

    async def lost(_):
        raise ConnectionResetError

    monkeypatch.setattr("pavage.bots.web.connect", connect)
    monkeypatch.setattr("pavage.bots.web.TRIES", 3)
    monkeypatch.setattr("pavage.bots.web.AGAIN", 0.0)
    with pytest.raises(Unreachable) as caught:
        play_at(f"http://127.0.0.1:9/play/{'y' * 22}#{'x' * 22}", lambda turn: sys.exit(1))
    assert len(asked) == 4
    assert caught.value.before


# --- in the browser


def test_a_program_is_chosen_on_the_page_of_a_new_game(bots):
    chromium = needs("chromium")
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run"]
    with Opponents(read_programs(bots)) as opponents, served(opponents) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page(viewport={"width": 360, "height": 800}, locale="fr-FR")
        page.goto(f"{address}/new?game=hex")
        seats = page.locator(".pick select")
        seats.nth(1).select_option("bot:nice")
        assert seats.nth(1).locator("option:checked").inner_text() == "Programme nice"
        page.get_by_role("button", name="Jouer").click()
        page.wait_for_url("**/play/**")
        page.locator("[data-cell]").first.wait_for()
        assert page.get_by_text("nice", exact=True).count() > 0
        browser.close()
