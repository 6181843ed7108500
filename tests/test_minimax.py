"""Looking ahead: exact on small boards, within its budget elsewhere."""

import pytest
from test_search import Bet, Spite

from pavage.game import Game, Position
from pavage.games.hex import Hex
from pavage.players.minimax import Minimax
from pavage.players.thought import Budget


def nothing_known(game: Game, position: Position) -> tuple[float, ...]:
    return (1 / game.players,) * game.players


def test_it_solves_three_by_three() -> None:
    game = Hex(size=3, swap="none")
    winning = {"a2", "a3", "b2", "c1", "c2"}
    for move in game.moves(game.start()):
        after = game.play(game.start(), move)
        thought = Minimax(nothing_known).think(game, after, Budget(simulations=10**7, seed=1))
        assert thought.proved
        assert (thought.value < 0.5) == (game.write(game.start(), move) in winning)


def test_it_takes_the_quickest_win() -> None:
    game = Hex(size=3, swap="none")
    position = game.setup("red:b1,b2 blue:a1,a2 turn:1")
    thought = Minimax(nothing_known).think(game, position, Budget(simulations=10**6, seed=1))
    assert game.outcome(game.play(position, thought.move)) is not None
    assert thought.line == (thought.move,)


def test_three_players_each_look_after_themselves() -> None:
    game = Spite()
    thought = Minimax(nothing_known).think(game, game.start(), Budget(simulations=1000, seed=1))
    assert thought.move == (1,) and thought.value > 0.99


def test_chance_counts_by_its_mean() -> None:
    game = Bet()
    thought = Minimax(nothing_known).think(game, game.start(), Budget(simulations=1000, seed=1))
    assert thought.move == (2,) and not thought.proved
    assert thought.value == pytest.approx(2 / 3, abs=1e-4)


@pytest.mark.parametrize("limit", [1, 10, 100, 1000])
def test_the_budget_holds_and_there_is_always_a_move(limit: int) -> None:
    game = Hex(size=7)
    thought = Minimax(nothing_known).think(game, game.start(), Budget(simulations=limit, seed=1))
    assert thought.nodes <= limit + 1
    assert game.refusal(game.start(), thought.move) is None
    assert sum(share for _, share in thought.policy) == pytest.approx(1)


def test_the_evaluation_decides_where_nothing_is_certain() -> None:
    game = Hex(size=5, swap="none")
    target = game.site("d2")

    def likes_d2(game: Game, position: Position) -> tuple[float, ...]:
        return (0.9, 0.1) if position.board[target] == 1 else (0.4, 0.6)

    thought = Minimax(likes_d2).think(game, game.start(), Budget(simulations=26, seed=1))
    assert thought.move == (target,)


def test_same_seed_same_thought() -> None:
    game = Hex(size=5)
    thoughts = [
        Minimax(nothing_known).think(game, game.start(), Budget(simulations=500, seed=4)) for _ in (1, 2)
    ]
    assert thoughts[0] == thoughts[1]


def test_it_can_be_stopped() -> None:
    game = Hex(size=7)
    calls: list[float] = []

    def watch(share: float) -> bool:
        calls.append(share)
        return len(calls) == 2

    thought = Minimax(nothing_known).think(game, game.start(), Budget(simulations=10**6, seed=1), watch)
    assert len(calls) == 2 and thought.nodes == 128
