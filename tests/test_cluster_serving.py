"""More than one machine: two servers at one PostgreSQL, two workers of a cluster; one of each is killed."""

import contextlib
import json
import subprocess
import sys
import time
from contextlib import ExitStack

import postgres
import pytest
from conftest import needs
from tables import ask, start
from test_tables_several import sit

from pavage.cli import main
from pavage.games.hex import Hex
from pavage.players.levels import strength
from pavage.players.workers import SearchFailed
from pavage.server.cluster_workers import LATE, ClusterWorkers
from pavage.store import open_store
from pavage.store.news import KEEPALIVE, LOOK
from pavage.tournament.dask_cluster import cluster

ENDLESS = Hex(size=13, swap="none")
PATIENCE = 120


def dask(closing, *arguments):
    """A process of the cluster."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    closing.callback(process.wait, 60)
    closing.callback(process.kill)
    return process


@contextlib.contextmanager
def machines(tmp_path, workers):
    """A scheduler's address, and the processes of so many workers with one thread each."""
    needs("distributed")
    file = tmp_path / "scheduler.json"
    with ExitStack() as closing:
        where = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file))
        dask(closing, "dask_scheduler", "--port", "0", *where)
        wait_for(lambda: file.exists() and file.read_text().strip().endswith("}"))
        address = json.loads(file.read_text())["address"]
        run = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
        yield address, [dask(closing, "dask_worker", address, *run) for _ in range(workers)]


def wait_for(true):
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def one_worker(tmp_path_factory):
    with (
        machines(tmp_path_factory.mktemp("dask"), 1) as (address, (worker,)),
        cluster(address, watched=True) as found,
        ClusterWorkers({}, found) as workers,
    ):
        wait_for(lambda: found.threads == 1)
        yield workers, worker


def test_a_search_on_the_cluster_is_stopped_given_up_and_asked_here_when_its_worker_is_gone(one_worker):
    workers, worker = one_worker
    assert workers.places.all == 1
    game = Hex(size=4)
    assert workers.think(game, game.start(), "easy", seed=1).result().move
    errand = workers.think(ENDLESS, ENDLESS.start(), "best", seed=1)
    assert 0 < errand.progress <= 1 and errand.lane is None, "it runs elsewhere"
    errand.stop()
    assert errand.result().nodes < 60_000, "less than half of what it finds in its time"
    given_up = workers.think(ENDLESS, ENDLESS.start(), "best", seed=1)
    given_up.give_up()
    assert given_up.future.cancelled()
    last = workers.think(ENDLESS, ENDLESS.start(), "best", seed=1, seconds=0.5)
    worker.kill()
    assert last.result().move, "a worker that dies takes no move with it"
    wait_for(lambda: not workers.there())
    assert workers.places.all > 1, "the processes of this machine"
    assert workers.think(game, game.start(), "easy", seed=1).result().move


def test_what_neither_gives_has_failed(one_worker, monkeypatch):
    workers, _ = one_worker
    from concurrent.futures import Future

    from pavage.players.workers import Errand
    from pavage.server.cluster_workers import RemoteErrand

    for remote_first in (True, False):
        there, here = Future(), Future()
        errand = RemoteErrand(workers, there, "x", 5.0, lambda here=here: Errand(here, 1.0, lambda: None))
        if not remote_first:
            errand.end()
            here.set_exception(RuntimeError("here"))
            assert not errand.future.done(), "the cluster may still answer"
        there.set_exception(RuntimeError("there"))
        if remote_first:
            assert not errand.future.done(), "it is asked here"
            here.set_exception(RuntimeError("here"))
        with pytest.raises(SearchFailed):
            errand.future.result(0)


def test_no_scheduler_is_said_in_one_line(tmp_path, capsys):
    needs("distributed")
    given = ["--no-browser", "--port", "0", "--lang", "en", "--database", f"sqlite:///{tmp_path}/pavage.db"]
    assert main(["serve", *given, "--scheduler", "nonsense://x"]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and errors == "pavage: There is no Dask scheduler at nonsense://x.\n"


@pytest.mark.parametrize("level", ["random", "beginner", "easy"])
def test_nobody_waits_five_seconds_for_a_move(level):
    """What passes at most, by all that we wait for, before a move of an easy opponent is there.

    How long it takes on this machine today is not measured; each of the waits is tried in the other tests.
    """
    thinks = 1.0 if level == "random" else strength(Hex(), level).seconds
    assert thinks + LATE + thinks < 5, "a worker that falls silent: the server thinks itself"
    silent = KEEPALIVE["tcp_keepalives_idle"]
    silent += KEEPALIVE["tcp_keepalives_interval"] * KEEPALIVE["tcp_keepalives_count"]
    assert 2 * LOOK + thinks < 5, "a server that is killed: another sees it, and thinks"
    assert silent + LOOK < 5, "a machine that falls silent: another server begins with what it owed"


def test_one_of_two_servers_and_one_of_two_workers_are_killed(postgresql, tmp_path):
    """Whoever plays goes on at the other server; what the dead one owed to nobody's eyes is played too."""
    database = postgres.another(postgresql, "cluster")
    with machines(tmp_path, 2) as (scheduler, (worker, _)), ExitStack() as ending:
        processes, addresses = [], []
        for _ in range(2):
            process, address = start(database, "--scheduler", scheduler)
            ending.callback(process.communicate, timeout=60)
            ending.callback(process.kill)
            processes.append(process)
            addresses.append(address)
        doomed, other = addresses
        options = {"size": 5, "swap": "none"}
        body = {"game": "hex", "options": options, "chairs": [{"name": "Ada"}, {"level": "easy"}]}
        mine = json.loads(ask(f"{doomed}api/tables", body))
        computers = {**body, "options": {"size": 9}, "chairs": [{"level": "hard"}, {"level": "hard"}]}
        among = [json.loads(ask(f"{doomed}api/tables", computers))["id"] for _ in range(2)]
        played = []
        with ExitStack() as closing:
            ada = sit(closing, doomed, mine["id"], mine["keys"][0])
            ada.send(touch=[12], seq=0)
            ada.until(2)
            worker.kill()
            free = next(cell for cell in (6, 7, 8) if cell not in stones(ada))
            ada.send(touch=[free], seq=2)
            ada.until(4)
            played = [move["text"] for move in ada.state["moves"]]
            free = next(cell for cell in (16, 17, 18, 19) if cell not in stones(ada))
            ada.send(touch=[free], seq=4)
            ada.until(5)
            played.append(ada.state["moves"][-1]["text"])
            processes[0].kill()
            processes[0].wait()
        with open_store(database) as store:
            before = {table: len(store.load(table).entries) for table in among}
        with ExitStack() as closing:
            ada = sit(closing, other, mine["id"], mine["keys"][0])
            if ada.state["seq"] < 6 and not ada.state["over"]:
                ada.until(6)
            assert [move["text"] for move in ada.state["moves"]][:5] == played, "nothing acknowledged is lost"
        with open_store(database) as store:
            for table, moves in before.items():
                wait_for(lambda table=table, moves=moves: len(store.load(table).entries) > moves)


def stones(seat):
    return {piece["cell"] for piece in seat.state["scene"]["pieces"]}
