"""A computer divides what is left on its clock, and does not lose on time."""

import pytest

from pavage.clock import parse_control
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.players.pace import LEAST, MOVES_AHEAD, pace, share, within
from pavage.players.thought import Budget
from pavage.registry import games


def match_with(control, size=11):
    return Match(Hex(size=size, swap="none"), parse_control(control) if control else None)


def test_without_a_clock_nobody_hurries():
    assert pace(match_with(None), 0.0) is None
    assert within(Budget(10, 3.0, 1), None) == Budget(10, 3.0, 1)


def test_the_level_limits_too():
    assert within(Budget(10, 3.0, 1), 2.0).seconds == 2.0
    assert within(Budget(10, 3.0, 1), 5.0).seconds == 3.0
    assert within(Budget(10, None, 1), 5.0).seconds == 5.0


@pytest.mark.parametrize("control", ["1m", "10s", "10s+2s", "10s+3x2s", "4s/move"])
def test_whoever_uses_all_of_it_never_loses_on_time(control):
    """Every move takes as long as it may; the game is as long as a game can be."""
    match, now = match_with(control, 9), 0.0
    while match.outcome is None and match.position.board.count(0) > 1:
        used = pace(match, now)
        assert used is not None
        now += used
        assert match.clock.deadline() > now or used == LEAST
        match.play(match.game.moves(match.position)[0], now)


def test_much_is_left_for_later():
    game = Hex(size=11)
    assert share(60.0, game, game.start()) == pytest.approx(60 / (121 / 4))
    assert share(60.0, Hex(size=3), Hex(size=3).start()) == 60 / MOVES_AHEAD
    assert share(0.0, game, game.start()) == LEAST


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_shared_out(name):
    game = games()[name]()
    assert LEAST <= share(60.0, game, game.start()) <= 60 / MOVES_AHEAD
