"""Processes that play for the learner: at the lowest priority, and gone when it is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

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


def workers(count: int) -> Executor:
    """So many processes; none plays here."""
    if count == 0:
        return Here()
    return ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(os.getpid(),)
    )


def lower_priority() -> None:
    """Whatever else the machine has to do comes first."""
    if hasattr(os, "nice"):
        os.nice(LOWEST - os.nice(0))


def _begin(parent: int) -> None:
    lower_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the learner hears it, and ends us

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    if os.name != "nt":
        threading.Thread(target=watch, daemon=True).start()
