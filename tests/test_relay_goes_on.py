"""A relay that is killed, or whose terminal is lost, goes on where it was; what is ours plays itself."""

import json
import random
import re
import subprocess
import time

import pytest
from conftest import full
from piped import piped
from relayed import ONE_CARRIED
from tables import KEYS, SERVE, Page, serving, sit
from test_terminal import Sitting

from pavage.bots.opponents import Opponents
from pavage.clock import parse_control
from pavage.formats.record import read_record
from pavage.match import Match
from pavage.server.app import create_app
from pavage.tournament.kept_game import Damaged, keep, kept
from pavage.tournament.ledger import Ledger, place_of
from pavage.tournament.plan import read_plan

ILLEGAL = """
import sys

for line in sys.stdin:
    number, word = line.split()[:2] if line[0].isdigit() else ("", "")
    answers = {"hello": "wrong", "game": "", "turn": "a2"}
    print(f"={number} {answers[word]}" if word in answers else "# well", flush=True)
"""
SEATS = ("Blaise", "Ada")
"""Of the first game."""
MOVES = ["b2", "c1", "a3", "a1", "c2"]
"""After a2; the last one wins."""


@pytest.fixture
def by_hand(tmp_path):
    """Two programs elsewhere."""
    path = tmp_path / "class.toml"
    path.write_text(ONE_CARRIED + "relay = true")
    return path


@pytest.fixture
def with_ours(tmp_path):
    """One of the two is a level of ours."""
    path = tmp_path / "class.toml"
    path.write_text(ONE_CARRIED + 'level = "random"')
    return path


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    run = piped(tmp_path, monkeypatch, capsys)
    return lambda *more, lines=(): run(
        "relay", "--tournament", "class.toml", *more, "--lang", "en", lines=lines
    )


def results(path):
    return [json.loads(line) for line in place_of(path).read_text().splitlines()[1:]]


# --- the file


def test_what_is_kept_comes_back(by_hand):
    """Games of random length, with all that can happen to a clock."""
    game = read_plan(by_hand).game
    for seed in range(full(200)):
        dice = random.Random(seed)
        control = parse_control(dice.choice(["5m", "1m+5s", "10s+3x30s", "1h/move"]))
        now = dice.uniform(0, 100)
        match = Match(game, control, now=now)
        for _ in range(dice.randrange(6)):
            now += dice.uniform(0, 30)
            if match.flag(now) or match.outcome is not None:
                break
            match.play(dice.choice(game.moves(match.position)), now)
        if match.outcome is None and dice.random() < 0.2:
            match.resign(dice.randrange(2), now)
        now += dice.uniform(0, 5)
        begun, paused = dice.random() < 0.5, dice.random() < 0.5
        keep(place_of(by_hand), "1.1.1", ("Ada", "Blaise"))(match, begun, paused, now)
        left = kept(place_of(by_hand), "1.1.1", ("Ada", "Blaise"))
        assert (left.begun, left.paused) == (begun, paused)
        again = left.match(game, control, 1000.0)
        assert again.played == match.played and again.outcome == match.outcome
        stood = match.clock.stop(now)
        assert again.clock.left == pytest.approx(stood.left, abs=0.001)
        assert again.clock.periods == stood.periods and again.clock.running is None


def test_what_was_half_written_goes_with_the_game(by_hand):
    keeper = keep(place_of(by_hand), "1.1.1", SEATS)
    keeper(Match(read_plan(by_hand).game))
    keeper.path.with_name(".1.1.1.4711").write_text("half of it, by a process that was killed")
    keeper.path.with_name(".1.1.10.4712").write_text("half of another game")
    keeper.done()
    assert [each.name for each in keeper.path.parent.iterdir()] == [".1.1.10.4712"]


def test_a_file_that_holds_something_else_is_named(by_hand, typed):
    file = by_hand.parent / "class.carried" / "1.1.1"
    file.parent.mkdir()
    head = {"game": "1.1.1", "seats": SEATS, "spent": [None], "left": None, "periods": None}
    head |= {"begun": True, "paused": False, "ending": None, "table": {}}
    whole = json.dumps(head) + "\n0\n"
    assert kept_or_damaged(file, whole) is not None
    for text in (
        "",
        "no json\n",
        "[]\n",
        whole.replace("Ada", "Eve"),
        whole.replace("1.1.1", "1.1.2"),
        whole.replace('"left": null', '"left": [1e999, 1]'),
        whole.replace("\n0\n", "\nx\n"),
    ):
        assert kept_or_damaged(file, text) is None, text
    file.write_text(whole.replace("\n0\n", "\n99\n"))
    said = typed()
    assert said.code == 2
    assert said.err.startswith("pavage: class.carried/1.1.1 does not hold the game as it was left.")
    assert typed("--anew", lines=["", "b2"]).code == 0


def kept_or_damaged(file, text):
    file.write_text(text)
    try:
        return kept(file.parent.with_name("class.results.jsonl"), "1.1.1", SEATS)
    except Damaged:
        return None


# --- at a terminal


def test_killed_at_random_moments_it_asks_nothing_and_loses_nothing(by_hand):
    """Between two moves, while one is being written, before the clock is started and after the last move."""
    dice = random.Random(7)
    where = ("relay", "--tournament", "class.toml", "--lang", "en")
    results_file = place_of(by_hand)

    def known():
        left = kept(results_file, "1.1.1", SEATS) if results_file.exists() else None
        return len(left.moves) - 1 if left else 0

    started, shown, kills = False, 0, full(10, part=2)
    while not results_file.exists() or not results(by_hand):
        with Sitting(by_hand.parent, *where, columns=100, lines=30) as relay:
            if not started:
                relay.until("press Enter")
                relay.keys("\n")
                relay.until("What does")
                started = True
            elif shown < len(MOVES):
                relay.until("What does", "The game goes on where it was", absent=["[y", "press Enter"])
            assert known() >= shown, "what was on the screen is there"
            shown = known()
            while shown < len(MOVES):
                if kills and dice.random() < 0.6:
                    break
                relay.keys(f"{MOVES[shown]}\n")
                if kills and dice.random() < 0.4:
                    time.sleep(dice.random() / 50)  # in the middle of it
                    break
                shown += 1
                relay.until("Right?" if shown == len(MOVES) else "What does")
                while known() < shown:  # the screen that was there before asks the same of another
                    relay.read()
            else:
                relay.until("Right?")
                if not kills:
                    relay.keys("\n")
                    assert relay.leave() == 0
                    break
            kills -= 1
            relay.process.kill()
            relay.process.wait()
    (played,) = results(by_hand)
    assert [each.text for each in read_record(played["record"]).match.played] == ["a2", *MOVES]
    assert not (by_hand.parent / "class.carried").exists()


def test_clocks_pause_and_resignation_are_kept(by_hand, typed):
    file = by_hand.parent / "class.carried" / "1.1.1"
    typed(lines=["", "b2", "pause"])
    told = json.loads(file.read_text().splitlines()[0])
    assert told["paused"] and told["begun"]
    told["left"] = [61.0, 299.0]
    moves = file.read_text().splitlines()[1:]
    file.write_text("\n".join([json.dumps(told), *moves]) + "\n")
    again = typed(lines=["", "resign", "y"])
    assert "1:01" in again.out and "4:59" in again.out
    assert "Paused: the clocks stand still." in again.out, "where it was"
    assert "Set up both programs" not in again.out
    assert "Right?" in again.out and "Recorded: game 1.1.1" in again.out
    (played,) = results(by_hand)
    assert played["reason"] == "resignation" and played["moves"] == 2


def test_a_second_terminal_takes_another_game(by_hand, typed):
    """Who carries a game keeps it, and gives it up only by ending."""
    plan = read_plan(by_hand)
    with Sitting(by_hand.parent, "relay", "--tournament", "class.toml", "--lang", "en", columns=100) as relay:
        relay.until("press Enter", "game 1.1.1")
        assert "game 1.1.2" in typed(lines=["", "b2"]).out
        said = typed("--as", ",".join(SEATS))
        assert said.code == 2
        assert said.err == "pavage: The moves of game 1.1.1 are being carried at another terminal.\n"
        relay.process.kill()
        relay.process.wait()
    assert "game 1.1.1" in typed(lines=["", "b2"]).out
    with Ledger(place_of(by_hand), plan.terms) as ledger:
        assert ledger.carry("1.1.1")


def test_a_level_of_ours_plays_itself(with_ours, typed):
    """The person is asked only for the other; nobody need tell ours."""
    said = typed(lines=["", *["resign", "y", ""]])
    assert said.code == 0, said.err
    assert "What does Ada play?" in said.out
    assert "What does Blaise play?" not in said.out
    assert "Tell Blaise" not in said.out and "You win" not in said.out and "You lose" not in said.out
    (played,) = results(with_ours)
    assert played["returns"][played["seats"].index("Ada")] == 0.0
    second = typed(lines=["", *["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] * 2, ""])
    assert second.code == 0, second.err
    assert len(results(with_ours)) == 2, "played to its end"
    assert results(with_ours)[1]["reason"] == "connection"


def test_a_program_of_ours_that_fails_has_its_verdict(by_hand, typed):
    (by_hand.parent / "wrong.py").write_text(ILLEGAL)
    by_hand.write_text(ONE_CARRIED.replace('openings = ["a2"]', "") + 'bot = ["{python}", "wrong.py"]')
    said = typed("--as", "Ada,Blaise", lines=["", "a2", ""])
    assert said.code == 0, said.err
    assert "Blaise made an illegal move." in said.out
    (played,) = results(by_hand)
    assert played["reason"] == "forfeit"
    assert [(fault["seat"], fault["kind"]) for fault in played["faults"]] == [(1, "illegal")]


# --- in the browser


def begin(client, **more):
    answer = client.post("/api/relays", json={"tournament": "class", "names": SEATS, **more})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    KEYS[told["id"]] = told["keys"]
    return told["id"]


def key_of(name):
    return next(key for key in KEYS[name] if key)


def test_in_the_browser_our_level_plays_itself(with_ours):
    with serving(tournaments=with_ours.parent) as client:
        name = begin(client)
        with sit(client, name) as socket:
            page = Page(socket)
            assert page.state["relay"]["paused"] and not page.state["busy"], "it waits for the clock"
            assert [seat["name"] for seat in page.state["seats"]] == list(SEATS)
            assert not page.state["acts"]["take_seat"] and not page.state["acts"]["leave_seat"]
            page.socket.send_json({"act": "go_on", "seq": page.state["seq"]})
            state = page.until(lambda state: not state["relay"]["paused"])
            assert state["prompt"] == "What does Ada play?"
            page.socket.send_json({"typed": "b2", "seq": state["seq"]})
            state = page.until(lambda state: len(state["moves"]) == 3)
            assert state["prompt"] == "What does Ada play?"
            assert state["relay"]["tell"] == "Blaise played. Tell Ada:"
            page.socket.send_json({"act": "resign", "seq": state["seq"]})
            page.until(lambda state: state["over"])
        answer = client.post(f"/api/tables/{name}/result", json={}, headers={"x-pavage-key": key_of(name)})
        assert answer.status_code == 200, answer.text
    (played,) = results(with_ours)
    assert played["seats"] == list(SEATS) and played["returns"] == [1.0, 0.0]
    assert not (with_ours.parent / "class.carried").exists()


def test_in_the_browser_a_program_of_ours_that_fails_has_its_verdict(by_hand):
    (by_hand.parent / "wrong.py").write_text(ILLEGAL)
    by_hand.write_text(ONE_CARRIED.replace('openings = ["a2"]', "") + 'bot = ["{python}", "wrong.py"]')
    from fastapi.testclient import TestClient

    with Opponents({}, 1) as workers:
        app = create_app(workers, pause=0.0, tournaments=by_hand.parent)
        with TestClient(app, base_url="http://127.0.0.1") as client:
            name = begin(client, names=["Ada", "Blaise"])
            with sit(client, name) as socket:
                page = Page(socket)
                page.socket.send_json({"act": "go_on", "seq": page.state["seq"]})
                state = page.until(lambda state: not state["relay"]["paused"])
                page.socket.send_json({"typed": "a2", "seq": state["seq"]})
                page.until(lambda state: state["over"])
            client.post(f"/api/tables/{name}/result", json={}, headers={"x-pavage-key": key_of(name)})
    (played,) = results(by_hand)
    assert played["reason"] == "forfeit" and played["faults"][0]["kind"] == "illegal"


def test_the_browser_goes_on_where_the_terminal_was(by_hand, typed):
    """And the terminal where the browser was; clocks, moves and all."""
    typed(lines=["", "b2", "c1"])
    file = by_hand.parent / "class.carried" / "1.1.1"
    head, *moves = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(head), "left": [77.0, 299.0]}), *moves]) + "\n")
    with serving(tournaments=by_hand.parent) as client:
        name = begin(client)
        assert begin(client) == name, "there is one table for a game"
        with sit(client, name) as socket:
            page = Page(socket)
            state = page.state
            assert [move["text"] for move in state["moves"]] == ["a2", "b2", "c1"]
            assert not state["relay"]["paused"] and not state["relay"]["begins"]
            assert 70 < min(seat["left"] for seat in state["seats"]) <= 77
            page.socket.send_json({"typed": "a3", "seq": state["seq"]})
            page.until(lambda state: len(state["moves"]) == 4)
    with serving(tournaments=by_hand.parent) as client:  # another database
        name = begin(client)
        with sit(client, name) as socket:
            assert len(Page(socket).state["moves"]) == 4
    said = typed(lines=["a1", "c2", ""])
    assert "The game goes on where it was, after 4 moves." in said.out
    (played,) = results(by_hand)
    assert [each.text for each in read_record(played["record"]).match.played] == ["a2", *MOVES]


def test_a_server_that_is_killed_goes_on_at_the_same_table(by_hand):
    """As it was when its last move was shown, at random moments; no new table, no question."""
    from websockets.sync.client import connect

    dice = random.Random(3)
    command = [*SERVE, "--tournaments", str(by_hand), "--database", f"sqlite:///{by_hand.parent}/pavage.db"]
    seen: list[str] = []
    tables = set()
    for turn in range(full(10, part=4) + 1):
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = re.search(r":(\d+)/", server.stdout.readline())[1]
            told = post(port, {"tournament": "class", "names": SEATS})
            tables.add(told["id"])
            with connect(f"ws://127.0.0.1:{port}/api/tables/{told['id']}/live") as socket:
                socket.send(json.dumps({"hello": told["keys"]}))
                state = until(socket, lambda state: state["you"])
                moves = [move["text"] for move in state["moves"]]
                assert moves[: len(seen)] == seen, "nothing is lost"
                if turn == 0:
                    socket.send(json.dumps({"act": "go_on", "seq": state["seq"]}))
                    state = until(socket, lambda state: not state["relay"]["paused"])
                assert not state["relay"]["paused"], "nothing is asked"
                while len(moves) - 1 < len(MOVES) and dice.random() < 0.5:
                    socket.send(json.dumps({"typed": MOVES[len(moves) - 1], "seq": state["seq"]}))
                    if dice.random() < 0.3:
                        break
                    done = len(moves)
                    state = until(socket, lambda state, done=done: len(state["moves"]) > done)
                    moves = [move["text"] for move in state["moves"]]
                seen = moves
                server.kill()
        finally:
            server.kill()
            server.communicate()
    assert len(tables) == 1


def post(port, told):
    import urllib.request

    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/relays",
        json.dumps(told).encode(),
        {"content-type": "application/json", "origin": f"http://127.0.0.1:{port}"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def until(socket, wanted):
    while True:
        told = json.loads(socket.recv(timeout=60))
        if told["kind"] == "state" and wanted(told):
            return told
