"""The queue in which addresses take turns: limits, order, cancellation and rest, in any order of events."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pavage.server.site.fair_queue import FairQueue, QueueFull

STEPS = st.lists(st.tuples(st.sampled_from(["ask", "end", "cancel"]), st.sampled_from("abc")), max_size=40)


@given(STEPS, st.integers(1, 3), st.booleans())
@settings(max_examples=60)
def test_every_place_is_used_and_none_twice(steps, places, one_per_address):
    async def run():
        queue = FairQueue(places, lambda: 5, one_per_address=one_per_address)
        running, tasks = [], []

        async def work(address, end):
            async with queue.place(address):
                running.append(address)
                try:
                    await end.wait()
                finally:
                    running.remove(address)

        for what, address in steps:
            live = [each for each in tasks if each[0] == address and not each[1].done()]
            if what == "ask":
                end = asyncio.Event()
                tasks.append((address, asyncio.create_task(work(address, end)), end))
            elif live and what == "end":
                live[0][2].set()
            elif live:
                live[-1][1].cancel()
            for _ in range(4):
                await asyncio.sleep(0)
            assert len(running) <= places
            waiting = [each[0] for each in tasks if not each[1].done()]
            for each in running:
                waiting.remove(each)
            if one_per_address:
                assert len(set(running)) == len(running)
                waiting = [each for each in waiting if each not in running]
            assert len(running) == places or not waiting, "a place is free and a request waits"
        for _, _, end in tasks:
            end.set()
        await asyncio.gather(*(task for _, task, _ in tasks), return_exceptions=True)
        assert not queue._waiting and not queue._running and queue._free == places

    asyncio.run(run())


def test_an_address_that_had_its_turn_goes_behind_the_others():
    async def run():
        queue, order = FairQueue(1, lambda: 9), []

        async def work(name):
            async with queue.place(name[0]):
                order.append(name)
                await asyncio.sleep(0)

        await asyncio.gather(*(work(name) for name in ("a1", "a2", "a3", "b1", "c1", "b2")))
        return order

    assert asyncio.run(run()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_the_limit_of_waiting_requests_is_per_address():
    async def run():
        queue = FairQueue(1, lambda: 1)
        await queue.acquire("a")
        waiting = [asyncio.create_task(queue.acquire(address)) for address in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await queue.acquire("a")
        assert queue.others_wait("a")
        for address in "ba":
            queue.release("a" if address == "b" else "b")
        await asyncio.gather(*waiting)

    asyncio.run(run())
