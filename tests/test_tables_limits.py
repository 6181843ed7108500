"""Every limit of server/limits.py: what is within it passes, what is beyond it is refused in a sentence."""

import asyncio
import contextlib
import json
import time
from types import SimpleNamespace

import pytest
import uvicorn
from starlette.websockets import WebSocketDisconnect
from tables import KEYS, PEOPLE, Never, Page, listening, serving, set_table, sit
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pavage.server import limits
from pavage.server.app import create_app
from pavage.server.contests.contest_log import ContestLog, contest_wanted
from pavage.server.messages import NewContest, read_message
from pavage.server.rooms import socket as live
from pavage.server.rooms.admission import find_place, without_place
from pavage.server.rooms.durable import told_again
from pavage.server.rooms.messages_allowed import may_be_heard
from pavage.server.rooms.open_page import TRY_LATER, OpenPage
from pavage.server.site.rate_limit import Paces
from pavage.server.tables.table_log import TableLog
from pavage.words import words


@pytest.fixture
def client():
    with serving() as client:
        yield client


def wish(client, **more):
    return client.post("/api/tables", json={"game": "hex", "chairs": list(PEOPLE), **more})


def test_body(client):
    assert limits.BODY == 64 * 1024
    whole = json.dumps({"game": "hex", "chairs": list(PEOPLE)}).encode()
    headers = {"content-type": "application/json"}
    padded = whole + b" " * (limits.BODY - len(whole))
    assert client.post("/api/tables", content=padded, headers=headers).status_code == 201
    assert client.post("/api/tables", content=padded + b" ", headers=headers).status_code == 413
    assert client.post("/api/tables", content=iter([whole]), headers=headers).status_code == 411
    chunked = client.request("DELETE", "/api/tables/x", content=iter([b"x" * 99]))
    assert chunked.status_code == 411


def test_frame():
    assert limits.FRAME == 4096
    config = uvicorn.Config(
        create_app(), port=0, ws="websockets-sansio", ws_max_size=limits.FRAME, log_level="error"
    )
    with listening(config) as port:
        import httpx

        body = {"game": "hex", "chairs": list(PEOPLE)}
        name = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body).json()["id"]
        with connect(f"ws://127.0.0.1:{port}/api/tables/{name}/live") as socket:
            socket.recv()
            socket.send(" " * (limits.FRAME - 20))
            assert json.loads(socket.recv())["kind"] == "refused"
            socket.send(" " * (limits.FRAME + 1))
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
            assert closed.value.rcvd.code == 1009


def test_messages_a_second(client, monkeypatch):
    assert limits.MESSAGES == 20
    clock = [time.monotonic() + 60]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        for _ in range(60):
            socket.send_json({"look": 0})
        kinds = [socket.receive_json() for _ in range(60)]
        refused = [told for told in kinds if told["kind"] == "refused"]
        assert 60 - len(refused) <= limits.MESSAGES
        assert refused[0]["sentence"].startswith("That was too much at once")
        clock[0] += 1.1
        assert page.send("look", look=0)


def test_the_pace_is_so_many_a_second():
    listener = OpenPage(words("en"), queue=None)
    start = listener.pace.seen
    assert [listener.may_speak(start) for _ in range(21)] == [True] * 20 + [False]
    assert [listener.may_speak(start + 0.11) for _ in range(3)] == [True, True, False]
    heard = sum(listener.may_speak(start + 10 + tenth / 100) for tenth in range(1000))
    assert 20 * 10 <= heard <= 20 * 11


def test_name(client):
    assert limits.NAME == 32
    assert wish(client, chairs=[{"name": "é" * 32}, {}]).status_code == 201
    assert wish(client, chairs=[{"name": "é" * 33}, {}]).status_code == 422
    names = {"mode": "race", "options": {"puzzle": "2x2/R1,1/C1,1/a1+"}}
    assert client.post("/api/contests", json={**names, "names": ["x" * 33, "y"]}).status_code == 422
    assert read_message(json.dumps({"hello": [], "name": "x" * 33})) is None
    assert read_message(json.dumps({"act": "take_seat", "seq": 0, "name": "x" * 33})) is None


def test_chat(client):
    assert (limits.CHAT, limits.CHAT_SHOWN) == (500, 50)
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        assert page.send("state", chat="é" * 500)["chat"][0]["text"] == "é" * 500
        assert page.send("refused", chat="é" * 501)["sentence"].startswith("The server does not")
        assert page.send("refused", chat="")


def test_chat_shown(client, monkeypatch):
    monkeypatch.setattr(limits, "CHAT_SHOWN", 3)
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        for number in range(5):
            page.send("state", chat=str(number))
        assert [line["text"] for line in page.state["chat"]] == ["2", "3", "4"]


def test_mark():
    for length, good in ((limits.MARK, True), (limits.MARK + 1, False)):
        message = json.dumps({"touch": [1], "seq": 0, "mark": "m" * length})
        assert (read_message(message) is not None) == good
    assert limits.MARK == 40


def test_keys():
    for count, good in ((limits.KEYS, True), (limits.KEYS + 1, False)):
        assert (read_message(json.dumps({"hello": ["k" * 22] * count})) is not None) == good
    assert read_message(json.dumps({"hello": ["k" * 65]})) is None


def test_chairs(client):
    answer = wish(client, chairs=[{}] * (limits.CHAIRS + 1))
    assert answer.status_code == 422
    assert wish(client, chairs=[{}] * limits.CHAIRS).status_code == 400


def test_record_and_option(client):
    assert wish(client, record="x" * limits.RECORD).status_code == 400
    assert wish(client, record="x" * (limits.RECORD + 1)).status_code == 422
    assert wish(client, start="x" * (limits.RECORD + 1)).status_code == 422
    assert wish(client, options={"size": "x" * limits.OPTION}).status_code == 400
    assert wish(client, options={"size": "x" * (limits.OPTION + 1)}).status_code == 422


def test_board_name(client):
    path = f"/api/tables/{set_table(client)}/board.svg?board="
    assert client.get(path + "x" * limits.BOARD_NAME).status_code == 200
    assert client.get(path + "x" * (limits.BOARD_NAME + 1)).status_code == 404


def test_waiting():
    async def slow() -> OpenPage:
        listener = OpenPage(words("en"))
        for number in range(limits.WAITING + 1):
            listener.send({"kind": "look", "number": number})
        return listener

    listener = asyncio.run(slow())
    assert listener.closed and listener.code == TRY_LATER
    assert listener.queue.qsize() <= limits.WAITING


def test_listeners(client, monkeypatch):
    """Who only watches where all places are taken is told so after a moment; nothing is gone."""
    monkeypatch.setattr(limits, "LISTENERS", 2)
    monkeypatch.setattr(limits, "DOOR_SECONDS", 0.2)
    name = set_table(client)
    with sit(client, name) as one, sit(client, name), sit(client, name) as three:
        assert one.receive_json()["kind"] == "state"
        told = [three.receive_json()]
        while told[-1]["kind"] == "state":
            told.append(three.receive_json())
        assert told[-1]["sentence"].startswith("Too many people are watching")
        with pytest.raises(WebSocketDisconnect) as closed:
            three.receive_json()
        assert closed.value.code == TRY_LATER, "it may come back; nothing is gone"


def test_players_get_in_where_all_places_are_taken(client, monkeypatch):
    monkeypatch.setattr(limits, "LISTENERS", 2)
    monkeypatch.setattr(limits, "DOOR_SECONDS", 0.2)
    name = set_table(client)
    with sit(client, name) as one, sit(client, name), sit(client, name) as ada, sit(client, name) as bo:
        pages = Page(ada, [0]), Page(bo, [1])
        time.sleep(0.4)
        pages[0].type("a1")
        pages[1].after(seq=1, typed="b2")
        assert client.app.state.rooms.sockets == 4
        one.receive_json()


def test_pages_per_seat(client, monkeypatch):
    """The oldest page of a seat, which may be long gone, is closed for one more."""
    monkeypatch.setattr(limits, "PAGES_PER_SEAT", 2)
    name = set_table(client)
    with sit(client, name) as one, sit(client, name) as two, sit(client, name) as three:
        pages = [Page(socket, [0]) for socket in (one, two, three)]
        told = pages[0].wait("refused")
        assert told["sentence"].startswith("Too many people are watching")
        pages[2].type("a1")
        assert client.app.state.rooms.sockets == 2


def watching(*addresses):
    return [OpenPage(words("en"), address=address, queue=None) for address in addresses]


def test_door(monkeypatch):
    """At the door those make place who came first from the address that has most there."""
    monkeypatch.setattr(limits, "LISTENERS", 2)
    monkeypatch.setattr(limits, "DOOR", 3)
    one, two, *crowd = watching("a", "b", *"cccc")
    here = [one, two]
    assert [find_place(page, here) for page in here] == [[], []]
    for page in crowd[:3]:
        assert find_place(page, here) == [] and page.at_door
        here.append(page)
    (player,) = watching("d")
    assert find_place(player, here) == [crowd[0]] and player.at_door
    here = [one, *crowd[1:3], player]
    assert without_place(player, [one, two, player]) and not without_place(player, here)
    assert limits.DOOR_SECONDS == 5.0


def test_one_address_does_not_take_all_places_to_watch(monkeypatch):
    monkeypatch.setattr(limits, "LISTENERS", 3)
    here = watching(*"aaa")
    for page in here:
        find_place(page, here)
    (other,) = watching("b")
    assert find_place(other, here) == [here[2]] and not other.at_door
    here = [*here[:2], other]
    (third,) = watching("b")
    assert find_place(third, here) == [] and third.at_door, "both have nearly as many"


def test_messages_per_seat(client, monkeypatch):
    """Many sockets of one seat say no more together than one may."""
    monkeypatch.setattr(limits, "MESSAGES_PER_SEAT", 5)
    clock = [time.monotonic() + 60]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    name = set_table(client)
    with contextlib.ExitStack() as open_pages:
        pages = [Page(open_pages.enter_context(sit(client, name)), [0]) for _ in range(5)]
        clock[0] += 60
        for _ in range(4):
            for page in pages:
                page.socket.send_json({"look": 0})
        heard = 0
        for page in pages:
            told = []
            while len(told) < 4:
                message = page.socket.receive_json()
                told += [message["kind"]] if message["kind"] in ("look", "refused") else []
            heard += told.count("look")
        assert heard == 5
        pages[0].type("a1")  # a move is counted apart from what else the seat says


def test_talk(client, monkeypatch):
    """Talk has a pace of its own, for a seat and for a table, whatever the number of sockets."""
    assert (limits.TALK_PER_SEAT, limits.TALK_PER_TABLE, limits.TALK_AT_ONCE) == (2, 4, 10)
    clock = [time.monotonic() + 60]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    name = set_table(client)
    with contextlib.ExitStack() as open_pages:
        pages = [Page(open_pages.enter_context(sit(client, name)), [0]) for _ in range(4)]
        other = Page(open_pages.enter_context(sit(client, name)), [1])
        for number in range(16):
            pages[number % 4].socket.send_json({"chat": str(number)})
        while client.app.state.metrics.messages < 5 + 16:
            time.sleep(0.01)
        said = client.app.state.rooms._doors[name].log.talk
        assert len(said) == limits.TALK_AT_ONCE
        other.send("state", chat="the other may still speak")
        clock[0] += 1.0
        pages[0].wait("refused")
        pages[0].send("state", chat="again")
        pages[1].wait("refused")
        pages[1].send("state", chat="and again")
        pages[2].wait("refused")
        assert pages[2].send("refused", chat="but not three")
        pages[3].until(lambda state: len(state["chat"]) == 13)
        pages[0].after(typed="a1")


def test_nobody_keeps_others_from_moving(client, monkeypatch):
    """All that is allowed at the table is used up by one who watches; whoever is to move moves."""
    monkeypatch.setattr(limits, "MESSAGES_PER_TABLE", 3)
    clock = [time.monotonic() + 60]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    name = set_table(client)
    with sit(client, name) as socket, sit(client, name) as nobody:
        page, watcher = Page(socket), Page(nobody, keys=[])
        for _ in range(3):
            watcher.send("look", look=0)
        assert watcher.send("refused", look=0)
        page.type("a1", "b2")
        assert page.send("refused", look=0)["sentence"].startswith("That was too much")
        page.type("c3")


def test_messages_per_address(client, monkeypatch):
    """Counted at all tables together, but for moves; and by address, not by socket."""
    monkeypatch.setattr(limits, "MESSAGES_PER_ADDRESS", 3)
    monkeypatch.setattr(limits, "MOVES_PER_ADDRESS", 2)
    clock = [time.monotonic() + 60]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with contextlib.ExitStack() as tables:
        pages = [Page(tables.enter_context(sit(client, set_table(client)))) for _ in range(4)]
        for page in pages[:3]:
            page.send("look", look=0)
        assert pages[3].send("refused", look=0)
        pages[3].type("a1", "b2")
        assert pages[2].send("refused", typed="a1"), "moves are counted apart"
        clock[0] += 1.1
        pages[2].type("a1")
        assert pages[3].send("look", look=0)


def test_messages_are_counted_by_what_they_cost_too(client, monkeypatch):
    """Whoever looks at large boards again and again waits; those who are to move do not."""
    assert (limits.MESSAGE_WORK, limits.MESSAGE_WORK_A_SECOND) == (4.0, 0.25)
    monkeypatch.setattr(limits, "MESSAGE_WORK", 0.0)
    monkeypatch.setattr(limits, "MESSAGE_WORK_A_SECOND", 1e-9)
    with sit(client, set_table(client)) as socket:
        page = Page(socket)  # its first word is free, and counts
        assert "too much at once" in page.send("refused", look=0)["sentence"]
        page.type("a1", "b1")
        monkeypatch.setattr(limits, "MESSAGE_WORK_A_SECOND", 1e9)
        assert page.send("look", look=0)["ply"] == 0


def test_programs_of_this_computer_move_as_fast_as_they_can(monkeypatch):
    monkeypatch.setattr(limits, "MOVES_PER_ADDRESS", 1)
    with serving() as client:
        room = client.portal.call(client.app.state.rooms.get, set_table(client))
        move, paces = read_message('{"touch": [1], "seq": 0}'), Paces()
        heard = []
        for address in ("127.0.0.1", "::1", "192.0.2.1"):
            page = OpenPage(words("en"), address=address, queue=None)
            page.keys = frozenset(room.log.acting)
            heard.append([may_be_heard(room, page, move, paces, 0.0) for _ in range(3)])
        assert heard == [[True] * 3, [True] * 3, [True, False, False]]


def test_talk_and_acts_leave_place_for_moves(client, monkeypatch):
    monkeypatch.setattr(limits, "EVENTS", 12)
    monkeypatch.setattr(limits, "TALK_EVENTS", 3)
    monkeypatch.setattr(limits, "ACT_EVENTS", 2)
    monkeypatch.setattr(limits, "CLOCK_EVENTS", 0)
    name = set_table(client, clock="5m")
    with sit(client, name) as socket:
        page = Page(socket)
        page.type("a1", "b2", "c3")
        for line in "abc":
            page.send("state", chat=line)
        assert "can go on playing" in page.send("refused", chat="d")["sentence"]
        for _ in range(2):
            page.after(act="undo")
        assert "nothing but moves" in page.send("refused", act="undo")["sentence"]
        room = client.app.state.rooms._doors[name]
        assert room.log.full("passed", {}), "a clock that runs does not use up the table either"
        page.type("c4", "d4", "e5", "a2")
        assert "accepts nothing more" in page.send("refused", typed="b1")["sentence"]
        stored = client.app.state.rooms.store.load(name)
        assert told_again(TableLog, stored.setting, stored.entries).shares == room.log.shares


def test_a_player_of_a_contest_does_not_use_up_what_others_need(monkeypatch):
    monkeypatch.setattr(limits, "EVENTS", 6)
    wanted = NewContest(mode="race", names=["Ada", "Bo"], options={"puzzle": "2x2/R1,1/C1,1/a1+"})
    log = ContestLog(contest_wanted(wanted)[0])
    log._done = [2, 0]
    assert log.full("move", {"player": 0}) and not log.full("move", {"player": 1})
    assert not log.full("passed", {}) and log.copy()._done == [2, 0]


def test_games_per_address(client, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_PER_ADDRESS", 3)
    assert [wish(client, options={"size": 999}).status_code for _ in range(5)] == [400] * 5
    race = {"mode": "race", "game": "nombres", "names": ["Ada", "Bo"], "options": {"size": 999}}
    assert client.post("/api/contests", json=race).status_code == 400
    assert [wish(client).status_code for _ in range(4)] == [201, 201, 201, 400], "only those that were set"
    assert wish(client).json()["error"].startswith("Too many tables were opened")
    rooms = client.app.state.rooms
    assert "elsewhere" not in rooms._set_by
    with rooms._counting("elsewhere"):
        pass
    for times in rooms._set_by.values():
        times[0] -= 4000
    assert wish(client).status_code == 201, "an hour later"


def test_searches(monkeypatch):
    monkeypatch.setattr(limits, "SEARCHES", 1)
    with serving(Never()) as client:
        playing = set_table(client, chairs=({"level": "random"}, {"level": "random"}))
        with (
            sit(client, playing),
            sit(client, set_table(client)) as first,
            sit(client, set_table(client)) as socket,
        ):
            assert Page(first).send("analysing", analyse=0)["ply"] == 0, "computers that play do not count"
            assert "for you already" in Page(socket).send("refused", analyse=0)["sentence"]


def test_events(client, monkeypatch):
    monkeypatch.setattr(limits, "EVENTS", 2)
    with sit(client, set_table(client)) as socket:
        page = Page(socket)
        page.type("a1", "b2")
        assert "accepts nothing more" in page.send("refused", typed="c3")["sentence"]


def test_rooms_and_unused_are_tested_with_the_tables():
    """test_tables.py: tables leave the memory and come back, and a clock runs meanwhile."""
    assert limits.ROOMS >= 1 and limits.UNUSED > 0


def test_heartbeat(client, monkeypatch):
    monkeypatch.setattr(limits, "HEARTBEAT", 0.1)
    name = set_table(client, clock="20s")
    with sit(client, name) as socket:
        page = Page(socket)

        def stored():
            return client.app.state.rooms.store.load(name).entries

        while len(stored()) < 2:  # the time limit of the test is the only one here
            time.sleep(0.02)
        assert {entry.event.kind for entry in stored()} == {"passed"}
        left = [entry.event.data["left"][0] for entry in stored()]
        assert left == sorted(left, reverse=True) and left[-1] < 19.7
        state = page.after(typed="a1")
        assert state["seats"][0]["left"] <= left[-1]
        record = client.get(f"/api/tables/{name}/record").text
        spent = float(record.split("@")[1].split()[0])
        assert spent >= 20 - left[-1] - 0.05, "the seconds of a move are all of them"


def test_text_of_people_is_only_ever_text(client):
    name = set_table(client, [{"name": "<img src=x>"}, {"name": '"; DROP TABLE events; --'}])
    with sit(client, name) as socket:
        page = Page(socket)
        for said in ("</script><script>", "\u0000\u202e\u0007", "{name}", "💥" * 100):
            assert page.send("state", chat=said)["chat"][-1]["text"] == said
        socket.send_text('{"chat": "\\ud800"}')
        assert page.wait("refused")
    assert KEYS[name][0] not in client.get(f"/api/tables/{name}/record").text
