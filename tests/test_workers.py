"""Searches in worker processes: stopped, watched, killed and replaced."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pavage.games.hex import Hex
from pavage.players import workers as room
from pavage.players.levels import computer
from pavage.players.workers import SearchFailed, Workers


@pytest.fixture(scope="module")
def workers():
    with Workers(1) as made:
        yield made


def test_a_worker_thinks_what_we_would_think(workers: Workers) -> None:
    game = Hex(size=4)
    player, budget = computer(game, "easy", seed=5)
    here = player.think(game, game.start(), budget)
    assert workers.think(game, game.start(), "easy", seed=5).result() == here


def test_a_search_runs_elsewhere(workers: Workers) -> None:
    assert workers.submit(os.getpid).result(30) != os.getpid()


def test_a_search_is_stopped_on_request_and_tells_its_progress(workers: Workers) -> None:
    game = Hex(size=13, swap="none")
    errand = workers.think(game, game.start(), "best", seed=1)
    while not errand.progress:
        time.sleep(0.005)
    assert errand.progress < 1 and not errand.future.done()
    errand.stop()
    thought = errand.result()
    assert game.refusal(game.start(), thought.move) is None
    again = workers.think(game, game.start(), "random", seed=1)
    assert again.result().move, "the next search is not stopped by the last one's wish"


def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    with pytest.raises(SearchFailed):
        errand = workers.think(Hex(size=3), Hex(size=3).start(), "easy")
        errand.future = workers.submit(os._exit, 3)
        errand.result()
    assert workers.think(Hex(size=3), Hex(size=3).start(), "random").result().move


def test_a_process_that_hangs_is_ended(workers: Workers) -> None:
    pid = workers.submit(os.getpid).result(30)
    errand = workers.think(Hex(size=3), Hex(size=3).start(), "random")
    errand.result()
    assert 0 < errand.progress < 1e-6, "it has begun"
    errand.future = workers.submit(time.sleep, 3600)
    errand.deadline = 0.2
    with pytest.raises(SearchFailed):
        errand.result()
    assert workers.submit(os.getpid).result(30) != pid
    deadline = time.monotonic() + 20
    while _alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _alive(pid)


def test_waiting_behind_others_is_no_reason_to_fail(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PATIENCE", 0.05)
    game = Hex(size=3)
    before = workers.submit(time.sleep, 1.5)
    errand = workers.think(game, game.start(), "random")
    errand.deadline = 1.0
    assert errand.result().move and before.done()


def _alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().split()[2] != "Z"
    except OSError:
        return False


def test_workers_give_way_and_have_a_limit_on_memory(workers: Workers) -> None:
    assert workers.submit(os.nice, 0).result(30) >= 10
    import resource

    assert workers.submit(resource.getrlimit, resource.RLIMIT_AS).result(30)[0] == room.MEMORY


def test_any_executor_can_take_the_place_of_the_pool() -> None:
    with ThreadPoolExecutor(1) as threads, Workers(executor=threads) as workers:
        game = Hex(size=3)
        errand = workers.think(game, game.start(), "easy", seed=1)
        assert game.refusal(game.start(), errand.result().move) is None
        assert errand.progress == 0
    assert threads._shutdown, "whoever gave the executor closes it"


def test_all_slots_are_given_back(workers: Workers) -> None:
    game = Hex(size=2)
    for _ in range(room.SLOTS + 5):
        assert workers.think(game, game.start(), "random").result().move
    assert len(workers._free) == room.SLOTS
