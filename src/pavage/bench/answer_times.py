"""`pavage bench answers`: how long the strong levels think in play, on the usual board and one core."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pavage.game import CHANCE, Game, Position
from pavage.players.levels import computer
from pavage.players.random_player import roll
from pavage.registry import games
from pavage.words import Words

LEVELS = ("hard", "best")
PLIES = (0, 8, 20)
"""Random moves that are made before the question: the beginning, and two stages of the middle."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The slowest answer of one level in one game."""

    game: str
    players: int
    level: str
    positions: int
    seconds: float


def measure(name: str, players: int | None, seed: int) -> Iterator[Answer]:
    """Each level is asked in the same positions; what counts is the time that a person waits."""
    game = games()[name](**({"players": players} if players else {}))
    asked = list(_positions(game, random.Random(seed)))
    for level in LEVELS:
        waits = []
        for number, position in enumerate(asked):
            player, budget = computer(game, level, seed + number)
            begun = time.monotonic()
            player.think(game, position, budget)
            waits.append(time.monotonic() - begun)
        yield Answer(name, game.players, level, len(waits), max(waits))


def _positions(game: Game[Any], dice: random.Random) -> Iterator[Position]:
    """Positions where somebody has to move; shorter games give fewer."""
    for plies in PLIES:
        position, played = game.start(), 0
        while game.outcome(position) is None:
            if position.turn == CHANCE:
                position = game.play(position, roll(game, position, dice))
                continue
            if played == plies:
                yield position
                break
            position = game.play(position, dice.choice(game.moves(position)))
            played += 1


def table(answers: list[Answer], words: Words) -> list[str]:
    """A Markdown table, ready for docs/players.md."""
    head = [
        words(f"cli.bench.column.{name}") for name in ("game", "players", "level", "positions", "slowest")
    ]
    lines = [head, ["---"] * len(head)]
    for one in answers:
        seconds = f"{one.seconds:.1f} s"
        if words.language == "fr":
            seconds = seconds.replace(".", ",")
        lines.append([one.game, str(one.players), one.level, str(one.positions), seconds])
    return ["| " + " | ".join(line) + " |" for line in lines]
