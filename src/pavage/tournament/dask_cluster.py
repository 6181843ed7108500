"""A Dask cluster in place of the local processes, behind the same Executor."""

from __future__ import annotations

import contextlib
import importlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any

from pavage.words.complaint import Complaint

PATIENCE = 10
"""Seconds to wait for a scheduler."""
LOOK = 0.5
"""Seconds between two looks at who is there."""
CLOSING = 2
"""Seconds to take leave of it."""
SILENCE = logging.CRITICAL + 1


class Cluster:
    """What plays the games: an executor, how many things it does at a time, and whether it is still there."""

    def __init__(self, client: Any, address: str) -> None:
        # Games differ even where their seeds do not: none is taken for one that was played before.
        self.executor: Executor = client.get_executor(pure=False)
        self.cores = max(1, sum(client.nthreads().values()))
        self._client = client
        self._address = address
        self._seen = time.monotonic()
        self.threads = self.cores
        """How many things it does at a time now, if it is `watched`; none while it is away."""
        self._ending = threading.Event()

    def run(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Do something in every worker at once, beside what they are doing."""
        with contextlib.suppress(Exception):  # whoever is gone need not be told
            self._client.run(work, *arguments, on_error="ignore")

    def watch(self) -> None:
        """See who comes and goes, until it is closed."""
        while not self._ending.wait(LOOK):
            try:
                running = self._client.status == "running"
                self.threads = sum(self._client.nthreads().values()) if running else 0
            except Exception:
                self.threads = 0

    def close(self) -> None:
        self._ending.set()
        with contextlib.suppress(Exception):  # it may be gone, and then it is closed already
            self._client.close(timeout=CLOSING)

    def check(self) -> None:
        """Complain once the scheduler has been away for too long."""
        if self._client.status == "running":
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE:
            raise Complaint("tournament.scheduler_gone", address=self._address)


@contextlib.contextmanager
def cluster(address: str, watched: bool = False) -> Iterator[Cluster]:
    """The cluster of this scheduler; `watched`: it is wanted to know at any time how many threads it has."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise Complaint("tournament.scheduler_missing") from None
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(SILENCE)  # what is wrong is said in one line, below
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise Complaint("tournament.scheduler_failed", address=address) from None
    machines = Cluster(client, address)
    if watched:
        machines.threads = sum(client.nthreads().values())
        threading.Thread(target=machines.watch, name="watching-the-cluster", daemon=True).start()
    try:
        yield machines
    finally:
        machines.close()
