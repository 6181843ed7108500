"""Places in games: the beginning of an input names a game and how many moves were made."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from pavage.game import Game, Position
from pavage.match import Match
from pavage.registry import OURS, games

GAMES = games()
NAMES = tuple(OURS)
MOST_PLIES = 60
_HEAD = re.compile(rb"([a-z0-9]+)(?:/([^ /\n]+))?(?: (\d{1,3}))?\n")


@cache
def usual(name: str, preset: str = "") -> Game[Any]:
    """A game as people play it, or with one of its presets."""
    return GAMES[name](preset=preset) if preset else GAMES[name]()


SMALL: dict[str, dict[str, Any]] = {
    "hex": {"size": 4},
    "polygo": {"board": "H3"},
    "marienbad": {"board": "H3"},
    "carreleurs": {"preset": "s8"},
    "blocs": {"board": 6},
}
"""Boards on which a game is over soon, or on which there are not a thousand moves."""


@cache
def small(name: str) -> Game[Any]:
    return GAMES[name](**SMALL.get(name, {}))


def some_games() -> Iterator[Game[Any]]:
    """Every game as it usually is, and with each of its presets."""
    for name in NAMES:
        yield usual(name)
        yield from (usual(name, preset) for preset in GAMES[name].presets)


@cache
def _match(game: Game[Any]) -> Match:
    """One game at random, always the same."""
    dice, match = random.Random(zlib.crc32(game.name.encode())), Match(game)
    while len(match.played) < MOST_PLIES and match.outcome is None:
        match.play(dice.choice(game.moves(match.position)))
    return match


def place(data: bytes) -> tuple[Game[Any], Position, bytes]:
    """`hex/preset 12` on the first line: the game, the position after so many moves, and the other lines."""
    head = _HEAD.match(data)
    name, preset, plies = (
        (part.decode("utf-8", "replace") if part else "" for part in head.groups()) if head else ("", "", "")
    )
    if name not in OURS:
        name = NAMES[zlib.crc32(data[:8]) % len(NAMES)]
    game = usual(name, preset if preset in GAMES[name].presets else "")
    positions = _match(game).positions
    return game, positions[int(plies or 0) % len(positions)], data[head.end() :] if head else data


def heads() -> list[tuple[bytes, Game[Any], Position]]:
    """First lines for every game, at its start, later and at the end; with what they mean."""
    found = []
    for game in some_games():
        preset = next((name for name in type(game).presets if usual(game.name, name) is game), "")
        for plies in (0, 1, 7, 20, len(_match(game).positions) - 1):
            head = f"{game.name}{'/' if preset else ''}{preset} {plies}\n".encode()
            found.append((head, *place(head)[:2]))
    return found
