"""Positions as text: what is read can be written, drawn and played on."""

import random

from fuzz.harness import rereading, text_of
from fuzz.positions import look_at, position_in
from pavage.match import Match


def check(data: bytes) -> None:
    game, _, rest = position_in(data)
    position = game.setup(text_of(rest))
    with rereading():
        assert game.setup(game.layout(position)) == position
    look_at(game, position)
    dice, match = random.Random(1), Match(game, start=position)
    for _ in range(3):
        if match.outcome is None:
            match.play(dice.choice(game.moves(match.position)))
            look_at(game, match.position)
