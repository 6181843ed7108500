"""Positions in which one move, and no other, wins by force: found by playing at random and looking ahead.

After the winning move no answer helps: the next move wins. So the reader looks two moves ahead, no further.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pavage.game import Game, Move, Position
from pavage.registry import games

GAMES = ("hex", "ponts")
SIZES: Mapping[str, Mapping[str, Any]] = {"hex": {"size": 5, "swap": "none"}, "ponts": {"size": 3}}
"""What a puzzle is played on, unless somebody asks for something else."""
TRIES = 400
MOST_EMPTY = 16
"""Empty cells of a position that is looked into."""


def winning_move(name: str, options: Mapping[str, Any], seed: int) -> tuple[Game[Any], Position, Move] | None:
    """A game, a position in it, and the only move that wins; the same for the same seed."""
    game = games()[name](**{**SIZES[name], **options})
    dice = random.Random(f"{name} {seed}")
    for _ in range(TRIES):
        position = _played(game, dice)
        if position is not None and (move := only_win(game, position)) is not None:
            return game, position, move
    return None


def _played(game: Game[Any], dice: random.Random) -> Position | None:
    """A position some way into a game at random, still open, with few cells left."""
    position: Position = game.start()
    empty = len(game.moves(position))
    left = dice.randint(8, MOST_EMPTY)
    for _ in range(max(2, empty - left)):
        moves = [move for move in game.moves(position) if len(game.cells_of(move)) == 1]
        if not moves:
            return None
        position = game.play(position, dice.choice(moves))
        if game.outcome(position) is not None:
            return None
    return position


def only_win(game: Game[Any], position: Position) -> Move | None:
    """The one move that wins in two, if there is exactly one and nobody wins at once."""
    moves = [move for move in game.moves(position) if len(game.cells_of(move)) == 1]
    if len(moves) > MOST_EMPTY or any(_wins(game, position, move) for move in moves):
        return None
    if sum(_wins(game, _passed(position), move) for move in moves) > 1:
        return None  # the other side wins anyway
    found = None
    for move in moves:
        if _forces(game, game.play(position, move)):
            if found is not None:
                return None
            found = move
    return found


def _wins(game: Game[Any], position: Position, move: Move) -> bool:
    outcome = game.outcome(game.play(position, move))
    return outcome is not None and outcome.returns[position.turn] == 1.0


def _forces(game: Game[Any], position: Position) -> bool:
    """Whether the mover before wins next, whatever is answered."""
    threats = [move for move in game.moves(position) if _wins(game, _passed(position), move)]
    if len(threats) < 2:  # one threat is answered on its own cell
        return False
    for answer in game.moves(position):
        then = game.play(position, answer)
        if game.outcome(then) is not None or not any(
            _wins(game, then, move) for move in threats if move != answer
        ):
            return False
    return True


def _passed(position: Position) -> Position:
    return replace(position, turn=1 - position.turn)
