"""Playing a tournament: several games at a time behind the one Executor, each result kept before the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from pavage.players.workers import Workers
from pavage.tournament.ledger import Ledger, Result
from pavage.tournament.plan import Plan
from pavage.tournament.playing import job_of, play
from pavage.tournament.schedule import Fixture, Schedule, schedule
from pavage.tournament.sprt import Hypotheses, Verdict, judge

ATTEMPTS = 3
"""Times that a game is begun anew when the process that played it died."""
LOOK = 0.5
"""Seconds after which we look around even if no game has ended."""

Seen = Callable[[Schedule], None]


class GameFailed(RuntimeError):
    """A game that could not be played: its process died again and again."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} could not be played")
        self.game = game


def play_all(
    plan: Plan,
    ledger: Ledger,
    workers: Workers,
    parallel: int,
    seen: Seen,
    hypotheses: Hypotheses | None = None,
) -> Schedule:
    """Play all that is not in the ledger yet, as far as no person has to carry moves."""
    flying: dict[Future[Result], Fixture] = {}
    attempts: Counter[str] = Counter()
    while True:
        ledger.refresh()
        told = schedule(plan, ledger.results)
        seen(told)
        decided = hypotheses is not None and test(plan, ledger, hypotheses).accepted is not None
        if not decided:
            _launch(plan, ledger, workers, parallel, told, flying)
        if not flying:
            return told
        landed, _ = wait(flying, LOOK, FIRST_COMPLETED)
        for future in landed:
            fixture = flying.pop(future)
            try:
                ledger.append(future.result())
            except (BrokenProcessPool, CancelledError):
                attempts[fixture.game] += 1
                if attempts[fixture.game] == ATTEMPTS:
                    raise GameFailed(fixture.game) from None
                workers.restart()


def _launch(
    plan: Plan,
    ledger: Ledger,
    workers: Workers,
    parallel: int,
    told: Schedule,
    flying: dict[Future[Any], Fixture],
) -> None:
    """Begin as many games as there is room for, in the order of the schedule."""
    busy = {fixture.game for fixture in flying.values()}
    for fixture in told.fixtures:
        if len(flying) >= parallel:
            return
        if fixture.game not in ledger.results and fixture.game not in busy and not waits(plan, fixture):
            flying[workers.submit(play, job_of(plan, fixture))] = fixture


def waits(plan: Plan, fixture: Fixture) -> bool:
    """Whether a person has to carry the moves of this game."""
    return any(plan.entrants[one].carried for one in fixture.entrants)


def waiting(plan: Plan, ledger: Ledger, told: Schedule) -> list[Fixture]:
    """The games that can be played now, but only with a person's help."""
    return [each for each in told.fixtures if each.game not in ledger.results and waits(plan, each)]


def test(plan: Plan, ledger: Ledger, hypotheses: Hypotheses) -> Verdict:
    """What the pairs of games played so far say about the first entrant, in the order of the schedule.

    A pair that ended early does not count before those that began earlier: quick games must not tip it.
    """
    fixtures = schedule(plan, ledger.results).fixtures
    scores = []
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=False):
        if one.game not in ledger.results or other.game not in ledger.results:
            break
        shares = [ledger.results[each.game].returns[each.entrants.index(0)] for each in (one, other)]
        scores.append(sum(shares) / 2)
    return judge(hypotheses, scores)
