"""What came of a tournament: points, cross-table, ratings, time, forfeits, long and short games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pavage.tournament.ledger import Result
from pavage.tournament.plan import Plan
from pavage.tournament.ratings import Ratings, rate
from pavage.tournament.schedule import Fixture, Results, Schedule, points


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the standings."""

    entrant: int
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    against: float
    """Sonneborn–Berger: the points of the others, as far as points were taken from them."""
    elo: float
    margin: float
    above: float | None
    """How likely it is that this one is better than the next; None for the last."""
    seconds: float
    faults: Mapping[str, int]
    """By kind."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that the reports tell."""

    rows: tuple[Row, ...]
    """The best first."""
    cross: tuple[tuple[tuple[float, int], ...], ...]
    """Points of one entrant in games with another, and how many games."""
    ratings: Ratings
    played: tuple[tuple[Fixture, Result], ...]
    """In the order of the schedule."""
    total: int
    reasons: Mapping[str, int]
    longest: Fixture | None
    shortest: Fixture | None


def standings(plan: Plan, told: Schedule, results: Results) -> Standings:
    entrants = len(plan.entrants)
    played = tuple((each, results[each.game]) for each in told.fixtures if each.game in results)
    ratings = rate(entrants, ((each.entrants, result.returns) for each, result in played))
    byes = Counter(one for _, one in told.byes)
    cross = _cross(entrants, played)
    got = points(plan, told, results)
    against = [
        math.fsum(taken * got[other] for other, (taken, _) in enumerate(cross[one]))
        for one in range(entrants)
    ]
    order = sorted(
        range(entrants),
        key=lambda one: (-told.through.get(one, 0), -round(got[one], 9), -round(against[one], 9), one),
    )
    rows = []
    for one, following in zip_longest(order, order[1:]):
        own = [(each.entrants.index(one), result) for each, result in played if one in each.entrants]
        above = None if following is None else ratings.superiority(one, following)
        rows.append(_row(one, own, got[one], byes[one], against[one], ratings, above))
    by_length = sorted(played, key=lambda pair: pair[1].moves)
    return Standings(
        tuple(rows),
        cross,
        ratings,
        played,
        told.total,
        Counter(result.reason for _, result in played),
        max(played, key=lambda pair: pair[1].moves)[0] if played else None,
        by_length[0][0] if played else None,
    )


def _row(
    entrant: int,
    own: Sequence[tuple[int, Result]],
    points: float,
    byes: int,
    against: float,
    ratings: Ratings,
    above: float | None,
) -> Row:
    """The line of an entrant; `own` are the seats it had and the results of those games."""
    wins = sum(_alone(result, seat) for seat, result in own)
    losses = sum(result.returns[seat] == 0 for seat, result in own)
    return Row(
        entrant=entrant,
        points=points,
        games=len(own),
        wins=wins,
        draws=len(own) - wins - losses,
        losses=losses,
        byes=byes,
        against=against,
        elo=ratings.elo[entrant],
        margin=ratings.margin(entrant),
        above=above,
        seconds=math.fsum(result.seconds[seat] for seat, result in own),
        faults=Counter(fault.kind for seat, result in own for fault in result.faults if fault.seat == seat),
    )


def _alone(result: Result, seat: int) -> bool:
    """Whether a seat won, and nobody with it."""
    own = result.returns[seat]
    return own > 0 and all(own > share for other, share in enumerate(result.returns) if other != seat)


def _cross(
    entrants: int, played: tuple[tuple[Fixture, Result], ...]
) -> tuple[tuple[tuple[float, int], ...], ...]:
    taken = [[0.0] * entrants for _ in range(entrants)]
    games = [[0] * entrants for _ in range(entrants)]
    for each, result in played:
        for one, share in zip(each.entrants, result.returns, strict=True):
            for other in each.entrants:
                if other != one:
                    taken[one][other] += share
                    games[one][other] += 1
    return tuple(tuple(zip(got, count, strict=True)) for got, count in zip(taken, games, strict=True))
