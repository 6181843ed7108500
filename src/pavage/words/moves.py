"""Moves in words, for sentences; their notation stands in lists of moves and in records."""

from __future__ import annotations

from typing import Any

from pavage.game import Game, Move, Position
from pavage.hooks import HintHooks, hooks
from pavage.words import Words


def told_move(game: Game[Any], position: Position, move: Move, words: Words) -> str | None:
    """A move of this position as people say it; None where its notation is a cell, or a button."""
    told = hooks(type(game), HintHooks).told
    phrase = told(game, position, move) if told else None
    return words(phrase) if phrase is not None else None
