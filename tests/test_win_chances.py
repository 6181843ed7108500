"""What people are told of a position: chances that add up, that keep their order, and that come true."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pavage.bench import calibration as bench
from pavage.games.hex import Hex
from pavage.players.analysis import percent, percentages, standing, verdict
from pavage.players.drift import Drift
from pavage.players.levels import ADVICE, computer
from pavage.players.minimax import Minimax
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget, Thought
from pavage.players.win_chances import (
    UNKNOWN,
    Calibration,
    Chances,
    calibration_of,
    calibrations,
    chances,
    read,
    seats_out,
)
from pavage.registry import OURS, games
from pavage.words import LANGUAGES, words

CALIBRATED = st.builds(
    Calibration,
    st.floats(0.05, 3),
    st.floats(-1, 1),
    st.floats(0.1, 100),
    st.integers(1, 500),
)
RAW = st.lists(st.floats(0.0, 1.0), min_size=2, max_size=6).filter(lambda shares: sum(shares) > 0.01)


def whole(shares):
    return [share / sum(shares) for share in shares]


# --- the step between what is counted and what is told


@given(CALIBRATED, RAW, st.integers(0, 10**6), st.randoms(use_true_random=False))
@example(Calibration(3.0, 0.0, 0.25, 1), [0.0, 1.0], 65536, random.Random(0))  # once rounded to certainty
def test_chances_add_up_and_none_is_certain(by, shares, nodes, dice):
    turn = dice.randrange(len(shares))
    told = by.chances(whole(shares), turn, nodes)
    assert math.isclose(sum(told), 1) and all(0 < share < 1 for share in told)


@given(CALIBRATED, st.floats(0, 1), st.floats(0, 1), st.integers(1, 10**6))
def test_what_counts_more_is_told_as_more(by, one, other, nodes):
    low, high = sorted((one, other))
    assert by.chances((low, 1 - low), 0, nodes)[0] <= by.chances((high, 1 - high), 0, nodes)[0] + 1e-12


@given(CALIBRATED, st.floats(0.5, 1), st.integers(1, 1000))
def test_fewer_simulations_say_less(by, share, nodes):
    """Between two, and where the mover has no bonus, the same count is nearer to even."""
    fair = Calibration(by.sharpness, 0.0, by.prior, 1)
    few, many = (fair.chances((share, 1 - share), 0, count)[0] for count in (nodes, 10 * nodes))
    assert 0.5 - 1e-12 <= few <= many + 1e-12


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_what_is_proved_stays_so_and_is_said_in_words(value):
    game = Hex(size=5, swap="none")
    thought = Thought((3,), value, nodes=10, proved=True)
    told = chances(game, 1, thought)
    assert told.shares == (1 - value, value) and told.certain and not told.uncertain
    for language in LANGUAGES:
        said = words(language)(standing(game, game.play(game.start(), (0,)), thought))
        assert ("%" in said) == (value == 0.5)


def test_what_is_not_proved_is_never_all_or_nothing():
    game = Hex(size=5, swap="none")
    for value in (0.0, 1.0):
        told = chances(game, 0, Thought((3,), value, nodes=10**6))
        assert 0 < told.mine < 1 and percent(told) not in ("0", "100")
        assert "%" in words("en")(verdict(game, game.start(), Thought((3,), value, nodes=10**6)))


@given(RAW)
def test_percentages_add_up_to_a_hundred(shares):
    told = Chances(tuple(whole(shares)), 0, False, (0.5, 0.5))
    assert sum(map(int, percentages(told))) == 100


def test_uncertain_is_what_moved_or_what_nobody_measured():
    game = Hex(size=5, swap="none")
    steady, moved = (Thought((3,), 0.6, nodes=500, doubt=doubt) for doubt in (0.01, 0.3))
    assert not chances(game, 0, steady).uncertain and chances(game, 0, moved).uncertain
    low, high = chances(game, 0, moved).interval
    assert low < chances(game, 0, moved).mine < high
    strange = Thought((3,), 0.9, nodes=500, kind="never heard of")
    assert chances(game, 0, strange).uncertain
    assert 0.5 < chances(game, 0, strange).mine < 0.9, "without games behind it, half as sharp"
    assert "uncertain" in words("en")(standing(game, game.start(), strange))
    assert "incertain" in words("fr")(standing(game, game.start(), strange))


def test_whoever_only_gives_a_reason_tells_no_chances():
    game = games()["blocs"]()
    assert standing(game, game.start(), Thought((3,), 0.5)) is None
    assert chances(game, 0, Thought((3,), 0.5)).uncertain


def test_a_value_that_moved_is_doubted():
    drift = Drift()
    assert drift.doubt(0.5, 100) == pytest.approx(0.05), "luck alone"
    for done, value in ((16, 0.9), (32, 0.8), (40, 0.1), (64, 0.6)):
        drift.note(done, value)
    assert drift.doubt(0.6, 100) == pytest.approx(0.2), "since half of the simulations, at a power of two"


# --- what the searches know of the others


def test_a_tree_search_counts_for_all_seats():
    game = games()["hexago"](board="H3")
    thought = TreeSearch().think(game, game.start(), Budget(60, seed=1))
    assert len(thought.shares) == 3 and math.isclose(sum(thought.shares), 1)
    assert 0 < thought.doubt < 0.6
    assert thought.shares[0] < max(thought.value, 0.99), "the best of many that were tried a little was lucky"


def test_looking_ahead_judges_all_seats():
    game = games()["hexadames"]()
    player, _ = computer(game, "hard")
    assert isinstance(player, Minimax)
    thought = player.think(game, game.start(), Budget(60, seed=1))
    assert len(thought.shares) == 3 and math.isclose(sum(thought.shares), 1, abs_tol=1e-6)


def test_nobody_at_hex_3_is_sure_of_the_first_move():
    """The search asks what the mover gets done while all others do anything: that is not a chance."""
    game = games()["hex3"]()
    player, _ = computer(game, ADVICE)
    thought = player.think(game, game.start(), Budget(20, seed=1))
    assert 0.2 < chances(game, 0, thought).mine < 0.6


# --- where the numbers lie


@pytest.mark.parametrize("name", OURS)
def test_what_was_measured_makes_sense(name):
    for by in calibrations(games()[name]).values():
        assert 0 < by.sharpness < 5 and abs(by.mover) < 2 and by.prior > 0 and (by.games or by.elsewhere)


def test_another_number_of_players_takes_the_nearest():
    text = """
[[measured]]
game = "hex"
players = 2
games = 10
sharpness = 0.5
[[measured]]
game = "hex"
players = 2
search = "network"
games = 10
sharpness = 0.9
"""
    found = read(text)["hex"]
    assert set(found) == {(2, ""), (2, "network")} and found[2, "network"].sharpness == 0.9
    three, six = (calibration_of(games()["hexadames"], players, "") for players in (3, 6))
    assert three.known and not six.known, "which nobody has measured"
    assert six.sharpness == three.sharpness
    assert calibration_of(games()["hex"], 2, "never heard of") == UNKNOWN and UNKNOWN.games == 0


# --- whether they come true


def invented(count, sharpness, dice):
    """Games of a player whose values are too sharp by a known factor."""
    judged = []
    for number in range(count):
        truth = dice.random()
        odds = (truth / (1 - truth)) ** (1 / sharpness)
        value = odds / (1 + odds)
        won = float(dice.random() < truth)
        judged.append(bench.Judged(number, 5, 0, value, (), 0.0, 10**6, "", (won, 1 - won), "easy"))
    return judged


def test_fitting_finds_how_sharp_a_player_is():
    judged = invented(3000, 0.4, random.Random(1))
    by = bench.fit(judged)
    assert by.sharpness == pytest.approx(0.4, abs=0.05) and abs(by.mover) < 0.1
    held = invented(3000, 0.4, random.Random(2))

    def error(by):
        return bench.miscalibration(bench.reliability((one.told(by)[0], one) for one in held))

    assert error(by) < 0.03
    assert error(Calibration(1.0, games=1)) > 0.1, "it can fail"


def test_a_few_games_are_watched_and_judged():
    game = Hex(size=4, swap="none")
    first, again = (list(bench.watch(game, range(3), 7)) for _ in range(2))
    assert first == again, "the same numbers and seed, the same games"
    for judged in first:
        assert all(math.isclose(sum(one.returns), 1) for one in judged)
        assert len(judged) <= bench.ASKED


def test_the_table_of_what_came_true():
    rows = list(bench.measure("hex", None, 1, 3, lambda done: None))
    assert sum(row.positions for row in rows) <= bench.ASKED
    head, _, *lines = bench.table(rows, words("fr"))
    assert "annoncé" in head and len(lines) == len(rows)
    assert not list(bench.measure("nombres", None, 1, 3, lambda done: None))


# --- seats that are out


def test_who_is_out_has_no_chances():
    game = games()["hexago"](board="H3", players=4)
    position = game.leave(game.start(), 1)
    thought = TreeSearch().think(game, position, Budget(60, seed=1))
    told = chances(game, position.turn, thought, seats_out(game, position))
    assert (
        told.shares[1] == 0 and math.isclose(sum(told.shares), 1) and all(told.shares[s] for s in (0, 2, 3))
    )
    said = words("en")(verdict(game, position, thought))
    assert "Red" in said and "Yellow" in said and "Blue" not in said
    assert said.count("%") == 3


def test_between_two_who_are_in_the_chances_are_those_of_a_game_for_two():
    game = games()["hexago"](board="H3", players=3)
    position = game.leave(game.start(), 0)
    thought = Thought((3,), 0.7, nodes=400, shares=(0.0, 0.7, 0.3))
    told = chances(game, 1, thought, [0])
    two = chances(games()["hexago"](board="H3", players=2), 0, replace(thought, shares=(0.7, 0.3)))
    assert told.shares == (0, *two.shares) and told.interval == two.interval and told.known == two.known
    assert words("en")(verdict(game, position, thought)).startswith("Blue to move, chances")
    assert (
        verdict(game, position, replace(thought, value=1.0, proved=True, shares=(0, 1, 0))).key
        == "analysis.proved"
    )
