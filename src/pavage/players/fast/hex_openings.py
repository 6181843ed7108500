"""Every opening of Hex up to 7×7, won or lost, as our solver found it: for perfect play and swap decisions.

`benchmarks/hex_openings.py` makes the table.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LARGEST = 7


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known of a first stone of red, before blue answers."""

    wins: bool
    """Whether it wins for whoever plays it; with a swap rule, whether it should be taken over."""
    reply: int
    """Blue's answer: it wins against a losing opening. -1 on a board of one cell."""
    carrier: frozenset[int]
    """The cells with which the winner wins even if the other had all the rest."""


@cache
def openings(size: int) -> dict[int, Opening]:
    """By cell; nothing for a size that is not in the table."""
    shipped = json.loads(files("pavage.players.fast").joinpath("hex_openings.json").read_text("utf-8"))
    return {_cell(size, name): _opening(size, *entry) for name, entry in shipped.get(str(size), {}).items()}


def opening_on(size: int, board: bytes) -> Opening | None:
    """What the table says of a board with one red stone."""
    if size > LARGEST or board.count(1) != 1 or any(board.replace(b"\1", b"")):
        return None
    return openings(size).get(board.index(1))


def best_opening(size: int) -> tuple[int, Opening] | None:
    """The winning first stone nearest to the middle."""
    centre = (size - 1) / 2
    winning = [
        (abs(cell // size - centre) + abs(cell % size - centre), cell)
        for cell, opening in openings(size).items()
        if opening.wins
    ]
    if not winning:
        return None
    _, cell = min(winning)
    return cell, openings(size)[cell]


def known(size: int, board: bytes, colour: int) -> tuple[int, int, frozenset[int]] | None:
    """Winner, best cell of `colour`, who is to move, and the winner's carrier, at the first two stones.

    The table is for red to begin; where blue does, the board is looked at in its mirror.
    """
    first = colour if not any(board) else 3 - colour
    seen = (
        [cell % size * size + cell // size for cell in range(len(board))] if first == 2 else range(len(board))
    )
    if not any(board):
        best = best_opening(size)
        return best and (colour, seen[best[0]], frozenset(seen[cell] for cell in best[1].carrier))
    if board.count(first) != 1:
        return None
    opening = opening_on(size, bytes(board[cell] and (1 if board[cell] == first else 2) for cell in seen))
    if opening is None or opening.reply < 0:
        return None
    winner = first if opening.wins else colour
    return winner, seen[opening.reply], frozenset(seen[cell] for cell in opening.carrier)


def _cell(size: int, name: str) -> int:
    return (int(name[1:]) - 1) * size + ord(name[0]) - ord("a")


def _opening(size: int, verdict: str, reply: str, carrier: str) -> Opening:
    bits = int(carrier, 16)
    cells = frozenset(cell for cell in range(size * size) if bits >> cell & 1)
    return Opening(verdict == "win", _cell(size, reply) if reply else -1, cells)
