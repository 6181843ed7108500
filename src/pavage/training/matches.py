"""Matches between networks, and against the engine without one: what a generation is worth."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from pavage.players import fast
from pavage.players.fast.hex_net import new_net, read_weights
from pavage.players.fast.hex_search import new_search


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: a network, or without one the engine, with so many simulations a move."""

    simulations: int
    weights: bytes | None = None

    def search(self, size: int) -> Any:
        return new_search(size, net=new_net(read_weights(self.weights)) if self.weights else None)


@dataclass(frozen=True, slots=True)
class Score:
    """What the first of two got from a match, and the processor time that both took."""

    won: int
    games: int
    seconds: float

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def elo(self) -> float:
        """By how much the first is stronger; one game more of each kind keeps it finite."""
        share = (self.won + 0.5) / (self.games + 1)
        return 400 * math.log10(share / (1 - share))


def openings(size: int, count: int, seed: int) -> list[int]:
    """Cells for a first stone, near the border, where it leaves both a chance."""
    near = near_border(size)
    dice = random.Random(f"openings {size} {seed}")
    return [dice.choice(near) for _ in range(count)]


def near_border(size: int) -> list[int]:
    """The two outer rows."""
    return [
        cell
        for cell in range(size * size)
        if min(cell // size, cell % size, size - 1 - cell // size, size - 1 - cell % size) < 2
    ]


def pair(size: int, opening: int, seats: Sequence[Seat], seed: int) -> tuple[int, float]:
    """Two games from one opening, with colours exchanged: how many the first wins, and the time used."""
    begun = time.process_time()
    won = 0
    for first in (0, 1):
        searches = [seat.search(size) for seat in seats]
        winner = _game(
            size, opening, (searches[first], searches[1 - first]), (seats[first], seats[1 - first]), seed
        )
        won += (first if winner == 1 else 1 - first) == 0
    return won, time.process_time() - begun


def _game(size: int, opening: int, searches: Sequence[Any], seats: Sequence[Seat], seed: int) -> int:
    """The colour that wins: the first has red, who made the opening, so the second moves."""
    native = fast.native()
    assert native is not None
    dice = random.Random(seed)
    board, turn = bytearray(size * size), 2
    board[opening] = 1
    while not native.hex_winner(size, bytes(board)):
        allowed = bytes(not code for code in board)
        seat = seats[turn - 1]
        found = searches[turn - 1].search(
            bytes(board), turn, allowed, seat.simulations, 0.0, dice.getrandbits(63), None, False
        )
        if found[6]:  # proved
            return turn if found[6] > 0 else 3 - turn
        board[found[0]] = turn
        turn = 3 - turn
    return int(native.hex_winner(size, bytes(board)))


def match(executor: Executor, size: int, games: int, one: Seat, other: Seat, seed: int) -> Score:
    """So many games, half of them with each colour."""
    pairs = [
        executor.submit(pair, size, opening, (one, other), seed + number)
        for number, opening in enumerate(openings(size, (games + 1) // 2, seed))
    ]
    scores = [future.result() for future in pairs]
    return Score(sum(won for won, _ in scores), 2 * len(scores), sum(used for _, used in scores))
