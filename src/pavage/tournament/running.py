"""Playing a tournament: several games at a time behind the one Executor, each result kept before the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from pavage.phrase import PhrasedError
from pavage.players.workers import Workers
from pavage.tournament.ledger import Ledger, Result
from pavage.tournament.plan import Plan
from pavage.tournament.playing import job_of, play
from pavage.tournament.schedule import Fixture, Results, Schedule, schedule
from pavage.tournament.sprt import Hypotheses, Trial, Verdict
from pavage.tournament.watching import sign, stage

ATTEMPTS = 3
"""Times that a game is begun anew when the process that played it died."""
LOOK = 0.5
"""Seconds after which we look around even if no game has ended."""

Seen = Callable[[Schedule], None]


class GameFailed(PhrasedError):
    """A game that could not be played: its process died again and again."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} could not be played", "tournament.failed", game=game)


def play_all(
    plan: Plan,
    ledger: Ledger,
    workers: Workers,
    parallel: int,
    seen: Seen,
    comparison: Comparison | None = None,
    logs: str = "",
) -> Schedule:
    """Play all that is not in the ledger yet, as far as no person has to carry moves."""
    flying: dict[Future[Result], Fixture] = {}
    attempts: Counter[str] = Counter()
    with stage(ledger.path) as folder:
        while True:
            sign(folder)
            ledger.refresh()
            told = schedule(plan, ledger.results)
            seen(told)
            decided = comparison is not None and comparison.after(ledger.results).accepted is not None
            if not decided:
                _launch(plan, ledger, workers, parallel, told, flying, (str(folder.absolute()), logs))
            if not flying:
                return told
            landed, _ = wait(flying, LOOK, FIRST_COMPLETED)
            for future in landed:
                fixture = flying.pop(future)
                try:
                    result = future.result()
                except Exception as error:
                    if not _machinery(error):
                        raise
                    attempts[fixture.game] += 1
                    if attempts[fixture.game] == ATTEMPTS:
                        raise GameFailed(fixture.game) from None
                    workers.restart()
                else:
                    ledger.append(result)


def _machinery(error: Exception) -> bool:
    """Whether it was not the game that failed but what it ran on: a process, a machine, the way to it."""
    lost = isinstance(error, (BrokenProcessPool, CancelledError, OSError))
    return lost or type(error).__module__.startswith("distributed")


def _launch(
    plan: Plan,
    ledger: Ledger,
    workers: Workers,
    parallel: int,
    told: Schedule,
    flying: dict[Future[Any], Fixture],
    folders: tuple[str, str],
) -> None:
    """Begin as many games as there is room for, in the order of the schedule."""
    busy = {fixture.game for fixture in flying.values()}
    for fixture in told.fixtures:
        if len(flying) >= parallel:
            return
        if fixture.game not in ledger.results and fixture.game not in busy and not waits(plan, fixture):
            flying[workers.submit(play, job_of(plan, fixture, *folders))] = fixture


def waits(plan: Plan, fixture: Fixture) -> bool:
    """Whether a person has to carry the moves of this game."""
    return any(plan.entrants[one].carried for one in fixture.entrants)


def waiting(plan: Plan, results: Results, told: Schedule) -> list[Fixture]:
    """The games that can be played now, but only with a person's help."""
    return [each for each in told.fixtures if each.game not in results and waits(plan, each)]


class Comparison:
    """A sequential test of the first of two entrants against the second, fed with pairs of games.

    Pairs count in the order of the schedule: one that ended early does not count before those that began
    earlier, for quick games must not tip it.
    """

    def __init__(self, plan: Plan, hypotheses: Hypotheses) -> None:
        fixtures = schedule(plan, {}).fixtures
        self.hypotheses = hypotheses
        self._trial = Trial(hypotheses)
        self._pairs = list(zip(fixtures[::2], fixtures[1::2], strict=True))
        self._taken = 0

    def after(self, results: Results) -> Verdict:
        """What it says once these games are played; results may only be added from call to call."""
        while self._taken < len(self._pairs):
            pair = self._pairs[self._taken]
            if any(each.game not in results for each in pair):
                break
            self._trial.take(sum(results[each.game].returns[each.entrants.index(0)] for each in pair) / 2)
            self._taken += 1
        return self._trial.verdict
