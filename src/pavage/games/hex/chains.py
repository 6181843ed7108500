"""The chains that win at Hex."""

from __future__ import annotations

from pavage.games.chains import shortest_chain
from pavage.tiling import Tiling


def winning_chain(tiling: Tiling, board: bytes, code: int) -> tuple[int, ...]:
    """A shortest chain of this colour between its sides, in order; empty if there is none.

    Red (1) joins the first and the third side of the rhombus, Blue (2) the second and the fourth.
    """
    begin, end = tiling.sides[code - 1], tiling.sides[code + 1]
    if not any(board[cell] == code for cell in end):
        return ()  # the common case, and quicker than a search
    return shortest_chain(tiling, board, code, begin, frozenset(end))
