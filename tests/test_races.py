"""What people do at the same moment, at one server and at two that share a PostgreSQL database.

Writing is held up while requests come in, so that all of them are there before the first is stored.
"""

import asyncio
import contextlib
import json
import threading
import time
from types import SimpleNamespace

import pytest
from tables import PEOPLE, Never

from pavage.players.search_queue import Places
from pavage.players.workers import Workers
from pavage.server.all_rooms import Rooms
from pavage.server.messages import NewTable, read_message
from pavage.server.rooms.open_page import OpenPage
from pavage.server.rooms.socket import _answer, converse
from pavage.server.site.metrics import Metrics
from pavage.server.site.rate_limit import Paces
from pavage.server.tournaments.relay import _record as record
from pavage.store import News, news, open_store
from pavage.words import words

THREE = (*PEOPLE, {"name": "Eve"})


class Server:
    """A server without its sockets."""

    def __init__(self, url):
        self.store, self.metrics = open_store(url), Metrics()
        workers = Workers(executor=Never(), places=Places.on(1))
        self.rooms = Rooms(self.store, workers, self.metrics)
        self.listening = None

    def listen(self):
        self.listening = self.rooms.listen()

    async def close(self):
        if self.listening is not None:
            self.listening.close()
        await self.rooms.close()
        self.store.close()

    @contextlib.contextmanager
    def held(self):
        """Nothing is stored before this ends."""
        gate = threading.Event()
        self.store._writer.do(lambda _: gate.wait(60) and None)
        try:
            yield
        finally:
            gate.set()


class Page:
    """A page at a table: what it is sent, and how the table stands for it."""

    def __init__(self, server, room, seat):
        self.server, self.room, self.seat = server, room, seat
        self.page = OpenPage(words("en"))
        self.messages = []
        room.join(self.page)

    async def say(self, **message):
        if "act" in message or "touch" in message:
            message.setdefault("seq", self.room.version)
        asked = read_message(json.dumps(message))
        assert asked is not None, message
        self.page.mark = getattr(asked, "mark", "")
        await _answer(self.room, self.page, asked, self.server.metrics)

    def heard(self):
        """All that it was sent until now."""
        while not self.page.queue.empty():
            if text := self.page.queue.get_nowait():  # nothing comes after the end
                self.messages.append(json.loads(text))
        return self.messages

    def refused(self):
        found = [told["sentence"] for told in self.heard() if told.get("kind") == "refused"]
        self.messages.clear()
        return found

    @property
    def state(self):
        return json.loads(self.room.showing()(self.page))


class Gathering:
    """A table with a page for each seat, spread over the servers."""

    def __init__(self, servers, name, keys):
        self.servers, self.name, self.keys = servers, name, keys
        self.pages = []

    async def page(self, seat, server):
        room = await server.rooms.get(self.name)
        page = Page(server, room, seat)
        await page.say(hello=[self.keys[seat]])
        self.pages.append(page)
        return page

    @property
    def rooms(self):
        return [server.rooms._kept[self.name] for server in self.servers]

    def events(self):
        return [(entry.event.kind, entry.event.data) for entry in self.stored().entries]

    def kinds(self):
        return [kind for kind, _ in self.events() if kind != "came"]

    def stored(self):
        return self.servers[0].store.load(self.name)

    async def settled(self):
        """Every server knows all events, and who is here."""

        def is_so():
            count = len(self.stored().entries)
            seats = {page.seat for page in self.pages}
            rooms = self.rooms
            known = all(room.log.next == count and room.here == rooms[0].here for room in rooms)
            return known and len(rooms[0].here) >= len(seats)

        await until(is_so)

    async def together(self, *requests):
        """All of these are there before the first event is stored."""
        await self.settled()
        with contextlib.ExitStack() as holding:
            for server in self.servers:
                holding.enter_context(server.held())
            tasks = [asyncio.create_task(request) for request in requests]
            for _ in range(10):
                await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        await self.settled()

    def offers(self):
        """What is asked for, as every page is shown it."""
        shown = [page.state["offers"] for page in self.pages]
        assert all(each == shown[0] for each in shown), shown
        return shown[0]


def slow_reading(store):
    """Set when something was read; and who reads it gets it only when the second is set."""
    read, gate, load = threading.Event(), threading.Event(), store.load

    def slow(*given):
        stored = load(*given)
        read.set()
        gate.wait(60)
        return stored

    store.load = slow
    return read, gate


async def until(true):
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def _ends_soon(monkeypatch):
    monkeypatch.setattr(news, "LOOK", 0.05)


@pytest.fixture(params=["one server", "two servers"])
def addresses(request, tmp_path):
    """The store of each server."""
    if request.param == "one server":
        return [f"sqlite:///{tmp_path}/pavage.db"]
    return [request.getfixturevalue("empty_postgresql")] * 2


@contextlib.asynccontextmanager
async def gathering(
    addresses, chairs=PEOPLE, game="hex", options=None, listening=True, here=None, relay=None
):
    """A table; its first page is at the first server, the others at the last one."""
    servers = [Server(address) for address in addresses]
    try:
        for server in servers if listening else ():
            server.listen()
        wish = {"game": game, "options": options or {"size": 5, "swap": "none"}, "chairs": list(chairs)}
        told = await servers[0].rooms.open(NewTable(**wish), "address", relay)
        table = Gathering(servers, told["id"], told["keys"])
        for seat, key in enumerate(told["keys"]):
            if key and (here is None or seat in here):
                await table.page(seat, servers[0] if seat == 0 else servers[-1])
        yield table
    finally:
        for server in servers:
            await server.close()


def played(scene):
    """Run what happens at tables in one event loop."""

    def test(*given, **named):
        asyncio.run(scene(*given, **named))

    test.__name__, test.__doc__ = scene.__name__, scene.__doc__
    test.__signature__ = __import__("inspect").signature(scene)
    return test


async def ready_to_ask(table, what):
    """The game is where people can ask for this."""
    ada, bo = table.pages[:2]
    if what == "undo":
        await ada.say(touch=[0])
        await table.settled()
        await bo.say(touch=[7])
    if what == "rematch":
        await ada.say(act="resign")
    await table.settled()


ASKED = ["undo", "draw", "rematch"]


@pytest.mark.parametrize("what", ASKED)
@played
async def test_what_two_people_ask_for_at_once_is_agreed(addresses, what):
    async with gathering(addresses) as table:
        await ready_to_ask(table, what)
        ada, bo = table.pages
        before = table.kinds()
        await table.together(ada.say(act=what), bo.say(act=what))
        assert table.kinds() == [*before, "offer", what] and table.offers() == {}
        assert ada.refused() == bo.refused() == []


@pytest.mark.parametrize("what", ASKED)
@played
async def test_two_pages_of_one_seat_ask_once(addresses, what):
    async with gathering(addresses) as table:
        await ready_to_ask(table, what)
        ada, other = table.pages[0], await table.page(0, table.servers[-1])
        before = table.kinds()
        await table.together(ada.say(act=what), other.say(act=what))
        assert table.kinds() == [*before, "offer"] and table.offers() == {what: [0]}


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("answers", [("accept", "decline"), ("decline", "accept")])
@played
async def test_one_of_three_declines_while_another_accepts(addresses, what, answers):
    options = {"board": "S3x3", "players": 3}
    async with gathering(addresses, THREE, "polygo", options) as table:
        ada, bo, eve = table.pages
        if what == "undo":
            await ada.say(touch=[0])
        if what == "rematch":
            for page in (ada, bo):
                await table.settled()
                await page.say(act="resign", seat=page.seat)
        await table.settled()
        await ada.say(act=what)
        await table.settled()
        before, _ = table.kinds(), [page.refused() for page in (bo, eve)]
        asked = [page.say(act=act, what=what) for page, act in zip((bo, eve), answers, strict=True)]
        await table.together(*asked)
        assert table.kinds()[len(before) :] in (["offer", "decline"], ["decline"])
        assert table.offers() == {}, "nobody but Ada has asked, and she was declined"
        refused = sum(len(page.refused()) for page in (bo, eve))
        assert refused == (table.kinds()[len(before) :] == ["decline"]), "who accepts too late is told so"


@pytest.mark.parametrize("what", ASKED)
@played
async def test_a_seat_that_accepts_and_declines_has_done_one_of_them(addresses, what):
    async with gathering(addresses) as table:
        await ready_to_ask(table, what)
        ada, bo = table.pages
        other = await table.page(1, table.servers[0])
        await ada.say(act=what)
        await table.settled()
        before = table.kinds()
        await table.together(bo.say(act="decline", what=what), other.say(act="accept", what=what))
        assert table.kinds()[len(before) :] in ([what], ["decline"]) and table.offers() == {}
        assert len(bo.refused()) + len(other.refused()) == 1


@played
async def test_the_next_game_begins_without_offers(addresses):
    """A rematch is accepted while another page asks to take back."""
    async with gathering(addresses) as table:
        await ready_to_ask(table, "undo")
        ada, bo = table.pages
        await ada.say(act="resign")
        await table.settled()
        await ada.say(act="rematch")
        await table.settled()
        await table.together(bo.say(act="accept", what="rematch"), ada.say(act="undo"))
        assert [page.state["series"]["number"] for page in table.pages] == [2, 2] and table.offers() == {}


@played
async def test_a_rematch_that_is_asked_for_on_two_pages_is_not_asked_for_again(addresses):
    async with gathering(addresses) as table:
        await ready_to_ask(table, "rematch")
        ada, bo = table.pages
        other = await table.page(1, table.servers[0])
        await ada.say(act="rematch")
        await table.settled()
        await table.together(bo.say(act="rematch"), other.say(act="rematch"))
        assert [page.state["series"]["number"] for page in table.pages] == [2, 2, 2] and table.offers() == {}
        assert bo.refused() == other.refused() == [], "what they asked for has happened"


@played
async def test_an_answer_is_about_the_question_that_was_seen(tmp_path):
    async with gathering([f"sqlite:///{tmp_path}/pavage.db"]) as table:
        ada, bo = table.pages
        await ada.say(act="draw")
        first = bo.state["questions"]["draw"]
        await bo.say(act="decline", what="draw", about=first)
        await bo.say(act="accept", what="draw", about=first)
        assert bo.refused() == ["This question has already been answered."]
        await ada.say(act="draw")
        again = bo.state["questions"]["draw"]
        assert again > first
        await bo.say(act="decline", what="draw", about=first)
        assert bo.refused() == [] and table.offers() == {"draw": [0]}, "it was declined before"
        await bo.say(act="accept", what="draw", about=first)
        assert bo.refused() == ["This question has already been answered."]
        assert table.offers() == {"draw": [0]} and not bo.state["over"]
        await bo.say(act="accept", what="draw", about=again)
        assert bo.state["over"] and table.kinds() == ["offer", "decline", "offer", "draw"]


@played
async def test_who_looks_at_another_server_sees_who_is_here(empty_postgresql):
    async with gathering([empty_postgresql] * 2, here=(0,)) as table:
        one, two = table.servers
        heard = asyncio.Event()
        two.rooms._tell_others = lambda news: heard.set() if news.table == "later" else None
        one.store.tell(News("here", "later"))
        await heard.wait()  # and so what was announced when Ada came, and nobody looked
        room = await two.rooms.get(table.name)
        await until(lambda: room.here == {0})


@played
async def test_somebody_comes_once_on_two_pages(addresses):
    chairs = ({"name": "Ada"}, {"name": "", "away": True})
    async with gathering(addresses, chairs, here=(0,)) as table:
        rooms = [await server.rooms.get(table.name) for server in (*table.servers, table.servers[0])]
        pages = [
            Page(server, room, 1)
            for server, room in zip((*table.servers, table.servers[0]), rooms, strict=True)
        ]
        hello = [page.say(hello=[table.keys[1]], name=name) for page, name in zip(pages, "BCD", strict=False)]
        await table.together(*hello)
        assert [kind for kind, _ in table.events()] == ["came"]
        (name,) = {page.state["seats"][1]["name"] for page in pages}
        assert name in "BCD"


@played
async def test_a_computers_seat_is_taken_once(addresses):
    async with gathering(addresses) as table:
        ada, bo = table.pages
        await ada.say(act="leave_seat", seat=0, level="easy")
        await until(lambda: all(room.log.version == 1 for room in table.rooms))
        table.pages = [bo]
        other = Page(table.servers[0], table.rooms[0], 1)
        await other.say(hello=[table.keys[1]])
        await table.together(bo.say(act="take_seat", seat=0), other.say(act="take_seat", seat=0))
        taken = [page for page in (bo, other) if any(told["kind"] == "key" for told in page.heard())]
        assert len(taken) == 1 and taken[0].state["you"] == [0, 1]
        (late,) = {bo, other} - set(taken)
        assert late.state["you"] == [1] and len(late.refused()) == 1
        assert table.kinds() == ["leave", "take"]


@played
async def test_a_result_is_recorded_at_a_server_that_has_not_heard_of_the_end(empty_postgresql, tmp_path):
    lines = []
    watched = SimpleNamespace(path=tmp_path / "t.toml", record=lambda result: not lines.append(result))
    relay = {"tournament": "t", "title": "T", "game": "1.1.1"}
    async with gathering([empty_postgresql] * 2, listening=False, relay=relay) as table:
        ada, bo = table.pages
        await bo.say(act="resign")
        assert bo.state["over"] and not ada.state["over"]
        assert await record(ada.room, watched)
        assert [result.returns for result in lines] == [(1.0, 0.0)]
        assert table.kinds() == ["resign", "recorded"]


# --- tables that are deleted


@pytest.mark.parametrize("message", [{"touch": [0]}, {"chat": "hello"}])
@played
async def test_what_crosses_the_deletion_of_its_table_is_answered_gone(addresses, message, caplog):
    async with gathering(addresses, listening=False) as table:
        ada, server = table.pages[0], table.servers[0]
        with server.held():
            removing = asyncio.create_task(server.rooms.remove(table.name))
            for _ in range(10):
                await asyncio.sleep(0)
            saying = asyncio.create_task(ada.say(**message))
            for _ in range(10):
                await asyncio.sleep(0)
        await asyncio.gather(removing, saying)
        assert ada.heard()[-1]["kind"] == "gone"
        late = table.pages[1]
        if len(table.servers) > 1:  # the other server has not heard of it
            await late.say(chat="hello")
        assert any(told.get("kind") == "gone" for told in late.heard())
        assert ada.refused() == late.refused() == []
        assert [each.metrics.failures for each in table.servers] == [0] * len(table.servers)
        assert not [record for record in caplog.records if record.levelname == "ERROR"]


@played
async def test_a_table_that_is_deleted_while_it_is_first_read_is_not_served(empty_postgresql):
    async with gathering([empty_postgresql] * 2) as table:
        one, two = table.servers
        two.rooms._drop(table.name)
        read, gate = slow_reading(two.store)
        reading = asyncio.create_task(two.rooms.get(table.name))
        await asyncio.to_thread(read.wait, 60)
        told, tell = asyncio.Event(), two.rooms._tell_others
        two.rooms._tell_others = lambda news: (tell(news), news.what == "gone" and told.set())
        await one.rooms.remove(table.name)
        await told.wait()
        await asyncio.sleep(0)
        gate.set()
        assert await reading is None and await two.rooms.get(table.name) is None
        assert not two.rooms._deleted


@played
async def test_news_of_a_table_that_was_deleted_meanwhile_start_nothing(empty_postgresql):
    """The second server has read a move that a computer owes an answer to, and hears of the deletion."""
    chairs = ({"name": "Ada"}, {"level": "easy"})
    async with gathering([empty_postgresql] * 2, chairs, listening=False) as table:
        (one, two), (ada,) = table.servers, table.pages
        room = await two.rooms.get(table.name)
        await ada.say(touch=[0])
        assert ada.room.thinking.busy
        read, gate = slow_reading(two.store)
        hearing = asyncio.create_task(two.rooms.hear(News("event", table.name, 0)))
        await asyncio.to_thread(read.wait, 60)
        await one.rooms.remove(table.name)
        await two.rooms.hear(News("gone", table.name))
        gate.set()
        await hearing
        assert room.log.owes and not room.thinking.busy and not ada.room.thinking.busy


@played
async def test_a_page_is_not_listened_to_once_its_table_is_deleted(tmp_path):
    async def ignored(*given, **named):
        pass

    said = asyncio.Queue()
    socket = SimpleNamespace(
        accept=ignored, send_text=ignored, close=ignored, receive_text=said.get, query_params={}, client=None
    )
    async with gathering([f"sqlite:///{tmp_path}/pavage.db"]) as table:
        (server,), (room,) = table.servers, table.rooms
        talking = asyncio.create_task(converse(socket, room, words("en"), "auto", server.metrics, Paces()))
        await until(lambda: len(room.listeners) == 3)
        await server.rooms.remove(table.name)
        said.put_nowait('{"chat": "late"}')
        await talking
        assert server.metrics.messages == 0


@played
async def test_a_table_that_is_used_again_is_not_forgotten(tmp_path):
    async with gathering([f"sqlite:///{tmp_path}/pavage.db"]) as table:
        (server,), (ada, _) = table.servers, table.pages
        for page in table.pages:
            page.room.part(page.page)
        soon = time.time_ns() // 1_000_000 + 1
        await until(lambda: time.time_ns() // 1_000_000 > soon)
        unused, loop = server.store.unused, asyncio.get_running_loop()

        def used_meanwhile(*given):
            names = unused(*given)
            if names and not table.kinds():
                asyncio.run_coroutine_threadsafe(ada.say(touch=[0]), loop).result(60)
            return names

        server.store.unused = used_meanwhile
        assert await server.rooms.forget(soon) == 0 and table.kinds() == ["move"]


@played
async def test_lines_that_come_while_the_chat_is_deleted_are_the_same_everywhere(empty_postgresql):
    """The second server says another line before it hears that those before were deleted."""
    async with gathering([empty_postgresql] * 2, listening=False) as table:
        (one, two), (ada, bo) = table.servers, table.pages
        await bo.say(chat="first")
        await ada.say(chat="second")  # and learns of the first
        with open_store(empty_postgresql) as third:
            told = []
            listening = third.listen(told.append)
            await table.rooms[0].forget_talk()
            await bo.say(chat="third")  # and learns that the second is gone
            await until(lambda: sum(each.what in ("talk", "event") for each in told) == 2)
            listening.close()
        for server in (one, two):
            for each in told:
                if each.what in ("talk", "event"):
                    await server.rooms.hear(each)
        said = [[line["text"] for line in page.state["chat"]] for page in (ada, bo)]
        assert said == [["third"], ["third"]]


@played
async def test_a_chat_that_was_deleted_while_nothing_was_heard_is_not_shown(empty_postgresql):
    async with gathering([empty_postgresql] * 2, listening=False) as table:
        (_, two), (ada, bo) = table.servers, table.pages
        await bo.say(chat="first")
        await ada.say(chat="second")
        await table.rooms[0].forget_talk()
        await two.rooms.hear(News("missed"))
        assert [page.state["chat"] for page in (ada, bo)] == [[], []]
