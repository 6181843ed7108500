"""Where the searches of a server run: here, or on a Dask cluster behind the same queue.

A search on the cluster is asked again when its worker dies (Dask does that), and here if the cluster does not
answer in time, has no worker or is gone: nobody waits for a machine that is not there.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from pavage.bots.opponents import Opponents
from pavage.bots.program import Program
from pavage.game import Game, Position
from pavage.players.levels import strength
from pavage.players.processes import BEGUN, stop_by_name
from pavage.players.search_queue import Places
from pavage.players.thought import Thought
from pavage.players.workers import Errand, SearchFailed, spare_cores, think_here
from pavage.tournament.dask_cluster import Cluster, cluster

LATE = 1.5
"""Seconds beyond its own that a search on the cluster may take before it is asked here as well."""


@contextlib.contextmanager
def searching(programs: Mapping[str, Program], scheduler: str | None = None) -> Iterator[Opponents]:
    """Whom the tables of a server ask for moves."""
    if scheduler is None:
        with Opponents(programs, places=Places.on(spare_cores())) as workers:
            yield workers
    else:
        with cluster(scheduler, watched=True) as machines, ClusterWorkers(programs, machines) as workers:
            yield workers


class ClusterWorkers(Opponents):
    """Searches on a cluster; on the processes of this machine as long as there is none."""

    def __init__(self, programs: Mapping[str, Program], machines: Cluster) -> None:
        super().__init__(programs, places=Places.on(spare_cores()))
        self._machines = machines
        self._telling = ThreadPoolExecutor(1, "telling-the-cluster")

    @property
    def places(self) -> Places:
        threads = self._machines.threads
        return Places.among(threads) if threads else super().places

    def warm(self, processes: int | None = None) -> None:
        if not self._machines.threads:
            super().warm(processes)

    def think(
        self,
        game: Game[Any],
        position: Position,
        level: str,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> Errand:
        if self.is_elsewhere(level) or not self._machines.threads:
            return super().think(game, position, level, seed, seconds)
        most = 1.0 if level == "random" else strength(game, level).seconds

        def ask_here() -> Errand:
            return super(ClusterWorkers, self).think(game, position, level, seed, seconds)

        name = secrets.token_hex(8)
        found = self._machines.executor.submit(think_here, game, position, level, seed, name, seconds)
        return RemoteErrand(self, found, name, min(seconds or most, most) + LATE, ask_here)

    def there(self) -> bool:
        """Whether the cluster has anybody to think."""
        return bool(self._machines.threads)

    def stop_named(self, name: str) -> None:
        with contextlib.suppress(RuntimeError):  # closed meanwhile
            self._telling.submit(self._machines.run, stop_by_name, name)

    def close(self) -> None:
        self._telling.shutdown(wait=False, cancel_futures=True)
        super().close()


class RemoteErrand(Errand):
    """A search on a cluster. If it is late or the cluster is gone, it is asked here too; the first counts."""

    def __init__(
        self,
        workers: ClusterWorkers,
        found: Future[Thought],
        name: str,
        deadline: float,
        ask_here: Any,
    ) -> None:
        super().__init__(Future(), deadline, lambda: workers.stop_named(name))
        self._workers, self._found, self._ask_here = workers, found, ask_here
        self._asked = time.monotonic()
        self._here: Errand | None = None
        found.add_done_callback(self._came)

    @property
    def progress(self) -> float:
        if self._here is not None:
            return self._here.progress
        return min(1.0, max(BEGUN, (time.monotonic() - self._asked) / self.deadline))

    def stop(self) -> None:
        super().stop()
        if self._here is not None:
            self._here.stop()

    def give_up(self) -> None:
        super().give_up()
        self._found.cancel()
        if self._here is not None:
            self._here.give_up()

    def late(self, now: float) -> bool:
        if self._here is not None:
            return self._here.late(now)
        return now > self._asked + self.deadline or not self._workers.there()

    def end(self) -> None:
        """The first time it is asked here; if that does not come back either, there is no answer."""
        if self._here is not None:
            self._here.end()
        else:
            self._here = self._ask_here()
            self._here.future.add_done_callback(self._came)

    def _came(self, found: Future[Thought]) -> None:
        if found.cancelled() or found.exception() is not None:
            if found is self._found and self._here is None:
                return self.end()
            if not all(each.done() for each in (self._found, self._here.future if self._here else found)):
                return
            error = SearchFailed("nobody on the cluster or here gave an answer")
            with contextlib.suppress(Exception):
                self.future.set_exception(error)
            return
        with contextlib.suppress(Exception):  # the other one was faster, or nobody wants it any more
            self.future.set_result(found.result())
