"""The sequential test: its arithmetic, its bounds, and its error rates in a simulation."""

import math
import random

import pytest

from pavage.tournament.ratings import expected
from pavage.tournament.sprt import Hypotheses, judge, likelihood_ratio

TRIALS = 400
MOST = 33
"""More than 33 errors in 400 trials come once in 1,000 if the rate is 5 %."""


def test_won_and_lost_games_by_hand():
    ratio = likelihood_ratio({1.0: 60, 0.0: 40}, 0.5, 0.55, prior=0)
    assert ratio == pytest.approx(60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5), rel=1e-6)


def test_turned_around_it_is_the_opposite():
    counts = {0.0: 11, 0.5: 30, 1.0: 17}
    turned = {1 - value: count for value, count in counts.items()}
    assert likelihood_ratio(counts, 0.5, 0.6) == pytest.approx(-likelihood_ratio(turned, 0.4, 0.5), rel=1e-6)


def test_bounds_of_wald():
    low, high = Hypotheses(0, 10).bounds
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_always_the_same_score_decides(score):
    verdict = judge(Hypotheses(-20, 20) if score != 0.5 else Hypotheses(20, 60), [score] * 400)
    assert verdict.accepted == {0.0: -20, 0.5: 20, 1.0: 20}[score]
    assert math.isfinite(verdict.ratio)
    assert verdict.units < 400


def test_a_decision_is_not_taken_back():
    test = Hypotheses(0, 50)
    scores = [1.0] * 60
    first = judge(test, scores)
    assert first.accepted == 50
    assert judge(test, scores + [0.0] * 500) == first


def test_open_at_the_beginning():
    assert judge(Hypotheses(0, 5), []).accepted is None
    assert judge(Hypotheses(0, 5), [1.0, 0.0]).accepted is None


def pair(dice, elo, drawn, bias):
    """The share of a pair of games with colours exchanged; the opening favours the first player."""
    score = 0.0
    for colour in (1, -1):
        if dice.random() < drawn:
            score += 0.5
        else:
            score += dice.random() < expected(elo / (1 - drawn) + colour * bias)
    return score / 2


@pytest.mark.parametrize(("drawn", "bias"), [(0.0, 0.0), (0.3, 0.0), (0.0, 150.0)])
def test_error_rates(drawn, bias):
    """If elo0 is true, elo1 is accepted in 5 % of the trials at most, and the other way round."""
    dice = random.Random(11)
    test = Hypotheses(0, 100)
    for truth, wrong in ((0.0, 100), (100.0, 0)):
        # The hypotheses are about what is scored, so the truth is put where the bias leaves it.
        strength = truth if not bias else _strength(truth, bias)
        errors = undecided = 0
        for _ in range(TRIALS):
            verdict = _run(test, dice, strength, drawn, bias)
            errors += verdict.accepted == wrong
            undecided += verdict.accepted is None
        assert errors <= MOST, (truth, errors)
        assert undecided == 0


def _run(test, dice, elo, drawn, bias):
    return judge(test, (pair(dice, elo, drawn, bias) for _ in range(4000)))


def _strength(elo, bias):
    """The difference at which the score of a pair is that of `elo` without bias."""
    low, high = -500.0, 500.0
    for _ in range(60):
        middle = (low + high) / 2
        if (expected(middle + bias) + expected(middle - bias)) / 2 < expected(elo):
            low = middle
        else:
            high = middle
    return low


def test_a_test_that_stops_at_every_whim_would_be_found():
    """The control: with bounds for an error of one in four, more than 33 of 400 are wrong."""
    dice = random.Random(11)
    loose = Hypotheses(0, 100, alpha=0.25, beta=0.25)
    assert sum(_run(loose, dice, 0.0, 0.0, 0.0).accepted == 100 for _ in range(TRIALS)) > MOST
