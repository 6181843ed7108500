"""What lies beside the rules of a game is found by name, and a misspelt name is refused."""

import inspect
import random
import sys
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from conformance import check_game

from pavage.game import Game
from pavage.games.hex import Hex
from pavage.games.hexn import Hex3
from pavage.games.labyrinthe import Labyrinthe
from pavage.games.polygo import TetraGo
from pavage.hooks import (
    KINDS,
    DrawingHooks,
    EvaluationHooks,
    HintHooks,
    PlayoutHooks,
    SceneHooks,
    StrategyHooks,
    folder,
    hooks,
    strangers,
)
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hexn import HexNPlayer
from pavage.players.hex_adviser import HexAdviser
from pavage.players.levels import ADVICE, ANALYSIS, LEVELS, computer, levels_of, playout_of, searcher
from pavage.players.minimax import Minimax
from pavage.registry import OURS, games

TAKEN = {
    "board": 1,
    "board_named": 2,
    "scene": 2,
    "palette": 1,
    "cells": 1,
    "movers": 1,
    "mover": 2,
    "pieces": 2,
    "label": 2,
    "piece_name": 2,
    "as_text": 3,
    "evaluate": 2,
    "order": 2,
    "glance": 4,
    "weigh": 5,
    "playout": 1,
    "perfect": 2,
    "hint": 2,
    "told": 3,
    "puzzle": 1,
    "marked": 2,
    "met": 2,
    "goal": 1,
    "solution": 1,
    "filling": 1,
    "filled": 2,
    "posed": 2,
    "raced": 2,
    "marks": 4,
}
"""How many things each hook is handed."""


@pytest.mark.parametrize("name", OURS)
def test_every_hook_takes_what_it_is_handed(name: str) -> None:
    for kind in KINDS:
        found = hooks(games()[name], kind)
        for field in fields(kind):
            hook = getattr(found, field.name)
            if callable(hook):
                inspect.signature(hook).bind(*range(TAKEN[field.name]))


def test_hooks_are_found_by_the_folder_of_a_game() -> None:
    assert hooks(Labyrinthe, EvaluationHooks).evaluate is not None
    assert (
        hooks(Labyrinthe, DrawingHooks).palette is not None and not hooks(Labyrinthe, DrawingHooks).RECTANGLES
    )
    assert hooks(TetraGo, PlayoutHooks).playout is not None, "variants share a folder"
    assert hooks(Hex, SceneHooks).board is not None and hooks(Hex, SceneHooks).board_named is None
    assert hooks(Hex, StrategyHooks) == StrategyHooks() and hooks(Hex, HintHooks) == HintHooks()


RULES = """
from pavage.games.hex import Hex


class Made(Hex):
    name = "made"
"""


def made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, package: str, modules: dict[str, str]
) -> type[Game[Any]]:
    """A game of somebody else's package, with these modules beside its rules."""
    place = folder / package
    place.mkdir()
    for name, text in {"__init__.py": RULES, **modules}.items():
        (place / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    kind: type[Game[Any]] = __import__(package).Made
    for name in modules:
        monkeypatch.delitem(sys.modules, f"{package}.{name.removesuffix('.py')}", raising=False)
    return kind


def test_a_misspelt_hook_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    misspelt = "from random import choice\nTEMPO = 2\nWHOLLY = True\n\ndef _own(game): ...\n"
    misspelt += "def evalaute(game, position): ...\ndef order(game, position): ...\n"
    kind = made(
        tmp_path, monkeypatch, "made_misspelt", {"evaluation.py": misspelt, "hint.py": "class Hint: ..."}
    )
    assert strangers(kind) == ["evaluation.WHOLLY", "evaluation.evalaute", "hint.Hint"]
    with pytest.raises(AssertionError, match="evalaute"):
        check_game(kind, {"size": 2}, seed=1, matches=1)
    assert hooks(kind, EvaluationHooks).evaluate is None and hooks(kind, EvaluationHooks).order is not None


def test_a_package_names_its_players_as_ours_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = "".join(f"{level} = {{ simulations = 5, seconds = 1.0 }}\n" for level in LEVELS)
    players = "class Own:\n    def __init__(self, search, expert=None):\n        self.search = search\n"
    named = '[players]\nsearch = "made_players.mine:Own"\nadviser = "made_players.mine:Own"\n'
    modules = {"mine.py": players, "levels.toml": levels + named}
    kind = made(tmp_path, monkeypatch, "made_players", modules)
    assert type(searcher(kind())).__name__ == "Own"
    player, _ = computer(kind(), ADVICE)
    assert type(player).__name__ == "Own" and type(player.search).__name__ == "Own"


@pytest.mark.parametrize(
    "word", ["meduim = { simulations = 5, seconds = 1.0 }\n", "[players]\nserach = 'a:b'\n"]
)
def test_a_misspelt_word_of_levels_is_refused(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = "".join(f"{level} = {{ simulations = 5, seconds = 1.0 }}\n" for level in LEVELS)
    package = f"made_levels_{len(word)}"
    kind = made(tmp_path, monkeypatch, package, {"levels.toml": levels + word})
    with pytest.raises((TypeError, ValueError), match=r"meduim|serach"):
        levels_of(kind)


def test_hex_and_hexn_have_players_of_their_own() -> None:
    assert isinstance(searcher(Hex(size=4)), HexPlayer) and isinstance(searcher(Hex3()), HexNPlayer)
    for asked in (ADVICE, ANALYSIS):
        assert isinstance(computer(Hex(size=4), asked)[0], HexAdviser)
    assert isinstance(searcher(Labyrinthe()), Minimax)
    game = Hex(size=4)
    playout = playout_of(game)
    assert playout is not None and sum(playout(game.start(), random.Random(1))) == 1
    assert playout_of(Labyrinthe()) is None
    assert (files(folder(Hex)) / "levels.toml").is_file()
