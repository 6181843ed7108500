"""The power goes at any moment: what was acknowledged is there when it is back (devtools/power_cuts.py)."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import full

from devtools.power_cuts import Disk
from pavage.store import Event, open_store
from pavage.store.inspection import found_tables, looking_through

ROOT = Path(__file__).parent.parent
PLAYED = """
import os, sys
sys.path.insert(0, sys.argv[4])
from pathlib import Path
from devtools.power_cuts import record
record(Path(sys.argv[2]))
from sqlalchemy import event
from pavage.store import Event, open_store
from pavage.store import engine
if sys.argv[3] != "FULL":
    make = engine.make_engine
    def careless(url):
        made = make(url)
        event.listen(made, "connect", lambda c, _: c.execute(f"PRAGMA synchronous={sys.argv[3]}").close())
        return made
    from pavage.store import log
    log.make_engine = careless
with open_store(f"sqlite:///{sys.argv[1]}") as store:
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_autocheckpoint=40")
    store.create("t1", {"keys": []}).result()
    for seq in range(150):
        if seq % 40 == 39:
            with store.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
        store.append("t1", seq, [Event("chat", {"text": str(seq) * 50})]).result()
        print(seq, os.stat(sys.argv[2]).st_size, flush=True)
    os._exit(0)
"""


def played(folder, how):
    """A log of what was written; and how many events were acknowledged at which places of it."""
    arguments = [str(folder / "pavage.db"), str(folder / "log"), how, str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, *arguments], capture_output=True, text=True, timeout=120, check=True
    )
    told = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(told) == 150
    return Disk(folder / "log"), [(place, seq + 1) for seq, place in told]


def lost(disk, acknowledged, folder, cuts, everything_lost):
    """The number of cuts after which something that was acknowledged is not there."""
    dice, missing = random.Random(7), 0
    for place in sorted(dice.randrange(acknowledged[0][0], len(disk) + 1) for _ in range(cuts)):
        disk.read_on(place)
        shutil.rmtree(folder, ignore_errors=True)
        disk.cut(folder, dice, everything_lost)
        wanted = max(count for at, count in acknowledged if at <= place)
        found = 0
        if (folder / "pavage.db").exists() and (folder / "pavage.db").stat().st_size:
            with open_store(f"sqlite:///{folder}/pavage.db") as store:
                stored = store.load("t1")
                found = len(stored.entries) if stored else 0
                if stored:
                    store.append("t1", found, [Event("chat", {"text": "on"})]).result(60)
            with looking_through(f"sqlite:///{folder}/pavage.db") as rows:
                assert not rows.pages and not any(table.damage for table in found_tables(rows))
        missing += found < wanted
    return missing


@pytest.mark.parametrize("everything_lost", [True, False])
def test_nothing_acknowledged_is_lost(tmp_path, everything_lost):
    disk, acknowledged = played(tmp_path, "FULL")
    assert lost(disk, acknowledged, tmp_path / "after", full(200), everything_lost) == 0


def test_the_imitation_can_tell(tmp_path):
    """The control: a store that does not wait for the disk loses what it has acknowledged."""
    disk, acknowledged = played(tmp_path, "NORMAL")
    assert lost(disk, acknowledged, tmp_path / "after", 20, everything_lost=True) > 0
