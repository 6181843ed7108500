"""A hint with its reason: an expression that can be played, and why this one."""

from __future__ import annotations

import random

from pavage.game import Move
from pavage.games.heinash.evaluation import weigh
from pavage.games.heinash.expressions import pretty, value_of
from pavage.games.heinash.rules import HeiNasH, HeiNasHPosition
from pavage.games.heinash.states import ANSWER, COLOUR, FREE
from pavage.games.heinash.touching import tokens
from pavage.phrase import Phrase

FILLS = 40_000
"""About a tenth of a second."""


def hint(game: HeiNasH, position: HeiNasHPosition) -> tuple[Move, Phrase] | None:
    """The best move as the strong levels see it, in words; the same position gets the same hint."""
    if game.outcome(position) is not None or position.turn < 0:
        return None
    move = weigh(game, position, FILLS, random.Random(1), lambda _: False)[0][0]
    if position.state == COLOUR:
        return move, Phrase("heinash.hint_colour")
    if position.state == FREE:
        return move, Phrase("heinash.hint_free", (("number", str(game.numbers[move[0]])),))
    if move == game.nothing:
        return move, Phrase("heinash.hint_none")
    if move == game.passing:
        silent = "hint_silent" if game.answers(position) else "hint_none"
        return move, Phrase(f"heinash.{silent}")
    said = tokens(game, position, move)
    key = "hint_answer" if position.state == ANSWER else "hint_nasty" if game.nasty else "hint_show"
    return move, Phrase(f"heinash.{key}", (("number", str(value_of(said))), ("expression", pretty(said))))
