"""Searches in worker processes: stopped, watched, killed and replaced."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from pavage.games.hex import Hex
from pavage.players import workers as room
from pavage.players.levels import computer
from pavage.players.workers import SearchFailed, Workers

ENDLESS = Hex(size=13, swap="none")


@pytest.fixture(scope="module")
def workers():
    with Workers(1) as made:
        yield made


def begun(errand):
    while not errand.progress:
        time.sleep(0.005)
    return errand


def in_lane(workers, work, *arguments):
    """Something other than a search, in the process that the next search has."""
    with workers._lock:
        (lane,) = workers._grown(1)
    return lane.submit(work, *arguments)


def test_a_worker_thinks_what_we_would_think(workers: Workers) -> None:
    game = Hex(size=4)
    player, budget = computer(game, "easy", seed=5)
    here = player.think(game, game.start(), budget)
    assert workers.think(game, game.start(), "easy", seed=5).result() == here


def test_a_search_runs_elsewhere(workers: Workers) -> None:
    assert workers.submit(os.getpid).result(30) != os.getpid()
    assert in_lane(workers, os.getpid).result(30) != os.getpid()


def test_a_search_is_stopped_on_request_and_tells_its_progress(workers: Workers) -> None:
    errand = begun(workers.think(ENDLESS, ENDLESS.start(), "best", seed=1))
    assert errand.progress < 1 and not errand.future.done()
    errand.stop()
    thought = errand.result()
    assert ENDLESS.refusal(ENDLESS.start(), thought.move) is None
    again = workers.think(ENDLESS, ENDLESS.start(), "random", seed=1)
    assert again.result().move, "the next search is not stopped by the last one's wish"


def test_one_that_waits_is_stopped_when_it_begins_and_one_given_up_never_begins(workers: Workers) -> None:
    first = begun(workers.think(ENDLESS, ENDLESS.start(), "best", seed=1))
    unwanted, second = (workers.think(ENDLESS, ENDLESS.start(), "best", seed=2) for _ in range(2))
    second.stop()
    unwanted.give_up()
    assert unwanted.future.cancelled() and not second.future.done()
    first.stop()
    assert second.result().nodes < 20_000, "it would find far more in its time"


def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    errand = begun(workers.think(ENDLESS, ENDLESS.start(), "best"))
    errand.lane.end()
    with pytest.raises(SearchFailed, match="died"):
        errand.result()
    assert workers.think(Hex(size=3), Hex(size=3).start(), "random").result().move


def test_a_process_that_hangs_is_ended_and_no_other(workers: Workers) -> None:
    with Workers(2) as two:
        first = begun(two.think(ENDLESS, ENDLESS.start(), "best"))
        after = first.lane.submit(os.getpid)
        other = begun(two.think(ENDLESS, ENDLESS.start(), "best"))
        first.deadline = 0.2
        with pytest.raises(SearchFailed, match="did not come back"):
            first.result()
        with pytest.raises((BrokenProcessPool, CancelledError)):
            after.result(30)
        other.stop()
        assert other.result().move
        assert two.think(Hex(size=3), Hex(size=3).start(), "random").result().move


def test_waiting_behind_others_is_no_reason_to_fail(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PATIENCE", 0.05)
    game = Hex(size=3)
    before = in_lane(workers, time.sleep, 1.5)
    errand = workers.think(game, game.start(), "random")
    errand.deadline = 1.0
    assert errand.result().move and before.done()


def test_nor_is_waiting_behind_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond 64 a search that waited counted as begun; it was late at once, and all others were killed."""
    monkeypatch.setattr(room, "PATIENCE", 0.02)
    game = Hex(size=3)
    with Workers(1) as workers:
        first = begun(workers.think(ENDLESS, ENDLESS.start(), "best"))
        waiting = [workers.think(game, game.start(), "random") for _ in range(100)]
        late = []

        def wait(errand):
            errand.deadline = 0.2
            try:
                errand.result()
            except SearchFailed as error:
                late.append(error)

        threads = [threading.Thread(target=wait, args=(errand,)) for errand in waiting[-40:]]
        for thread in threads:
            thread.start()
        time.sleep(1)
        assert not first.future.done(), "nobody has ended what runs"
        first.stop()
        for thread in threads:
            thread.join(60)
        assert not late and all(errand.result().move for errand in waiting)


def test_workers_give_way_and_have_a_limit_on_memory(workers: Workers) -> None:
    import resource

    for submit in (workers.submit, lambda *work: in_lane(workers, *work)):
        assert submit(os.nice, 0).result(30) >= min(19, os.nice(0) + 10)
        assert submit(resource.getrlimit, resource.RLIMIT_AS).result(30)[0] == room.MEMORY


def test_any_executor_can_take_the_place_of_the_pool() -> None:
    with ThreadPoolExecutor(1) as threads, Workers(executor=threads) as workers:
        game = Hex(size=3)
        errand = workers.think(game, game.start(), "easy", seed=1)
        assert game.refusal(game.start(), errand.result().move) is None
        assert errand.progress == 0
        endless = workers.think(ENDLESS, ENDLESS.start(), "best")
        endless.stop()
        assert endless.result().nodes < 20_000, "it is stopped by its name"
    assert threads._shutdown, "whoever gave the executor closes it"


def test_all_processes_are_given_back(workers: Workers) -> None:
    game = Hex(size=2)
    for _ in range(70):
        assert workers.think(game, game.start(), "random").result().move
    assert not workers._busy


SEARCHING = """
import time
from pavage.games.hex import Hex
from pavage.players.workers import Workers

if __name__ == "__main__":
    workers, game = Workers(1), Hex(size=5)
    workers.think(game, game.start(), "random").result()
    print("ready", flush=True)
    time.sleep(60)
"""
TRAINING = """
import time
from pavage.training.workers import workers

if __name__ == "__main__":
    with workers(1) as executor:
        executor.submit(abs, -1).result()
        print("ready", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("program", [SEARCHING, TRAINING], ids=["searching", "training"])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "told to end"])
def test_whoever_is_killed_leaves_nothing_to_read(tmp_path: Path, program: str, sent: signal.Signals) -> None:
    """The tracker of Python's own cleans up, and would tell of semaphores that leaked."""
    script = tmp_path / "killed.py"
    script.write_text(program)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, script], text=True, **pipes) as running:  # type: ignore[call-overload]
        assert running.stdout.readline() == "ready\n"
        running.send_signal(sent)
        assert running.communicate() == ("", ""), "the pipes close when the last of them is gone"
