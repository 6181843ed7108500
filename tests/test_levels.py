"""`pavage bench levels`: who meets whom, and the table that goes into docs/players.md."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from conftest import needs

from benchmarks import first_games
from pavage.bench import level_scores as levels
from pavage.bots.match_series import Played
from pavage.cli import main
from pavage.game import CHANCE, Game, Move, Position
from pavage.games.hex import Hex
from pavage.players.levels import GENERAL, LEVELS, Glancing, Weighing, computer, searcher, strength
from pavage.players.minimax import Minimax
from pavage.players.random_player import RandomPlayer, roll
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget
from pavage.registry import OURS, games
from pavage.words import words


def test_two_players_meet_in_pairs_and_more_meet_randoms() -> None:
    assert ["hard", "easy"] in levels.meetings(games()["ponts"]())
    assert levels.meetings(games()["hex3"]()) == [["easy", "random", "random"], ["hard", "random", "random"]]


def test_the_table_is_markdown_in_both_languages() -> None:
    played = [
        Played((0, 1), ("a1", "b2"), (1.0, 0.0), 0, "", 0.5),
        Played((1, 0), ("a1",), (1.0, 0.0), 0, "", 0.1),
    ]
    row = levels._row(games()["ponts"](), ["easy", "random"], played)
    assert (row.share, row.games) == (0.5, 2)
    assert row.seconds == pytest.approx(0.2)
    assert "| ponts | 2 | easy | random | 2 | 50.0 % |" in levels.table([row], words("en"))[2]
    assert "50,0 %" in levels.table([row], words("fr"))[2]


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(levels, "meetings", lambda game: [["beginner", "random"]])
    assert main(["bench", "levels", "hexadames", "--players", "2", "--games", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["game"], row["players"], row["games"]) for row in rows] == [("hexadames", 2, 2)]


@pytest.mark.parametrize("name", OURS)
def test_levels_grow_in_every_game(name: str) -> None:
    game = games()[name]()
    efforts = [strength(game, level) for level in LEVELS]
    assert [effort.simulations for effort in efforts] == sorted(effort.simulations for effort in efforts)
    assert efforts[0].careless >= efforts[1].careless >= efforts[3].careless
    assert [effort.finds for effort in efforts] == sorted(effort.finds for effort in efforts)
    assert 0 < efforts[0].finds <= efforts[3].finds == efforts[4].finds == 1
    assert efforts[-1].seconds <= 10 and efforts[3].seconds <= 3


@pytest.mark.parametrize("name", OURS)
def test_the_lower_levels_answer_with_a_move(name: str) -> None:
    game = games()[name]()
    dice = random.Random(3)
    position = game.start()
    while position.turn == CHANCE:
        position = game.play(position, roll(game, position, dice))
    for level in ("beginner", "easy"):
        player, budget = computer(game, level, seed=3)
        thought = player.think(game, position, budget)
        assert game.refusal(position, thought.move) is None
        assert 0 <= thought.value <= 1


def opened(name: str, **options: object) -> tuple[Game[Any], Position, Move]:
    """A game that can be swapped, after a first stone in the middle, and the move that takes it over."""
    game = games()[name](**options)
    cells = [move for move in game.moves(game.start()) if game.cells_of(move)]
    return game, game.play(game.start(), cells[len(cells) // 2]), (game.site("swap"),)


SWAPS: dict[str, dict[str, object]] = {
    "hex": {"size": 7},
    "hexn": {"players": 2, "swap": "colours"},
}


@pytest.mark.parametrize("level", ["beginner", "easy"])
@pytest.mark.parametrize("name", SWAPS)
def test_a_weak_level_leaves_the_first_stone_to_who_placed_it(name: str, level: str) -> None:
    game, position, swap = opened(name, **SWAPS[name])
    assert game.refusal(position, swap) is None
    for seed in range(12):
        player, budget = computer(game, level, seed)
        thought = player.think(game, position, Budget(budget.simulations, None, seed))
        assert thought.move != swap and game.refusal(position, thought.move) is None


def test_a_level_that_thinks_takes_over_a_strong_stone() -> None:
    game, position, swap = opened("hex", size=7)
    player, budget = computer(game, "medium", 1)
    assert player.think(game, position, Budget(budget.simulations, None, 1)).move == swap


@pytest.mark.parametrize("size", [7, 9])
def test_a_first_game_of_hex_is_neither_hopeless_nor_won_by_itself(size: int) -> None:
    needs("native")
    won = first_games.points(games()["hex"](size=size), first_games.connect, "beginner", 100, 1)
    assert 30 <= won <= 70


@pytest.mark.parametrize("name", sorted({*OURS} - {"nombres", "hexn"}))
def test_every_game_for_several_has_a_simplest_plan(name: str) -> None:
    """It answers with moves that the rules allow, to the end of a game."""
    game = games()[name]()
    assert 0 <= first_games.points(game, first_games.PLANS[name], "random", 1, 3) <= 1


def test_the_search_follows_from_what_lies_beside_the_rules() -> None:
    assert isinstance(searcher(games()["labyrinthe"]()), Minimax)
    assert isinstance(searcher(games()["polygo"]()), TreeSearch)


def first_cells(game: Game[Any], position: Position, dice: random.Random, share: float) -> Sequence[Move]:
    """A glance at the cells that come first."""
    moves = game.moves(position)
    return moves[: max(1, round(share * len(moves)))]


def by_cell(
    game: Game[Any],
    position: Position,
    simulations: int,
    dice: random.Random,
    enough: Callable[[float], bool],
) -> list[tuple[Move, float]]:
    """The later a cell comes the better it is."""
    moves = game.moves(position)
    return [(move, move[0] / 100) for move in reversed(moves)]


def test_who_sees_little_chooses_the_best_of_it() -> None:
    game = Hex(size=3, swap="none")
    everything = Weighing(by_cell).think(game, game.start(), Budget(1, None, 1))
    assert everything.move == (8,) and everything.value == pytest.approx(0.08)
    assert sum(share for _, share in everything.policy) == pytest.approx(1)
    assert [move for move, _ in everything.policy] == list(reversed(game.moves(game.start())))
    little = Glancing(Weighing(by_cell), first_cells, 0.5).think(game, game.start(), Budget(1, None, 1))
    assert little.move == (3,) and little.line == ((3,),)
    assert {move for move, _ in little.policy} == {(0,), (1,), (2,), (3,)}
    assert Glancing(RandomPlayer(), first_cells, 0.0).think(game, game.start(), Budget(seed=1)).move == (0,)


def test_a_glance_repeats_with_its_seed() -> None:
    def some(game: Game[Any], position: Position, dice: random.Random, share: float) -> Sequence[Move]:
        return [move for move in game.moves(position) if dice.random() < share] or [(0,)]

    game = Hex(size=5, swap="none")
    player = Glancing(Weighing(by_cell), some, 0.3)
    answers = [player.think(game, game.start(), Budget(1, None, seed)).move for seed in range(20)]
    assert answers == [player.think(game, game.start(), Budget(1, None, seed)).move for seed in range(20)]
    assert len(set(answers)) > 3


def test_weighing_is_told_to_stop() -> None:
    asked: list[bool] = []

    def slow(
        game: Game[Any],
        position: Position,
        simulations: int,
        dice: random.Random,
        enough: Callable[[float], bool],
    ) -> list[tuple[Move, float]]:
        asked.append(enough(0.5))
        return by_cell(game, position, simulations, dice, enough)

    game, seen = Hex(size=3, swap="none"), []
    Weighing(slow).think(game, game.start(), Budget(1, None, 1))
    Weighing(slow).think(game, game.start(), Budget(1, 1e-9, 1))
    Weighing(slow).think(game, game.start(), Budget(1, None, 1), lambda share: seen.append(share) or True)
    assert asked == [False, True, True] and seen == [0.5]


def test_every_level_finds_everything_unless_its_game_says_otherwise() -> None:
    assert all(effort.finds == 1 for effort in GENERAL.values())
    player, _ = computer(games()["labyrinthe"](), "easy")
    assert not isinstance(player, Glancing)
