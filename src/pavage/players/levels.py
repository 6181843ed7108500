"""The levels that people see, from beginner to best, and who plays them in each game."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pavage.game import Game, Position
from pavage.players.chance import RandomPlayer
from pavage.players.fast import playout_of
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget, Player, Thought, Watch
from pavage.registry import folder

LEVELS = ("beginner", "easy", "medium", "hard", "best")
COMPUTERS = ("random", *LEVELS)
"""All names that can sit in a seat without being a person."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a level tries: its limits, and how often it just plays something."""

    simulations: int
    seconds: float
    careless: float = 0.0


GENERAL = {
    "beginner": Strength(30, 1.0, careless=0.3),
    "easy": Strength(150, 1.0),
    "medium": Strength(1_000, 2.0),
    "hard": Strength(5_000, 3.0),
    "best": Strength(50_000, 8.0),
}


@cache
def _efforts(kind: type[Game[Any]]) -> dict[str, Strength]:
    """The game's own measure, from `levels.toml` beside its rules, or the general one."""
    own = files(folder(kind)) / "levels.toml"
    if not own.is_file():
        return GENERAL
    table = tomllib.loads(own.read_text(encoding="utf-8"))
    return {level: Strength(**table[level]) for level in LEVELS}


class Careless:
    """A player that now and then plays the first thing that comes to its mind, so that a child can win."""

    def __init__(self, player: Player, rate: float) -> None:
        self.player = player
        self.rate = rate

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        dice = random.Random(budget.seed)
        careful = dice.random() >= self.rate
        thinker: Player = self.player if careful else RandomPlayer()
        return thinker.think(game, position, replace(budget, seed=dice.getrandbits(32)), watch)


def strength(game: Game[Any], level: str) -> Strength:
    return _efforts(type(game))[level]


def computer(game: Game[Any], level: str, seed: int | None = None) -> tuple[Player, Budget]:
    """The player of a level for a game, and the budget that makes it so strong and no stronger."""
    if level == "random":
        return RandomPlayer(), Budget(seed=seed)
    effort = strength(game, level)
    player: Player = HexPlayer() if game.name == "hex" else TreeSearch(playout_of(game))
    if effort.careless:
        player = Careless(player, effort.careless)
    return player, Budget(effort.simulations, effort.seconds, seed)
