"""Positions to learn from: of games by the network or by the engine without one, or searched."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from pavage.players import fast
from pavage.players.fast.hex_net import new_net, read_weights
from pavage.players.fast.hex_search import new_search
from pavage.training.samples import row
from pavage.training.settings import Settings, games_on, positions_on

Played = tuple[bytes, int, float]
"""Rows, games, seconds of processor time."""


def play(settings: Settings, number: int, weights: bytes) -> Played:
    """The games of this number with this network. Always the same, wherever it runs."""
    native = fast.native()
    assert native is not None
    size = settings.size_of(number)
    games = games_on(size)
    seed = random.Random(f"play {settings.seed} {number}").getrandbits(63)
    begun = time.process_time()
    rows, _, _ = native.hex_selfplay(
        new_net(read_weights(weights)),
        size,
        games,
        seed,
        settings.simulations,
        settings.fast,
        settings.kept,
        settings.considered,
        settings.scale,
        settings.solver,
    )
    return rows, games, time.process_time() - begun


def search_positions(settings: Settings, number: int, weights: bytes) -> Played:
    """The positions of this number, searched with this network. Always the same, wherever it runs."""
    native = fast.native()
    assert native is not None
    size = settings.size_of(number)
    count = positions_on(size)
    seed = random.Random(f"positions {settings.seed} {number}").getrandbits(63)
    begun = time.process_time()
    rows, _ = native.hex_positions(
        new_net(read_weights(weights)),
        size,
        count,
        seed,
        settings.simulations,
        settings.below,
        settings.games,
        settings.solver,
        settings.checked,
    )
    return rows, count, time.process_time() - begun


def teach(settings: Settings, number: int) -> Played:
    """The same by the engine without a network."""
    size = settings.size_of(number)
    games = games_on(size)
    dice = random.Random(f"teach {settings.seed} {number}")
    begun = time.process_time()
    search = new_search(size)
    rows = b"".join(_taught(size, search, settings.teacher, dice) for _ in range(games))
    return rows, games, time.process_time() - begun


@dataclass(frozen=True, slots=True)
class _Met:
    """A position of a game, and what a search thought there."""

    board: bytes
    turn: int
    policy: dict[int, float]
    value: float

    def row(self, size: int, winner: int, *, proved: bool) -> bytes:
        native = fast.native()
        assert native is not None
        seen = native.hex_seen(size, self.board, self.turn)
        ply = len(self.board) - self.board.count(0)
        return row(seen, self.policy, int(self.turn == winner), self.value, proved=proved, ply=ply)


def _taught(size: int, search: Any, simulations: int, dice: random.Random) -> bytes:
    """One game, from one or two stones put anywhere, every position of it kept."""
    board, turn = bytearray(size * size), 1
    for cell in dice.sample(range(size * size), dice.choice((1, 1, 2))):
        board[cell] = turn
        turn = 3 - turn
    met: list[_Met] = []
    while True:
        cell, visits, proof, found = _looked(size, search, bytes(board), turn, simulations, dice)
        met.append(found)
        if proof:
            winner = turn if proof > 0 else 3 - turn
            return b"".join(one.row(size, winner, proved=one is met[-1]) for one in met)
        if len(met) < 6 and any(visits) and dice.random() < 0.5:  # openings that differ
            cell = dice.choices(range(len(visits)), visits)[0]
        board[cell] = turn
        turn = 3 - turn


def _looked(
    size: int, search: Any, board: bytes, turn: int, simulations: int, dice: random.Random
) -> tuple[int, list[int], int, _Met]:
    """The move, how often each was looked at, what is proved, and the position to learn from."""
    allowed = bytes(not code for code in board)
    cell, value, visits, _, _, _, proof, _ = search.search(
        board, turn, allowed, simulations, 0.0, dice.getrandbits(63), None, True
    )
    policy = {}
    if not proof:
        total = sum(visits)  # none where all moves but one were refuted before
        shares = {at: count / total for at, count in enumerate(visits) if count} or {cell: 1.0}
        policy = {_seen(size, turn, at): share for at, share in shares.items()}
    return cell, visits, proof, _Met(board, turn, policy, value)


def _seen(size: int, turn: int, cell: int) -> int:
    return cell if turn == 1 else cell % size * size + cell // size
