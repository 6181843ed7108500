"""Moves in words, for sentences; their notation stands in lists of moves and in records."""

from __future__ import annotations

from typing import Any

from pavage.game import Game, Move, Position
from pavage.hooks import HintHooks, hooks
from pavage.match import Match, Played
from pavage.scene import colour_of
from pavage.words import Words


def told_move(game: Game[Any], position: Position, move: Move, words: Words) -> str | None:
    """A move of this position as people say it; None where its notation is a cell, or a button."""
    told = hooks(type(game), HintHooks).told
    phrase = told(game, position, move) if told else None
    return words(phrase) if phrase is not None else None


def leaving_text(played: Played, words: Words) -> str:
    """A seat that left, as it stands in a list of moves: why."""
    return words(f"why_out.{played.reason}")


def told_leaving(match: Match, ply: int, words: Words, name: str, mine: bool = False) -> str:
    """Who left the game with this entry of the match, why, and what stays of them where the game says it."""
    game, played = match.game, match.played[ply]
    left = words(f"left.{'mine' if mine else 'other'}.{played.reason}", name=name)
    key = f"{game.name}.leaving"
    if not words.has(key):
        return left
    colour = colour_of(game, match.positions[ply], played.seat)
    return f"{left} {words(key, colour=words(f'colour.{colour}'), the=words(f'side.{colour}'))}"
