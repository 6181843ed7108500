"""Who meets whom: everybody once, seats shared out fairly, nobody twice in a Swiss tournament."""

import random
from collections import Counter
from itertools import combinations

import pytest

from pavage.tournament.pairing import (
    balanced,
    bracket,
    gauntlet,
    knockout_rounds,
    rotated,
    round_robin,
    swiss_round,
)


@pytest.mark.parametrize("entrants", range(2, 14))
def test_round_robin_of_pairs(entrants):
    rounds = round_robin(entrants)
    meetings = [meeting for games in rounds for meeting in games]
    assert sorted(tuple(sorted(meeting)) for meeting in meetings) == list(combinations(range(entrants), 2))
    for games in rounds:
        playing = [one for meeting in games for one in meeting]
        assert len(playing) == len(set(playing)) == entrants - entrants % 2
    for one in range(entrants):
        first = sum(meeting[0] == one for meeting in meetings)
        second = sum(meeting[1] == one for meeting in meetings)
        assert abs(first - second) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [(3, 3), (4, 3), (6, 3), (5, 4), (7, 3), (6, 6)])
def test_round_robin_of_tables(entrants, seats):
    meetings = [meeting for games in round_robin(entrants, seats) for meeting in games]
    assert sorted(tuple(sorted(meeting)) for meeting in meetings) == list(
        combinations(range(entrants), seats)
    )
    sat = Counter((seat, one) for meeting in meetings for seat, one in enumerate(meeting))
    for one in range(entrants):
        often = [sat[seat, one] for seat in range(seats)]
        assert max(often) - min(often) <= 2


def test_rotated():
    assert [rotated((4, 7), by) for by in range(3)] == [(4, 7), (7, 4), (4, 7)]
    assert [rotated((0, 1, 2), by) for by in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_gauntlet():
    assert sorted(map(sorted, gauntlet(4)[0])) == [[0, 1], [0, 2], [0, 3]]
    assert sorted(map(sorted, gauntlet(4, 3)[0])) == [[0, 1, 2], [0, 1, 3], [0, 2, 3]]


def test_balanced_looks_at_the_past():
    assert balanced([(0, 1)], sat=[(0, 2), (3, 1)]) == [(1, 0)]


@pytest.mark.parametrize("entrants", [4, 7, 8, 11, 16, 33])
def test_swiss(entrants):
    """As many rounds as people play: nobody meets anybody twice, nobody sits out twice."""
    dice = random.Random(entrants)
    points = dict.fromkeys(range(entrants), 0.0)
    past, byes = [], []
    for _ in range(max(2, (entrants - 1).bit_length())):
        ranking = sorted(points, key=lambda one: (-points[one], one))
        meetings, out = swiss_round(ranking, past, byes)
        playing = [one for meeting in meetings for one in meeting]
        assert sorted([*playing, *out]) == list(range(entrants))
        assert len(out) == entrants % 2
        past += meetings
        byes += out
        for one in [dice.choice(meeting) for meeting in meetings] + out:
            points[one] += 1
    met = [frozenset(meeting) for meeting in past]
    assert len(met) == len(set(met))
    assert len(byes) == len(set(byes))
    for one in range(entrants):
        colours = [meeting.index(one) for meeting in past if one in meeting]
        assert abs(colours.count(0) - colours.count(1)) <= 2


def test_swiss_first_meets_a_neighbour_it_did_not_meet():
    assert {frozenset(m) for m in swiss_round([0, 1, 2, 3], [(0, 1), (2, 3)])[0]} == {
        frozenset({0, 2}),
        frozenset({1, 3}),
    }


def test_swiss_goes_on_when_everybody_met_everybody():
    meetings, _ = swiss_round([0, 1, 2, 3], list(combinations(range(4), 2)))
    assert sorted(one for meeting in meetings for one in meeting) == [0, 1, 2, 3]


def test_swiss_does_not_think_for_ever():
    """The last two of many met each other already, and so did all who could help."""
    ranking = list(range(40))
    past = [(a, b) for a in range(20, 40) for b in range(a + 1, 40)]
    past += [(a, b) for a in range(20) for b in range(30, 40)]
    meetings, _ = swiss_round(ranking, past)
    assert len(meetings) == 20


def test_swiss_of_tables():
    meetings, out = swiss_round(list(range(8)), [], [7], seats=3)
    assert out == [6, 5]
    assert [set(meeting) for meeting in meetings] == [{0, 1, 2}, {3, 4, 7}]


def test_bracket():
    assert bracket(2) == [0, 1]
    assert bracket(4) == [0, 3, 1, 2]
    assert bracket(5) == [0, None, 3, 4, 1, None, 2, None]


@pytest.mark.parametrize("entrants", range(2, 18))
def test_knockout(entrants):
    """The stronger goes through: the first two of the list meet in the final, everybody else lost once."""
    rounds = knockout_rounds(entrants, lambda _, place, meeting: min(meeting))
    assert sum(map(len, rounds)) == entrants - 1
    assert list(rounds[-1].values()) == [(0, 1)]
    lost = [max(meeting) for games in rounds for meeting in games.values()]
    assert sorted(lost) == list(range(1, entrants))


def test_knockout_waits_for_what_is_not_decided():
    won = {(0, 3): 3}
    rounds = knockout_rounds(4, lambda _, place, meeting: won.get(meeting))
    assert [dict(games) for games in rounds] == [{0: (0, 3), 1: (1, 2)}, {}]
    won[1, 2] = 1
    assert dict(knockout_rounds(4, lambda _, place, meeting: won.get(meeting))[1]) == {0: (3, 1)}
