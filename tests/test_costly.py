"""Costly work: apart from the event loop, one thing for each visitor at a time, in turns, within a budget."""

import asyncio
import threading

import pytest
from tables import serving, set_table

from pavage.server import limits
from pavage.server.site import costly, rate_limit
from pavage.server.site.costly import Costly, TooMuch
from pavage.server.site.rate_limit import Paces


def test_visitors_take_turns(monkeypatch):
    monkeypatch.setattr(limits, "WORK_LANES", 1)
    done = []

    async def play():
        work = Costly()
        await asyncio.gather(
            *(work.do("greedy", done.append, f"greedy {number}") for number in range(5)),
            *(work.do("other", done.append, f"other {number}") for number in range(2)),
        )
        work.close()

    asyncio.run(play())
    assert done[:4] == ["greedy 0", "other 0", "greedy 1", "other 1"]
    assert len(done) == 7


def test_one_thing_for_each_visitor_at_a_time(monkeypatch):
    monkeypatch.setattr(limits, "WORK_LANES", 2)
    held, other_done = threading.Event(), threading.Event()
    at_once = []

    def hold(number):
        at_once.append(number)
        assert held.wait(30)

    async def play():
        work = Costly()
        greedy = [asyncio.create_task(work.do("greedy", hold, number)) for number in range(4)]
        await work.do("other", other_done.set)
        while not at_once:
            await asyncio.sleep(0.01)
        assert at_once == [0], "the others of the same visitor wait"
        held.set()
        await asyncio.gather(*greedy)
        work.close()

    asyncio.run(play())
    assert other_done.is_set()


def test_seconds_are_counted_and_come_back(monkeypatch):
    clock, seconds = [0.0], [0.0]
    used = iter(range(1000))
    monkeypatch.setattr(costly.time, "thread_time", lambda: next(used) * seconds[0])  # each later by so much
    assert (limits.WORK, limits.WORK_A_SECOND) == (10.0, 0.5)

    async def play():
        work = Costly(lambda: clock[0])
        seconds[0] = 4.0
        for _ in range(3):
            await work.do("greedy", int)
        with pytest.raises(TooMuch):
            await work.do("greedy", int)
        await work.do("other", int)
        clock[0] += 3.9
        with pytest.raises(TooMuch):
            await work.do("greedy", int)
        clock[0] += 0.2
        await work.do("greedy", int)
        seconds[0] = limits.CHEAP_WORK / 2
        for _ in range(20):
            await work.do("third", int)
        work.close()

    asyncio.run(play())


def test_a_wish_that_fails_is_paid_for(monkeypatch):
    used = iter(range(0, 1000, 11))
    monkeypatch.setattr(costly.time, "thread_time", lambda: next(used))

    async def play():
        work = Costly(lambda: 0.0)
        with pytest.raises(ZeroDivisionError):
            await work.do("greedy", lambda: 1 // 0)
        with pytest.raises(TooMuch):
            await work.do("greedy", int)
        work.close()

    asyncio.run(play())


def test_who_goes_away_leaves_their_turn_to_others(monkeypatch):
    monkeypatch.setattr(limits, "WORK_LANES", 1)
    held = threading.Event()

    async def play():
        work = Costly()
        first = asyncio.create_task(work.do("a", held.wait, 30))
        gone = [asyncio.create_task(work.do(name, int)) for name in "bcb"]
        last = asyncio.create_task(work.do("d", int, "7"))
        await asyncio.sleep(0.01)
        for task in gone:
            task.cancel()
        held.set()
        assert await last == 7 and await first
        work.close()

    asyncio.run(play())


def test_so_many_may_wait(monkeypatch):
    monkeypatch.setattr(limits, "WORK_WAITING", 2)
    monkeypatch.setattr(limits, "WORK_LANES", 1)
    held = threading.Event()

    async def play():
        work = Costly()
        waiting = [asyncio.create_task(work.do("a", held.wait, 30)) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(TooMuch):
            await work.do("a", int)
        held.set()
        await asyncio.gather(*waiting)
        work.close()

    asyncio.run(play())


def test_what_is_too_much_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr(limits, "WORK", 0.0)
    monkeypatch.setattr(limits, "CHEAP_WORK", 0.0)
    monkeypatch.setattr(limits, "WORK_A_SECOND", 0.0)
    wish = {"game": "hex", "chairs": [{}, {}]}
    with serving() as client:
        assert client.get("/api/games/hex/preview").status_code == 200
        for told in (
            client.get("/api/games/hex/preview?language=en"),
            client.post("/api/setup?language=en", json={"game": "hex"}),
            client.post("/api/open?language=en", json={"text": "pavage 1"}),
            client.post("/api/tables?language=en", json=wish),
            client.post("/api/relays?language=en", json={"game": "hex"}),
        ):
            assert told.status_code == 429 and told.json()["error"].startswith("You have asked for a lot")


def test_paces_are_forgotten(monkeypatch):
    monkeypatch.setattr(rate_limit, "MOST_KNOWN", 3)
    paces = Paces()
    for number in range(50):
        assert paces.take(number, float(number), 2.0, 1.0)
    assert len(paces) <= 3
    for number in range(50):
        assert paces.take(number, 60.0, 0.0, 1.0), "and if nobody has rested, who came first"
    assert len(paces) <= 3


@pytest.mark.parametrize(("board", "apart"), [("S44x44", True), ("S9x9", False)])
def test_large_boards_are_drawn_beside_the_event_loop(board, apart):
    with serving() as client:
        table = set_table(client, game="polygo", options={"board": board})
        done, work = [], client.app.state.costly.do

        async def do(address, drawing):
            done.append(address)
            return await work(address, drawing)

        client.app.state.costly.do = do
        assert client.get(f"/api/tables/{table}/board.svg").text.startswith("<svg")
        assert "<svg" in client.get(f"/play/{table}").text
        assert len(done) == (2 if apart else 0)

        async def refuse(*_):
            raise TooMuch

        client.app.state.costly.do = refuse
        assert client.get(f"/play/{table}").status_code == 200, "its script draws the board"
        assert client.get(f"/api/tables/{table}/board.svg").status_code == (429 if apart else 200)
