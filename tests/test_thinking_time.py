"""A computer divides what is left on its clock, and does not lose on time."""

import random
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from tables import AGAINST, Never, Page, serving, set_table, sit

from pavage.clock import parse_control
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.players import workers
from pavage.players.thinking_time import LEAST, MOVES_AHEAD, share, time_for_move, within
from pavage.players.thought import Budget
from pavage.players.workers import Workers
from pavage.registry import games
from pavage.table import Chair, Table
from pavage.terminal.session.session import Session
from pavage.words import words


def match_with(control, size=11):
    return Match(Hex(size=size, swap="none"), parse_control(control) if control else None)


def test_without_a_clock_nobody_hurries():
    assert time_for_move(match_with(None), 0.0) is None
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
        used = time_for_move(match, now)
        assert used is not None
        now += used
        assert match.clock.deadline() > now
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


class Asked(Never):
    """Workers that never answer, and tell for how long they were asked to think."""

    def __init__(self):
        super().__init__(1)
        self.seconds = SimpleQueue()

    def submit(self, work, *given):
        self.seconds.put(given[-1])
        return super().submit(work, *given)


@pytest.mark.parametrize(("clock", "most"), [("1m", 60 / MOVES_AHEAD), (None, None)])
def test_a_computer_in_the_web_app_is_told(clock, most):
    asked = Asked()
    more = {"clock": clock} if clock else {}
    with serving(asked) as client, sit(client, set_table(client, AGAINST, **more)) as socket:
        Page(socket).type("a1")
        seconds = asked.seconds.get(timeout=60)
    assert asked.seconds.empty()
    assert seconds is None if most is None else most / 2 < seconds <= most


@pytest.mark.parametrize(("clock", "most"), [("1m", 60 / MOVES_AHEAD), (None, None)])
def test_a_computer_in_the_terminal_is_told(clock, most):
    asked = Asked()
    match = match_with(clock, 5)
    table = Table(match, [Chair("Ada"), Chair("", "easy")])
    session = Session(table, words("en"), Workers(executor=asked), random.Random(1))
    match.play(match.game.read(match.position, "a1"), 0.0)
    session.tick(0.0)
    assert asked.seconds.get_nowait() == most
    assert asked.seconds.empty()


def test_a_worker_heeds_the_limit(monkeypatch):
    budgets = []
    player = SimpleNamespace(think=lambda game, position, budget, watch: budgets.append(budget))
    monkeypatch.setattr(workers, "computer", lambda *_: (player, Budget(10, 3.0, 1)))
    game = Hex(size=3)
    for limit in (0.25, None):
        workers.think_here(game, game.start(), "best", 1, "", limit)
    assert [budget.seconds for budget in budgets] == [0.25, 3.0]
