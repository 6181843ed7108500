"""Ratings from results: Bradley–Terry, with 95 % intervals and how likely it is that one is better.

A game gives its point to those who played it; whoever is rated r expects the share exp(r) / Σ exp of it.
For two players that is the model of Bradley and Terry with draws as halves, for more that of Luce. Each
entrant also drew one game against somebody of the mean strength, so that who won everything still has a
finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ELO = 400 / math.log(10)
"""Points of Elo for one unit of the natural logarithm."""
QUANTILE = 1.959964
"""Of the normal distribution, for an interval of 95 %."""
PRIOR = 1.0
"""Drawn games against the mean that everybody is given."""
STEPS = 100
ENOUGH = 1e-10

Result = tuple[Sequence[int], Sequence[float]]
"""The entrants of a game, and what share of the point each got."""
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings in points of Elo around a mean of 0, and how sure they are."""

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def margin(self, entrant: int) -> float:
        """Half of the 95 % interval."""
        return QUANTILE * math.sqrt(max(0.0, self.covariance[entrant][entrant]))

    def superiority(self, one: int, other: int) -> float:
        """How likely it is that one is better than the other."""
        spread = self.covariance[one][one] + self.covariance[other][other] - 2 * self.covariance[one][other]
        if spread <= 0:
            return 0.5
        return 0.5 * (1 + math.erf((self.elo[one] - self.elo[other]) / math.sqrt(2 * spread)))


def rate(entrants: int, results: Iterable[Result]) -> Ratings:
    """The ratings that make these results most likely. Games in which nobody got anything tell nothing."""
    games = _gathered(results)
    strength = [0.0] * entrants
    hessian: Matrix = []
    for _ in range(STEPS):
        gradient, hessian = _slope(strength, games)
        step = _solved(hessian, [[each] for each in gradient])
        longest = max((abs(row[0]) for row in step), default=0.0)
        # Far from the top a whole step may lead too far; two units are 350 points of Elo.
        share = min(1.0, 2.0 / longest) if longest > 0 else 1.0
        strength = [old + share * row[0] for old, row in zip(strength, step, strict=True)]
        if longest < ENOUGH:
            break
    identity = [[float(row == column) for column in range(entrants)] for row in range(entrants)]
    return _centred(strength, _solved(hessian, identity))


def expected(difference: float) -> float:
    """What somebody so many points of Elo better expects of a game."""
    return 1 / (1 + math.exp(-difference / ELO))


def _gathered(results: Iterable[Result]) -> dict[tuple[int, ...], tuple[float, list[float]]]:
    """Games between the same entrants together: how many, and what each got of them."""
    games: dict[tuple[int, ...], tuple[float, list[float]]] = {}
    for entrants, shares in results:
        whole = math.fsum(shares)
        if whole <= 0 or len(set(entrants)) < len(entrants):
            continue
        pairs = sorted(zip(entrants, shares, strict=True))
        group = tuple(entrant for entrant, _ in pairs)
        count, got = games.get(group, (0.0, [0.0] * len(group)))
        games[group] = count + 1, [old + share / whole for old, (_, share) in zip(got, pairs, strict=True)]
    return games


def _slope(
    strength: Sequence[float], games: dict[tuple[int, ...], tuple[float, list[float]]]
) -> tuple[list[float], Matrix]:
    """Which way is uphill, and how the hill bends (with the sign changed, so that it is positive)."""
    entrants = len(strength)
    gradient = [0.0] * entrants
    hessian = [[0.0] * entrants for _ in range(entrants)]
    for group, (count, got) in games.items():
        top = max(strength[one] for one in group)
        powers = [math.exp(strength[one] - top) for one in group]
        shares = [power / math.fsum(powers) for power in powers]
        for one, share, score in zip(group, shares, got, strict=True):
            gradient[one] += score - count * share
            hessian[one][one] += count * share
            for other, also in zip(group, shares, strict=True):
                hessian[one][other] -= count * share * also
    for one, own in enumerate(strength):
        share = 1 / (1 + math.exp(-own))
        gradient[one] += PRIOR * (0.5 - share)
        hessian[one][one] += PRIOR * share * (1 - share)
    return gradient, hessian


def _solved(matrix: Matrix, right: Matrix) -> Matrix:
    """What multiplied by the matrix gives the right side, by elimination with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *other] for row, other in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        scale = head[column]
        rows[column] = head = [each / scale for each in head]
        for place, row in enumerate(rows):
            factor = row[column]
            if place != column and factor:
                rows[place] = [a - factor * b for a, b in zip(row, head, strict=True)]
    return [row[size:] for row in rows]


def _centred(strength: Sequence[float], covariance: Matrix) -> Ratings:
    """The same ratings around their mean: only differences were ever measured."""
    size = len(strength)
    mean = math.fsum(strength) / size
    rows = [math.fsum(row) / size for row in covariance]
    whole = math.fsum(rows) / size
    around = tuple(
        tuple(ELO * ELO * (covariance[i][j] - rows[i] - rows[j] + whole) for j in range(size))
        for i in range(size)
    )
    return Ratings(tuple(ELO * (each - mean) for each in strength), around)
