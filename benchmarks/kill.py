"""Kill the server again and again while it is played on: nothing that was acknowledged may be lost.

    python benchmarks/kill.py --times 200
    python benchmarks/kill.py --times 200 --postgresql       # on a PostgreSQL of its own
    python benchmarks/kill.py --times 10 --without-store     # the control: this must fail

Games of many kinds are played by socket on a server of its own, on a store of its own: Hex with clocks and
with talk, HEXTRA with dice, Hex against a computer that owes moves, a race of Nombres croisés. A move or a
line counts as acknowledged when a state with it has come back. After a random number of these the server's
process gets SIGKILL; a new one is started on the same store, every table is opened again, and

    moves and talk    that were acknowledged must be there, in order, dice as they fell
    clocks            of those who were not to move must show what they showed
    owed moves        must come, though nobody asks for them

At the end `pavage doctor` must find nothing.

With --without-store the server shows what happens without waiting for the store, whose disk is made slow: the
script must then find losses, and says so.
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
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).parent.parent
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
PEOPLE = [{"name": "A"}, {"name": "B"}]
HEX = {"game": "hex", "options": {"size": 11}}
KINDS: dict[str, dict[str, Any]] = {
    "clocks and talk": {**HEX, "chairs": PEOPLE, "clock": "5m"},
    "dice": {"game": "hextra", "options": {"players": 2}, "chairs": PEOPLE},
    "computer": {**HEX, "chairs": [{"name": "A"}, {"level": "random"}]},
    "contest": {"mode": "race", "names": ["A", "B"]},
}
"""What is played, each as often."""


class Game:
    """A table, its keys, and what the server said has happened."""

    def __init__(self, kind: str, name: str, keys: list[str]) -> None:
        self.kind, self.id, self.keys = kind, name, keys
        self.state: dict[str, Any] = {"moves": [], "chat": [], "seats": [], "over": False, "mine": True}

    @property
    def moves(self) -> list[str]:
        return [move["text"] for move in self.state["moves"]]

    @property
    def talk(self) -> list[str]:
        return [line["text"] for line in self.state["chat"]]


class Server:
    """The process to be killed."""

    def __init__(self, folder: Path, database: str, mode: str = "safe") -> None:
        self.program = folder / "server.py"
        self.program.write_text(SERVER, encoding="utf-8")
        self.database, self.mode = database, mode
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

    def post(self, path: str, body: object) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def set(self, count: int) -> list[Game]:
        """So many games, of all kinds in turn; both boards of a race."""
        games = list[Game]()
        for number in range(count):
            kind = list(KINDS)[number % len(KINDS)]
            if kind == "contest":
                told = self.post("/api/contests", KINDS[kind])
                games += [Game(kind, each["id"], []) for each in told["players"]]
            else:
                told = self.post("/api/tables", KINDS[kind])
                games.append(Game(kind, told["id"], [key for key in told["keys"] if key]))
        return games


def address(server: Server, game: Game) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{game.id}/live"


def acknowledged(games: list[Game]) -> int:
    return sum(len(game.moves) + len(game.talk) for game in games)


async def play(server: Server, game: Game) -> None:
    """Move after move, as fast as they are acknowledged, until the connection breaks."""
    with contextlib.suppress(WebSocketException, OSError):
        async with connect(address(server, game), max_size=None, open_timeout=60) as socket:
            await socket.send(json.dumps({"hello": game.keys}))
            lines = 0
            async for text in socket:
                state = json.loads(text)
                if state["kind"] == "refused" or (state["kind"] == "state" and not state["you"]):
                    continue
                if state["kind"] == "state":
                    game.state = state
                if state["kind"] != "state" or not state["mine"] or state["over"]:
                    continue
                scene = state["scene"]
                sites = scene["next"] + [button["site"] for button in scene["buttons"]]
                touched = [*scene["touched"], random.choice(sites)]
                await socket.send(json.dumps({"touch": touched, "seq": state["seq"]}))
                if game.kind == "clocks and talk" and random.random() < 0.2 and lines < 40:
                    lines += 1
                    await socket.send(json.dumps({"chat": f"line {lines}"}))
                await asyncio.sleep(0.06)  # within the limit of messages a second


async def under_load(server: Server, games: list[Game], enough: int) -> None:
    """Play until so much was acknowledged, and a little longer; then kill the server in the middle of it."""
    players = [asyncio.create_task(play(server, game)) for game in games]
    deadline = time.monotonic() + 60
    while acknowledged(games) < enough and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    await asyncio.sleep(random.uniform(0, 0.1))
    server.kill()
    await asyncio.gather(*players)


async def seen(server: Server, game: Game, enough: int) -> dict[str, Any]:
    """A table as the server has read it again; where a computer owes a move, after it has made it."""
    async with connect(address(server, game), max_size=None, open_timeout=60) as socket, asyncio.timeout(60):
        while True:
            state: dict[str, Any] = json.loads(await socket.recv())
            if state["kind"] == "state" and (len(state["moves"]) >= enough or state["over"]):
                return state


def what_is_lost(game: Game, found: dict[str, Any]) -> str:
    """What was acknowledged and is not there; empty if all is."""
    moves, talk = [move["text"] for move in found["moves"]], [line["text"] for line in found["chat"]]
    if moves[: len(game.moves)] != game.moves:
        return f"{len(game.moves)} moves acknowledged, {len(moves)} found"
    if talk[: len(game.talk)] != game.talk:
        return f"{len(game.talk)} lines acknowledged, {len(talk)} found"
    if len(moves) == len(game.moves) and game.kind == "clocks and talk":
        for before, after in zip(game.state["seats"], found["seats"], strict=True):
            if not before["turn"] and abs(before["left"] - after["left"]) > 0.01:
                return f"a clock showed {before['left']} and shows {after['left']}"
    return ""


async def compare(server: Server, games: list[Game]) -> list[str]:
    lost = []
    for game in games:
        owes = game.kind == "computer" and game.state["moves"] and not game.state["mine"]
        try:
            found = await seen(server, game, len(game.moves) + bool(owes and not game.state["over"]))
            wrong = what_is_lost(game, found)
        except TimeoutError:
            wrong = "what was acknowledged, or a move that a computer owes, never came"
        if wrong:
            lost.append(f"{game.kind} {game.id}: {wrong}")
    return lost


def one_round(server: Server, count: int) -> tuple[int, list[str]]:
    """Play, kill, start again, compare: how much was acknowledged, and what was lost."""
    games = server.set(count)
    asyncio.run(under_load(server, games, random.randrange(10, 150)))
    server.start()
    return acknowledged(games), asyncio.run(compare(server, games))


@contextlib.contextmanager
def a_database(folder: Path, postgresql: bool) -> Iterator[str]:
    if not postgresql:
        yield f"sqlite:///{folder}/pavage.db"
        return
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from postgres import server

    with server() as url:
        yield url


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--games", type=int, default=8, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--without-store", action="store_true", help="the control: acknowledge too early")
    given = parser.parse_args()
    random.seed(given.seed)
    begun, moves, lost = time.monotonic(), 0, list[str]()
    with (
        tempfile.TemporaryDirectory(prefix="pavage-kill-") as folder,
        a_database(Path(folder), given.postgresql) as database,
    ):
        server = Server(Path(folder), database, "unsafe" if given.without_store else "safe")
        try:
            for number in range(1, given.times + 1):
                acknowledged, missing = one_round(server, given.games)
                moves, lost = moves + acknowledged, lost + missing
                print(
                    f"kill {number}: {acknowledged} acknowledged, {len(missing)} games lost some", flush=True
                )
                for line in () if given.without_store else missing:
                    print(f"    {line}", flush=True)
        finally:
            server.kill()
        doctor = subprocess.run(
            [sys.executable, "-m", "pavage", "doctor", "--lang", "en", "--database", database],
            capture_output=True,
            text=True,
            env=os.environ,
        )
    print(doctor.stdout.strip() or doctor.stderr.strip())
    print(
        f"{given.times} kills in {time.monotonic() - begun:.0f} s, {moves} moves and lines acknowledged, "
        f"{len(lost)} games lost some of them."
    )
    if given.without_store:
        print(
            "The control lost some, as it must." if lost else "The control lost nothing: it proves nothing."
        )
        return 0 if lost else 1
    return 1 if lost or doctor.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
