"""Worker processes: they give way to people, have a limit on memory, and are told to stop by shared memory.

A `Lane` is one process for one search at a time, with a stop flag and a progress of its own; if it is ended,
nobody else notices. A `Pool` is any number of processes for work that nobody watches.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool, c_double
from multiprocessing import resource_tracker
from multiprocessing.sharedctypes import RawValue
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space for one worker."""
BEGUN = 1e-9
"""The share that a search reports when it begins, so that it can be told from one that waits."""
REMEMBERED = 1000
"""Names of searches that were told to stop, kept for those that begin later."""

_stop: Any = None
_share: Any = None
_named: dict[str, None] = {}


def start_quiet_tracker() -> None:
    """Who cleans up after us if we are killed does it without a word: nobody could mend what it would tell.

    The tracker of Python's own is started with our options about warnings; so they are others for a moment.
    """
    options = list(sys.warnoptions)
    sys.warnoptions.append("ignore:resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = options


class Pool:
    """Processes that are made when they are needed, and made again when one of them has died."""

    def __init__(self, processes: int, memory: int | None, stop: Any = None, share: Any = None) -> None:
        self._made = (processes, multiprocessing.get_context("spawn"), _prepare, (stop, share, memory))
        self._executor: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        with self._lock:
            for _ in range(2):
                if self._executor is None:
                    start_quiet_tracker()
                    self._executor = ProcessPoolExecutor(*self._made)
                try:
                    return self._executor.submit(work, *arguments)
                except BrokenProcessPool:
                    self._executor = None
            raise BrokenProcessPool("no process can be started")

    def end(self) -> None:
        """Kill the processes, whatever they do."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((executor._processes or {}).values()):
                process.kill()
            executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Let the processes finish, and wait for it."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=True, cancel_futures=True)


class Lane(Pool):
    """One process for one search at a time."""

    def __init__(self, memory: int | None) -> None:
        self._stopping, self._told = RawValue(c_bool), RawValue(c_double)
        super().__init__(1, memory, self._stopping, self._told)

    def begin(self) -> None:
        """Another search comes: what the last one was told is not for it."""
        self._stopping.value, self._told.value = False, 0.0

    @property
    def share(self) -> float:
        return float(self._told.value)

    def stop(self) -> None:
        self._stopping.value = True


def report_share(share: float) -> None:
    """Tell how far the search of this process is."""
    if _share is not None:
        _share.value = max(BEGUN, share)


def is_stopped(name: str) -> bool:
    """Whether the search of this process, or the one of this name, is to stop."""
    return name in _named or (_stop is not None and bool(_stop.value))


def stop_by_name(name: str) -> None:
    """Ask the search of this name to stop, if it runs in this process or will."""
    _named[name] = None
    while len(_named) > REMEMBERED:
        with contextlib.suppress(KeyError, RuntimeError, StopIteration):  # other threads do the same
            del _named[next(iter(_named))]


def _prepare(stop: Any, share: Any, memory: int | None) -> None:
    """Give way to people: lower priority, a limit on memory, and Ctrl-C is for the parent to handle.

    No limit is set where programs of others are started, which have limits of their own.
    """
    global _stop, _share
    _stop, _share = stop, share
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
