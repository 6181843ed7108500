"""Positions of games, for formats whose first line is `GAME[/PRESET] PLIES`."""

import random
import re
import zlib
from functools import cache
from itertools import islice
from typing import Any

from fuzz.harness import text_of
from pavage.game import Game, Position
from pavage.match import Match
from pavage.registry import OURS, games, scene_of
from pavage.scene import Moment

HEAD = re.compile(rb"([a-z0-9]+)(?:/([^ /\n]+))?(?: (\d{1,3}))?\n")
MAX_PLIES = 60


def position_in(data: bytes) -> tuple[Game[Any], Position, bytes]:
    """The game and the position that the first line names, and the rest of the input."""
    head = HEAD.match(data)
    name, preset, plies = (text_of(part or b"") for part in head.groups()) if head else ("", "", "")
    if name not in OURS:
        name = sorted(OURS)[zlib.crc32(data[:8]) % len(OURS)]
    if preset not in games()[name].presets:
        preset = ""
    match = _match(name, preset)
    position = match.positions[int(plies or 0) % len(match.positions)]
    return match.game, position, data[head.end() :] if head else data


@cache
def _match(name: str, preset: str) -> Match:
    """One random match of a game, the same in every run."""
    kind = games()[name]
    dice, match = random.Random(zlib.crc32(name.encode())), Match(kind(preset=preset) if preset else kind())
    while len(match.played) < MAX_PLIES and match.outcome is None:
        match.play(dice.choice(match.game.moves(match.position)))
    return match


def look_at(game: Game[Any], position: Position) -> None:
    """Do what is done with every position: draw it, and list and play its first moves."""
    outcome = game.outcome(position)
    moves = list(islice(game.moves(position), 3))
    assert bool(moves) == (outcome is None)
    scene_of(game, Moment(position, outcome=outcome))
    for move in moves:
        assert game.refusal(position, move) is None
        game.play(position, move)
