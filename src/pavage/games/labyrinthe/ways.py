"""Ways through the maze: how far each cell is from a goal, and which cells a king cannot do without."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pavage.games.cell_sets import BoardSets, bits
from pavage.tiling import Tiling

STONE = 7
NO_WAY = 255
REMEMBERED = 20_000
"""Mazes kept in mind: a search meets the same one again and again with the kings elsewhere."""


class Ways(BoardSets):
    """The ways to each goal of a hexagonal board. A maze is a board on which only stones are left."""

    def __init__(self, tiling: Tiling, goals: Sequence[Sequence[int]]) -> None:
        super().__init__(tiling)
        self.tiling = tiling
        self.goals = tuple(self.set_of(goal) for goal in goals)
        self.distances = lru_cache(REMEMBERED)(self._distances)
        self.needed = lru_cache(REMEMBERED)(self._needed)

    def open_cells(self, maze: bytes) -> int:
        walls = sum(bit for bit, piece in zip(self.bit, maze, strict=True) if piece)
        return self.full & ~walls

    def _distances(self, maze: bytes) -> tuple[bytes, ...]:
        """For each goal, the number of steps from every cell to it; NO_WAY where there is none."""
        free = self.open_cells(maze)
        return tuple(self._distances_to(free, goal) for goal in self.goals)

    def _distances_to(self, free: int, goal: int) -> bytes:
        steps = bytearray([NO_WAY]) * len(self.bit)
        layer, left, distance = goal & free, free, 0
        while layer:
            left &= ~layer
            for bit in bits(layer):
                steps[self.cell_at[bit]] = distance
            layer = self.spread(layer) & left
            distance += 1
        return bytes(steps)

    def shortest(self, maze: bytes, seat: int, king: int) -> list[int]:
        """One shortest way of a king to his goal, from the king on; empty if there is none."""
        steps = self.distances(maze)[seat]
        if steps[king] == NO_WAY:
            return []
        way = [king]
        while steps[way[-1]]:
            way.append(min(self.tiling.neighbours[way[-1]], key=steps.__getitem__))
        return way

    def _needed(self, maze: bytes, seat: int, king: int) -> int:
        """The cells that lie on every way of a king to his goal: a stone on one of them would lock him in.

        Only cells of one shortest way can be among them. We walk along it and fill the board behind us: the
        next cell is needed unless what is filled touches the way further on, or holds a cell of the goal.
        """
        way = self.shortest(maze, seat, king)
        ahead = self.set_of(way)
        off_the_way = self.open_cells(maze) & ~ahead
        needed = filled = 0
        for cell in way[:-1]:
            ahead &= ~self.bit[cell]
            fresh = self.bit[cell]
            while fresh:
                filled |= fresh
                fresh = self.spread(fresh) & off_the_way & ~filled
            if filled & self.goals[seat]:
                return needed
            touched = self.spread(filled) & ahead
            if touched & (touched - 1) == 0:  # only the next cell of the way
                needed |= touched
        return needed
