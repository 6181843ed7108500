"""Looking ahead move by move: alpha-beta for two players, max-n for more, with the game’s own evaluation.

The search deepens ply by ply until its budget of positions is spent, and answers with the last depth that
it saw through, or with what it found in the one after if that is already better. Where chance moves, the
weighted mean of what follows counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from pavage.game import CHANCE, Game, Move, Position
from pavage.hooks import Evaluation, Ordering, Returns
from pavage.players.thought import Budget, Thought, Watch

LOOK_AT_THE_CLOCK = 64
DEEPEST = 64
DISCOUNT = 1e-6
"""Taken from a result for each ply it lies ahead: sooner wins and later losses are better."""
CERTAIN = 1 - 2 * DISCOUNT * DEEPEST
"""A share above this is a win that was seen, not judged: evaluations stay below."""


class _Enough(Exception):
    """The budget is spent in the middle of a depth."""


class Minimax:
    """Depth-first search with the evaluation of a game."""

    def __init__(self, evaluate: Evaluation, order: Ordering | None = None, whole: bool = False) -> None:
        """`whole`: the order leaves no move out, so that what is seen to the end is certain."""
        self.whole = whole or order is None
        self.evaluate = evaluate
        self.order = order or (lambda game, position: game.moves(position))

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        looking = _Looking(self, game, budget, watch)
        moves = list(self.order(game, position))
        random.Random(budget.seed).shuffle(moves)
        best: list[tuple[Returns, Move, tuple[Move, ...]]] = []
        judged = self.evaluate(game, position)[position.turn]
        for depth in range(1, DEEPEST):
            try:
                found = looking.root(position, moves, depth)
            except _Enough:
                # This depth began with the last best move, so what was completed of it is no worse.
                best = looking.partial or best
                break
            judged = best[0][0][position.turn] if best else judged
            best = found
            moves = [move for _, move, _ in found]
            if looking.exact or len(moves) == 1 or found[0][0][position.turn] > CERTAIN:
                break
        returns, move, line = best[0] if best else (self.evaluate(game, position), moves[0], (moves[0],))
        attention = _attention([value[position.turn] for value, _, _ in best])
        policy = tuple((m, share) for (_, m, _), share in zip(best, attention, strict=True))
        value = min(1.0, max(0.0, returns[position.turn]))
        won = value > CERTAIN
        # Where moves were left out, only a win at once is certain; so too among several: whoever loses
        # may still choose who wins.
        sure = self.whole and game.players <= 2
        proved = (looking.exact and not looking.rolled) or won if sure else won and len(line) == 1
        shares = tuple(min(1.0, max(0.0, share)) for share in returns)
        # What is judged otherwise from one depth to the next may be so again at the one after.
        doubt = 0.0 if proved else abs(value - judged)
        return Thought(
            move, value, policy or ((move, 1.0),), line, looking.nodes, proved, shares=shares, doubt=doubt
        )


class _Looking:
    """One search: what it has spent, and what it has seen."""

    def __init__(self, search: Minimax, game: Game[Any], budget: Budget, watch: Watch | None) -> None:
        self.search = search
        self.game = game
        self.budget = budget
        self.watch = watch
        self.begun = time.monotonic()
        self.nodes = 0
        self.exact = False
        self.rolled = False
        self.partial: list[tuple[Returns, Move, tuple[Move, ...]]] = []
        self.first: dict[Position, Move] = {}

    def root(
        self, position: Position, moves: Sequence[Move], depth: int
    ) -> list[tuple[Returns, Move, tuple[Move, ...]]]:
        """All moves with their worth, best first."""
        self.partial, self.exact = [], True
        seat = position.turn
        floor = 0.0
        for move in moves:
            returns, line = self._look(self.game.play(position, move), depth - 1, 1, seat, floor)
            self.partial.append((returns, move, (move, *line)))
            self.partial.sort(key=lambda found: -found[0][seat])
            floor = self.partial[0][0][seat]
            if floor > CERTAIN:
                break
        return self.partial

    def _look(
        self, position: Position, depth: int, ply: int, above: int, floor: float
    ) -> tuple[Returns, tuple[Move, ...]]:
        """What a position is worth; cut off once it is no better than `floor` for the seat above."""
        self._spend()
        outcome = self.game.outcome(position)
        if outcome is not None:
            return tuple(share - DISCOUNT * ply * (share - 0.5) for share in outcome.returns), ()
        if depth <= 0:
            self.exact = False
            return self.search.evaluate(self.game, position), ()
        seat = position.turn
        if seat == CHANCE:
            return self._expected(position, depth, ply), ()
        two = self.game.players == 2
        best: Returns = ()
        line: tuple[Move, ...] = ()
        for move in self._ordered(position):
            limit = best[seat] if best else 0.0
            returns, after = self._look(self.game.play(position, move), depth - 1, ply + 1, seat, limit)
            if not best or returns[seat] > best[seat]:
                best, line = returns, (move, *after)
                self.first[position] = move
                # With two players what is good here is bad above; with more, only a certain win is.
                if seat != above and best[seat] >= (1 - floor if two else CERTAIN):
                    break
        return best, line

    def _expected(self, position: Position, depth: int, ply: int) -> Returns:
        """What a position is worth on average before the dice are rolled; nothing is cut off there."""
        self.rolled = True
        total = [0.0] * self.game.players
        weights = self.game.chances(position)
        for move, weight in zip(self.game.moves(position), weights, strict=True):
            returns, _ = self._look(self.game.play(position, move), depth - 1, ply + 1, CHANCE, 0.0)
            total = [so_far + weight * share for so_far, share in zip(total, returns, strict=True)]
        return tuple(share / sum(weights) for share in total)

    def _ordered(self, position: Position) -> Sequence[Move]:
        moves = self.search.order(self.game, position)
        known = self.first.get(position)
        return moves if known is None else [known, *(move for move in moves if move != known)]

    def _spend(self) -> None:
        self.nodes += 1
        if self.budget.simulations and self.nodes > self.budget.simulations:
            raise _Enough
        if self.nodes % LOOK_AT_THE_CLOCK == 0:
            spent = self.budget.spent(self.nodes, self.begun)
            if spent >= 1 or (self.watch is not None and self.watch(spent)):
                raise _Enough


def _attention(values: Sequence[float]) -> list[float]:
    """Shares for a policy: the best move most, others by how little worse they are."""
    if not values:
        return []
    weights = [2.0 ** (-24 * (max(values) - value)) for value in values]
    return [weight / sum(weights) for weight in weights]
