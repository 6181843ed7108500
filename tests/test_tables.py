"""Tables in the store, on SQLite and on PostgreSQL: they survive the server, with their clocks and debts."""

import time
from contextlib import contextmanager

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect
from tables import AGAINST, KEYS, PEOPLE, Never, Page, serving, set_table, sit

from pavage.server import limits
from pavage.server.doctor import what_is_wrong
from pavage.server.rooms.seat_keys import hashed
from pavage.store import Conflict, Event, StoreFailed, open_store
from pavage.store.log import wall_time


@contextmanager
def running(database, executor=None, **options):
    """A server on this store; leaving ends it, and the store adds up."""
    with open_store(database) as store:
        with serving(executor, store=store, **options) as client:
            yield client
        assert [what_is_wrong(stored) for stored in store.every() if what_is_wrong(stored)] == []


def events(database, name):
    with open_store(database) as store:
        return store.load(name).entries


def test_a_restart_continues_the_game(database):
    with running(database) as client:
        name = set_table(client)
        with sit(client, name) as socket:
            Page(socket).type("a1", "b2", "c3")
    with running(database) as client, sit(client, name) as socket:
        page = Page(socket)
        assert page.stones() == {0: "red", 6: "blue", 12: "red"} and page.state["seq"] == 3
        assert page.state["prompt"] == "Bo, your turn. Place a blue stone."
        page.send("state", act="undo")
        page.type("d4")
    kinds = [entry.event.kind for entry in events(database, name)]
    assert kinds == ["move", "move", "move", "undo", "move"]


def test_a_series_and_its_keys_survive(database):
    with running(database) as client:
        name = set_table(client, size=3)
        with sit(client, name) as socket:
            page = Page(socket)
            assert page.state["series"] == {"number": 1, "games": 0, "points": [0, 0]}
            page.type("a1", "b1", "a2", "b2", "a3")
            assert page.state["series"] == {"number": 1, "games": 1, "points": [1, 0]}
            page.send("state", act="undo")
            assert page.state["series"] == {"number": 1, "games": 0, "points": [0, 0]}
            page.type("a3")
            page.send("state", act="rematch")
            assert page.state["series"] == {"number": 2, "games": 1, "points": [0, 1]}, "points follow people"
    with running(database) as client, sit(client, name) as socket, sit(client, name) as other:
        ada, bo = Page(socket, seats=[0]), Page(other, seats=[1])
        assert (ada.state["you"], bo.state["you"]) == ([1], [0]), "people keep their keys, not their seats"
        bo.after(typed="a1")
        ada.until(lambda state: state["mine"])
        state = ada.after(act="resign")
        assert state["series"] == {"number": 2, "games": 2, "points": [1, 1]}


def test_a_rematch_of_a_puzzle_is_another_one_and_survives(database):
    puzzle = {"puzzle": "3x3/R2,1,1/C2,1,1/a1-"}
    with running(database) as client:
        name = set_table(client, [{"name": "Ada"}], game="nombres", options=puzzle)
        with sit(client, name) as socket:
            page = Page(socket)
            page.type("b1+", "c1+", "a2+", "a3+")
            assert page.state["over"]
            first = page.state["scene"]["board"]
            page.send("state", act="rematch")
            assert not page.state["over"]
            second = page.state["scene"]["board"]
    assert first.startswith("S3x3") and second.startswith("S3x3") and first != second
    with running(database) as client, sit(client, name) as socket:
        assert Page(socket).state["scene"]["board"] == second


def test_a_move_that_a_computer_owed_is_made_after_the_restart(database):
    with running(database, Never(1)) as client:
        name = set_table(client, AGAINST)
        begun = set_table(client, tuple(reversed(AGAINST)))
        with sit(client, name) as socket:
            page = Page(socket)
            page.after(typed="c3")
            page.send("state", chat="what now?")
            assert (
                client.delete(f"/api/tables/{name}/chat", headers={"x-pavage-key": KEYS[name][0]}).status_code
                == 204
            )
    with running(database):
        deadline = time.monotonic() + 60  # nobody asks for these tables
        while [len([e for e in events(database, n) if e.event.kind == "move"]) for n in (name, begun)] != [
            2,
            1,
        ]:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_dice_that_were_rolled_stay_rolled(database):
    with running(database) as client:
        name = set_table(client, [{}, {}], game="heinash", options={})
        with sit(client, name) as socket:
            first = Page(socket).state["scene"]
    with running(database) as client, sit(client, name) as socket:
        assert Page(socket).state["scene"] == first


def test_downtime_is_never_charged(database):
    with running(database) as client:
        name = set_table(client, clock="10m")
        with sit(client, name) as socket:
            page = Page(socket)
            time.sleep(0.3)
            moving = time.monotonic()
            page.after(typed="a1")
            time.sleep(0.3)
    ended = time.monotonic()
    time.sleep(0.5)
    begun = time.monotonic()
    with running(database) as client, sit(client, name) as socket:
        page = Page(socket)
        ada, bo = (600 - seat["left"] for seat in page.state["seats"])
        served = ended - moving + time.monotonic() - begun
        assert ada > 0.3
        assert 0.3 < bo < served, "the time before the server ended is charged, the time after it is not"
    assert [entry.event.kind for entry in events(database, name)][:2] == ["move", "passed"]


def test_a_clock_runs_while_its_table_is_out_of_memory(database, monkeypatch):
    monkeypatch.setattr(limits, "ROOMS", 1)
    with running(database) as client:
        name = set_table(client, clock="0.4s")
        for _ in range(3):
            set_table(client)
        assert len(client.app.state.rooms) < 3
        time.sleep(0.6)
        with sit(client, name) as socket:
            Page(socket).until(lambda state: state["over"])


def test_time_that_ran_out_is_stored(database):
    with running(database) as client:
        name = set_table(client, clock="0.2s")
        with sit(client, name) as socket:
            Page(socket).wait("state", lambda state: state["over"])
    with running(database) as client, sit(client, name) as socket:
        assert Page(socket).state["prompt"] == "Bo won: Ada ran out of time."


def test_a_retry_is_harmless(database):
    with running(database) as client:
        name = set_table(client)
        with sit(client, name) as socket:
            Page(socket).after(touch=[12], mark="abc")
        with sit(client, name) as socket:  # the page did not hear of it, and sends it again
            page = Page(socket)
            state = page.send("state", touch=[12], seq=0, mark="abc")
            assert state["seq"] == 1
            assert page.send("refused", touch=[13], seq=0, mark="xyz")["sentence"].startswith("The game has")
    with running(database) as client, sit(client, name) as socket:
        page = Page(socket)
        assert page.send("state", touch=[12], seq=0, mark="abc")["seq"] == 1, "also after a restart"


def test_nothing_is_shown_that_could_not_be_stored(database, monkeypatch):
    with running(database) as client:
        name = set_table(client)
        with sit(client, name) as socket:
            page = Page(socket)
            store = client.app.state.rooms.store
            right = store.append

            def broken(*arguments, **more):
                raise StoreFailed("the disk is full")

            monkeypatch.setattr(store, "append", broken)
            assert page.send("refused", touch=[12])["sentence"].startswith("This could not be saved")
            assert page.send("state", language="en")["seq"] == 0 and page.stones() == {}
            monkeypatch.setattr(store, "append", right)
            page.after(touch=[12])


def test_two_servers_at_one_store_never_fork_a_game(database):
    with running(database) as one, running(database) as two:
        name = set_table(one)
        with sit(one, name) as first, sit(two, name) as second:
            ada, bo = Page(first), Page(second)
            ada.after(touch=[12])
            assert bo.send("refused", touch=[13])["sentence"] == "The game has moved on in the meantime."
            bo.until(lambda state: state["seq"] == 1)
            assert bo.stones() == {12: "red"}, "it learned what it had missed"
            bo.after(touch=[13])
    assert [entry.event.data["text"] for entry in events(database, name)] == ["c3", "d3"]


def test_a_position_or_a_record_to_begin_with(database):
    with running(database) as client:
        whole = set_table(client)
        with sit(client, whole) as socket:
            Page(socket).type("a1", "b2")
        record = client.get(f"/api/tables/{whole}/record").text
        name = set_table(client, AGAINST, record=record)
        with sit(client, name) as socket:
            assert Page(socket).stones() == {0: "red", 6: "blue"}
        wrong = client.post(
            "/api/tables", json={"game": "hex", "chairs": list(PEOPLE), "options": {"size": 3}, "start": "?"}
        )
        assert wrong.status_code == 400
    with running(database) as client, sit(client, name) as socket:
        assert Page(socket).stones() == {0: "red", 6: "blue"}


def test_tables_leave_the_memory_and_come_back(database, monkeypatch):
    monkeypatch.setattr(limits, "ROOMS", 2)
    with running(database) as client:
        names = [set_table(client) for _ in range(6)]
        assert len(client.app.state.rooms) <= 3
        assert [client.get(f"/api/tables/{name}/record").status_code for name in names] == [200] * 6
        monkeypatch.setattr(limits, "UNUSED", 0.0)
        client.get(f"/api/tables/{names[0]}/record")
        assert len(client.app.state.rooms) <= 2


def test_those_who_played_may_delete(database):
    with running(database) as client:
        name, other = set_table(client), set_table(client)
        path, mine = f"/api/tables/{name}", {"x-pavage-key": KEYS[name][1]}
        with sit(client, name) as socket:
            page = Page(socket)
            page.send("state", chat="a secret")
            for headers in ({}, {"x-pavage-key": KEYS[other][0]}, {"x-pavage-key": "x"}):
                assert client.delete(path, headers=headers).status_code == 403
                assert client.delete(f"{path}/chat", headers=headers).status_code == 403
            assert client.delete(f"{path}/chat", headers=mine).status_code == 204
            assert page.wait("state")["chat"] == []
            assert client.delete(path, headers=mine).status_code == 204
            assert page.wait("gone")
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
        assert client.get(f"{path}/record").status_code == 404
        assert client.delete(path, headers=mine).status_code == 404
        assert client.get(f"/api/tables/{other}/record").status_code == 200


def test_a_table_that_the_other_player_has_just_deleted_is_gone(monkeypatch):
    with serving() as client:
        name = set_table(client)
        store = client.app.state.rooms.store
        seats_of = store.seats_of

        def deleted_before(key):
            store.remove(name).result(60)
            return seats_of(key)

        monkeypatch.setattr(store, "seats_of", deleted_before)
        answer = client.delete(f"/api/tables/{name}", headers={"x-pavage-key": KEYS[name][0]})
        assert answer.status_code == 404 and "no longer" in answer.json()["error"]


def test_tables_where_nothing_happens_are_forgotten(database):
    day = 24 * 3600 * 1000
    with open_store(database) as store:
        with serving(store=store) as client:
            old, new, seen = (set_table(client) for _ in range(3))
            race = client.post("/api/contests", json={"mode": "race", "names": ["", ""]}).json()["players"]
            for name in (old, new, seen):
                with sit(client, name) as socket:
                    Page(socket).type("c3")
        with store.engine.begin() as connection:  # a month ago; but at one of them somebody moved yesterday
            connection.execute(text(f"UPDATE tables SET made = made - {30 * day}, checksum = NULL"))
            connection.execute(text(f"UPDATE events SET at = at - {30 * day}, checksum = NULL"))
            connection.execute(text(f"UPDATE events SET at = at + {29 * day} WHERE table_id = '{new}'"))
        with serving(store=store) as client, sit(client, seen) as socket:
            Page(socket)
            before = wall_time() - 7 * day
            assert client.portal.call(client.app.state.rooms.forget, before) == 2
            assert client.portal.call(client.app.state.rooms.forget, before) == 0
            assert set(store.ids()) == {new, seen}, "whoever looks keeps a table"
            assert client.get(f"/api/tables/{race[0]['id']}/record").status_code == 404
        with serving(store=store, forget_after=7):
            deadline = time.monotonic() + 60
            while store.ids() != [new]:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert store.seats_of(hashed(KEYS[old][0])) is None, "their keys are gone too"


def test_only_hashes_of_keys_are_stored(database):
    with running(database) as client:
        name = set_table(client)
        key = KEYS[name][0]
        assert len(key) == 22
    with open_store(database) as store:
        assert store.seats_of(hashed(key)) == (name, 0)
        assert key not in str(store.load(name).setting)


def test_the_doctor_finds_what_does_not_add_up(database):
    with running(database) as client:
        name = set_table(client, clock="5m")
        with sit(client, name) as socket:
            Page(socket).type("a1", "b2")
    with open_store(database) as store:
        good = store.load(name)
        last = good.entries[-1]
        for data, reason in (
            ({"move": [0], "t": 9.0}, "taken"),
            ({"move": [3], "t": 9.0, "text": "e5", "left": [1, 1]}, "now reads"),
            ({"move": [3], "t": 9.0, "text": "d1", "left": [1, 1]}, "left on a clock"),
            ({"t": 9.0}, "move"),
        ):
            store.append(name, last.seq + 1, [Event("move", data)]).result(60)
            wrong = what_is_wrong(store.load(name))
            assert wrong.event == last.seq + 1 and reason in wrong.reason, wrong
            with store.engine.begin() as connection:
                connection.execute(text(f"DELETE FROM events WHERE seq = {last.seq + 1}"))
        store.append(name, last.seq + 2, [Event("chat", {"gone": True})]).result(60)
        assert "follows" in what_is_wrong(store.load(name)).reason
        with pytest.raises(Conflict):
            store.append(name, 0, [Event("move", {})]).result(60)
