"""Requests in turn: one begins at each round of the loop, addresses take turns, and time is counted."""

import asyncio
import time
from itertools import pairwise

import pytest
from tables import serving

from pavage.server import limits
from pavage.server.site.fair_queue import QueueFull
from pavage.server.site.throttle import Throttle, Timed


def test_addresses_take_turns_and_others_have_the_loop_in_between():
    async def run():
        throttle, seen = Throttle(), []

        async def ask(address):
            await throttle.turn(address)
            seen.append(address)

        async def others():
            while len(seen) - seen.count("-") < 7:
                seen.append("-")
                await asyncio.sleep(0)

        works = [ask(address) for address in "aaaabbc"]
        await asyncio.gather(*works, others())
        return seen

    seen = asyncio.run(run())
    assert "".join(seen).replace("-", "") == "abcabaa", "each address in its turn"
    begun = [place for place, each in enumerate(seen) if each != "-"]
    assert all(later - sooner > 1 for sooner, later in pairwise(begun)), seen


def test_who_has_used_up_their_seconds_waits_and_nobody_else(monkeypatch):
    monkeypatch.setattr(limits, "REQUEST_WORK", 2.0)
    monkeypatch.setattr(limits, "REQUEST_WORK_A_SECOND", 0.5)
    now = 0.0

    async def run():
        nonlocal now
        throttle = Throttle(lambda: now)
        await throttle.turn("a")
        throttle.spend("a", 2.5)
        waiting = asyncio.create_task(throttle.turn("a"))
        for _ in range(5):
            await throttle.turn("b")  # which has used nothing
        assert not waiting.done()
        now = 0.9
        throttle._queue._after_rest()
        await asyncio.sleep(0.05)
        assert not waiting.done(), "half a second is owed, and half of one comes a second"
        now = 1.1
        throttle._queue._after_rest()
        await waiting

    asyncio.run(run())


def test_they_are_called_without_being_asked_again(monkeypatch):
    monkeypatch.setattr(limits, "REQUEST_WORK_A_SECOND", 100.0)

    async def run():
        throttle = Throttle()
        throttle.spend("a", limits.REQUEST_WORK + 5)
        gone = asyncio.create_task(throttle.turn("a"))
        await asyncio.sleep(0)
        gone.cancel()
        async with asyncio.timeout(60):
            await throttle.turn("a")

    asyncio.run(run())


def test_no_more_than_so_many_wait(monkeypatch):
    monkeypatch.setattr(limits, "REQUESTS_WAITING", 3)

    async def run():
        throttle = Throttle()
        turns = [throttle.turn(address) for address in "aaaaaab"]
        return await asyncio.gather(*turns, return_exceptions=True)

    refused = [isinstance(result, QueueFull) for result in asyncio.run(run())]
    assert refused == [False] * 4 + [True] * 2 + [False]


def test_a_request_beyond_that_is_told_so_with_all_headers(monkeypatch):
    monkeypatch.setattr(limits, "REQUESTS_WAITING", 0)
    monkeypatch.setattr(limits, "REQUEST_WORK", -1.0)
    with serving() as client:
        told = client.get("/api/games")
        assert told.status_code == 429 and told.headers["content-security-policy"] and told.json()["error"]
        assert client.get("/healthz").status_code == client.get("/metrics").status_code == 200


def test_what_requests_cost_is_counted(monkeypatch):
    spent = {}
    monkeypatch.setattr(
        "pavage.server.site.throttle.Throttle.spend",
        lambda _, address, seconds: spent.update({address: spent.get(address, 0) + seconds}),
    )
    with serving() as client:
        client.get("/api/games")
    assert set(spent) == {"testclient"} and spent["testclient"] > 0


def test_time_is_that_of_the_processor_and_what_happens_within_happens_without():
    async def work(fail):
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        await asyncio.sleep(0.2)
        if fail:
            raise KeyError("it")

    async def run():
        timed = Timed(work(False))
        await timed
        assert 0.02 <= timed.seconds < 0.15, "not the time in which it waited"
        with pytest.raises(KeyError):
            await Timed(work(True))
        timed = Timed(work(False))
        task = asyncio.ensure_future(timed)
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
