"""What a player is asked and what it answers: Budget, Thought, Player."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pavage.game import Game, Move, Position
from pavage.phrase import Phrase

Watch = Callable[[float], bool]
"""Told from time to time which share of the work is done, from 0 to 1; says whether to stop now."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: until the first of the limits is reached. Same seed and simulations, same move."""

    simulations: int | None = None
    seconds: float | None = None
    seed: int | None = None

    def spent(self, simulations: int, begun: float) -> float:
        """Which share of it is spent after so many simulations; `begun` is when, by the monotonic clock."""
        work = simulations / self.simulations if self.simulations else 0.0
        return max(work, (time.monotonic() - begun) / self.seconds) if self.seconds else work


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player thinks of a position."""

    move: Move
    value: float
    """The share of the point that the seat to move expects, from 0 to 1, as the search counts it; what people
    are told is made of it by `pavage.players.win_chances`."""
    policy: tuple[tuple[Move, float], ...] = ()
    """How much of the attention each move got; the shares add up to 1."""
    line: tuple[Move, ...] = ()
    """What the player expects to happen, its own move first."""
    nodes: int = 0
    """How many simulations, or positions, were looked at."""
    proved: bool = False
    """Whether the value is certain."""
    carrier: frozenset[int] = frozenset()
    """Where the value is certain and the player shows why: the cells the winner needs, stones and empty."""
    reason: Phrase | None = None
    """Why this move, in words, where the player can say it."""
    shares: tuple[float, ...] = ()
    """What each seat may expect by the same account, where the search knows more than its own."""
    doubt: float = 0.0
    """How far off the value may be by the search's own account: how it still moved, what luck may do."""
    kind: str = ""
    """Which of a game's searches this was, where it has some whose values mean different things."""


class Player(Protocol):
    """Anything that can choose a move where it is a seat's turn and the game is not over."""

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought: ...
