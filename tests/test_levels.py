"""`pavage bench levels`: who meets whom, and the table that goes into docs/players.md."""

import json

import pytest

from pavage.cli import levels, main
from pavage.cli.match import Played
from pavage.players.levels import LEVELS, computer, searcher, strength
from pavage.players.minimax import Minimax
from pavage.players.search import TreeSearch
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
    assert efforts[-1].seconds <= 10 and efforts[3].seconds <= 3


@pytest.mark.parametrize("name", OURS)
def test_the_lower_levels_answer_with_a_move(name: str) -> None:
    game = games()[name]()
    for level in ("beginner", "easy"):
        player, budget = computer(game, level, seed=3)
        thought = player.think(game, game.start(), budget)
        assert game.refusal(game.start(), thought.move) is None
        assert 0 <= thought.value <= 1


def test_the_search_follows_from_what_lies_beside_the_rules() -> None:
    assert isinstance(searcher(games()["labyrinthe"]()), Minimax)
    assert isinstance(searcher(games()["polygo"]()), TreeSearch)
