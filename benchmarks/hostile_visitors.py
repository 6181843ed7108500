"""The visitors of hostile.py, each of whom does one bad thing, and how anybody speaks with the server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

WHERE = "127.0.0.1"
PATIENCE = 60.0
"""Seconds after which an answer counts as missing."""
GONE = (OSError, TimeoutError, WebSocketException, asyncio.IncompleteReadError, ValueError)
"""What can happen to somebody whom the server sends away."""


class Client:
    """Somebody at an address."""

    def __init__(self, port: int, address: str = WHERE) -> None:
        self.port, self.address = port, address

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(WHERE, self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {WHERE}:{self.port}\r\nConnection: close\r\n"
        if data:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        reader, writer = await self.raw()
        try:
            writer.write(head.encode() + b"\r\n" + data)
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
        finally:
            writer.close()
        told, _, content = answer.partition(b"\r\n\r\n")
        return int(told.split(b" ", 2)[1]), content

    async def table(self, chairs: list[dict[str, Any]], size: int = 11, **more: Any) -> dict[str, Any]:
        body = {"game": "hex", "options": {"size": size, "swap": "none"}, "chairs": chairs, **more}
        status, content = await self.ask("POST", "/api/tables", body)
        if status != 201:
            raise ValueError(content[:200])
        told: dict[str, Any] = json.loads(content)
        return told

    @contextlib.asynccontextmanager
    async def sit(self, table: str, *keys: str) -> AsyncIterator[Page]:
        address = f"ws://{WHERE}:{self.port}/api/tables/{table}/live"
        from_here = {"local_addr": (self.address, 0), "open_timeout": PATIENCE}
        async with connect(address, max_size=None, compression=None, **from_here) as socket:
            page = Page(socket)
            await page.send(hello=list(keys))
            await page.until(lambda told: bool(told["you"]) == bool(keys))
            yield page


class Page:
    """An open page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                told = json.loads(await self.socket.recv())
                if told["kind"] == "state":
                    self.state = told
                    if true(told):
                        return told

    async def move(self, dice: random.Random) -> None:
        """Touch a free cell, and wait until it is somebody's turn again who acts here, or the end."""
        seq = self.state["seq"]
        await self.send(touch=[dice.choice(self.state["scene"]["next"])], seq=seq)
        await self.until(lambda told: told["over"] or (told["seq"] > seq and told["mine"]) or told["failed"])

    async def drain(self) -> None:
        async for _ in self.socket:
            pass


# --- visitors who do their worst


async def best_against_best(client: Client) -> None:
    """Seventy tables at which the best plays the best, watched by nobody."""
    for _ in range(70):
        await client.table([{"level": "best"}, {"level": "best"}], size=13)
    await asyncio.sleep(PATIENCE)


async def analyses(client: Client) -> None:
    """Twenty pages that look at the positions of one finished game, one after the other."""
    told = await client.table([{}, {}], size=13)
    async with client.sit(told["id"], *told["keys"]) as page:
        for cell in range(30):
            await page.send(touch=[cell * 5], seq=cell)
            await page.until(lambda state, cell=cell: state["seq"] > cell)  # type: ignore[misc]
        await page.send(act="resign", seq=30, seat=0)
        await page.until(lambda state: bool(state["over"]))

    async def look(number: int) -> None:
        async with client.sit(told["id"]) as page:
            for ply in itertools.cycle(range(number, 30)):
                await page.send(analyse=ply)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(3):
                        await page.drain()

    await together(look(number) for number in range(20))


async def people_against_best(client: Client) -> None:
    """Thirty open pages that play the best, each moving as soon as it may."""
    await together(_play_on(client, "best", 13) for _ in range(30))


async def people_against_easy(client: Client) -> None:
    """Ten open pages that play easy opponents as fast as they can."""
    await together(_play_on(client, "easy", 11) for _ in range(10))


async def hints(client: Client) -> None:
    """Ten pages that ask for a hint before every move."""

    async def one() -> None:
        told = await client.table([{}, {}], size=13)
        dice = random.Random(told["id"])
        async with client.sit(told["id"], *told["keys"]) as page:
            while not page.state["over"]:
                await page.send(act="hint", seq=page.state["seq"])
                await page.until(lambda state: not state["busy"])
                await page.move(dice)

    await together(one() for _ in range(10))


async def _play_on(client: Client, level: str, size: int) -> None:
    dice = random.Random(size)
    while True:
        told = await client.table([{}, {"level": level}], size)
        async with client.sit(told["id"], told["keys"][0]) as page:
            while not page.state["over"]:
                await page.move(dice)


async def half_sent(client: Client) -> None:
    """Three hundred requests of which the end never comes, half of them in the middle of the body."""
    held = []
    for number in range(300):
        with contextlib.suppress(*GONE):
            _, writer = await client.raw()
            body = "POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n"
            head = body if number % 2 else "GET / HTTP/1.1\r\n"
            end = "\r\n{" if number % 2 else ""
            writer.write(f"{head}Host: {WHERE}:{client.port}\r\n{end}".encode())
            held.append(writer)
    await asyncio.sleep(PATIENCE)


async def chunked(client: Client) -> None:
    """A body that says it has five bytes, and comes in chunks without end: 64 MiB on each connection."""

    async def one() -> None:
        _, writer = await client.raw()
        head = f"POST /api/tables HTTP/1.1\r\nHost: {WHERE}:{client.port}\r\nContent-Length: 5\r\n"
        writer.write(f"{head}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n".encode())
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        for _ in range(1024):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)

    await together(one() for _ in range(4))


async def chat_flood(client: Client) -> None:
    """Twenty-eight sockets of one seat, each of which says as much as one socket may."""
    told = await client.table([{}, {}])

    async def one() -> None:
        async with client.sit(told["id"], told["keys"][0]) as page:
            reading = asyncio.create_task(page.drain())
            try:
                for number in range(1000):
                    await page.send(chat=f"{number} " + "x" * 400)
                    await asyncio.sleep(0.05)
            finally:
                reading.cancel()

    await together(one() for _ in range(28))


async def watchers(client: Client) -> None:
    """Forty pages that watch one table and read nothing."""
    told = await client.table([{}, {}])

    async def one() -> None:
        async with client.sit(told["id"]):
            await asyncio.sleep(PATIENCE)

    await together(one() for _ in range(40))


async def previews(client: Client) -> None:
    """Boards that cost much to look at or to refuse, twelve at a time."""

    async def one(number: int) -> None:
        while True:
            if number % 2:
                await client.ask("GET", "/api/games/marienbad/preview?board=H26")
            else:
                body = {"game": "hex", "options": {"size": 26}, "text": "", "pieces": {}}
                await client.ask("POST", "/api/setup", body)

    await together(one(number) for number in range(12))


async def hammering(client: Client) -> None:
    """Sixty connections that ask for page after page."""
    told = await client.table([{}, {}], size=26)
    pages = (f"/api/tables/{told['id']}/board.svg", f"/play/{told['id']}", "/api/games", "/")

    async def one(number: int) -> None:
        for page in itertools.cycle(pages[number % 4 :] + pages[: number % 4]):
            await client.ask("GET", page)

    await together(one(number) for number in range(60))


async def prints(client: Client) -> None:
    """Eight times ninety-nine sheets of large puzzles, again and again."""

    async def one(number: int) -> None:
        while True:
            wish = f"kind=puzzles&count=1&sheets=99&seed={number}&option.board=12x12"
            await client.ask("GET", f"/api/print/nombres/sheet.pdf?{wish}")
            await asyncio.sleep(0.1)

    await together(one(number) for number in range(8))


VISITORS: dict[str, Callable[[Client], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        best_against_best,
        analyses,
        people_against_best,
        people_against_easy,
        hints,
        half_sent,
        chunked,
        chat_flood,
        watchers,
        previews,
        hammering,
        prints,
    )
}


async def together(works: Any) -> None:
    """All of them until the end; one whom the server sends away stays away."""

    async def kept(work: Awaitable[None]) -> None:
        with contextlib.suppress(*GONE):
            await work

    await asyncio.gather(*(kept(work) for work in works))


async def attack(port: int, names: list[str], seconds: float, one_address: bool) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            addresses = [WHERE if one_address else f"127.0.0.{place + 2}" for place in range(len(names))]
            await together(
                VISITORS[name](Client(port, address)) for name, address in zip(names, addresses, strict=True)
            )
