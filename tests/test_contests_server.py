"""Races and duels on the server: each player's room shows their own board and nobody else's."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from pavage.players.workers import Workers
from pavage.server.app import create_app

OURS = "http://127.0.0.1"
PUZZLE = "2x2/R1,1/C1,1/a1+"


@pytest.fixture
def client():
    with TestClient(create_app(Workers(executor=ThreadPoolExecutor(1)), pause=0.0), base_url=OURS) as opened:
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
        assert "Ada" in seen["prompt"]


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
        assert told["over"] and "Ada" in told["prompt"]


def test_whoever_leaves_loses(client: TestClient) -> None:
    players = begin(client, "race", puzzle=PUZZLE)
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{players[1]['id']}/live") as socket:
        told = state(socket)
        socket.send_json({"act": "resign", "seq": told["seq"]})
        told = state(socket)
        assert told["over"] and "Ada" in told["prompt"]


def test_what_cannot_be_is_refused_in_a_sentence(client: TestClient) -> None:
    alone = client.post("/api/contests", json={"mode": "race", "names": ["Ada"]})
    assert alone.status_code == 422
    wrong = client.post(
        "/api/contests", json={"mode": "race", "names": ["A", "B"], "options": {"board": "x"}}
    )
    assert wrong.status_code == 400 and "board" in wrong.json()["error"]
