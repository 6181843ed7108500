"""One game of a tournament, wherever it is played: in a worker process here or on another machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pavage.bots import encounter as bots
from pavage.bots.transcript import logged
from pavage.clock import TimeControl
from pavage.game import Game
from pavage.tournament.ledger import Fault, Result
from pavage.tournament.plan import Entrant, Plan
from pavage.tournament.schedule import Fixture, lot
from pavage.tournament.watching import notes


@dataclass(frozen=True, slots=True)
class Job:
    """All that has to travel to play a game."""

    name: str
    game: Game[Any]
    entrants: tuple[Entrant, ...]
    """By seat."""
    control: TimeControl | None
    opening: tuple[str, ...]
    seed: int
    notes: str = ""
    """The folder in which those who watch find its moves."""
    logs: str = ""
    """The folder in which what programs say is kept."""


def job_of(plan: Plan, fixture: Fixture, notes: str = "", logs: str = "") -> Job:
    return Job(
        fixture.game,
        plan.game,
        tuple(plan.entrants[one] for one in fixture.entrants),
        plan.control,
        () if fixture.opening is None else plan.openings[fixture.opening],
        lot(plan, fixture),
        notes,
        logs,
    )


def play(job: Job) -> Result:
    """Levels and programs at a table; what a program does wrong ends its game, never this one."""
    seated = [
        bots.Entrant(one.name, one.level, logged(one.program, job.logs, job.name, seat))
        for seat, one in enumerate(job.entrants)
    ]
    names = tuple(one.name for one in job.entrants)
    with notes(job.notes, job.name, names) as seen:
        played = bots.play_encounter(
            job.game, seated, job.control, seed=job.seed, opening=job.opening, seen=seen
        )
    faults = tuple(
        Fault(seat, failure.verdict.value, failure.detail, failure.errors)
        for seat, failure in enumerate(played.failures)
        if failure is not None
    )
    faults += tuple(Fault(seat, "time") for seat in played.late if played.failures[seat] is None)
    return Result(
        game=job.name,
        seats=names,
        returns=played.returns,
        reason=played.reason,
        moves=len(played.moves),
        seconds=tuple(round(each, 3) for each in played.seconds),
        record=played.record,
        faults=faults,
    )
