"""The ground of Ponts et Barrages: what lies where before the first stone, and chains across it.

Cell (x, y) of the W×W square has the index y·W + x, both counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pavage.games.chains import shortest_chain
from pavage.tiling import Tiling

RED, BLUE = 1, 2


@dataclass(frozen=True)
class Ground:
    """The cells of one size of board."""

    width: int
    board: bytes
    """The fixed red and blue cells; 0 where stones are set, and in the void corners."""
    white: tuple[int, ...]
    """The cells to play on."""
    void: frozenset[int]
    sides: tuple[tuple[frozenset[int], frozenset[int]], ...]
    """By colour, Red first: the two rows or columns of fixed cells to be joined."""
    masks: tuple[tuple[int, int], ...]
    """The same as bit sets."""
    first_column: int
    last_column: int


@cache
def ground(size: int) -> Ground:
    width = 2 * size + 1
    last = width - 1
    board = bytearray(width * width)
    white: list[int] = []
    void: list[int] = []
    for y in range(width):
        for x in range(width):
            cell, outer_row, outer_column = y * width + x, y in (0, last), x in (0, last)
            if outer_row and outer_column:
                void.append(cell)
            elif not outer_row and not outer_column and x % 2 == y % 2:
                white.append(cell)
            else:
                board[cell] = RED if outer_row or (x % 2 and not outer_column) else BLUE
    rows = [frozenset(y * width + x for x in range(1, last)) for y in (0, last)]
    columns = [frozenset(y * width + x for y in range(1, last)) for x in (0, last)]
    sides = ((rows[0], rows[1]), (columns[0], columns[1]))
    masks = tuple((_mask(begin), _mask(end)) for begin, end in sides)
    edges = [_mask(y * width + x for y in range(width)) for x in (0, last)]
    return Ground(width, bytes(board), tuple(white), frozenset(void), sides, masks, *edges)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


_OWN = {code: bytes(ord("1") if piece == code else ord("0") for piece in range(256)) for code in (RED, BLUE)}


def joined(land: Ground, board: bytes, code: int) -> bool:
    """Whether this colour has joined its two sides: a flood from one to the other."""
    own = int(board.translate(_OWN[code])[::-1], 2)
    begin, end = land.masks[code - 1]
    width, not_first, not_last = land.width, own & ~land.first_column, own & ~land.last_column
    reached, front = begin, begin
    while front:
        if front & end:
            return True
        near = (front << 1 & not_first) | (front >> 1 & not_last) | ((front << width | front >> width) & own)
        front = near & ~reached
        reached |= front
    return False


def winning_chain(tiling: Tiling, land: Ground, board: bytes, code: int) -> tuple[int, ...]:
    """A shortest chain of this colour between its sides, in order, with the fixed cells in it."""
    begin, end = land.sides[code - 1]
    return shortest_chain(tiling, board, code, sorted(begin), end)
