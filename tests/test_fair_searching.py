"""A person's opponent answers, whatever others do: the queue of searches, at the tables of a server."""

import asyncio
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from tables import AGAINST, PEOPLE, Page, serving, set_table, sit

from pavage.players import processes
from pavage.players.search_queue import Places, Ticket, Urgency
from pavage.players.thought import Thought
from pavage.players.workers import Workers
from pavage.registry import games
from pavage.server.rooms import searches
from pavage.server.site.addresses import counted
from pavage.server.site.metrics import Metrics
from pavage.server.tables import computer_moves

BEST = ({"level": "best"}, {"level": "best"})


class Endless(ThreadPoolExecutor):
    """Searches of the best that end only when they are told to; all others answer at once."""

    def __init__(self):
        super().__init__(1)
        self.asked, self.now, self.most = [], [], 0
        self.guard = threading.Lock()

    def submit(self, work, game, position, level, seed, name, seconds):
        future = Future()
        future.set_running_or_notify_cancel()
        with self.guard:
            self.asked.append(level)
            self.now.append(level)
            self.most = max(self.most, len(self.now))
        threading.Thread(target=self._think, args=(future, game, position, level, name), daemon=True).start()
        return future

    def _think(self, future, game, position, level, name):
        while (
            level in ("best", "analysis", "advice") and not processes.is_stopped(name) and not self._shutdown
        ):
            time.sleep(0.005)
        with self.guard:
            self.now.remove(level)
        move = next(iter(game.moves(position)))
        future.set_result(Thought(move, 0.5, ((move, 1.0),), (move,), 1))


@pytest.fixture
def endless():
    executor = Endless()
    yield executor
    executor.shutdown(wait=False)


def test_seventy_tables_of_best_against_best_and_a_strangers_beginner(endless):
    """Before, whoever came after them waited for all; beyond 64 it failed, and the others with it."""
    with serving(endless) as client:
        for _ in range(70):
            set_table(client, BEST)
        name = set_table(client, ({"name": ""}, {"level": "beginner"}))
        with sit(client, name) as socket:
            page = Page(socket)
            page.type("c3")
            page.until(lambda state: state["mine"])
            assert not page.state["failed"] and len(page.state["moves"]) == 2
        assert endless.asked.count("best") < 30, "the seventy have not all begun"
        assert endless.most <= Places.on(2).all
        assert client.app.state.metrics.failures == 0
        assert client.app.state.metrics.searches >= 69, "they wait, and nobody calls that a failure"


def test_a_server_that_ends_begins_no_search(endless):
    """What is given up at the end must not let the next one begin, whose room is gone."""
    with serving(endless) as client:
        client.portal.call(client.app.state.rooms.searches.close)
        for _ in range(3):
            with sit(client, set_table(client, BEST)) as socket:
                Page(socket)
        assert endless.asked == []


def test_twenty_analyses_of_a_finished_game_and_a_strangers_beginner(endless):
    with serving(endless) as client:
        finished = set_table(client, PEOPLE)
        name = set_table(client, ({"name": ""}, {"level": "beginner"}))
        with sit(client, finished) as socket:
            page = Page(socket)
            page.type("a1", "b1", "c1")
            page.after(act="resign", seat=1)
        closing = [sit(client, finished) for _ in range(10)]
        try:
            for number, each in enumerate(closing):
                socket = each.__enter__()
                Page(socket, keys=[]).send("analysing", analyse=number % 4)
            with sit(client, name) as socket:
                page = Page(socket)
                page.type("c3")
                page.until(lambda state: state["mine"])
                assert len(page.state["moves"]) == 2
        finally:
            for each in closing:
                each.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Many people are playing: your computer thinks for less time."),
        ("fr", "Beaucoup jouent en ce moment\u00a0: votre ordinateur réfléchit moins longtemps."),
    ],
)
def test_that_others_made_it_shorter_is_said_at_the_table(endless, language, said):
    """Five people play the best at once, where two can be thought for."""
    with serving(endless, Places.on(1), language=language) as client:
        names = [set_table(client, ({"name": ""}, {"level": "best"})) for _ in range(5)]
        sockets = [sit(client, name) for name in names]
        pages = [Page(each.__enter__()) for each in sockets]
        for page in pages:
            page.type("c3")
        pages[0].until(lambda state: state["mine"])
        assert pages[0].state["said"].endswith(said)
        for each in sockets:
            each.__exit__(None, None, None)


def test_who_waits_for_long_is_told_why(endless, monkeypatch):
    """Computers among themselves wait behind each other; whoever watches reads it."""
    monkeypatch.setattr(computer_moves, "PATIENCE", 0.05)
    with serving(endless, Places(1), language="en") as client:
        set_table(client, BEST)
        with sit(client, set_table(client, BEST)) as socket:
            page = Page(socket, keys=[])
            page.until(
                lambda state: state["said"] == "Many people are playing: the computer thinks for less time."
            )
            assert page.state["busy"] and not page.state["failed"]


def test_a_search_that_gives_no_answer_is_counted_as_a_failure(monkeypatch):
    class Broken(ThreadPoolExecutor):
        def submit(self, *work):
            future = Future()
            future.set_exception(RuntimeError("no answer"))
            return future

    with serving(Broken(1)) as client, sit(client, set_table(client, AGAINST)) as socket:
        page = Page(socket)
        page.send("state", touch=[12])
        page.until(lambda state: state["failed"])
        assert client.app.state.metrics.failures == 1


def test_an_analysis_that_has_to_give_way_goes_on_and_tells_the_best_it_found(endless, monkeypatch):
    monkeypatch.setattr(searches, "SLICES", 1)
    with serving(endless, Places.on(1), language="en") as client:
        mine, yours = set_table(client, PEOPLE), set_table(client, ({"name": ""}, {"level": "best"}))
        with sit(client, mine) as one, sit(client, yours) as other:
            looking, playing = Page(one), Page(other)
            looking.send("analysing", analyse=0)
            for times in (1, 2):
                settle(
                    lambda times=times: (
                        endless.now == ["analysis"] and endless.asked.count("analysis") == times
                    )
                )
                playing.type(next(cell for cell in ("c3", "d3", "e3", "c4") if cell not in played(playing)))
                settle(lambda: endless.now == ["best"])
                playing.send("state", act="move_now")
                playing.until(lambda state: state["mine"])
            told = looking.wait("analysis")
            assert told["said"].endswith("Many people are playing: the computer thinks for less time.")
            assert endless.asked.count("analysis") == 2, "sent again once, then what was found must do"


def settle(true):
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def played(page):
    return [move["text"] for move in page.state["moves"]]


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_is_an_address_or_a_network(address, visitor):
    assert counted(address) == visitor


def test_a_search_that_cannot_begin_holds_up_no_other(endless):
    def gone():
        raise ReferenceError

    async def both():
        found = searches.Searches(Workers(executor=endless, places=Places.on(1)), Metrics())
        game = games()["hex"](size=3)
        given = game, game.start(), "easy", 1
        broken, other = (Ticket(Urgency.LOOKING, "v", table) for table in "ab")
        answers = await asyncio.gather(
            found.think(searches.Wish(*given, broken, lambda share: None, gone)),
            found.think(searches.Wish(*given, other, lambda share: None)),
        )
        found.close()
        return answers

    failed, answer = asyncio.run(both())
    assert isinstance(failed.error, ReferenceError) and answer.thought is not None
