"""Every position that can still come about, told apart into won and lost, from the empty board upwards.

A position is lost if no move leads to a lost one. So going up from the lost positions, putting back what a
move could have taken, marks all won ones, and what is not marked by the time it is reached is lost. Twenty
stones make a million positions, of which only the lost ones, fewer than one in ten, cost any work.
"""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.marienbad.rules import Marienbad, MarienbadPosition

LOST, WON = 0, 1


class Table:
    """Won and lost for every set of stones that may be left; the bit of a stone is its place among them."""

    def __init__(self, game: Marienbad, board: bytes) -> None:
        self.stones = [cell for cell, piece in enumerate(board) if piece]
        self.bit = {cell: 1 << place for place, cell in enumerate(self.stones)}
        self.worth = bytearray(1 << len(self.stones))
        if game.misere:
            self.worth[0] = WON
        stretches = [
            [self.bit[cell] for cell in stretch] for stretch in game.stretches(board) if len(stretch) > 1
        ]
        self._mark(stretches, game.block)

    def _mark(self, stretches: Sequence[Sequence[int]], block: bool) -> None:
        worth = self.worth
        bits = list(self.bit.values())
        put_back: list[tuple[int, Sequence[int], dict[int, list[int]]]] = [(sum(s), s, {}) for s in stretches]
        lost = worth.find(LOST)
        while lost >= 0:
            for bit in bits:
                worth[lost | bit] = WON
            for mask, stretch, known in put_back:
                there = lost & mask
                if there not in known:
                    free = [0 if bit & there else bit for bit in stretch]
                    known[there] = _blocks(free) if block else _sets([bit for bit in free if bit])
                for taken in known[there]:
                    worth[lost | taken] = WON
            # Putting nothing back marked the position itself where a stone was there already.
            worth[lost] = LOST
            lost = worth.find(LOST, lost + 1)

    def covers(self, board: bytes) -> bool:
        return all(cell in self.bit for cell, piece in enumerate(board) if piece)

    def number(self, board: Sequence[int]) -> int:
        return sum(self.bit[cell] for cell, piece in enumerate(board) if piece)

    def mover_wins(self, position: MarienbadPosition) -> bool:
        return self.worth[self.number(position.board)] == WON


def _sets(free: Sequence[int]) -> list[int]:
    """The sums of all sets of two bits or more."""
    sums = [0]
    for bit in free:
        sums += [total + bit for total in sums]
    return [total for total in sums if total & (total - 1)]


def _blocks(free: Sequence[int]) -> list[int]:
    """The sums of two bits or more in a row."""
    sums = []
    for begin in range(len(free)):
        total = free[begin]
        for bit in free[begin + 1 :]:
            if not bit or not total:
                break
            total += bit
            sums.append(total)
    return sums
