"""How much one server carries: many sockets, many moves, and how long a move takes until it is acknowledged.

    python benchmarks/load.py --sockets 400 --rate 50 --seconds 20

Half of the sockets play Hex against each other, two at a table; the others watch, two at a table as well. So
many moves a second are made in all, each by a player whose turn it is. It prints

    sockets           that were connected, and the memory of the server for each
    moves a second    that were acknowledged
    acknowledgment    from sending a move to the state that shows it: it is durable then
    event-loop lag    how late the server's own timer was, from /metrics

The players run in this process, on the same cores as the server; they collect no garbage while they play.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys
from pavage.server import limits, serve
limits.GAMES_PER_ADDRESS = 10**9
if __name__ == "__main__":
    serve(open_browser=False, language="en", database=sys.argv[1])
"""


def resident(pid: int) -> float:
    """Megabytes that a process occupies."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def processor(pid: int) -> float:
    """Seconds that a process has computed; they do not depend on who else does."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Table:
    """Two players at one board, and those who watch."""

    def __init__(self, told: dict[str, object]) -> None:
        self.id = str(told["id"])
        self.keys = list(told["keys"])  # type: ignore[call-overload]
        self.sockets: list[ClientConnection] = []
        self.state: dict[str, object] = {}
        self.sent = 0.0
        self.waiting: asyncio.Future[None] | None = None

    async def join(self, port: int, hello: list[str]) -> None:
        address = f"ws://127.0.0.1:{port}/api/tables/{self.id}/live"
        socket = await connect(address, max_size=None, compression=None, open_timeout=60)
        await socket.send(json.dumps({"hello": hello}))
        self.sockets.append(socket)

    async def listen(self, socket: ClientConnection) -> None:
        """Every page reads all it is sent; the one that moved looks for its own move."""
        async for text in socket:
            if self.waiting is None or '"kind":"state"' not in str(text)[:20]:
                continue
            told = json.loads(text)
            if told["seq"] > self.sent and not self.waiting.done():
                self.waiting.set_result(None)

    async def move(self, number: int, size: int) -> float:
        """One move by whoever is to move; the seconds until it is acknowledged."""
        column, row = number % size, number // size
        cell = row * size + column
        socket = self.sockets[number % 2]
        self.sent = number
        self.waiting = asyncio.get_running_loop().create_future()
        listening = asyncio.create_task(self.listen(socket))
        begun = time.perf_counter()
        await socket.send(json.dumps({"touch": [cell], "seq": number}))
        try:
            await asyncio.wait_for(self.waiting, 30)
            return time.perf_counter() - begun
        finally:
            listening.cancel()
            self.waiting = None


async def drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def load(port: int, pid: int, given: argparse.Namespace) -> None:
    before = resident(pid)
    count = max(1, given.sockets // 4)
    tables = []
    for _ in range(count):
        body = {"game": "hex", "options": {"size": given.size, "swap": "none"}, "chairs": [{}, {}]}
        tables.append(Table(await asyncio.to_thread(post, port, body)))
    watching = []
    for table in tables:
        for hello in ([table.keys[0]], [table.keys[1]], [], []):
            await table.join(port, hello)
        watching += [asyncio.create_task(drain(socket)) for socket in table.sockets[2:]]
    await asyncio.sleep(2)
    sockets = 4 * count
    each = (resident(pid) - before) / sockets * 1024
    print(f"{sockets} sockets at {count} tables, {each:.0f} kB of the server's memory a socket")

    played = dict.fromkeys(range(count), 0)
    idle = list(range(count))
    times: list[float] = []
    failed = 0

    async def one(place: int) -> None:
        nonlocal failed
        try:
            times.append(await tables[place].move(played[place], given.size))
            played[place] += 1
            idle.append(place)
        except (TimeoutError, OSError):
            failed += 1

    lag_before, computed = histogram(port), processor(pid)
    gc.collect()
    gc.disable()  # a second of looking through 2,000 sockets of ours would count as the server's
    moves = []
    begun = time.perf_counter()
    while (now := time.perf_counter() - begun) < given.seconds:
        while len(moves) < now * given.rate and idle:
            place = idle.pop(random.randrange(len(idle)))
            if played[place] < given.size**2 // 2:
                moves.append(asyncio.create_task(one(place)))
        await asyncio.sleep(0.005)
    await asyncio.gather(*moves)
    took = time.perf_counter() - begun
    each = 1000 * (processor(pid) - computed) / len(times)
    times.sort()
    print(f"{len(times) / took:.0f} moves a second ({given.rate} wanted), {failed} without an answer")
    print(f"{each:.1f} ms of the server's processor a move, all pages told")
    for share in (0.5, 0.99):
        print(f"acknowledgment p{100 * share:.0f}: {1000 * times[int(share * (len(times) - 1))]:.0f} ms")
    lag = histogram(port)
    for share in (0.5, 0.99):
        print(f"event-loop lag p{100 * share:.0f}: at most {1000 * quantile(lag_before, lag, share):g} ms")
    for task in watching:
        task.cancel()


def post(port: int, body: object) -> dict[str, object]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        told: dict[str, object] = json.load(answer)
    return told


def histogram(port: int) -> dict[float, int]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    found = re.findall(r'pavage_loop_lag_seconds_bucket{le="(.+)"} (\d+)', text)
    return {float(most.replace("+Inf", "inf")): int(count) for most, count in found}


def quantile(before: dict[float, int], after: dict[float, int], share: float) -> float:
    """The bucket within which this share of what came between lies."""
    counts = {most: after[most] - before[most] for most in after}
    return min(most for most, count in counts.items() if count >= share * counts[float("inf")])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sockets", type=int, default=400)
    parser.add_argument("--rate", type=float, default=50, help="moves a second, of all players together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--size", type=int, default=11, help="of the boards")
    given = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory(prefix="pavage-load-") as folder:
        program = Path(folder) / "server.py"
        program.write_text(SERVER, encoding="utf-8")
        command = [sys.executable, str(program), f"sqlite:///{folder}/pavage.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[2].split("/")[0])
            try:
                asyncio.run(load(port, server.pid, given))
            finally:
                server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
