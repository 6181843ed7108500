"""`pavage bench answers`: which positions are asked, and the table that goes into docs/players.md."""

import json
import random

import pytest

from pavage.bench import answer_times as answers
from pavage.cli import main
from pavage.game import CHANCE
from pavage.players.thought import Thought
from pavage.registry import games
from pavage.words import words


def test_positions_are_those_where_somebody_has_to_move() -> None:
    game = games()["ponts"](size=3)
    asked = list(answers._positions(game, random.Random(1)))
    assert asked[0] == game.start()
    assert len(asked) >= 2
    assert all(game.outcome(position) is None and position.turn != CHANCE for position in asked)


def test_the_slowest_answer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 1.0, 3.5, 3.5, 4.0] * 2)

    class Quick:
        def think(self, game, position, budget, watch=None):
            return Thought(game.moves(position)[0], 0.5)

    monkeypatch.setattr(answers, "computer", lambda game, level, seed: (Quick(), None))
    monkeypatch.setattr(answers.time, "monotonic", lambda: next(clock))
    found = list(answers.measure("hexn", 2, 1))
    assert [(one.level, one.positions, one.seconds) for one in found] == [("hard", 3, 2.5), ("best", 3, 2.5)]
    assert "| hexn | 2 | hard | 3 | 2.5 s |" in answers.table(found, words("en"))
    assert "| hexn | 2 | best | 3 | 2,5 s |" in answers.table(found, words("fr"))


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(answers, "LEVELS", ("beginner",))
    assert main(["bench", "answers", "marienbad", "--json"]) == 0
    assert [row["level"] for row in json.loads(capsys.readouterr().out)] == ["beginner"]
