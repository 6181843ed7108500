"""How a computer divides what is left on its clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pavage.game import Game, Position
from pavage.match import Match
from pavage.players.thought import Budget

MOVES_AHEAD = 12
"""A clock is shared among at least so many moves that may still come."""
LEAST = 0.005
"""Seconds that a move may take whatever the clock says: some move is better than none."""


def share(left: float, game: Game[Any], position: Position, increment: float = 0.0) -> float:
    """Seconds for this move, if so many are left for all that come: half of the free sites may be filled."""
    ahead = max(MOVES_AHEAD, position.board.count(0) / (2 * game.players))
    return max(LEAST, min(left / ahead + 0.8 * increment, left / 2))


def time_for_move(match: Match, now: float) -> float | None:
    """Seconds for the move that is due; None without a clock."""
    clock = match.clock
    flag = clock.deadline() if clock is not None else None
    if clock is None or flag is None:
        return None
    if clock.control.per_move:
        return max(LEAST, (flag - now) / 2)
    return share(flag - now, match.game, match.position, clock.control.increment)


def within(budget: Budget, seconds: float | None) -> Budget:
    """The budget, with no more than these seconds."""
    if seconds is None:
        return budget
    return replace(budget, seconds=min(seconds, budget.seconds or seconds))
