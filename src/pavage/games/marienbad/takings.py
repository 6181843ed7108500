"""The moves of a position as a sequence that is never written out: counted and found by their number.

First each stone alone, then for every line the ways to take two stones or more, which no other line has.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from typing import overload

from pavage.game import Move


class Takings(Sequence[Move]):
    """Every way to take stones, each a move that ends with the button."""

    def __init__(
        self, stones: Sequence[int], stretches: Sequence[Sequence[int]], block: bool, done: int
    ) -> None:
        """`stretches` are the stones of each line, or with `block` those that lie side by side in it."""
        self.stones = stones
        self.stretches = [stretch for stretch in stretches if len(stretch) > 1]
        self.block = block
        self.done = done
        counts = [_blocks(len(s)) if block else _sets(len(s)) for s in self.stretches]
        self.starts = [len(stones), *(len(stones) + total for total in itertools.accumulate(counts))]

    def __len__(self) -> int:
        return self.starts[-1]

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        if number < len(self.stones):
            return (self.stones[number], self.done)
        place = bisect_right(self.starts, number) - 1
        stretch, rank = self.stretches[place], number - self.starts[place]
        cells = _block(stretch, rank) if self.block else _set(stretch, rank)
        return (*sorted(cells), self.done)


def _sets(stones: int) -> int:
    """How many sets of two or more there are."""
    return int(2**stones) - 1 - stones


def _blocks(stones: int) -> int:
    return stones * (stones - 1) // 2


def _set(stretch: Sequence[int], rank: int) -> list[int]:
    """The set of that rank: as binary numbers in order, without zero and the powers of two.

    Of the numbers with their highest bit at h, 2^h - 1 count, so 2^h - h - 1 come before them.
    """
    high = max(1, rank.bit_length() - 1)
    while rank >= 2 ** (high + 1) - high - 2:
        high += 1
    number = rank + high + 2
    return [cell for place, cell in enumerate(stretch) if number >> place & 1]


def _block(stretch: Sequence[int], rank: int) -> Sequence[int]:
    """The block of that rank: by its last stone, then by its length."""
    last = 1
    while rank >= last:
        rank -= last
        last += 1
    return stretch[last - 1 - rank : last + 1]
