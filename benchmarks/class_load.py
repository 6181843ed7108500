"""What a class costs the laptop that serves it: pupils in pairs at Hex, the teacher's page with all boards.

    pavage serve --port 8000 --no-browser &
    python benchmarks/class_load.py --port 8000 --server $! --pupils 40 --think 6 --seconds 60

Each pupil has two sockets, of the class and of the table, and thinks so many seconds on average. It prints

    moves                   that were made in that time
    processor               seconds that the server computed, of each second that passed
    on the teacher's page   from sending a move to the boards that show it

The server is one that runs already, so that it may be another program's, niced or not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import time
import urllib.request
from typing import Any

from load import processor
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

SIZE = 11


class School:
    """A teacher and pupils, as their browsers talk to the server."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        opened = self.post("/api/classes", {"hours": 1})
        self.key, self.code = opened["key"], opened["code"]
        self.sent: dict[str, float] = {}
        """When the last move of a table was sent."""
        self.seen: list[float] = []
        self.moves = 0

    def post(self, path: str, body: dict[str, Any], key: str = "") -> dict[str, Any]:
        headers = {"content-type": "application/json", "x-pavage-key": key}
        asked = urllib.request.Request(f"http://{self.host}{path}", json.dumps(body).encode(), headers)
        told: dict[str, Any] = json.load(urllib.request.urlopen(asked))
        return told

    async def teach(self, ready: asyncio.Event) -> None:
        """The teacher's page: counts how late boards are."""
        async with connect(f"ws://{self.host}/api/classes/live", max_size=None) as page:
            await page.send(json.dumps({"key": self.key}))
            async for text in page:
                ready.set()
                told = json.loads(text)
                for board in told.get("boards", []) if told["kind"] == "boards" else []:
                    begun = self.sent.pop(board["table"], None)
                    if begun is not None:
                        self.seen.append(time.perf_counter() - begun)

    async def learn(self, key: str, think: float) -> None:
        """A pupil: waits for a table, and plays there."""
        async with connect(f"ws://{self.host}/api/classes/live", max_size=None) as page:
            await page.send(json.dumps({"key": key}))
            async for text in page:
                told = json.loads(text)
                if told["kind"] == "pupil" and told["table"]:
                    break
            reading = asyncio.create_task(drain(page))
            await self.play(told, think)
            reading.cancel()

    async def play(self, told: dict[str, Any], think: float) -> None:
        async with connect(f"ws://{self.host}/api/tables/{told['table']}/live", max_size=None) as page:
            await page.send(json.dumps({"hello": [told["key"]]}))
            async for text in page:
                state = json.loads(text)
                if state["kind"] != "state" or not state["mine"] or state["over"]:
                    continue
                await asyncio.sleep(random.expovariate(1 / think))
                self.sent[told["table"]] = time.perf_counter()
                self.moves += 1
                cell = random.choice(state["scene"]["next"])
                await page.send(json.dumps({"touch": [cell], "seq": state["seq"]}))


async def drain(page: Any) -> None:
    with contextlib.suppress(ConnectionClosed):  # when all is over
        async for _ in page:
            pass


async def run(given: argparse.Namespace) -> None:
    school = School(given.port)
    keys = [
        school.post("/api/classes/join", {"code": school.code, "name": f"Pupil {number}"})["key"]
        for number in range(given.pupils)
    ]
    ready = asyncio.Event()
    pages = [asyncio.create_task(school.teach(ready))]
    pages += [asyncio.create_task(school.learn(key, given.think)) for key in keys]
    await ready.wait()
    groups = [[number, number + 1] for number in range(0, given.pupils - 1, 2)]
    round_one = {"act": "begin", "round": 0, "game": "hex", "options": {"size": SIZE}, "groups": groups}
    await asyncio.to_thread(school.post, "/api/classes/acts", round_one, school.key)
    await asyncio.sleep(5)  # everybody finds their table
    moves, before, begun = school.moves, processor(given.server), time.perf_counter()
    await asyncio.sleep(given.seconds)
    passed, spent = time.perf_counter() - begun, processor(given.server) - before
    print(f"{given.pupils} pupils, {school.moves - moves} moves in {passed:.0f} s")
    print(f"processor: {spent:.2f} s, {spent / passed:.1%} of a core")
    if school.seen:
        late = statistics.quantiles(school.seen, n=100)
        print(f"on the teacher's page: median {late[49] * 1000:.0f} ms, 99 % {late[98] * 1000:.0f} ms")
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--server", type=int, required=True, help="the number of the server's process")
    parser.add_argument("--pupils", type=int, default=40)
    parser.add_argument("--think", type=float, default=6.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
