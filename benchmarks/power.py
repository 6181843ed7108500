"""Cut the power while the server is played on: nothing that was acknowledged may be lost.

    python benchmarks/power.py --cuts 500
    python benchmarks/power.py --cuts 50 --careless       # the control: this must fail

The games of benchmarks/kill.py are played on a server whose SQLite notes every write and every sync
(devtools/power_cuts.py), while each player notes how long that log was when something was acknowledged. Then
the power is cut at many places of the log: what was synced before is on the disk, of what was written since
nothing (every other cut) or any sectors. The store is opened as after any start, and everything that was
acknowledged before the cut must be there; `pavage doctor` must find nothing.

With --careless SQLite does not wait for the disk at every commit (synchronous=NORMAL); the script must then
find losses, and says so. PostgreSQL is not imitated: it is trusted to keep what `fsync` and
`synchronous_commit` promise, which are on unless somebody turns them off.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kill
from kill import ROOT, Game, Server, acknowledged, under_load

from pavage.server.contests.contest_log import ContestLog
from pavage.server.rooms.durable import told_again
from pavage.server.rooms.seat_keys import hashed
from pavage.server.tables.table_log import TableLog
from pavage.store import Store, open_store

sys.path.insert(0, str(ROOT))
from devtools.power_cuts import Disk

CARELESS = """
from pavage.store import engine as of_store
usual = of_store._prepare_sqlite
def careless(connection, record):
    usual(connection, record)
    connection.execute("PRAGMA synchronous=NORMAL").close()
of_store._prepare_sqlite = careless
"""


def found(store: Store, game: Game) -> tuple[list[str], int]:
    """The moves and the number of lines of a table that was read again."""
    if game.kind != "contest":
        stored = store.load(game.id)
        if stored is None:
            return [], 0
        log = told_again(TableLog, stored.setting, stored.entries)
        return [played.text for played in log.table.match.played], len(log.talk)
    place = store.seats_of(hashed(game.id))
    stored = store.load(place[0]) if place else None
    if place is None or stored is None:
        return [], 0
    contest = told_again(ContestLog, stored.setting, stored.entries)
    return [played.text for played in contest.match(place[1]).played], 0


def lost_by(folder: Path, place: int, games: dict[Game, list[str]]) -> list[str]:
    """What was acknowledged before this place of the log, and is not there."""
    lost = []
    with open_store(f"sqlite:///{folder}/pavage.db") as store:
        for game, whole in games.items():
            moves = max((count for at, count, _ in game.acknowledged if at <= place), default=0)
            lines = max((count for at, _, count in game.acknowledged if at <= place), default=0)
            texts, talk = found(store, game)
            if len(texts) < moves or texts != whole[: len(texts)] or talk < lines:
                lost.append(f"{game.kind}: {moves} moves and {lines} lines, {len(texts)} and {talk} found")
    return lost


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--games", type=int, default=8, help="games at the same time")
    parser.add_argument("--moves", type=int, default=400, help="moves and lines before the last cut")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--careless", action="store_true", help="the control: do not wait for the disk")
    given = parser.parse_args()
    dice = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="pavage-power-") as name:
        folder = Path(name)
        log, after = folder / "log", folder / "after"
        if given.careless:
            kill.SERVER = kill.SERVER.replace("limits.GAMES", f"{CARELESS}limits.GAMES", 1)
        server = Server(folder, f"sqlite:///{folder}/pavage.db", str(log))
        games = server.set(given.games)
        begun = log.stat().st_size
        asyncio.run(under_load(server, games, given.moves, log))
        with open_store(server.database) as store:
            whole = {game: found(store, game)[0] for game in games}
        disk, lost, unsound = Disk(log), 0, 0
        for number, place in enumerate(sorted(dice.randrange(begun, len(disk)) for _ in range(given.cuts))):
            disk.read_on(place)
            shutil.rmtree(after, ignore_errors=True)
            disk.cut(after, dice, everything_lost=number % 2 == 0)
            missing = lost_by(after, place, whole)
            lost += bool(missing)
            for line in () if given.careless else missing:
                print(f"cut {number + 1} at {place}: {line}", flush=True)
            command = [sys.executable, "-m", "pavage", "doctor", "--database", f"sqlite:///{after}/pavage.db"]
            if number % 10 == 0:
                unsound += subprocess.run(command, capture_output=True).returncode
    print(f"{acknowledged(games)} moves and lines acknowledged, {len(disk)} bytes of writes and syncs")
    print(
        f"{given.cuts} cuts, {lost} of them lost something; "
        f"{unsound} of the stores that a doctor saw (one in ten) were damaged"
    )
    if given.careless:
        print(
            "The control lost some, as it must." if lost else "The control lost nothing: it proves nothing."
        )
        return 0 if lost else 1
    return 1 if lost or unsound else 0


if __name__ == "__main__":
    sys.exit(main())
