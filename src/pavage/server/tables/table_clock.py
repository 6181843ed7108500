"""The clock of one room: who loses on time loses at that moment, and what has passed is written down."""

from __future__ import annotations

import asyncio

from pavage.game import IllegalMove
from pavage.match import MatchError
from pavage.server import limits
from pavage.server.rooms.durable import Durable, Proposal, propose
from pavage.server.tables.table_log import TableLog
from pavage.store import Gone


class TableClock:
    """Waits for the next moment at which a clock matters."""

    def __init__(self, table: Durable[TableLog]) -> None:
        self._kept = table
        self._flag: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Wait for the moment when somebody loses on time; now and then write down how much has passed."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        match = self._kept.log.table.match
        deadline = match.clock.deadline() if match.clock is not None and match.outcome is None else None
        if deadline is not None:
            delay = max(0.0, deadline - self._kept.now()) + 0.005
            beat = max(limits.HEARTBEAT, delay / 50)
            self._flag = asyncio.get_running_loop().call_later(min(delay, beat), self._time_passed)

    def stop(self) -> None:
        for waiting in (self._flag, self._task):
            if waiting is not None:
                waiting.cancel()

    async def rest(self) -> None:
        """The server ends: what the running clock has used is used."""
        await self._kept.decide(self._passed)

    def _time_passed(self) -> None:
        self._task = asyncio.create_task(self._keep_time())

    async def _keep_time(self) -> None:
        kept = self._kept
        try:
            if not await kept.decide(self._due):
                self.watch()
        except Gone:
            pass
        except (MatchError, IllegalMove):
            self.watch()
        except Exception as error:
            kept.metrics.failed(kept.name, error)
            self.watch()

    def _due(self, log: TableLog) -> Proposal | None:
        """Somebody has lost on time; else what has passed is written down."""
        match = log.table.match
        clock = match.clock if match.outcome is None else None
        flagged = clock.flagged(self._kept.now()) if clock is not None else None
        if flagged is not None:
            kind, data = log.leaving(flagged, "time")
            return propose(kind, **data)
        return self._passed(log)

    def _passed(self, log: TableLog) -> Proposal | None:
        """Not within a period of byo-yomi: what was used of it would be forgotten."""
        clock = log.table.match.clock
        if clock is None or clock.running is None:
            return None
        return propose("passed") if self._kept.now() - clock.since <= clock.left[clock.running] else None
