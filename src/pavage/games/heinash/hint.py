"""A hint with its reason: an expression that can be played, and why this one."""

from __future__ import annotations

import random

from pavage.game import Move
from pavage.games.heinash import touching
from pavage.games.heinash.arithmetic.expressions import pretty, tokens_of, value_of
from pavage.games.heinash.evaluation import weigh
from pavage.games.heinash.position import ANSWER, COLOUR, FREE, HINT, HeiNasHPosition
from pavage.games.heinash.rules import HeiNasH
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


def told(game: HeiNasH, position: HeiNasHPosition, move: Move) -> Phrase | None:
    """10 = 5 × 2 × 1, whether it is played or shown; the cell that was chosen freely."""
    if position.state == FREE:
        return Phrase("heinash.told.free", (("number", str(game.numbers[move[0]])),))
    if position.state not in (ANSWER, HINT) or move in (game.nothing, game.passing):
        return None
    cell, said = touching.cell_and_text(game, position, move)
    values = (("number", str(game.numbers[cell])), ("expression", pretty(tokens_of(said))))
    return Phrase(f"heinash.told.{position.state}", values)
