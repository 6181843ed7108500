"""The computer's Hex: swap decisions, fair openings, with and without the native search."""

import pytest
from conftest import needs

from pavage.games.hex import Hex
from pavage.match import Match
from pavage.players import fast
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.thought import Budget


@pytest.fixture(params=["native", "python"])
def player(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> HexPlayer:
    if request.param == "native":
        needs("native")
    else:
        monkeypatch.setattr(fast, "native", lambda: None)
    return HexPlayer()


def test_a_strong_first_stone_is_taken_over(player: HexPlayer) -> None:
    for swap in ("colours", "mirror"):
        game = Hex(size=5, swap=swap)
        match = Match(game)
        match.play(game.read(match.position, "c3"))
        thought = player.think(game, match.position, Budget(simulations=2000, seed=1))
        assert game.write(match.position, thought.move) == "swap"
        assert thought.value > 0.5


def test_a_weak_first_stone_is_left(player: HexPlayer) -> None:
    game = Hex(size=5)
    match = Match(game)
    match.play(game.read(match.position, "a1"))
    thought = player.think(game, match.position, Budget(simulations=2000, seed=1))
    assert game.write(match.position, thought.move) != "swap"


def test_with_swap_it_does_not_open_in_the_centre(player: HexPlayer) -> None:
    """A stone in the middle wins, so it would be taken over; without swap it is what one opens with."""
    middle = {"d4", "c4", "e4", "d3", "d5", "c5", "e3"}
    short_diagonal = {"a7", "b6", "c5", "d4", "e3", "f2", "g1"}
    fair, greedy = Hex(size=7), Hex(size=7, swap="none")
    budget = Budget(simulations=10_000, seed=1)
    assert fair.write(fair.start(), player.think(fair, fair.start(), budget).move) not in middle
    assert (
        greedy.write(greedy.start(), player.think(greedy, greedy.start(), budget).move)
        in middle | short_diagonal
    )


def test_it_never_answers_what_is_not_allowed(player: HexPlayer) -> None:
    game = Hex(size=3, no_centre="on", swap="none")
    for seed in range(5):
        match = Match(game)
        while match.outcome is None:
            thought = player.think(game, match.position, Budget(simulations=50, seed=seed))
            match.play(thought.move)


def test_it_wins_where_a_win_is_near(player: HexPlayer) -> None:
    game = Hex(size=7, swap="none")
    position = game.setup("red:d1,d2,d3,d5,d6,d7 blue:a1,a2,a3,b1,b2,f6 turn:1")
    thought = player.think(game, position, Budget(simulations=2000, seed=1))
    assert game.write(position, thought.move) in ("d4", "c4")
    assert thought.value > 0.9


def test_it_can_be_stopped(player: HexPlayer) -> None:
    game = Hex(size=11, swap="none")
    position = game.start()
    calls: list[float] = []

    def watch(share: float) -> bool:
        calls.append(share)
        return True

    thought = player.think(game, position, Budget(simulations=10**9, seed=1), watch)
    assert len(calls) == 1 and game.refusal(position, thought.move) is None
