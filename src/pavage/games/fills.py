"""Boards filled at random, thousands at a time: one whole number per cell holds that cell in all of them.

A full board has exactly one winner, so one flood tells who joined. The share of the fills that Red wins when
a certain cell is red is what a red stone there is worth, before anybody thinks; one flood gives it for all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from pavage.tiling import Tiling


class Worth(NamedTuple):
    """Red's share of the fills: of all of them, and of those where a cell is red or blue."""

    red: float
    with_red: tuple[float, ...]
    with_blue: tuple[float, ...]


class Fills:
    """Coins for every cell, thrown once, so that positions are compared by the same luck."""

    def __init__(self, tiling: Tiling, count: int, dice: random.Random) -> None:
        self.count = count
        self.neighbours = tiling.neighbours
        self.top, self.bottom = tiling.sides[0], tiling.sides[2]
        self.full = (1 << count) - 1
        self.coins = [dice.getrandbits(count) for _ in tiling.cells]

    def worth(self, board: Sequence[int]) -> Worth:
        """What each cell is worth on this board; a cell that is taken counts like the whole board."""
        full = self.full
        red = [
            coin if not piece else full if piece == 1 else 0
            for coin, piece in zip(self.coins, board, strict=True)
        ]
        won = self._joined(red)
        wins = won.bit_count()
        overall = wins / self.count
        with_red, with_blue = [], []
        for cell, piece in enumerate(board):
            if piece:
                with_red.append(overall)
                with_blue.append(overall)
                continue
            reds = red[cell].bit_count()
            both = (won & red[cell]).bit_count()
            with_red.append(both / reds if reds else overall)
            blues = self.count - reds
            with_blue.append((wins - both) / blues if blues else overall)
        return Worth(overall, tuple(with_red), tuple(with_blue))

    def _joined(self, red: Sequence[int]) -> int:
        """The fills in which red cells lead from top to bottom."""
        reached = [0] * len(red)
        for cell in self.top:
            reached[cell] = red[cell]
        # A cell is looked at again only after a neighbour has grown.
        waiting = list(self.top)
        queued = set(waiting)
        while waiting:
            ahead = []
            for cell in waiting:
                queued.discard(cell)
                mine = reached[cell]
                for near in self.neighbours[cell]:
                    grown = reached[near] | (mine & red[near])
                    if grown != reached[near]:
                        reached[near] = grown
                        if near not in queued:
                            queued.add(near)
                            ahead.append(near)
            waiting = ahead
        won = 0
        for cell in self.bottom:
            won |= reached[cell]
        return won
