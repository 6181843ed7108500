"""Hex played out in one go: fill the board, check once."""

from __future__ import annotations

import random
from functools import lru_cache

from pavage.game import Position, winner_takes_all
from pavage.games.hex import Hex, HexPosition
from pavage.hooks import Playout


@lru_cache(maxsize=32)
def _geometry(size: int) -> tuple[int, int, int]:
    """Row width, with a spare column that stops bits from wrapping; masks of the top and bottom rows."""
    width = size + 1
    row = (1 << size) - 1
    return width, row, row << (width * (size - 1))


def joins(stones: int, start: int, goal: int, width: int) -> bool:
    """Whether a chain of these stones leads from the start to the goal."""
    reached = stones & start
    while True:
        near = reached << 1 | reached >> 1 | reached << width | reached >> width
        near |= reached << (width - 1) | reached >> (width - 1)
        grown = reached | (near & stones)
        if grown & goal:
            return True
        if grown == reached:
            return bool(reached & goal)
        reached = grown


def fill_playout(game: Hex) -> Playout:
    """A uniformly random end of a position: the empty cells are dealt to the two colours in equal number.

    A full board has exactly one winner, and going on after the win changes nothing, so this has the same
    law as random play by the rules. A fair coin for each cell gives the colours, then single cells are
    turned over until the count is right; all cells being alike, every deal stays equally likely.
    """
    size = game.size
    width, top, bottom = _geometry(size)
    cell_bit = [1 << (cell // size * width + cell % size) for cell in range(size * size)]

    def playout(position: Position, dice: random.Random) -> tuple[float, ...]:
        assert isinstance(position, HexPosition)
        red, empties = 0, []
        for bit, piece in zip(cell_bit, position.board, strict=True):
            if not piece:
                empties.append(bit)
            elif piece == 1:
                red |= bit
        free = sum(empties)
        turn_is_red = game.colour(position, position.turn) == 0
        wanted = (len(empties) + turn_is_red) // 2
        dealt = dice.getrandbits(width * size) & free
        excess = dealt.bit_count() - wanted
        while excess:
            bit = empties[int(dice.random() * len(empties))]
            if bool(dealt & bit) == (excess > 0):
                dealt ^= bit
                excess += -1 if excess > 0 else 1
        red_wins = joins(red | dealt, top, bottom, width)
        seat = 0 if (game.colour(position, 0) == 0) == red_wins else 1
        return winner_takes_all(2, seat)

    return playout
