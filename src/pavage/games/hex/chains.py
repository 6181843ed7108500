"""Chains of stones between two sides of a board."""

from __future__ import annotations

from collections import deque

from pavage.tiling import Tiling


def winning_chain(tiling: Tiling, board: bytes, code: int) -> tuple[int, ...]:
    """A shortest chain of this colour between its sides, in order; empty if there is none.

    Red (1) joins the first and the third side of the rhombus, Blue (2) the second and the fourth.
    """
    begin, end = tiling.sides[code - 1], frozenset(tiling.sides[code + 1])
    came_from = {cell: -1 for cell in begin if board[cell] == code}
    if not came_from or not any(board[cell] == code for cell in end):
        return ()
    queue = deque(came_from)
    while queue:
        cell = queue.popleft()
        if cell in end:
            chain = [cell]
            while came_from[chain[-1]] >= 0:
                chain.append(came_from[chain[-1]])
            return tuple(chain)
        for near in tiling.neighbours[cell]:
            if board[near] == code and near not in came_from:
                came_from[near] = cell
                queue.append(near)
    return ()
