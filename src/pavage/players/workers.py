"""Searches in worker processes, behind the one Executor.

A search that holds the interpreter would freeze whatever else runs in its process, so none runs here. By
default a local pool of processes does the work, one core kept free, at low priority and with a limit on
memory; any other `concurrent.futures.Executor` can take its place.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool, c_double
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray
from typing import Any

from pavage.game import Game, Position
from pavage.players.levels import computer, strength
from pavage.players.pace import within
from pavage.players.thought import Thought

SLOTS = 64
"""Searches that can be watched and stopped one by one at the same time."""
MEMORY = 4 << 30
"""Bytes of address space for one worker."""
PATIENCE = 0.5
"""Seconds between two looks whether a search has begun."""
BEGUN = 1e-9
"""The share that a search reports when it begins, so that it can be told from one that waits."""
GRACE = 20.0
"""Seconds that a search may overrun its budget before its process is ended."""

_stops: Any = None
_shares: Any = None


class SearchFailed(RuntimeError):
    """A search that gave no answer: its process died or did not come back in time."""


@dataclass
class Errand:
    """A search on its way: how far it is, how to stop it, and what came out."""

    future: Future[Thought]
    deadline: float
    _slot: int
    _workers: Workers

    @property
    def progress(self) -> float:
        """The share of the budget that is used up."""
        return float(self._workers.shares[self._slot]) if self._slot >= 0 else 0.0

    def stop(self) -> None:
        """Ask for the best move found so far."""
        if self._slot >= 0:
            self._workers.stops[self._slot] = True
        else:
            self.future.cancel()

    def result(self) -> Thought:
        """Wait for the thought. A process that hangs is ended; what it owed raises SearchFailed.

        The deadline counts from when the search begins: waiting behind others is nobody's fault.
        """
        begun = False
        while True:
            try:
                return self.future.result(self.deadline if begun else PATIENCE)
            except TimeoutError:
                if not begun:
                    begun = self.progress > 0 or self._slot < 0
                    continue
                self._workers.restart()
                raise SearchFailed("the search did not come back in time") from None
            except BrokenProcessPool:
                self._workers.restart()
                raise SearchFailed("the process of the search died") from None


class Workers:
    """Where searches run. Close it, or use it as a context."""

    def __init__(
        self, processes: int | None = None, executor: Executor | None = None, memory: int | None = MEMORY
    ) -> None:
        self.stops = RawArray(c_bool, SLOTS)
        self.shares = RawArray(c_double, SLOTS)
        self._free = list(range(SLOTS)) if executor is None else []
        self._lock = threading.Lock()
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._given = executor
        self._memory = memory

        self._executor: Executor | None = executor

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        slot = self._take_slot()
        future = self.submit(_think, game, position, level, seed, slot, seconds)
        errand = Errand(future, most * 3 + GRACE, slot, self)
        future.add_done_callback(lambda _: self._give_back(slot))
        return errand

    def elsewhere(self, game: Game[Any], position: Position, level: str) -> Errand | None:
        """Sent to somebody other than our own players, if the level is not theirs."""
        return None

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Any other work for the same processes."""
        with self._lock:
            try:
                return self._pool().submit(work, *arguments)
            except BrokenProcessPool:
                self._executor = None
                return self._pool().submit(work, *arguments)

    def restart(self) -> None:
        """End all processes of the local pool; new ones are made when they are needed."""
        with self._lock:
            pool = self._executor
            if isinstance(pool, ProcessPoolExecutor) and pool is not self._given:
                self._executor = None
                for process in list((pool._processes or {}).values()):
                    process.kill()
                pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop what is running and end the processes."""
        for slot in range(SLOTS):
            self.stops[slot] = True
        with self._lock:
            pool, self._executor = self._executor, self._given
        if pool is not None and pool is not self._given:
            pool.shutdown(wait=True, cancel_futures=True)

    def _pool(self) -> Executor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._processes,
                multiprocessing.get_context("spawn"),
                _prepare_worker,
                (self.stops, self.shares, self._memory),
            )
        return self._executor

    def _take_slot(self) -> int:
        with self._lock:
            if not self._free:
                return -1
            slot = self._free.pop()
        self.stops[slot] = False
        self.shares[slot] = 0.0
        return slot

    def _give_back(self, slot: int) -> None:
        if slot >= 0:
            with self._lock:
                self._free.append(slot)


def _prepare_worker(stops: Any, shares: Any, memory: int | None) -> None:
    """Give way to people: lower priority, a limit on memory, and Ctrl-C is for the parent to handle.

    No limit is set where programs of others are started, which have limits of their own.
    """
    global _stops, _shares
    _stops, _shares = stops, shares
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(10)
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _leave_with_parent() -> None:
    """A parent that is killed cannot tell its workers; nobody waits for what they are doing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _think(
    game: Game[Any], position: Position, level: str, seed: int | None, slot: int, seconds: float | None
) -> Thought:
    player, budget = computer(game, level, seed)

    def watch(share: float) -> bool:
        if slot < 0 or _stops is None:
            return False
        _shares[slot] = max(BEGUN, share)
        return bool(_stops[slot])

    watch(0.0)

    return player.think(game, position, within(budget, seconds), watch)
