"""Every game of a series has an address: moves, record and picture are there when others have followed."""

import pytest
from tables import PEOPLE, Page, serving, set_table, sit

from pavage.formats.record import read_record


@pytest.fixture
def client():
    with serving() as client:
        yield client


def played(client, name, *moves):
    """Two games: the first is resigned after some moves, the second has begun."""
    with sit(client, name) as socket:
        page = Page(socket)
        page.type(*moves)
        page.after(act="resign")
        page.after(act="rematch")
        assert page.type("a1")["series"]["number"] == 2


def test_each_game_of_a_series_is_found(client):
    name = set_table(client, PEOPLE)
    played(client, name, "c3", "d2")
    listed = client.get(f"/api/tables/{name}/games").json()
    assert listed == [
        {"number": 1, "result": "Bo won: Ada resigned."},
        {"number": 2, "result": ""},
    ]
    first = client.get(f"/api/tables/{name}/games/1").json()
    assert [move["text"] for move in first["moves"]] == ["c3", "d2"] and first["over"]
    assert [seat["name"] for seat in first["seats"]] == ["Ada", "Bo"], "as they sat then"
    assert len(first["scene"]["pieces"]) == 2
    assert len(client.get(f"/api/tables/{name}/games/1?ply=1").json()["scene"]["pieces"]) == 1
    second = client.get(f"/api/tables/{name}/games/2?language=fr").json()
    assert [seat["name"] for seat in second["seats"]] == ["Bo", "Ada"] and not second["over"]
    record = read_record(client.get(f"/api/tables/{name}/games/1/record").text)
    assert [played.text for played in record.match.played] == ["c3", "d2"] and record.match.outcome
    for query in ("?game=1", "", "?theme=dark", "?theme=nonsense"):
        drawn = client.get(f"/api/tables/{name}/picture.svg{query}")
        assert drawn.headers["content-type"] == "image/svg+xml"
    assert client.get(f"/play/{name}/1").status_code == 200
    for address in ("games/3", "games/0", "games/x", "games/3/record", "picture.svg?game=7"):
        assert client.get(f"/api/tables/{name}/{address}").status_code in (404, 422), address
    assert client.get("/api/tables/nobody/games").status_code == 404


def test_a_person_without_a_name_keeps_one_through_the_series(client):
    name = set_table(
        client, ({"name": ""}, {"name": ""}, {"name": "Cleo"}), game="polygo", options={"players": 3}
    )
    with sit(client, name) as socket:
        page = Page(socket)
        for seats in (
            ["Player 1", "Player 2", "Cleo"],
            ["Player 2", "Cleo", "Player 1"],
            ["Cleo", "Player 1", "Player 2"],
        ):
            assert [seat["name"] for seat in page.state["seats"]] == seats
            page.send("state", chat="Well played.")
            while not page.state["over"]:
                page.after(act="resign")
            page.after(act="rematch")
        assert {line["name"] for line in page.state["chat"]} == {"Player 1", "Player 2", "Cleo"}
