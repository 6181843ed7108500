"""What a position of HexaDames is worth: men home, men on their way, men in danger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from pavage.game import Move
from pavage.games.hexadames.rules import HexaDames, HexaDamesPosition
from pavage.games.leaving import seats_in

PER_MAN = 1.3
"""How much one man more raises the odds, as a power of e."""
CAPTURE = 0.12
"""A capture decides between equals."""
AT_FIRST, AT_LAST = 0.45, 0.85
"""What a man is worth at the start of his way and before the last step, in men home."""
IN_DANGER, IN_DANGER_ON_MOVE = 0.45, 0.85
"""What is left of that when somebody can jump him, and when his side may still do something about it."""
LOWEST = 0.002


def evaluate(game: HexaDames, position: HexaDamesPosition) -> tuple[float, ...]:
    """Shares of the point by the men that each player may hope to bring home."""
    men, board = game.men, position.board
    worth = _worth(game)
    hopes = [home + CAPTURE * taken for home, taken in zip(position.home, position.taken, strict=True)]
    lost = [0.0] * game.players
    active = [(cell, code - 1) for cell, code in enumerate(board) if code and not men.rests(cell, code)]
    hunters = [(cell, seat) for cell, seat in active if seat not in position.out]
    hunted = {over for cell, seat in hunters for over, _ in men.open_jumps(board, cell, seat)}
    for cell, seat in active:
        value = worth[seat][cell]
        hopes[seat] += value
        if cell in hunted:
            keeps = IN_DANGER_ON_MOVE if seat == position.turn else IN_DANGER
            lost[seat] = max(lost[seat], value * (1 - keeps))
    # Only one man at a time is lost to the next move.
    hopes = [hope - gone for hope, gone in zip(hopes, lost, strict=True)]
    inside = seats_in(game.players, position.out)
    best = max(hopes[seat] for seat in inside)
    weights = {seat: math.exp(PER_MAN * (hopes[seat] - best)) for seat in inside}
    total, spare = sum(weights.values()), 1 - LOWEST * len(inside)
    return tuple(
        LOWEST + spare * weights[seat] / total if seat in weights else 0.0 for seat in range(game.players)
    )


WHOLE = True
"""The order below leaves no move out."""


def order(game: HexaDames, position: HexaDamesPosition) -> Sequence[Move]:
    """The longest chains first, then the men nearest to their goal."""
    left = _rows_left(game)[position.turn]
    return sorted(game.moves(position), key=lambda move: (-_jumps(game, move), left[move[0]]))


def _jumps(game: HexaDames, move: Move) -> int:
    return len(game.cells_of(move)) - 1 if move[:2] in game.men.between else 0


@lru_cache(16)
def _rows_left(game: HexaDames) -> tuple[tuple[int, ...], ...]:
    """How many steps forward each cell is from the goal of each seat."""
    rows = []
    for seat, side in enumerate(game.sides):
        left = dict.fromkeys(game.men.goals[seat], 0)
        layer = list(left)
        while layer:
            # The cells one step behind: against the two forward directions.
            behind = {game.tiling.across[cell][(way + side) % 6] for cell in layer for way in (4, 5)}
            layer = [cell for cell in behind if cell >= 0 and cell not in left]
            left |= dict.fromkeys(layer, max(left.values()) + 1)
        rows.append(tuple(left[cell] for cell in game.tiling.cells))
    return tuple(rows)


@lru_cache(16)
def _worth(game: HexaDames) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(AT_LAST - (AT_LAST - AT_FIRST) * row / max(rows) for row in rows) for rows in _rows_left(game)
    )
