"""Races and duels on the server: each player's room shows their own board and nobody else's."""

import pytest
from fastapi.testclient import TestClient
from tables import serving

from pavage.contest import Contest
from pavage.formats.record import read_record
from pavage.games.nombres import Nombres
from pavage.match import MatchError
from pavage.server.contests.contest_log import ContestLog, contest_setting
from pavage.server.doctor import what_is_wrong
from pavage.server.rooms.durable import DoesNotAddUp, told_again
from pavage.store import Entry, Event, open_store

PUZZLE = "2x2/R1,1/C1,1/a1+"


@pytest.fixture
def client():
    with serving() as opened:
        yield opened


def begin(client: TestClient, mode: str, **options: object) -> list[dict[str, str]]:
    body = {"mode": mode, "names": ["Ada", ""], "options": options}
    answer = client.post("/api/contests", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["players"]


def state(socket) -> dict:
    """The newest state that was sent."""
    while True:
        told = socket.receive_json()
        if told["kind"] == "state":
            return told


def typed(socket, told: dict, text: str) -> dict:
    socket.send_json({"typed": text, "seq": told["seq"]})
    return state(socket)


def test_the_first_correct_grid_wins_a_race(client: TestClient) -> None:
    ada, other = begin(client, "race", puzzle=PUZZLE)
    assert (ada["name"], other["name"]) == ("Ada", "2")
    with (
        client.websocket_connect(f"ws://127.0.0.1/api/tables/{ada['id']}/live") as mine,
        client.websocket_connect(f"ws://127.0.0.1/api/tables/{other['id']}/live") as theirs,
    ):
        told, seen = state(mine), state(theirs)
        assert [seat["name"] for seat in told["seats"]] == ["Ada (you)", "2"]
        assert not told["acts"]["hint"], "nobody is helped in a contest"
        for move in ("b1-", "a2-"):
            told = typed(mine, told, move)
            seen = state(theirs)
        assert seen["scene"]["pieces"] == state_at_start(client, other), "nobody sees another's marks"
        assert [seat["score"] for seat in seen["seats"]] == ["2/4", "0/4"]
        told = typed(mine, told, "b2+")
        seen = state(theirs)
        assert told["over"] and seen["over"]
        assert told["prompt"] == "You won: yours was the first correct grid."
        assert seen["prompt"] == "You lost. Ada was the first with a correct grid."


def state_at_start(client: TestClient, player: dict[str, str]) -> list:
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{player['id']}/live") as socket:
        return state(socket)["scene"]["pieces"]


def test_a_wrong_grid_locks_its_player(client: TestClient) -> None:
    ada, _ = begin(client, "race", puzzle=PUZZLE)
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{ada['id']}/live") as socket:
        told = state(socket)
        for move in ("b1-", "a2-", "b2-"):
            told = typed(socket, told, move)
        assert not told["over"] and not told["mine"]
        assert told["seats"][0]["note"]
        socket.send_json({"act": "undo", "seq": told["seq"]})
        assert socket.receive_json()["kind"] == "refused"


def test_a_duel_gives_each_the_sums_of_the_one_before(client: TestClient) -> None:
    players = begin(client, "duel", board="2x2")
    with (
        client.websocket_connect(f"ws://127.0.0.1/api/tables/{players[0]['id']}/live") as first,
        client.websocket_connect(f"ws://127.0.0.1/api/tables/{players[1]['id']}/live") as second,
    ):
        told, other = state(first), state(second)
        told = typed(first, told, "a1")
        other = state(second)
        assert other["scene"]["pieces"] == []
        told = typed(first, told, "done")
        other = state(second)
        assert not told["mine"] and other["mine"]
        for text in ("b1", "b2", "done"):
            other = typed(second, other, text)
            told = state(first)
        assert told["mine"] and told["scene"]["trays"], "the puzzles are dealt"
        # Ada has the sums of the other's grid: column b is full.
        for text in ("a1-", "a2-", "b1+", "b2+"):
            told = typed(first, told, text)
        assert told["over"] and told["prompt"] == "You won: yours was the first correct grid."


def test_whoever_leaves_loses(client: TestClient) -> None:
    players = begin(client, "race", puzzle=PUZZLE)
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{players[1]['id']}/live") as socket:
        told = state(socket)
        socket.send_json({"act": "resign", "seq": told["seq"]})
        told = state(socket)
        assert told["over"] and told["prompt"] == "You lost. Ada is the only one left."


def test_what_cannot_be_is_refused_in_a_sentence(client: TestClient) -> None:
    alone = client.post("/api/contests", json={"mode": "race", "names": ["Ada"]})
    assert alone.status_code == 422
    wrong = client.post(
        "/api/contests", json={"mode": "race", "names": ["A", "B"], "options": {"board": "x"}}
    )
    assert wrong.status_code == 400 and wrong.json()["error"].startswith("Board: “x” ")
    for game, named in (("hex", "contest"), ("chess", "chess")):
        other = client.post("/api/contests", json={"mode": "race", "game": game, "names": ["A", "B"]})
        assert other.status_code == 400 and named in other.json()["error"]


def live(client: TestClient, player: dict[str, str]):
    return client.websocket_connect(f"ws://127.0.0.1/api/tables/{player['id']}/live")


def test_a_race_goes_on_after_a_restart(database: str) -> None:
    with open_store(database) as store:
        with serving(store=store) as client:
            ada, bo = begin(client, "race", puzzle=PUZZLE)
            with live(client, ada) as socket:
                told = typed(socket, state(socket), "b1-")
                left = told["seats"][0]["left"]
        with serving(store=store) as client, live(client, ada) as mine, live(client, bo) as theirs:
            told, seen = state(mine), state(theirs)
            assert [move["text"] for move in told["moves"]] == ["b1-"] and seen["moves"] == []
            assert [seat["name"] for seat in told["seats"]] == ["Ada (you)", "2"]
            assert told["seats"][0]["left"] <= left
            for move in ("a2-", "b2+"):
                told = typed(mine, told, move)
            assert told["over"] and told["prompt"].startswith("You won: ")
        with serving(store=store) as client, live(client, bo) as theirs:
            assert state(theirs)["over"], "the result is kept"
        (stored,) = store.every()
        assert what_is_wrong(stored) is None
        assert [each.event.kind for each in stored.entries] == ["move", "passed", "move", "move"]
        assert ada["id"] not in str(stored), "the names of the rooms are secrets"
        story = told_again(ContestLog, stored.setting, stored.entries)
        assert story.contest.result is not None and story.contest.result.returns == (1.0, 0.0)


def test_a_duel_goes_on_in_the_middle_of_the_filling(database: str) -> None:
    with open_store(database) as store:
        with serving(store=store) as client:
            players = begin(client, "duel", board="2x2")
            with live(client, players[0]) as first:
                told = typed(first, state(first), "a1")
                told = typed(first, told, "done")
                assert not told["mine"]
        with (
            serving(store=store) as client,
            live(client, players[0]) as first,
            live(client, players[1]) as second,
        ):
            assert not state(first)["mine"], "a grid that was handed in stays handed in"
            told = state(second)
            for text in ("b1", "b2", "done"):
                told = typed(second, told, text)
            assert told["scene"]["trays"], "the puzzles are dealt"
            assert client.delete(f"/api/tables/{players[1]['id']}").status_code == 204
        assert store.ids() == [], "whoever plays can have it forgotten"


def test_a_move_sent_twice_counts_once(client: TestClient) -> None:
    ada, _ = begin(client, "race", puzzle=PUZZLE)
    with live(client, ada) as socket:
        told = state(socket)
        for _ in range(2):
            socket.send_json({"typed": "b1-", "seq": told["seq"], "mark": "once"})
            after = state(socket)
        assert [move["text"] for move in after["moves"]] == ["b1-"]


def test_what_others_do_does_not_make_ones_own_move_late(client: TestClient) -> None:
    ada, bo = begin(client, "race", puzzle=PUZZLE)
    with live(client, ada) as mine, live(client, bo) as theirs:
        told, seen = state(mine), state(theirs)
        typed(mine, told, "b1-")
        seen = typed(theirs, seen, "a2-")  # with the number of before
        while not seen["moves"]:
            seen = state(theirs)
        assert [move["text"] for move in seen["moves"]] == ["a2-"]


def test_the_time_of_a_contest_is_written_down(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """A race of no time at all ends by itself, also in the log."""
    right = Contest.__init__
    monkeypatch.setattr(Contest, "__init__", lambda *given, **more: right(*given[:5], 0.2, **more))
    with open_store(database) as store, serving(store=store) as client:
        ada, _ = begin(client, "race", puzzle=PUZZLE)
        with live(client, ada) as socket:
            told = state(socket)
            while not told["over"]:
                told = state(socket)
        (stored,) = store.every()
        assert told_again(ContestLog, stored.setting, stored.entries).contest.result.reason == "lines"


def test_a_record_from_a_duel_can_be_read_at_any_time(client: TestClient) -> None:
    players = begin(client, "duel", board="2x2")
    with live(client, players[0]) as first:
        told = typed(first, state(first), "a1")
        text = client.get(f"/api/tables/{players[0]['id']}/record").text
        game = read_record(text).match.game
        assert isinstance(game, Nombres) and game.options["puzzle"] == "2x2/R1,0/C1,0"
        first.send_json({"act": "resign", "seq": told["seq"]})
        assert state(first)["over"]
        read_record(client.get(f"/api/tables/{players[0]['id']}/record").text)


def test_a_race_from_before_pawns_alone_solved_it() -> None:
    """Whoever had placed the pawns went on marking then; now the race ends with the last pawn."""
    setting = contest_setting(Nombres(puzzle=PUZZLE), ["Ada", "Bob"], "race", 900.0, ["x", "y"])
    log = ContestLog(setting)
    game = Nombres(puzzle=PUZZLE)

    def entry(number: int, player: int, text: str) -> Entry:
        move = list(game.read(game.start(), text))
        return Entry(number, 0, Event("move", {"player": player, "move": move, "t": number, "text": text}))

    before = [entry(0, 0, "b2+"), entry(1, 1, "b1+"), entry(2, 0, "b1-"), entry(3, 0, "a2-")]
    for each in before:
        log.replay(each, check=True)
    assert log.next == 4 and log.contest.result is not None and log.contest.result.returns == (1.0, 0.0)
    assert told_again(ContestLog, setting, before, check=True).contest.result == log.contest.result
    with pytest.raises(MatchError):
        log.happen("move", 5.0, player=1, move=list(game.read(game.start(), "a2+")))
    with pytest.raises(DoesNotAddUp):
        log.replay(entry(4, 7, "a2-"))
