"""Processes that play for the learner: at the lowest priority, and gone when it is."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

from pavage.players.processes import start_quiet_tracker

LOWEST = 19


class Here(Executor):
    """Does everything at once in this process: slower, and with nothing to go wrong."""

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(task(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


@contextlib.contextmanager
def workers(count: int, nice: int = LOWEST) -> Iterator[Executor]:
    """So many processes at this priority, ended in whatever they do; with none, everything is done here."""
    if count == 0:
        yield Here()
        return
    others = multiprocessing.active_children()
    start_quiet_tracker()
    executor = ProcessPoolExecutor(
        count,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(os.getpid(), nice),
    )
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
                process.join()


def lower_priority(nice: int = LOWEST) -> None:
    """Whatever else the machine has to do comes first."""
    if hasattr(os, "nice"):
        os.nice(max(0, nice - os.nice(0)))


def _begin(parent: int, nice: int) -> None:
    lower_priority(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the learner hears it, and ends us

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    if os.name != "nt":
        threading.Thread(target=watch, daemon=True).start()
