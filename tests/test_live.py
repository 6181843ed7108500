"""A tournament for those who watch: files beside its results, what the server tells, the relay."""

import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tables import KEYS, Page, serving, sit

from pavage.cli import main
from pavage.match import Match
from pavage.server.rooms.durable import propose
from pavage.server.tournaments.folder import Watched
from pavage.tournament import kept_game, watching
from pavage.tournament.following import Following
from pavage.tournament.ledger import Ledger, OtherResults, Result, place_of
from pavage.tournament.plan import read_plan
from pavage.tournament.playing import job_of, play
from pavage.tournament.schedule import schedule

FILE = """
name = "Klasse"
game = "hex"
system = "double"
clock = "10m"
openings = ["b2"]
[options]
size = 3
[[entrant]]
name = "One"
level = "random"
[[entrant]]
name = "Two"
level = "random"
[[entrant]]
name = "Ada"
relay = true
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "klasse.toml"
    path.write_text(FILE)
    return path


@pytest.fixture
def by_hand(path):
    """Nobody of them plays here."""
    path.write_text(FILE.replace('name = "One"\nlevel = "random"', 'name = "One"\nrelay = true'))


@pytest.fixture
def client(path):
    with serving(tournaments=path.parent) as client:
        yield client


def games_of(path):
    """The games that need nobody, played one after the other when asked for."""
    plan = read_plan(path)
    for fixture in schedule(plan, {}).fixtures:
        if all(plan.entrants[one].level for one in fixture.entrants):
            yield play(job_of(plan, fixture))


def keep(path, *results):
    plan = read_plan(path)
    with Ledger(place_of(path), plan.terms) as ledger:
        for result in results:
            assert ledger.append(result)


# --- what those who play leave for those who watch


def test_a_game_is_written_down_while_it_is_played(path):
    plan = read_plan(path)
    results = place_of(path)
    match = Match(plan.game)
    with watching.stage(results) as folder:
        assert watching.running(results) == []
        with watching.notes(str(folder), "1.1.1", ("One", "Two")) as seen:
            seen(match)
            for text in ("a1", "b2"):
                match.play(plan.game.read(match.position, text))
                seen(match)
                (now,) = watching.running(results)
                assert (now.game, now.seats) == ("1.1.1", ("One", "Two"))
                assert [each.text for each in now.match(plan.game).played] == [
                    each.text for each in match.played
                ]
            with (folder / "1.1.1").open("a") as file:
                file.write("3")  # half a line
            (folder / "other").write_text('{"game": "other", "seats": ["One", "Two"]}\n')
            assert len(watching.running(results)[0].moves) == 2
        assert watching.running(results) == [], "the game is over"
    assert not folder.exists()


def test_what_a_killed_tournament_left_is_not_shown(path):
    results = place_of(path)
    with watching.stage(results) as folder, watching.notes(str(folder), "1.1.1", ("One", "Two")):
        assert watching.running(results)
        old = time.time() - watching.FRESH - 1
        os.utime(folder, (old, old))
        assert watching.running(results) == []
        watching.sign(folder)
        assert watching.running(results)
        with watching.stage(results):
            assert watching.running(results) == [], "who begins anew begins with nothing"


def test_games_that_are_carried_need_no_running_tournament(path):
    game, results = read_plan(path).game, place_of(path)
    match = Match(game)
    one = kept_game.keep(results, "2.1.1", ("Ada", "One"))
    other = kept_game.keep(results, "1.2.1", ("Two", "Ada"))
    one(match)
    other(match)
    with watching.stage(results):
        assert [each.game for each in watching.running(results)] == ["1.2.1", "2.1.1"]
    other.rest()
    for text in ("a1", "b2"):
        match.play(game.read(match.position, text))
    one(match)
    match.undo()
    match.play(game.read(match.position, "c3"))
    one(match)
    (now,) = watching.running(results)
    assert [each.text for each in now.match(game).played] == ["a1", "c3"]
    old = time.time() - watching.FRESH - 1
    file = path.with_name("klasse.carried") / "2.1.1"
    os.utime(file, (old, old))
    assert watching.running(results) == [], "whoever carried it was killed"
    one.sign()
    assert watching.running(results) == [now]
    one.done()
    assert file.parent.exists() and not file.exists(), "the other may go on"
    other.done()
    assert not file.parent.exists()


def test_who_cannot_write_plays_all_the_same(path):
    plan = read_plan(path)
    fixture = next(each for each in schedule(plan, {}).fixtures if 2 not in each.entrants)
    assert play(job_of(plan, fixture, str(path.parent / "nowhere"))).moves > 0


def test_results_are_followed_line_by_line(path):
    first, second = games_of(path)
    following = Following(place_of(path), read_plan(path).terms)
    following.look()
    assert following.results == {}
    keep(path, first)
    with place_of(path).open("ab") as file:
        file.write(b'{"game": "half a li')
    following.look()
    assert list(following.results.values()) == [first]
    assert place_of(path).read_bytes().endswith(b"half a li"), "who only reads cuts nothing off"
    keep(path, second)
    following.look()
    assert list(following.results.values()) == [first, second]
    place_of(path).unlink()
    keep(path, second)
    following.look()
    assert list(following.results.values()) == [second]


def test_other_results_are_not_followed(path):
    keep(path)
    with pytest.raises(OtherResults):
        Following(place_of(path), {**read_plan(path).terms, "seed": 5}).look()


# --- what the server tells


def test_a_tournament_that_grows(path, client):
    (listed,) = client.get("/api/tournaments").json()["tournaments"]
    assert (listed["id"], listed["name"], listed["done"], listed["running"]) == ("klasse", "Klasse", 0, False)
    before = client.get("/api/tournaments/klasse").json()
    assert (before["done"], before["games"], before["state"]) == (0, [], "rest")
    assert client.get(f"/api/tournaments/klasse?version={before['version']}").json() == {
        "version": before["version"]
    }
    first, second = games_of(path)
    keep(path, first)
    told = client.get(f"/api/tournaments/klasse?version={before['version']}").json()
    assert told["version"] != before["version"] and told["done"] == 1
    winner = first.seats[first.returns.index(1.0)]
    assert told["rows"][0][:2] == [winner, "1"]
    assert told["picture"].startswith("<svg") and winner in told["picture"]
    assert [game["id"] for game in told["games"]] == [first.game]
    keep(path, second)
    told = client.get("/api/tournaments/klasse?games=1&language=fr").json()
    assert [game["id"] for game in told["games"]] == [second.game], "only what is new"
    assert told["state"] == "waiting", "what is left needs a person"
    assert {tuple(each["names"]) for each in told["waiting"]} == {
        (one, other) for one in ("Ada", "One", "Two") for other in ("Ada", "One", "Two")
        if one != other and "Ada" in (one, other)
    }  # fmt: skip
    assert told["state_text"] == "Il ne reste que des parties qu’une personne porte."


def test_a_game_that_is_being_played(path, client):
    plan, match = read_plan(path), Match(read_plan(path).game)
    with (
        watching.stage(place_of(path)) as folder,
        watching.notes(str(folder), "1.1.1", ("One", "Two")) as seen,
    ):
        match.play(plan.game.read(match.position, "b2"))
        seen(match)
        told = client.get("/api/tournaments/klasse").json()
        (board,) = told["running"]
        assert told["state"] == "running"
        assert (board["id"], board["ply"], board["last"]) == ("1.1.1", 1, "b2")
        assert [seat["name"] for seat in board["seats"]] == ["One", "Two"]
        assert [piece["cell"] for piece in board["scene"]["pieces"]] == [4]
        match.play(plan.game.read(match.position, "a1"))
        seen(match)
        assert client.get("/api/tournaments/klasse").json()["version"] != told["version"]
        shown = client.get("/api/tournaments/klasse/games/1.1.1").json()
        assert (shown["ply"], shown["over"], len(shown["moves"])) == (2, False, 2)


def test_a_game_is_replayed(path, client):
    result = next(games_of(path))
    keep(path, result)
    place = f"/api/tournaments/klasse/games/{result.game}"
    for ply in (0, 1, result.moves):
        told = client.get(f"{place}?ply={ply}").json()
        assert (told["ply"], len(told["scene"]["pieces"])) == (ply, ply)
        assert told["scene"]["next"] == [], "it is only looked at"
    assert client.get(place).json()["ply"] == result.moves
    assert client.get(f"{place}/record").text == result.record
    assert client.get("/api/tournaments/klasse/board.svg").text.startswith("<svg")


@pytest.mark.parametrize(
    "place", ["nowhere", "klasse/games/9.9.9", "klasse/games/9.9.9/record", "..%2Fklasse", "klasse.toml"]
)
def test_what_is_not_there(client, place):
    answer = client.get(f"/api/tournaments/{place}")
    assert answer.status_code == 404 and set(answer.json()) & {"error", "detail"}


def test_results_of_another_tournament(path, client):
    keep(path)
    path.write_text(FILE.replace("size = 3", "size = 4"))
    answer = client.get("/api/tournaments/klasse")
    assert answer.status_code == 409 and "“options” was different" in answer.json()["error"]


def test_a_file_that_is_no_tournament_is_not_listed(path, client):
    (path.parent / "other.toml").write_text("game = 5")
    assert [each["id"] for each in client.get("/api/tournaments").json()["tournaments"]] == ["klasse"]


def test_no_such_folder(capsys):
    assert main(["serve", "--tournaments", "/nowhere", "--no-browser", "--lang", "en"]) == 2
    assert "/nowhere" in capsys.readouterr().err


# --- the relay


def relay(client, **wanted):
    answer = client.post("/api/relays", json=wanted)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    KEYS[told["id"]] = told["keys"]
    return told["id"], told["keys"]


def record(client, name, key):
    return client.post(f"/api/tables/{name}/result", json={}, headers={"x-pavage-key": key})


def test_a_relay_from_the_first_move_to_the_tournament(path, by_hand, client):
    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    with sit(client, name) as socket:
        page = Page(socket)
        told = page.state["relay"]
        assert told["paused"] and told["begins"] and told["into"].startswith("Klasse, game ")
        assert told["opening"] == "The game begins with: b2. Enter it in both programs."
        assert page.state["prompt"] == "Set up both programs, then start the clock."
        assert not any(seat["running"] for seat in page.state["seats"])
        page.socket.send_json({"typed": "a1", "seq": page.state["seq"]})
        assert page.wait("refused")["sentence"] == "Paused: the clocks stand still."
        page.socket.send_json({"act": "go_on", "seq": page.state["seq"]})
        state = page.until(lambda state: not state["relay"]["paused"])
        assert state["seats"][1]["running"] and state["prompt"] == "What does One play?"
        assert not state["acts"]["hint"] and not state["acts"]["leave_seat"]
        page.socket.send_json({"act": "hint", "seq": state["seq"]})
        page.wait("refused")
        page.socket.send_json({"typed": "b2", "seq": state["seq"]})
        assert "b2" in page.wait("refused")["sentence"], "an illegal move, and the reason"
        page.socket.send_json({"typed": "swap", "seq": state["seq"]})
        state = page.until(lambda state: len(state["moves"]) == 2)
        assert state["relay"]["tell"] == "One played. Tell Ada:" and state["relay"]["move"] == "Swap"
        assert state["relay"]["after"] == ["The sides are exchanged. Ada: Blue, One: Red."]
        page.socket.send_json({"typed": "c1", "seq": state["seq"]})
        state = page.until(lambda state: len(state["moves"]) == 3)
        page.socket.send_json({"act": "undo", "seq": state["seq"]})
        state = page.until(lambda state: len(state["moves"]) == 2)
        assert state["relay"]["move"] == "Swap", "one mistyped move is taken back"
        page.socket.send_json({"act": "pause", "seq": state["seq"]})
        state = page.until(lambda state: state["relay"]["paused"])
        assert state["prompt"] == "Paused: the clocks stand still."
        assert not any(seat["running"] for seat in state["seats"])
        page.socket.send_json({"act": "go_on", "seq": state["seq"]})
        state = page.until(lambda state: not state["relay"]["paused"])
        assert record(client, name, keys[0]).status_code == 400, "not over yet"
        page.socket.send_json({"act": "resign", "seq": state["seq"]})
        state = page.until(lambda state: state["over"])
        assert not state["acts"]["rematch"] and not state["relay"]["recorded"]
        assert record(client, name, "x" * 22).status_code == 403, "who watches records nothing"
        answer = record(client, name, keys[0])
        assert answer.status_code == 200 and answer.json()["told"].startswith("Recorded: game ")
        state = page.until(lambda state: state["relay"]["recorded"])
        assert not state["acts"]["undo"], "what is recorded stays"
        assert record(client, name, keys[0]).status_code == 200, "asking twice is harmless"
    lines = [json.loads(line) for line in place_of(path).read_text().splitlines()[1:]]
    (kept,) = lines
    assert (kept["seats"], kept["returns"], kept["reason"]) == (["Ada", "One"], [0.0, 1.0], "resignation")
    assert kept["moves"] == 2 and kept["seconds"][0] == 0


def test_a_relay_is_among_the_running_boards(by_hand, client):
    def told():
        return client.get("/api/tournaments/klasse").json()

    before = told()
    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    with sit(client, name) as socket:
        page = Page(socket)
        page.socket.send_json({"act": "go_on", "seq": page.state["seq"]})
        page.until(lambda state: not state["relay"]["paused"])
        page.type("swap")
        now = told()
        (board,) = now["running"]
        assert (board["ply"], [seat["name"] for seat in board["seats"]]) == (2, ["Ada", "One"])
        assert board["id"] not in [each["id"] for each in now["waiting"]], "nobody need begin it"
        assert len(now["waiting"]) == len(before["waiting"]) - 1
        page.after(act="undo")
        page.type("c1")
        assert told()["version"] != now["version"], "as many moves, but others"
        place = f"/api/tournaments/klasse/games/{board['id']}"
        assert [move["text"] for move in client.get(place).json()["moves"]] == ["b2", "c1"]
        page.after(act="resign")
        assert record(client, name, keys[0]).status_code == 200
        assert told()["running"] == [] and told()["done"] == 1


def test_a_game_with_a_result_takes_no_other(path, by_hand, client):
    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    other = client.get("/api/tournaments/klasse").json()["waiting"]
    (game,) = [each["id"] for each in other if each["names"] == ["Ada", "One"]]
    keep(path, Result(game, ("Ada", "One"), (1.0, 0.0), "resignation", 0, (0.0, 0.0), ""))
    with sit(client, name) as socket:
        page = Page(socket)
        page.socket.send_json({"act": "resign", "seq": page.state["seq"], "seat": 0})
        page.until(lambda state: state["over"])
        answer = record(client, name, keys[0])
    assert answer.status_code == 409 and "has a result" in answer.json()["error"]
    answer = client.post("/api/relays", json={"tournament": "klasse", "names": ["Ada", "One"]})
    assert answer.status_code == 400 and "no such game is left" in answer.json()["error"]


def finished(page):
    """One has resigned: the game is over."""
    page.socket.send_json({"act": "resign", "seq": page.state["seq"], "seat": 0})
    page.until(lambda state: state["over"])


def kept_results(path):
    return [json.loads(line)["returns"] for line in place_of(path).read_text().splitlines()[1:]]


def test_a_game_goes_on_or_its_result_is_recorded(path, by_hand, client, monkeypatch):
    """An undo comes while the result is written to the file."""
    writing, gate, write = threading.Event(), threading.Event(), Watched.record

    def slow(self, result):
        writing.set()
        assert gate.wait(60)
        return write(self, result)

    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    with sit(client, name) as socket:
        page = Page(socket)
        finished(page)
        monkeypatch.setattr(Watched, "record", slow)
        with ThreadPoolExecutor(1) as beside:
            answer = beside.submit(record, client, name, keys[0])
            assert writing.wait(60)
            metrics = client.app.state.metrics
            before = metrics.messages
            page.socket.send_json({"act": "undo", "seq": page.state["seq"], "mark": "u"})
            while metrics.messages == before:
                time.sleep(0.001)
            time.sleep(0.05)  # it would be done by now, were it not to wait
            gate.set()
            assert answer.result(60).status_code == 200
        assert page.wait("refused")["sentence"] == "The game is over."
        assert page.until(lambda state: state["relay"]["recorded"])["over"]
    assert kept_results(path) == [[0.0, 1.0]]


def test_a_result_that_is_not_in_the_file_is_not_recorded(path, by_hand, client):
    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    game = client.app.state.rooms._kept[name].log.relay["game"]
    with sit(client, name) as socket:
        page = Page(socket)
        finished(page)
        keep(path, Result(game, ("Ada", "One"), (1.0, 0.0), "resignation", 0, (0.0, 0.0), ""))
        for _ in range(2):
            answer = record(client, name, keys[0])
            assert answer.status_code == 409 and "has a result" in answer.json()["error"]
        page.until(lambda state: not state["relay"]["recorded"])
        assert not page.after(act="undo")["over"], "the game may go on"
    assert kept_results(path) == [[1.0, 0.0]]


def test_a_result_that_did_not_come_into_the_file_is_written_when_asked_again(path, by_hand, client):
    """The server is killed between the event and the line."""
    name, keys = relay(client, tournament="klasse", names=["Ada", "One"])
    with sit(client, name) as socket:
        finished(Page(socket))
        room = client.app.state.rooms._kept[name]
        client.portal.call(room.decide, lambda log: propose("recorded"))
    assert record(client, name, keys[0]).status_code == 200
    assert kept_results(path) == [[0.0, 1.0]]
    other, _ = relay(client, tournament="klasse", names=["One", "Ada"])
    with sit(client, other) as socket:
        finished(Page(socket))
        room = client.app.state.rooms._kept[other]
        client.portal.call(room.decide, lambda log: propose("recorded"))
    answer = client.post("/api/relays", json={"tournament": "klasse", "names": ["One", "Ada"]})
    assert answer.status_code == 400 and "is left" in answer.json()["error"]
    assert kept_results(path) == [[0.0, 1.0], [0.0, 1.0]]


def test_a_game_that_two_begin_at_once_has_one_table(by_hand, client):
    with ThreadPoolExecutor(4) as beside:
        begun = list(beside.map(lambda _: relay(client, tournament="klasse", names=["Ada", "One"]), range(4)))
    assert len({name for name, _ in begun}) == 1


def test_a_relay_outside_of_tournaments(client):
    name, keys = relay(client, game="hex", options={"size": 3}, names=["", "Blaise"])
    with sit(client, name) as socket:
        page = Page(socket)
        assert [seat["name"] for seat in page.state["seats"]] == ["Program A", "Blaise"]
        assert not page.state["relay"]["paused"], "without a clock there is nothing to start"
        for text in ("a1", "b1", "a2", "b2", "a3"):
            page.socket.send_json({"typed": text, "seq": page.state["seq"]})
            page.until(lambda state, text=text: state["moves"] and state["moves"][-1]["text"] == text)
        assert page.state["over"] and page.state["relay"]["tell"] == "Program A played the last move:"
        assert record(client, name, keys[0]).status_code == 404
        page.socket.send_json({"act": "undo", "seq": page.state["seq"]})
        page.until(lambda state: not state["over"])
    assert client.get(f"/api/tables/{name}/record").text.count("Program A") == 1


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "nowhere"}, 400),
        ({"game": "hex", "names": ["A"]}, 400),
        ({"game": "nombres"}, 400),
        ({"game": "hex", "clock": "soon"}, 400),
        ({"tournament": "nowhere"}, 404),
        ({"tournament": "klasse", "names": ["Ada", "Eve"]}, 400),
        ({"game": "hex", "path": "/etc"}, 422),
    ],
)
def test_a_relay_that_cannot_be(client, wanted, status):
    answer = client.post("/api/relays", json=wanted)
    assert answer.status_code == status and answer.json()["error"]


def test_on_a_public_server_nobody_adds_results(path):
    with serving(tournaments=path, public="http://127.0.0.1") as client:
        assert client.get("/api/tournaments/klasse").json()["recording"] is False
        assert client.post("/api/relays", json={"tournament": "klasse"}).status_code == 404


def test_only_a_relay_can_be_paused(client):
    from tables import set_table

    with sit(client, set_table(client, clock="10m")) as socket:
        page = Page(socket)
        page.socket.send_json({"act": "pause", "seq": page.state["seq"]})
        page.wait("refused")
        assert "relay" not in page.state
