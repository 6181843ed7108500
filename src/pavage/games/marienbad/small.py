"""The last few stones of a game for any number of players: what each seat may expect.

With two players that is exact. With more, nobody can be sure of the others, so everybody is taken to prefer
what is better for them without always finding it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp

from pavage.games.marienbad.rules import Marienbad

SHARPNESS = 3.0
"""How much more often a better move is played: e to this power from no share to the whole."""
MOST_KNOWN = 200_000

Shares = tuple[float, ...]


class Endings:
    """Shares by number of seats after the one to move, for sets of stones written as bits."""

    def __init__(self, game: Marienbad, players: int) -> None:
        """`players` is the number of seats that are in."""
        self.players = players
        self.block = game.block
        self.lines = [sum(1 << cell for cell in line) for line in game.lines]
        self.blocks = [
            sum(1 << cell for cell in line[begin:end])
            for line in game.lines
            for begin in range(len(line))
            for end in range(begin + 2, len(line) + 1)
        ]
        last = (0.0,) * (players - 1) + (1.0,)
        share = 1 / (players - 1)
        self.empty: Shares = tuple(share * (1 - one) for one in last) if game.misere else last
        self.known: dict[int, Shares] = {0: self.empty}

    def shares(self, stones: int) -> Shares:
        if stones not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known = {0: self.empty}
            self.known[stones] = self._best(stones) if self.players == 2 else self._likely(stones)
        return self.known[stones]

    def _best(self, stones: int) -> Shares:
        won = any(self.shares(stones ^ taken)[0] == 0 for taken in self.takings(stones))
        return (1.0, 0.0) if won else (0.0, 1.0)

    def _likely(self, stones: int) -> Shares:
        """After a move the shares of the next seat stand first, and those of the mover last."""
        after = [self.shares(stones ^ taken) for taken in self.takings(stones)]
        weights = [exp(SHARPNESS * shares[-1]) for shares in after]
        total = sum(weights)
        means = [sum(map(_times, weights, column)) / total for column in zip(*after, strict=True)]
        return (means[-1], *means[:-1])

    def takings(self, stones: int) -> Iterator[int]:
        """Every set of stones that a move may take, large ones first."""
        if self.block:
            yield from (block for block in self.blocks if block & stones == block)
        else:
            for line in self.lines:
                there = taken = stones & line
                while taken:
                    if taken & (taken - 1):
                        yield taken
                    taken = (taken - 1) & there
        rest = stones
        while rest:
            yield rest & -rest
            rest &= rest - 1


def _times(one: float, other: float) -> float:
    return one * other


@lru_cache(maxsize=4)
def endings(game: Marienbad, players: int) -> Endings:
    return Endings(game, players)
