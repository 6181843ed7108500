"""One game of a tournament, wherever it is played: in a worker process here or on another machine."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pavage.clock import TimeControl
from pavage.formats.record import Record, write_record
from pavage.game import Game, Position
from pavage.match import Match
from pavage.players.levels import computer
from pavage.players.thought import Thought
from pavage.table import Chair, Table
from pavage.tournament.ledger import Result
from pavage.tournament.plan import Entrant, Plan
from pavage.tournament.schedule import Fixture, lot


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


def job_of(plan: Plan, fixture: Fixture) -> Job:
    return Job(
        fixture.game,
        plan.game,
        tuple(plan.entrants[one] for one in fixture.entrants),
        plan.control,
        () if fixture.opening is None else plan.openings[fixture.opening],
        lot(plan, fixture),
    )


def play(job: Job) -> Result:
    seconds = [0.0] * len(job.entrants)

    def think(game: Game[Any], position: Position, level: str, seed: int) -> Thought:
        player, budget = computer(game, level, seed)
        begun = time.monotonic()
        try:
            return player.think(game, position, budget)
        finally:
            seconds[position.turn] += time.monotonic() - begun

    match = Match(job.game)
    table = Table(match, [Chair(one.name, one.level) for one in job.entrants], random.Random(job.seed))
    begin(table, job.opening)
    table.finish(think)
    outcome = match.outcome
    assert outcome is not None
    return Result(
        game=job.name,
        seats=tuple(one.name for one in job.entrants),
        returns=outcome.returns,
        reason=outcome.reason,
        moves=len(match.played),
        seconds=tuple(round(each, 3) for each in seconds),
        record=write_record(Record(match, tuple(one.name for one in job.entrants))),
    )


def begin(table: Table, opening: Sequence[str]) -> None:
    """Play the moves of an opening; they cost nobody time."""
    for text in opening:
        table.play(table.match.game.read(table.match.position, text))
