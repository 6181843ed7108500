"""Games to learn from: of the network against itself, or of the engine without one."""

from __future__ import annotations

import random
import time
from typing import Any

from pavage.players import fast
from pavage.players.fast.hex_net import new_net, read_weights
from pavage.players.fast.hex_search import new_search
from pavage.training.samples import row
from pavage.training.settings import Settings, games_on

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


def teach(settings: Settings, number: int) -> Played:
    """The same by the engine without a network."""
    size = settings.size_of(number)
    games = games_on(size)
    dice = random.Random(f"teach {settings.seed} {number}")
    begun = time.process_time()
    search = new_search(size)
    rows = b"".join(_taught(size, search, settings.teacher, dice) for _ in range(games))
    return rows, games, time.process_time() - begun


def _taught(size: int, search: Any, simulations: int, dice: random.Random) -> bytes:
    """One game, from one or two stones put anywhere, every position of it kept."""
    native = fast.native()
    assert native is not None
    board, turn = bytearray(size * size), 1
    for cell in dice.sample(range(size * size), dice.choice((1, 1, 2))):
        board[cell] = turn
        turn = 3 - turn
    met: list[tuple[int, bytes, dict[int, float], float, bool]] = []
    while True:
        allowed = bytes(not code for code in board)
        seed = dice.getrandbits(63)
        cell, value, visits, _, _, _, proof, _ = search.search(
            bytes(board), turn, allowed, simulations, 0.0, seed, None, True
        )
        total = sum(visits)
        policy = {}
        if not proof and total:
            policy = {_seen(size, turn, at): count / total for at, count in enumerate(visits) if count}
        met.append((turn, native.hex_seen(size, bytes(board), turn), policy, value, bool(proof)))
        if proof:
            winner = turn if proof > 0 else 3 - turn
            return b"".join(
                row(seen, shares, int(mover == winner), judged, proved=proved)
                for mover, seen, shares, judged, proved in met
            )
        if len(met) < 6 and total and dice.random() < 0.5:  # openings that differ
            cell = dice.choices(range(len(visits)), visits)[0]
        board[cell] = turn
        turn = 3 - turn


def _seen(size: int, turn: int, cell: int) -> int:
    return cell if turn == 1 else cell % size * size + cell // size
