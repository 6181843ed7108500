"""Random play: the weakest player, and the way chance itself moves."""

from __future__ import annotations

import random
from typing import Any

from pavage.game import CHANCE, Game, Move, Position
from pavage.hooks import Playout
from pavage.players.thought import Budget, Thought, Watch


class RandomPlayer:
    """Every move is as good as any other."""

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        moves = game.moves(position)
        move = random.Random(budget.seed).choice(moves)
        return Thought(move, 1 / game.players, tuple((m, 1 / len(moves)) for m in moves), (move,), 1)


def roll(game: Game[Any], position: Position, dice: random.Random) -> Move:
    """What chance does: one of its moves, by their weights."""
    moves = game.moves(position)
    return dice.choices(moves, game.chances(position))[0]


def plain_playout(game: Game[Any]) -> Playout:
    """Random moves by the rules until the game is over."""

    def playout(position: Position, dice: random.Random) -> tuple[float, ...]:
        while (outcome := game.outcome(position)) is None:
            if position.turn == CHANCE:
                move = roll(game, position, dice)
            else:
                moves = game.moves(position)
                move = moves[int(dice.random() * len(moves))]
            position = game.play(position, move)
        return outcome.returns

    return playout
