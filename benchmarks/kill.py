"""Kill the server again and again while it is played on: no move that was acknowledged may be lost.

    python benchmarks/kill.py --times 50
    python benchmarks/kill.py --times 10 --without-store     # the control: this must fail

Several games of Hex are played by socket on a server of its own, on a store of its own. A move counts as
acknowledged when the state with it has come back. At a random moment the server's process gets SIGKILL; a new
one is started on the same store, every table is opened again, and everything that was acknowledged must be
there, in order. At the end `pavage doctor` must find nothing.

With --without-store the server shows moves without waiting for the store, whose disk is made slow: the script
must then find lost moves, and says so. A kill cannot show what the loss of power would: for that, SQLite is
opened with synchronous=FULL (tests/test_store.py checks it).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

SERVER = """
import sys
from pavage.server import limits, serve
limits.GAMES_PER_ADDRESS = 10**9
if sys.argv[2] == "unsafe":
    # The control: whoever asks is told at once that it is durable, and the writer is slow.
    import time
    from concurrent.futures import Future
    from pavage.store import log, writer
    right, commit = log.Store.append, writer.Writer._commit
    def append(*given, **more):
        right(*given, **more)
        done = Future()
        done.set_result(None)
        return done
    def slowly(*given):
        time.sleep(0.05)
        commit(*given)
    log.Store.append, writer.Writer._commit = append, slowly
if __name__ == "__main__":
    serve(port=int(sys.argv[3]), open_browser=False, language="en", database=sys.argv[1])
"""


class Game:
    """A table, its keys, and the moves that the server said were made."""

    def __init__(self, told: dict[str, object]) -> None:
        self.id, self.keys = told["id"], told["keys"]
        self.acknowledged: list[str] = []


class Server:
    """The process to be killed."""

    def __init__(self, folder: Path, unsafe: bool) -> None:
        self.program = folder / "server.py"
        self.program.write_text(SERVER, encoding="utf-8")
        self.database = f"sqlite:///{folder}/pavage.db"
        self.mode = "unsafe" if unsafe else "safe"
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(self.program), self.database, self.mode, str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split(":")[2].split("/")[0])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def post(self, body: object) -> dict[str, object]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables",
            json.dumps(body).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            told: dict[str, object] = json.load(answer)
        return told


def address(server: Server, game: Game) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{game.id}/live"


async def play(server: Server, game: Game) -> None:
    """Move after move, as fast as they are acknowledged, until the connection breaks."""
    with contextlib.suppress(WebSocketException, OSError):
        async with connect(
            f"ws://127.0.0.1:{server.port}/api/tables/{game.id}/live", max_size=None
        ) as socket:
            await socket.send(json.dumps({"hello": game.keys}))
            async for text in socket:
                state = json.loads(text)
                if state["kind"] != "state" or not state["you"]:
                    continue
                game.acknowledged = [move["text"] for move in state["moves"]]
                if state["over"]:
                    return
                cell = random.choice(state["scene"]["next"])
                await socket.send(json.dumps({"touch": [cell], "seq": state["seq"]}))
                await asyncio.sleep(0.05)  # within the limit of messages a second


async def under_load(server: Server, games: list[Game], seconds: float) -> None:
    players = [asyncio.create_task(play(server, game)) for game in games]
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.gather(*players)


async def stored(server: Server, game: Game) -> list[str]:
    """The moves of a table as the server has read them again."""
    async with connect(address(server, game), max_size=None) as socket:
        return [move["text"] for move in json.loads(await socket.recv())["moves"]]


def one_round(server: Server, count: int) -> tuple[int, list[str]]:
    """Play, kill, start again, compare: how many moves were acknowledged, and what was lost."""
    chairs = [{"name": "A"}, {"name": "B"}]
    body = {"game": "hex", "options": {"size": 11}, "chairs": chairs}
    games = [Game(server.post(body)) for _ in range(count)]
    asyncio.run(under_load(server, games, random.uniform(0.3, 1.5)))
    server.start()
    lost = []
    for game in games:
        found = asyncio.run(stored(server, game))
        if found[: len(game.acknowledged)] != game.acknowledged:
            lost.append(f"{game.id}: {len(game.acknowledged)} acknowledged, {len(found)} found")
    return sum(len(game.acknowledged) for game in games), lost


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--games", type=int, default=8, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-store", action="store_true", help="the control: acknowledge too early")
    given = parser.parse_args()
    random.seed(given.seed)
    with tempfile.TemporaryDirectory(prefix="pavage-kill-") as folder:
        server = Server(Path(folder), given.without_store)
        moves, lost = 0, list[str]()
        try:
            for number in range(1, given.times + 1):
                acknowledged, missing = one_round(server, given.games)
                moves, lost = moves + acknowledged, lost + missing
                print(f"kill {number}: {acknowledged} moves acknowledged, {len(missing)} games lost some")
        finally:
            server.kill()
        doctor = subprocess.run(
            [sys.executable, "-m", "pavage", "doctor", "--lang", "en", "--database", server.database],
            capture_output=True,
            text=True,
            env=os.environ,
        )
    print(doctor.stdout.strip() or doctor.stderr.strip())
    print(f"{given.times} kills, {moves} moves acknowledged, {len(lost)} games lost some of them.")
    if given.without_store:
        print(
            "The control lost moves, as it must." if lost else "The control lost nothing: it proves nothing."
        )
        return 0 if lost else 1
    return 1 if lost or doctor.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
