"""Ratings: what is known in closed form, what is at the edge, and players of known strength found again."""

import math
import random
from itertools import combinations

import pytest

from pavage.tournament.ratings import ELO, expected, rate

STRONG = (-180.0, -90.0, -30.0, 30.0, 90.0, 180.0)
"""Elo of the simulated players, around a mean of 0."""
SIMULATIONS = 200
LOW, HIGH = 178, 199
"""Of 200 intervals of 95 %, fewer than 178 or more than 199 are right once in 10,000 each."""


def test_two_players_by_hand():
    """Three wins of four, and the draw with the mean that each is given."""
    ratings = rate(2, [((0, 1), (1.0, 0.0))] * 3 + [((1, 0), (1.0, 0.0))])
    assert ratings.elo[0] == pytest.approx(-ratings.elo[1])
    strength = ratings.elo[0] / ELO
    slope = 3 - 4 / (1 + math.exp(-2 * strength)) + 0.5 - 1 / (1 + math.exp(-strength))
    assert slope == pytest.approx(0, abs=1e-9)
    assert 0.5 < ratings.superiority(0, 1) < 1
    assert ratings.superiority(0, 1) + ratings.superiority(1, 0) == pytest.approx(1)


def test_a_draw_is_half_a_win_and_half_a_loss():
    drawn = rate(2, [((0, 1), (0.5, 0.5))] * 10)
    shared = rate(2, [((0, 1), (1.0, 0.0)), ((0, 1), (0.0, 1.0))] * 5)
    assert drawn.elo == pytest.approx((0, 0), abs=1e-9)
    assert drawn.covariance[0] == pytest.approx(shared.covariance[0])


def test_who_wins_everything_stays_finite():
    for games in (1, 10, 1000):
        ratings = rate(3, [((0, one), (1.0, 0.0)) for one in (1, 2)] * games)
        assert ratings.elo[0] > ratings.elo[1] == pytest.approx(ratings.elo[2])
        assert all(math.isfinite(each) for each in ratings.elo)
        assert 0 < ratings.margin(0) < 5000


def test_who_never_played_is_in_the_middle_and_unsure():
    ratings = rate(3, [((0, 1), (1.0, 0.0))] * 20)
    assert ratings.elo[0] > ratings.elo[2] > ratings.elo[1]
    assert ratings.margin(2) > ratings.margin(0)


def test_no_games_at_all():
    ratings = rate(2, [])
    assert ratings.elo == pytest.approx((0, 0))
    assert ratings.superiority(0, 1) == pytest.approx(0.5)


def test_more_games_make_it_surer():
    few, many = (rate(2, [((0, 1), (1.0, 0.0)), ((0, 1), (0.0, 1.0))] * count) for count in (5, 500))
    assert many.margin(0) < few.margin(0) / 5


def test_games_nobody_wins_tell_nothing():
    assert rate(2, [((0, 1), (0.0, 0.0))] * 9) == rate(2, [])


def test_three_at_a_table():
    """Who wins two thirds of the games for three is twice as strong as both others together."""
    ratings = rate(3, [((0, 1, 2), (1.0, 0, 0))] * 4000 + [((2, 0, 1), (0.5, 0, 0.5))] * 2000)
    assert ratings.elo[1] == pytest.approx(ratings.elo[2])
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(ELO * math.log(4), abs=1)


def test_seats_of_a_game_do_not_matter():
    one = rate(3, [((0, 1), (1.0, 0.0)), ((2, 1), (0.0, 1.0))])
    other = rate(3, [((1, 2), (1.0, 0.0)), ((1, 0), (0.0, 1.0))])
    assert one.elo == pytest.approx(other.elo)


def played(dice, drawn, seats=2, repeats=20):
    """Results of players of known strength; some games are drawn without changing what is expected."""
    results = []
    for group in list(combinations(range(len(STRONG)), seats)) * repeats:
        powers = [math.exp(STRONG[one] / ELO) for one in group]
        if dice.random() < drawn and seats == 2:
            better = expected(STRONG[group[0]] - STRONG[group[1]])
            # A pair in which both halves are won, else shared: the mean is as before.
            won = sum(dice.random() < better for _ in range(2)) / 2
            results.append((group, (won, 1 - won)))
        else:
            winner = dice.choices(range(seats), powers)[0]
            results.append((group, tuple(float(seat == winner) for seat in range(seats))))
    return results


@pytest.mark.parametrize(("seats", "repeats"), [(2, 10), (2, 40), (3, 10)])
def test_strengths_are_found_again(seats, repeats):
    dice = random.Random(7)
    inside = [0] * len(STRONG)
    for _ in range(SIMULATIONS):
        ratings = rate(len(STRONG), played(dice, 0.0, seats, repeats))
        for one, truth in enumerate(STRONG):
            inside[one] += abs(ratings.elo[one] - truth) <= ratings.margin(one)
    assert all(LOW <= count <= HIGH for count in inside), inside


def test_intervals_too_narrow_would_be_found():
    """The control of the test above: three quarters of the margin are not enough."""
    dice = random.Random(7)
    inside = [0] * len(STRONG)
    for _ in range(SIMULATIONS):
        ratings = rate(len(STRONG), played(dice, 0.0))
        for one, truth in enumerate(STRONG):
            inside[one] += abs(ratings.elo[one] - truth) <= 0.75 * ratings.margin(one)
    assert min(inside) < LOW


def test_with_draws_the_intervals_are_if_anything_too_wide():
    dice = random.Random(3)
    inside = [0] * len(STRONG)
    for _ in range(SIMULATIONS):
        ratings = rate(len(STRONG), played(dice, 0.5))
        for one, truth in enumerate(STRONG):
            inside[one] += abs(ratings.elo[one] - truth) <= ratings.margin(one)
    assert min(inside) >= LOW, inside


def test_superiority_is_as_often_right_as_it_says():
    """Of equal players, the one ahead is called better with more than 95 % in about one case of twenty."""
    dice = random.Random(5)
    sure = 0
    for _ in range(SIMULATIONS * 2):
        wins = sum(dice.random() < 0.5 for _ in range(60))
        games = [((0, 1), (1.0, 0.0))] * wins + [((0, 1), (0.0, 1.0))] * (60 - wins)
        sure += rate(2, games).superiority(0, 1) > 0.95
    assert 5 <= sure <= 38, sure
