"""Ways from port to port, through sets of cells."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from operator import itemgetter

from pavage.games.cell_sets import BoardSets, Cells, bits, lowest_bit
from pavage.tiling import Tiling

Pairs = tuple[tuple[Cells, Cells], ...]
"""Ports to be joined: any one of these pairs will do."""


class Ways(BoardSets):
    """Who is joined to whom on a tiling."""

    def __init__(self, tiling: Tiling) -> None:
        super().__init__(tiling)
        # The board in the order of the bits, the highest first, blanks where there is no cell.
        picked = (
            self.cell_at.get(1 << place, len(tiling)) for place in reversed(range(self.full.bit_length()))
        )
        self._picked = itemgetter(*picked, 0)
        self._holds_together: dict[tuple[Cells, Cells], bool] = {}

    def by_code(self, board: bytes, codes: int) -> list[Cells]:
        """Where each piece code lies, from the empty cells (0) to the last code."""
        laid = bytes(self._picked(board + b"\xff"))[:-1]
        return [int(laid.translate(_IS[code]), 2) for code in range(codes + 1)]

    def joins(self, cells: Cells, pairs: Pairs) -> bool:
        """Whether these cells join some pair of ports."""
        spread = self.spread
        for begin, end in pairs:
            left, new = cells, cells & begin
            while new:
                if new & end:
                    return True
                left ^= new
                new = spread(new) & left
        return False

    def reached(self, cells: Cells, begin: Cells) -> Cells:
        """All of these cells that can be come to from the beginning through others of them."""
        found = new = cells & begin
        while new:
            new = self.spread(new) & cells & ~found
            found |= new
        return found

    def way(self, cells: Cells, pairs: Pairs) -> Cells:
        """A shortest way through these cells that joins a pair of ports, the first that can be; 0 if none."""
        for begin, end in pairs:
            layers = self._layers(cells, begin, end)
            if layers:
                step = way = lowest_bit(layers.pop())
                for layer in reversed(layers):
                    step = lowest_bit(self.near[step] & layer)
                    way |= step
                return way
        return 0

    def shortest(self, cells: Cells, begin: Cells, end: Cells) -> tuple[int, Cells]:
        """The length of the shortest ways through these cells, and all cells on them; (0, 0) if none."""
        layers = self._layers(cells, begin, end)
        found: Cells = 0
        step = layers[-1] if layers else 0
        for layer in reversed(layers):
            step &= layer
            found |= step
            step = self.spread(step)
        return len(layers), found

    def _layers(self, cells: Cells, begin: Cells, end: Cells) -> list[Cells]:
        """The cells by their distance from one port, up to those of the other that are nearest."""
        layers = []
        new = cells & begin
        while new:
            if new & end:
                layers.append(new & end)
                return layers
            layers.append(new)
            cells ^= new
            new = self.spread(new) & cells
        return []

    def cheapest(self, own: Cells, free: Cells, pairs: Pairs) -> Cells:
        """The way through own and free cells with the fewest free ones, the shortest of these; 0 if none."""
        dear = len(self.bit) + 1
        found: list[tuple[int, Cells]] = []
        for begin, end in pairs:
            edge = [(dear if bit & free else 1, bit, bit) for bit in self.near if bit & begin & (own | free)]
            heapify(edge)
            left = own | free
            while edge:
                cost, step, way = heappop(edge)
                if not step & left:
                    continue
                left ^= step
                if step & end:
                    found.append((cost, way))
                    break
                for bit in bits(self.near[step] & left):
                    heappush(edge, (cost + (dear if bit & free else 1), bit, way | bit))
        return min(found)[1] if found else 0

    def straits(self, cells: Cells, free: Cells, pairs: Pairs) -> Cells:
        """The free cells that every way passes through: a stone of another on one of them cuts all ways."""
        found: Cells = 0
        doubtful = self.way(cells, pairs) & free
        while doubtful:
            cell = lowest_bit(doubtful)
            round_about = self.way(cells ^ cell, pairs)
            if round_about:
                doubtful &= round_about
            else:
                found |= cell
                doubtful ^= cell
        return found

    def may_part(self, cell: Cells, cells: Cells) -> bool:
        """Whether taking this one cell away can part the others: not if those beside it hold together."""
        beside = self.near[cell] & cells
        known = self._holds_together.get((cell, beside))
        if known is None:
            reached, new = 0, lowest_bit(beside)
            while new:
                reached |= new
                new = self.spread(new) & beside & ~reached
            known = self._holds_together[cell, beside] = reached == beside
        return not known


_IS = [bytes(49 if code == this else 48 for code in range(256)) for this in range(7)]
"""For each piece code, what turns a board into a binary number with ones where the code is."""
