"""Searches in worker processes, behind the one Executor.

A search that holds the interpreter would freeze whatever else runs in its process, so none runs here. By
default each search has a process to itself, one core kept free, at low priority and with a limit on memory;
any other `concurrent.futures.Executor` can take its place. Searches that find no free process wait for one,
in the order in which they were asked for; `search_queue.py` knows a better order.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self

from pavage.game import Game, Position
from pavage.players.levels import computer, strength
from pavage.players.processes import MEMORY, Lane, Pool, is_stopped, report_share, stop_by_name
from pavage.players.search_queue import Places
from pavage.players.thinking_time import within
from pavage.players.thought import Thought

PATIENCE = 0.5
"""Seconds between two looks whether a search has begun."""
GRACE = 20.0
"""Seconds that a search may overrun its budget before its process is ended."""

__all__ = ["GRACE", "MEMORY", "Errand", "SearchFailed", "Workers"]


def spare_cores() -> int:
    """All cores but one, which is kept free for whoever plays."""
    return max(1, (os.cpu_count() or 2) - 1)


class SearchFailed(RuntimeError):
    """A search that gave no answer: its process died or did not come back in time."""


class Errand:
    """A search on its way: how far it is, how to stop it, and what came out."""

    def __init__(
        self,
        future: Future[Thought],
        deadline: float,
        stop: Callable[[], None],
        lock: threading.RLock | None = None,
    ) -> None:
        """`deadline`: the seconds it may take. `stop` asks for the best so far, where it runs or will run.

        `lock` is held by whoever gives it a process or takes it away.
        """
        self.future, self.deadline = future, deadline
        self.lane: Lane | None = None
        """The process that it has to itself, once it has one."""
        self._stop = stop
        self._begun: float | None = None
        self._lock = lock or threading.RLock()

    @property
    def progress(self) -> float:
        """The share of the budget that is used up; above 0 once it has begun."""
        lane = self.lane
        return lane.share if lane is not None else 0.0

    def stop(self) -> None:
        """Ask for the best move found so far."""
        self._stop()

    def give_up(self) -> None:
        """Nobody wants the answer any more."""
        self.future.cancel()
        self._stop()

    def end(self) -> None:
        """It does not come back: end its process, if it has one, and nobody else's."""
        with self._lock:
            if self.lane is not None:
                self.lane.end()
        _fail(self.future, SearchFailed("the search did not come back in time"))

    def late(self, now: float) -> bool:
        """Whether it has taken longer than it may, from when it began: waiting is nobody's fault."""
        lane = self.lane
        if self._begun is None and (lane.share > 0 if lane is not None else self.future.running()):
            self._begun = now
        return self._begun is not None and now - self._begun > self.deadline

    def result(self) -> Thought:
        """Wait for the thought. A process that hangs is ended; what it owed raises SearchFailed."""
        while True:
            try:
                return self.future.result(min(PATIENCE, self.deadline))
            except TimeoutError:
                if self.future.done():
                    raise
                if self.late(time.monotonic()):
                    self.end()


class Workers:
    """Where searches run. Close it, or use it as a context."""

    def __init__(
        self,
        processes: int | None = None,
        executor: Executor | None = None,
        memory: int | None = MEMORY,
        places: Places | None = None,
    ) -> None:
        """So many processes; one for each core but one, if not said.

        `places`: how many searches run at once, if not as many.
        """
        self.processes = processes or spare_cores()
        self._places = places or Places(self.processes)
        self._given = executor
        self._lock = threading.RLock()
        self._pool = Pool(self.processes, memory)
        self._memory = memory
        self._lanes: list[Lane] = []
        self._busy: set[Lane] = set()
        self._waiting: deque[Callable[[Lane], None]] = deque()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def places(self) -> Places:
        """How many searches begin at once; more of them wait."""
        return self._places

    def think(
        self,
        game: Game[Any],
        position: Position,
        level: str,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> Errand:
        """Send a position to be thought about at some level, for no more than these seconds."""
        errand = self.elsewhere(game, position, level)
        if errand is not None:
            return errand
        most = 1.0 if level == "random" else strength(game, level).seconds
        name = secrets.token_hex(8)
        asked = (game, position, level, seed, name, seconds)
        if self._given is None:
            return self._think_in_lane((think_here, *asked), most * 3 + GRACE)
        future = self._given.submit(think_here, *asked)
        return Errand(future, most * 3 + GRACE, lambda: self.stop_named(name))

    def elsewhere(self, game: Game[Any], position: Position, level: str) -> Errand | None:
        """Sent to somebody other than our own players, if the level is not theirs."""
        return None

    def is_elsewhere(self, level: str) -> bool:
        """Whether `elsewhere` takes it, so that it needs no process of ours."""
        return False

    def stop_named(self, name: str) -> None:
        """Ask a search in an executor that was given to stop; this serves threads of our own."""
        stop_by_name(name)

    def warm(self, processes: int | None = None) -> None:
        """Start so many processes, or all, before they are asked for."""
        with self._lock:
            if self._given is None:
                known = len(self._lanes)
                for lane in self._grown(processes or self._places.all)[known:]:
                    lane.submit(ready)

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Any other work, for processes of the same kind."""
        with self._lock:
            if self._given is not None:
                return self._given.submit(work, *arguments)
            return self._pool.submit(work, *arguments)

    def end_work(self) -> None:
        """End the processes of what was submitted; searches go on."""
        with self._lock:
            self._pool.end()

    def restart(self) -> None:
        """End all processes of the local pool; new ones are made when they are needed."""
        with self._lock:
            self._pool.end()
            lanes = list(self._busy)
        for lane in lanes:
            lane.end()

    def close(self) -> None:
        """Stop what is running and end the processes."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            lanes, self._lanes = self._lanes, []
        for lane in lanes:
            lane.stop()
        self._pool.close()
        for lane in lanes:
            lane.close()

    # --- a process for each search

    def _think_in_lane(self, work: tuple[Any, ...], deadline: float) -> Errand:
        future: Future[Thought] = Future()
        hurried = threading.Event()

        def stop() -> None:
            with self._lock:
                hurried.set()
                if errand.lane is not None:
                    errand.lane.stop()

        errand = Errand(future, deadline, stop, self._lock)

        def begin(lane: Lane) -> None:
            if not future.set_running_or_notify_cancel():
                return self._free(lane)
            with self._lock:
                lane.begin()
                errand.lane = lane
                if hurried.is_set():
                    lane.stop()
            try:
                found: Future[Thought] = lane.submit(*work)
            except Exception as error:  # no process can be started
                found = Future()
                found.set_exception(error)
            found.add_done_callback(done)

        def done(found: Future[Thought]) -> None:
            with self._lock:
                lane, errand.lane = errand.lane, None
            assert lane is not None
            try:
                thought = found.result()
            except BrokenProcessPool:
                _fail(future, SearchFailed("the process of the search died"))
            except CancelledError:
                _fail(future, SearchFailed("the search was given up"))
            except Exception as error:
                _fail(future, error)
            else:
                with contextlib.suppress(InvalidStateError):
                    future.set_result(thought)
            self._free(lane)

        with self._lock:
            lane = next((lane for lane in self._grown(self._places.all) if lane not in self._busy), None)
            if lane is None:
                self._waiting.append(begin)
                return errand
            self._busy.add(lane)
        begin(lane)
        return errand

    def _grown(self, lanes: int) -> list[Lane]:
        while len(self._lanes) < lanes and not self._closed:
            self._lanes.append(Lane(self._memory))
        return self._lanes

    def _free(self, lane: Lane) -> None:
        """A process has nothing to do any more: whoever waits longest has it next."""
        with self._lock:
            begin = self._waiting.popleft() if self._waiting else None
            if begin is None:
                self._busy.discard(lane)
        if begin is not None:
            begin(lane)


def _fail(future: Future[Thought], error: Exception) -> None:
    with contextlib.suppress(InvalidStateError):
        future.set_exception(error)


def ready() -> int:
    """Who is asked this has been started, and has read what searches need."""
    return os.getpid()


def think_here(
    game: Game[Any], position: Position, level: str, seed: int | None, name: str, seconds: float | None
) -> Thought:
    """A search in this process. By its name it can be stopped from outside."""
    player, budget = computer(game, level, seed)

    def watch(share: float) -> bool:
        report_share(share)
        return is_stopped(name)

    watch(0.0)
    return player.think(game, position, within(budget, seconds), watch)
