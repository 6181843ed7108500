"""Which games a tournament has, as far as its results so far tell."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pavage.tournament.ledger import Result
from pavage.tournament.pairing import (
    Meeting,
    gauntlet,
    knockout_rounds,
    rotated,
    round_robin,
    swiss_round,
)
from pavage.tournament.plan import Plan

EXTRA = 3
"""Times that a knock-out meeting is played on when it is level; then the first named goes through."""

Results = Mapping[str, Result]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that belongs to the tournament, played or not."""

    game: str
    round: int
    entrants: tuple[int, ...]
    """By seat."""
    opening: int | None
    """Which of the list."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games known so far, and who sat out in which round."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[tuple[int, int], ...]
    """Round and entrant."""
    total: int
    """Games that there will be in all, if no knock-out meeting has to be played on."""
    through: Mapping[int, int]
    """In a knock-out, how many meetings each entrant has won."""


def schedule(plan: Plan, results: Results) -> Schedule:
    if plan.system == "swiss":
        return _swiss(plan, results)
    if plan.system == "knockout":
        return _knockout(plan, results)
    found = _fixed(plan)
    return Schedule(found, (), len(found), {})


@lru_cache(1)
def _fixed(plan: Plan) -> tuple[Fixture, ...]:
    """All games, where results do not decide who meets whom."""
    entrants, seats = len(plan.entrants), plan.game.players
    make = gauntlet if plan.system == "gauntlet" else round_robin
    rounds = make(entrants, seats)
    meetings = [
        (number, place, meeting)
        for number, meetings in enumerate(rounds)
        for place, meeting in enumerate(meetings)
    ]
    # All meetings once, then all again with the seats turned: standings mean something half-way too.
    return tuple(
        _fixture(plan, number, place, meeting, game, at)
        for game in range(plan.games)
        for at, (number, place, meeting) in enumerate(meetings)
    )


def _fixture(plan: Plan, number: int, place: int, meeting: Meeting, game: int, at: int) -> Fixture:
    """A game of a meeting. Both colours play the same opening; other meetings begin with other ones."""
    name = f"{number + 1}.{place + 1}.{game + 1}"
    seats = rotated(meeting, game)
    opening = (at + game // len(meeting)) % len(plan.openings) if plan.openings else None
    return Fixture(name, number, seats, opening)


def lot(plan: Plan, fixture: Fixture) -> int:
    """The seed of a game: the same whenever and wherever it is played."""
    return random.Random(f"{plan.seed} {fixture.game}").getrandbits(32)


def _games(plan: Plan, number: int, place: int, meeting: Meeting, first: int, count: int) -> list[Fixture]:
    at = number * len(plan.entrants) + place
    return [_fixture(plan, number, place, meeting, game, at) for game in range(first, first + count)]


def scores(entrants: int, fixtures: Sequence[Fixture], results: Results) -> list[float]:
    """The points of each entrant in these games."""
    got = [0.0] * entrants
    for fixture in fixtures:
        if fixture.game in results:
            for one, share in zip(fixture.entrants, results[fixture.game].returns, strict=True):
                got[one] += share
    return got


def points(plan: Plan, told: Schedule, results: Results) -> list[float]:
    """The points of each entrant so far; a bye counts as a won meeting."""
    got = scores(len(plan.entrants), told.fixtures, results)
    for _, one in told.byes:
        got[one] += plan.games
    return got


def _swiss(plan: Plan, results: Results) -> Schedule:
    entrants, seats = len(plan.entrants), plan.game.players
    fixtures: list[Fixture] = []
    byes: list[tuple[int, int]] = []
    past: list[Meeting] = []
    for number in range(plan.rounds):
        if any(fixture.game not in results for fixture in fixtures):
            break
        so_far = Schedule(tuple(fixtures), tuple(byes), 0, {})
        got = points(plan, so_far, results)
        ranking = [one for _, one in sorted((-share, one) for one, share in enumerate(got))]
        meetings, out = swiss_round(ranking, past, [one for _, one in byes], seats)
        past += meetings
        byes += [(number, one) for one in out]
        for place, meeting in enumerate(meetings):
            fixtures += _games(plan, number, place, meeting, 0, plan.games)
    total = plan.rounds * (entrants // seats) * plan.games
    return Schedule(tuple(fixtures), tuple(byes), total, {})


def _knockout(plan: Plan, results: Results) -> Schedule:
    entrants = len(plan.entrants)
    fixtures: list[Fixture] = []
    through = dict.fromkeys(range(entrants), 0)

    def winner(number: int, place: int, meeting: Meeting) -> int | None:
        """Who goes through; as long as it is level, two more games are played, colours exchanged."""
        games = _games(plan, number, place, meeting, 0, plan.games)
        for again in range(EXTRA + 1):
            if any(fixture.game not in results for fixture in games):
                fixtures.extend(games)
                return None
            got = scores(entrants, games, results)
            level = math.isclose(got[meeting[0]], got[meeting[1]])
            if not level or again == EXTRA:
                break
            games += _games(plan, number, place, meeting, len(games), 2)
        fixtures.extend(games)
        best = min(meeting) if level else max(meeting, key=lambda one: got[one])
        through[best] += 1
        return best

    knockout_rounds(entrants, winner)
    total = max(len(fixtures), (entrants - 1) * plan.games)
    return Schedule(tuple(fixtures), (), total, through)
