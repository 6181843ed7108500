"""A race or a duel: one contest, a room for each of its players, and the time that it has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pavage.contest import Contest
from pavage.game import IllegalMove
from pavage.match import MatchError
from pavage.server import limits
from pavage.server.contests.contest_log import ContestLog
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.rooms.durable import Durable, Proposal, propose
from pavage.server.site.metrics import Metrics
from pavage.store import Gone, Store


class LiveContest(Durable[ContestLog]):
    """A contest, the rooms of its players, and the moment when something will happen by itself."""

    def __init__(
        self,
        name: str,
        log: ContestLog,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], float],
        seen: Callable[[LiveContest], None] = lambda _: None,
    ) -> None:
        """`seen` is told when something has happened."""
        super().__init__(name, log, store, metrics, clock)
        self._seen = seen
        self.rooms = [ContestRoom(self, player, self._is_here) for player in range(len(log.versions))]
        self._timer: asyncio.TimerHandle | None = None
        self._timekeeper: asyncio.Task[None] | None = None

    @property
    def contest(self) -> Contest:
        return self.log.contest

    def _is_here(self, player: int) -> bool:
        return any(room.listeners for room in self.rooms[player : player + 1])

    @property
    def needed(self) -> bool:
        """Whether it must stay in memory though nobody looks: its time is running."""
        waits = self.contest.held_since is not None
        return (self.contest.result is None and not waits) or self.lock.locked()

    def start(self) -> None:
        """Wait for what the time will do next; now and then write down how much has passed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.contest.result is not None or self.contest.held_since is not None:
            return
        now = self.now()
        moments = [self.contest.deadline, *(one.locked_until for one in self.contest.entrants)]
        delay = min(moment for moment in moments if moment > now or moment == self.contest.deadline) - now
        wait = min(max(0.0, delay) + 0.01, limits.HEARTBEAT)
        self._timer = asyncio.get_running_loop().call_later(wait, self._time_passed)

    def go_on(self, changed: bool) -> None:
        """Somebody did something, or the time did: everybody sees it, and the next moment is awaited."""
        for room in self.rooms:
            room.used = self.clock()
            room.tell()
        self.start()
        self._seen(self)

    async def rest(self) -> None:
        """The server ends: what has passed has passed."""
        await self.decide(_time_has_passed)

    def unload(self) -> None:
        """All that is here can be read again."""
        for waiting in (self._timer, self._timekeeper):
            if waiting is not None:
                waiting.cancel()

    def close(self) -> None:
        """The contest is gone: tell the pages."""
        self.unload()
        for room in self.rooms:
            room.close()

    def _time_passed(self) -> None:
        self._timekeeper = asyncio.create_task(self._keep_time())

    async def _keep_time(self) -> None:
        try:
            await self.decide(_time_has_passed)
        except (MatchError, IllegalMove, Gone):
            pass  # the log is full, and the contest stays as it is; or it was deleted
        except Exception as error:
            self.metrics.failed(self.name, error)
            self._timer = asyncio.get_running_loop().call_later(limits.HEARTBEAT, self._time_passed)


def _time_has_passed(log: ContestLog) -> Proposal | None:
    contest = log.contest
    return propose("passed") if contest.result is None and contest.held_since is None else None
