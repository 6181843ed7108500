"""What ordinary visitors notice while others misbehave: a computer's reply, a page, a move between people.

    python benchmarks/hostile.py --seconds 30
    python benchmarks/hostile.py --only analyses,hammering

A server of its own runs on a store of its own, on loopback. It is measured alone first, then with all hostile
visitors at once; each of these has an address of its own (127.0.0.2 and so on). What they do is bounded in
count and time. They run in another process, but on the same cores as the server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

HOST = "127.0.0.1"
TIMEOUT = 60.0
ALONE = 8.0
"""Seconds of the measurement without hostile visitors."""
WARM_UP = 3.0
REJECTED = (OSError, TimeoutError, WebSocketException, asyncio.IncompleteReadError, ValueError)
"""What a client meets that the server sends away."""
LATENCIES = ("beginner", "easy", "page", "move")


class Client:
    """A visitor at an address."""

    def __init__(self, port: int, address: str = HOST) -> None:
        self.port, self.address = port, address

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nConnection: close\r\n"
        if data:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        reader, writer = await self.open()
        try:
            writer.write(head.encode() + b"\r\n" + data)
            answer = await asyncio.wait_for(reader.read(), TIMEOUT)
        finally:
            writer.close()
        header, _, content = answer.partition(b"\r\n\r\n")
        return int(header.split(b" ", 2)[1]), content

    async def table(self, *chairs: dict[str, str], size: int = 11) -> dict[str, Any]:
        body = {"game": "hex", "options": {"size": size, "swap": "none"}, "chairs": list(chairs)}
        status, content = await self.request("POST", "/api/tables", body)
        if status != 201:
            raise ValueError(content[:200])
        table: dict[str, Any] = json.loads(content)
        return table

    @contextlib.asynccontextmanager
    async def sit(self, table: str, *keys: str) -> AsyncIterator[Page]:
        address = f"ws://{HOST}:{self.port}/api/tables/{table}/live"
        options = {"local_addr": (self.address, 0), "open_timeout": TIMEOUT}
        async with connect(address, max_size=None, compression=None, **options) as socket:
            page = Page(socket)
            await page.send(hello=list(keys))
            await page.until(lambda state: bool(state["you"]) == bool(keys))
            yield page


class Page:
    """An open page at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while True:
                message = json.loads(await self.socket.recv())
                if message["kind"] == "state":
                    self.state = message
                    if condition(message):
                        return

    async def move(self, dice: random.Random) -> None:
        """Touch a free cell, and wait for the next turn of this page or the end."""
        seq = self.state["seq"]
        await self.send(touch=[dice.choice(self.state["scene"]["next"])], seq=seq)
        await self.until(lambda new: new["over"] or (new["seq"] > seq and new["mine"]) or new["failed"])

    async def drain(self) -> None:
        async for _ in self.socket:
            pass


async def together(works: Iterable[Awaitable[None]]) -> None:
    """Run all of them; one that the server sends away stays away."""

    async def one(work: Awaitable[None]) -> None:
        with contextlib.suppress(*REJECTED):
            await work

    await asyncio.gather(*map(one, works))


# --- hostile visitors


async def best_against_best(client: Client) -> None:
    """Seventy tables at which the best plays the best, watched by no one."""
    for _ in range(70):
        await client.table({"level": "best"}, {"level": "best"}, size=13)


async def analyses(client: Client) -> None:
    """Twenty pages that analyse the positions of a finished game, one after the other."""
    table = await client.table({}, {}, size=13)
    async with client.sit(table["id"], *table["keys"]) as page:
        for cell in range(30):
            await page.send(touch=[cell * 5], seq=cell)
            await page.until(lambda state, cell=cell: state["seq"] > cell)  # type: ignore[misc]
        await page.send(act="resign", seq=30, seat=0)
        await page.until(lambda state: bool(state["over"]))

    async def look(number: int) -> None:
        async with client.sit(table["id"]) as page:
            for ply in itertools.cycle(range(number, 30)):
                await page.send(analyse=ply)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(3):
                        await page.drain()

    await together(look(number) for number in range(20))


async def quick_players(client: Client) -> None:
    """Thirty pages that play the best and ten that play easy, each moving as soon as it may."""

    async def play(level: str, size: int) -> None:
        dice = random.Random(size)
        while True:
            table = await client.table({}, {"level": level}, size=size)
            async with client.sit(table["id"], table["keys"][0]) as page:
                while not page.state["over"]:
                    await page.move(dice)

    await together(play("best", 13) if number < 30 else play("easy", 11) for number in range(40))


async def half_sent(client: Client) -> None:
    """Three hundred requests that never end, half of them in the middle of the body."""
    held = []
    for number in range(300):
        with contextlib.suppress(*REJECTED):
            _, writer = await client.open()
            body = "POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n"
            head, end = (body, "\r\n{") if number % 2 else ("GET / HTTP/1.1\r\n", "")
            writer.write(f"{head}Host: {HOST}:{client.port}\r\n{end}".encode())
            held.append(writer)
    await asyncio.sleep(TIMEOUT)


async def chat_flood(client: Client) -> None:
    """Twenty-eight sockets of one seat, each of which says as much as a socket may."""
    table = await client.table({}, {})

    async def talk() -> None:
        async with client.sit(table["id"], table["keys"][0]) as page:
            reading = asyncio.create_task(page.drain())
            try:
                for number in range(1000):
                    await page.send(chat=f"{number} " + "x" * 400)
                    await asyncio.sleep(0.05)
            finally:
                reading.cancel()

    await together(talk() for _ in range(28))


async def hammering(client: Client) -> None:
    """Sixty connections that ask for page after page, previews and prints of large boards among them."""
    table = await client.table({}, {}, size=26)
    pages = (
        f"/api/tables/{table['id']}/board.svg",
        f"/play/{table['id']}",
        "/api/games/marienbad/preview?board=H26",
        "/",
        "/api/print/nombres/sheet.pdf?kind=puzzles&count=1&sheets=99&option.board=12x12",
    )

    async def ask(number: int) -> None:
        for page in itertools.cycle(pages[number % 5 :] + pages[: number % 5]):
            await client.request("GET", page)

    await together(ask(number) for number in range(60))


VISITORS: dict[str, Callable[[Client], Coroutine[Any, Any, None]]] = {
    each.__name__: each
    for each in (best_against_best, analyses, quick_players, half_sent, chat_flood, hammering)
}


async def attack(port: int, names: list[str], seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await together(VISITORS[name](Client(port, f"127.0.0.{n + 2}")) for n, name in enumerate(names))


# --- ordinary visitors


async def measure(port: int, seconds: float) -> dict[str, list[float]]:
    """Return what people at one address meet, in seconds."""
    times: dict[str, list[float]] = {name: [] for name in (*LATENCIES, "failed")}
    client = Client(port)

    async def play(level: str) -> None:
        dice = random.Random(level)
        while True:
            table = await client.table({}, {"level": level}, size=5)
            async with client.sit(table["id"], table["keys"][0]) as page:
                while not page.state["over"]:
                    start = time.perf_counter()
                    await page.move(dice)
                    times["failed" if page.state["failed"] else level].append(time.perf_counter() - start)
                    await asyncio.sleep(0.3)

    async def read() -> None:
        while True:
            start = time.perf_counter()
            await client.request("GET", "/")
            times["page"].append(time.perf_counter() - start)
            await asyncio.sleep(0.3)

    async def friends() -> None:
        while True:
            table = await client.table({}, {}, size=9)
            ada, bo = (client.sit(table["id"], key) for key in table["keys"])
            async with ada as one, bo as other:
                for ply in range(40):
                    mover, watcher = (one, other) if ply % 2 == 0 else (other, one)
                    start = time.perf_counter()
                    await mover.send(touch=[ply * 2], seq=ply)
                    await watcher.until(lambda state, ply=ply: state["seq"] > ply)  # type: ignore[misc]
                    times["move"].append(time.perf_counter() - start)
                    if watcher.state["over"]:
                        break
                    await asyncio.sleep(0.2)

    async def noting(work: Awaitable[None]) -> None:
        try:
            await work
        except REJECTED as error:
            times["failed"].append(0.0)
            print(f"  a visitor was sent away: {type(error).__name__} {error}")

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*map(noting, (play("beginner"), play("easy"), read(), friends())))
    return times


def show(title: str, times: dict[str, list[float]]) -> None:
    print(title)
    for name in LATENCIES:
        found = sorted(times[name])
        if not found:
            print(f"  {name:10} no answer")
            continue
        p50, p99 = found[len(found) // 2], found[min(len(found) - 1, int(len(found) * 0.99))]
        print(f"  {name:10} p50 {p50:6.3f} s   p99 {p99:6.3f} s   max {found[-1]:6.3f} s   of {len(found)}")
    print(f"  {len(times['failed'])} failed", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", default=",".join(VISITORS), help="these visitors, separated by commas")
    parser.add_argument("--attack", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.only.split(",")
    if options.attack:
        asyncio.run(attack(options.attack, names, options.seconds))
        return
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/log", "w+", encoding="utf-8") as log:
        serve = [sys.executable, "-m", "pavage", "serve", "--no-browser", "--port", "0", "--lang", "en"]
        serve += ["--database", f"sqlite:///{folder}/pavage.db"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, text=True)
        hostile = None
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rsplit(":", 1)[1])
            time.sleep(WARM_UP)
            show("alone", asyncio.run(measure(port, ALONE)))
            again = [sys.executable, __file__, "--attack", str(port), "--only", options.only]
            hostile = subprocess.Popen([*again, "--seconds", str(options.seconds + WARM_UP)])
            time.sleep(WARM_UP)
            show(f"with {', '.join(names)}", asyncio.run(measure(port, options.seconds)))
            _, metrics = asyncio.run(Client(port).request("GET", "/metrics"))
            print(
                *(line for line in metrics.decode().splitlines() if line.startswith("pavage_failures_total"))
            )
            log.seek(0)
            print(f"{sum(1 for _ in log)} lines in the log")
        finally:
            for process in (hostile, server):
                if process is not None:
                    process.terminate()
                    process.wait(30)


if __name__ == "__main__":
    main()
