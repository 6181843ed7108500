"""Whether a server that is played on for a long time stays as it was: so many moves a second, and its memory.

    python benchmarks/soak.py --minutes 60 --rate 100
    python benchmarks/soak.py --minutes 4 --explain       # what there is more and more of

Pairs of players meet at a table of Hex, one more page watches, every tenth move somebody says something, a
third of the tables have clocks. When a game has gone on for long enough its pages close, and the pair sets
another table; so tables come and go as on a server that is in use. Every half minute a line says how much
memory the server occupies (resident), how many tables it has there, and how many moves were acknowledged.

The end says by how much memory grew after the first part of the time (`--settle`, ten minutes): a straight
line through what was measured from then on, in megabytes an hour. With --explain the server collects its
garbage at each measurement, says how much it was (what nothing but a cycle of references kept), and counts
its objects by type; the end says what there is more of.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from load import post, resident
from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys
from pavage.server import limits, serve
limits.GAMES_PER_ADDRESS = 10**9
if sys.argv[2]:
    import collections, gc, json, signal
    def count(*_):
        print("garbage:", gc.collect(), file=sys.stderr, flush=True)
        kinds = collections.Counter(type(each).__qualname__ for each in gc.get_objects())
        with open(sys.argv[2], "a") as file:
            print(json.dumps(kinds), file=file)
    signal.signal(signal.SIGUSR1, count)
if __name__ == "__main__":
    serve(open_browser=False, language="en", database=sys.argv[1], port=0)
"""
SIZE = 7
PLIES = SIZE * SIZE // 2
"""Rows are filled one after the other, so that nobody has won before half of the board is full."""


class Soak:
    """The pairs of players, and what they have done."""

    def __init__(self, port: int, rate: float) -> None:
        self.port = port
        self.pause = 0.0
        self.rate = rate
        self.moves = self.games = self.failed = 0
        self._next = time.monotonic()

    async def turn(self) -> None:
        """Wait until one more move may be made: so many a second, of all pairs together."""
        now = time.monotonic()
        self._next = max(self._next + 1 / self.rate, now - 1)
        if self._next > now:
            await asyncio.sleep(self._next - now)

    async def pair(self, number: int) -> None:
        """One table after the other."""
        while True:
            try:
                await self.game(number + self.games)
                self.games += 1
            except (OSError, TimeoutError, RuntimeError) as error:
                self.failed += 1
                print(f"a game was broken off: {type(error).__name__}: {error}", flush=True)
                await asyncio.sleep(1)

    async def game(self, number: int) -> None:
        clock = "5m" if number % 3 == 0 else ""
        body = {"game": "hex", "options": {"size": SIZE, "swap": "none"}, "chairs": [{}, {}], "clock": clock}
        told = await asyncio.to_thread(post, self.port, body)
        address = f"ws://127.0.0.1:{self.port}/api/tables/{told['id']}/live"
        keys = [[key] for key in told["keys"]]  # type: ignore[attr-defined]
        sockets: list[ClientConnection] = []
        try:
            for hello in (*keys, []):
                socket = await connect(address, max_size=None, compression=None, open_timeout=60)
                sockets.append(socket)
                await socket.send(json.dumps({"hello": hello}))
            for ply in range(PLIES):
                await self.turn()
                await sockets[ply % 2].send(json.dumps({"touch": [ply], "seq": ply}))
                if ply % 10 == 9:
                    await sockets[ply % 2].send(json.dumps({"chat": f"move {ply}"}))
                await asyncio.gather(*(until(socket, ply + 1) for socket in sockets))
                self.moves += 1
        finally:
            for socket in sockets:
                await socket.close()


async def until(socket: ClientConnection, seq: int) -> None:
    """Read on to the state after so many changes."""
    async with asyncio.timeout(60):
        while True:
            text = str(await socket.recv())
            if text.startswith('{"kind":"refused"'):
                raise RuntimeError(text)
            found = re.match(r'{"kind":"state","seq":(\d+)', text)
            if found and int(found[1]) >= seq:
                return


def rooms(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        return int(re.search(r"^pavage_rooms (\d+)", answer.read().decode(), re.MULTILINE)[1])  # type: ignore[index]


async def soak(port: int, pid: int, given: argparse.Namespace) -> list[tuple[float, float]]:
    """The megabytes of the server, and after how many seconds."""
    all_pairs = Soak(port, given.rate)
    playing = [asyncio.create_task(all_pairs.pair(number)) for number in range(given.pairs)]
    begun, measured = time.monotonic(), list[tuple[float, float]]()
    while (now := time.monotonic() - begun) < 60 * given.minutes:
        await asyncio.sleep(min(given.every, 60 * given.minutes - now + 0.01))
        now = time.monotonic() - begun
        kept = await asyncio.to_thread(rooms, port)
        measured.append((now, resident(pid)))
        print(
            f"{now:6.0f} s: {measured[-1][1]:6.1f} MB, {kept} tables in memory, {all_pairs.games} games, "
            f"{all_pairs.moves / now:.0f} moves a second, {all_pairs.failed} broken off",
            flush=True,
        )
        if given.explain:
            subprocess.run(["kill", "-USR1", str(pid)], check=True)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return measured


def slope(points: list[tuple[float, float]]) -> float:
    """Of the line through these that is nearest to them, in megabytes an hour."""
    if len(points) < 2:
        return float("nan")
    middle = [sum(each) / len(points) for each in zip(*points, strict=True)]
    above = sum((t - middle[0]) * (size - middle[1]) for t, size in points)
    return 3600 * above / sum((t - middle[0]) ** 2 for t, _ in points)


def explain(file: Path) -> None:
    """What there was more of at the end than in the middle."""
    counted = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    before, after = counted[len(counted) // 2], counted[-1]
    grown = sorted(((after[name] - before.get(name, 0), name) for name in after), reverse=True)[:25]
    print("\nmore objects at the end than in the middle:")
    for more, name in grown:
        print(f"{more:10} (of {after[name]}) {name}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--settle", type=float, default=10, help="minutes that are not counted")
    parser.add_argument("--rate", type=float, default=100, help="moves a second, of all players together")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--every", type=float, default=30, help="seconds between two measurements")
    parser.add_argument("--explain", action="store_true", help="collect garbage, and count what is in memory")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pavage-soak-") as folder:
        program, counted = Path(folder) / "server.py", Path(folder) / "counted"
        program.write_text(SERVER, encoding="utf-8")
        command = [
            sys.executable,
            str(program),
            f"sqlite:///{folder}/pavage.db",
            str(counted) if given.explain else "",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[2].split("/")[0])
            try:
                measured = asyncio.run(soak(port, server.pid, given))
            finally:
                server.send_signal(signal.SIGTERM)
        if given.explain:
            explain(counted)
    late = [(t, size) for t, size in measured if t >= 60 * min(given.settle, given.minutes / 2)]
    print(
        f"{measured[0][1]:.0f} MB after {measured[0][0]:.0f} s, {measured[-1][1]:.0f} MB at the end;", end=" "
    )
    print(f"in the last {(late[-1][0] - late[0][0]) / 60:.0f} minutes {slope(late):+.1f} MB an hour")
    return 0


if __name__ == "__main__":
    sys.exit(main())
