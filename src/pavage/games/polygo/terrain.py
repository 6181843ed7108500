"""A tiling as bit sets: cell c is bit c. What hangs together, and whether a way leads out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pavage.games.cell_sets import cells_of, lowest, set_of
from pavage.tiling import Tiling


class Terrain:
    """Neighbours and border of a tiling."""

    def __init__(self, tiling: Tiling) -> None:
        self.cells = len(tiling)
        self.everything = (1 << self.cells) - 1
        self.near = tuple(set_of(cells) for cells in tiling.neighbours)
        self.border = set_of(tiling.border)
        depth = _depths(tiling)
        # The neighbour closest to the border comes last: a stack takes it first, and so leaves quickly.
        self.ways = tuple(tuple(sorted(cells, key=lambda cell: -depth[cell])) for cells in tiling.neighbours)

    def flood(self, cell: int, ground: int, exits: int) -> tuple[int, int, bool]:
        """Walk from a cell over `ground`: the cells seen, the cells beside those walked on, and whether an
        exit was met. It stops at the first exit; only without one has it seen everything there is.
        """
        seen = 1 << cell
        if seen & exits:
            return seen, self.near[cell], True
        beside = 0
        near, ways = self.near, self.ways
        stack = [cell]
        while stack:
            cell = stack.pop()
            beside |= near[cell]
            fresh = near[cell] & ground & ~seen
            if fresh:
                seen |= fresh
                if fresh & exits:
                    return seen, beside, True
                stack += [way for way in ways[cell] if fresh >> way & 1]
        return seen, beside, False

    def connected(self, seeds: int, ground: int) -> int:
        """All of `ground` that hangs together with the seeds in it."""
        found = 0
        seeds &= ground
        while seeds:
            found |= self.flood(lowest(seeds), ground, 0)[0]
            seeds &= ~found
        return found

    def enclosed(self, doubtful: int, ground: int, exits: int) -> Iterator[tuple[int, int]]:
        """The pieces of `ground` around these cells that no way leads out of, and what lies beside each."""
        while doubtful:
            seen, beside, open_ = self.flood(lowest(doubtful), ground, exits)
            doubtful &= ~seen
            if open_:
                exits |= seen
            else:
                yield seen, beside

    def pieces(self, ground: int) -> Iterator[int]:
        """The connected pieces of `ground`."""
        while ground:
            piece = self.flood(lowest(ground), ground, 0)[0]
            yield piece
            ground &= ~piece

    def around(self, cells: int) -> int:
        """The cells beside any of these; some of these may be among them."""
        beside = 0
        for cell in cells_of(cells):
            beside |= self.near[cell]
        return beside


@lru_cache(maxsize=32)
def terrain(tiling: Tiling) -> Terrain:
    """The terrain of a tiling, made once."""
    return Terrain(tiling)


def _depths(tiling: Tiling) -> list[int]:
    """Steps from each cell to the border."""
    depth = [0 if cell in tiling.border else -1 for cell in tiling.cells]
    shore = list(tiling.border)
    for cell in shore:
        for near in tiling.neighbours[cell]:
            if depth[near] < 0:
                depth[near] = depth[cell] + 1
                shore.append(near)
    return depth
