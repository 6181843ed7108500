"""A sequential test: play no longer than needed to know whether a program became better.

The first hypothesis says that the difference is `elo0`, the second `elo1`. After every pair of games with
the colours exchanged, the likelihood ratio of the two is compared with Wald's bounds. Pairs are the unit
because both games of a pair begin with the same opening: one that favours the first player makes them
depend on each other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pavage.tournament.ratings import expected

ERROR = 0.05
"""How often either answer may be wrong."""
PRIOR = 1.0
"""Of each score, none, half and all, so many are supposed to have happened before the first game.

Without them a few scores that happen to be alike look surer than they are, and the errors exceed their rate.
"""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Two hypotheses about a difference in Elo."""

    elo0: float
    elo1: float
    alpha: float = ERROR
    beta: float = ERROR

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first, elo0 is accepted; above the second, elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a test says so far."""

    ratio: float
    accepted: float | None
    """The difference in Elo that was accepted, None while it is open."""
    units: int


class Trial:
    """A test that takes one score after the other, each a share of what there was to win.

    Once it has decided, later scores change nothing.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.verdict = Verdict(0.0, None, 0)
        self._counts: Counter[float] = Counter()

    def take(self, score: float) -> None:
        if self.verdict.accepted is not None:
            return
        said = self.hypotheses
        low, high = said.bounds
        self._counts[score] += 1
        ratio = likelihood_ratio(self._counts, expected(said.elo0), expected(said.elo1))
        accepted = said.elo0 if ratio <= low else said.elo1 if ratio >= high else None
        self.verdict = Verdict(ratio, accepted, self.verdict.units + 1)


def judge(hypotheses: Hypotheses, scores: Iterable[float]) -> Verdict:
    """What the test says after these scores, in the order of play; no more are asked for than it needs."""
    trial = Trial(hypotheses)
    for score in scores:
        trial.take(score)
        if trial.verdict.accepted is not None:
            break
    return trial.verdict


def likelihood_ratio(
    counts: Mapping[float, float], mean0: float, mean1: float, prior: float = PRIOR
) -> float:
    """The logarithm of how much likelier these scores are if the mean is `mean1` than if it is `mean0`.

    For each mean the distribution is taken that has it and makes the scores, and those given to everybody,
    most likely.
    """
    supposed = {0.0: prior, 0.5: prior, 1.0: prior}
    for value, count in counts.items():
        supposed[value] = supposed.get(value, 0.0) + count
    total = math.fsum(supposed.values())
    shares = {value: count / total for value, count in supposed.items() if count}
    tilt0, tilt1 = _tilt(shares, mean0), _tilt(shares, mean1)
    return math.fsum(
        count * (math.log1p(tilt0 * (value - mean0)) - math.log1p(tilt1 * (value - mean1)))
        for value, count in counts.items()
    )


def _tilt(shares: Mapping[float, float], mean: float) -> float:
    """The x for which the shares, each divided by 1 + x (value - mean), have this mean.

    The sum below falls as x grows, from infinity to minus infinity between two poles: Newton's steps, and
    half of the way where one would leave what is still possible.
    """
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    tilt = 0.0
    for _ in range(60):
        excess = slope = 0.0
        for value, share in shares.items():
            part = (value - mean) / (1 + tilt * (value - mean))
            excess += share * part
            slope -= share * part * part
        low, high = (tilt, high) if excess > 0 else (low, tilt)
        step = tilt - excess / slope
        following = step if low < step < high else (low + high) / 2
        if abs(following - tilt) < 1e-12:
            break
        tilt = following
    return tilt
