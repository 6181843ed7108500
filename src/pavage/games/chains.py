"""Chains of stones, for games that join sides."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Container, Iterable

from pavage.tiling import Tiling


def shortest_chain(
    tiling: Tiling, board: bytes, code: int, begin: Iterable[int], end: Container[int]
) -> tuple[int, ...]:
    """A shortest chain of pieces of one code from one side to the other, in order; empty if there is none."""
    came_from = {cell: -1 for cell in begin if board[cell] == code}
    queue = deque(came_from)
    while queue:
        cell = queue.popleft()
        if cell in end:
            chain = [cell]
            while came_from[chain[-1]] >= 0:
                chain.append(came_from[chain[-1]])
            return tuple(reversed(chain))
        for near in tiling.neighbours[cell]:
            if board[near] == code and near not in came_from:
                came_from[near] = cell
                queue.append(near)
    return ()


def winning_chain(tiling: Tiling, board: bytes, code: int) -> tuple[int, ...]:
    """On a rhombus: a shortest chain of this colour between its sides, in order; empty if there is none.

    Red (1) joins the first and the third side of the rhombus, Blue (2) the second and the fourth.
    """
    begin, end = tiling.sides[code - 1], tiling.sides[code + 1]
    if code not in map(board.__getitem__, end):
        return ()  # the common case, and quicker than a search
    return shortest_chain(tiling, board, code, begin, frozenset(end))


def shortest_way(
    tiling: Tiling, own: Collection[int], free: Collection[int], begin: Iterable[int], end: Iterable[int]
) -> tuple[int, set[int]]:
    """Return how many free cells join two sides at the least, and the free cells on the ways of so many.

    Where nothing joins the sides, the number is that of all cells and there are none.
    """
    ahead, behind = (_needed(tiling, own, free, side) for side in (begin, end))
    through = {cell: ahead[cell] + behind[cell] - (cell in free) for cell in ahead.keys() & behind.keys()}
    least = min(through.values(), default=len(tiling))
    return least, {cell for cell, count in through.items() if count == least and cell in free}


def _needed(
    tiling: Tiling, own: Collection[int], free: Collection[int], side: Iterable[int]
) -> dict[int, int]:
    """Return for each cell that can be joined to a side how many free cells that takes, itself included."""
    found: dict[int, int] = {}
    queue: deque[tuple[int, int]] = deque()

    def reach(cell: int, count: int) -> None:
        if cell in own:
            queue.appendleft((count, cell))
        elif cell in free:
            queue.append((count + 1, cell))

    for cell in side:
        reach(cell, 0)
    while queue:
        count, cell = queue.popleft()
        if cell not in found:
            found[cell] = count
            for near in tiling.neighbours[cell]:
                reach(near, count)
    return found
