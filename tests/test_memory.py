"""What leaves the memory of a server leaves it at once, and does not wait until all garbage is collected."""

import gc
import threading
import weakref
from typing import ClassVar

from starlette.websockets import WebSocketDisconnect
from tables import Page, serving, set_table, sit

from pavage.server import all_rooms, limits
from pavage.server.rooms.socket import converse
from pavage.server.site import metrics
from pavage.server.site.metrics import Metrics
from pavage.server.site.rate_limit import Paces
from pavage.words import words


def test_rooms_that_leave_the_memory_are_gone(monkeypatch):
    monkeypatch.setattr(limits, "ROOMS", 10)
    gc.collect()
    gc.disable()
    try:
        with serving() as client:
            rooms, seen = client.app.state.rooms, []
            for number in range(30):
                name = set_table(client, clock="5m" if number % 2 else "")
                with sit(client, name) as socket:
                    Page(socket).type("a1", "b2")
                seen.append(weakref.ref(rooms._kept[name]))
                race = client.post("/api/contests", json={"mode": "race", "names": ["", ""]})
                assert race.status_code == 201
            left = sum(each() is not None for each in seen)
            assert left <= 15, f"{left} of 30 rooms are in memory, and {len(rooms)} doors"
            assert left == sum(name in rooms._kept for name in [each().name for each in seen if each()])
    finally:
        gc.enable()


def test_contests_that_leave_the_memory_are_gone():
    gc.collect()
    gc.disable()
    try:
        with serving() as client:
            rooms = client.app.state.rooms
            client.post("/api/contests", json={"mode": "race", "names": ["", ""]})
            ((name, contest),) = rooms._kept.items()
            gone = weakref.ref(contest)
            del contest
            client.portal.call(rooms._put_away, name)
            assert gone() is None
    finally:
        gc.enable()


def test_clocks_of_tables_out_of_memory_are_kept_for_so_many(monkeypatch):
    monkeypatch.setattr(all_rooms, "MOST_ASLEEP", 3)
    with serving() as client:
        names = [set_table(client, clock="5m") for _ in range(5)]
        for name in names:
            client.portal.call(client.app.state.rooms._put_away, name)
        assert list(client.app.state.rooms._asleep) == names[2:]


class Leaving:
    """The socket of a page that goes away: whatever is sent to it then fails."""

    client = None
    query_params: ClassVar[dict[str, str]] = {}

    async def accept(self):
        pass

    async def receive_text(self):
        raise WebSocketDisconnect(1001)

    async def send_text(self, text):
        raise WebSocketDisconnect(1006)

    close = send_text


def test_a_socket_that_ends_leaves_nothing(monkeypatch):
    gc.collect()
    gc.disable()
    try:
        with serving() as client:
            room = client.app.state.rooms._kept[set_table(client)]
            pages, join = [], room.join

            def joining(page):
                pages.append(weakref.ref(page))
                return join(page)

            monkeypatch.setattr(room, "join", joining)
            client.portal.call(converse, Leaving(), room, words("en"), "auto", Metrics(), Paces())
            assert [page() for page in pages] == [None]
    finally:
        gc.enable()


def test_all_garbage_is_collected_when_many_sockets_have_ended(monkeypatch):
    monkeypatch.setattr(metrics, "ENDED", 3)
    monkeypatch.setattr(metrics, "LAG_EVERY", 0.01)
    collected = threading.Event()
    monkeypatch.setattr(metrics.gc, "collect", collected.set)
    with serving() as client:
        name = set_table(client)
        for _ in range(2):
            with sit(client, name) as socket:
                Page(socket)
        assert not collected.wait(0.1)
        with sit(client, name) as socket:
            Page(socket)
        assert collected.wait(60)
