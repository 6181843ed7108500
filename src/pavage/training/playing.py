"""Games to learn from: of the network against itself, or of the engine without one."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from pavage.players import fast
from pavage.players.fast.hex_net import new_net, read_weights
from pavage.players.fast.hex_search import new_search
from pavage.players.fast.hex_solver import LARGEST, HexSolver
from pavage.training.matches import near_border
from pavage.training.samples import row
from pavage.training.settings import Settings, games_on

Played = tuple[bytes, int, float]
"""Rows, games, seconds of processor time."""

EARLY_LUCK, LATE_LUCK = 0.7, 0.08
"""How often a move of a deep game is drawn from what was looked at, and not the best: a search always answers
the same, and with luck in the first moves alone the games repeat each other (docs/hex-engine.md)."""
JUDGE_BYTES = 64 << 20


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
        settings.varied,
        settings.below,
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


def play_deep(settings: Settings, number: int, weights: bytes) -> Played:
    """The same by the search that people meet, in which every move is thought about for long.

    With few simulations a network meets the positions that it likes at first sight. A long search goes where
    it is wrong about itself, and learns that only from such games.
    """
    size = settings.size_of(number)
    games = games_on(size)
    dice = random.Random(f"deep {settings.seed} {number}")
    begun = time.process_time()
    search = new_search(size, net=new_net(read_weights(weights)))
    judge = _Judge(size, settings.solver)
    rows = b"".join(_deep(size, search, settings.deep, judge, dice) for _ in range(games))
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
        return row(seen, self.policy, int(self.turn == winner), self.value, proved=proved)


class _Judge:
    """The solver: who wins, or 0 where it does not see that with so many evaluations."""

    def __init__(self, size: int, evaluations: int) -> None:
        self.evaluations = evaluations
        self.solver = HexSolver(size, JUDGE_BYTES) if size <= LARGEST else None

    def winner(self, board: bytes, turn: int, *, quickly: bool = False) -> int:
        if self.solver is None:
            return 0
        evaluations = max(1, self.evaluations // 8) if quickly else self.evaluations
        return self.solver.solve(board, turn, evaluations=evaluations).winner


def _taught(size: int, search: Any, simulations: int, dice: random.Random) -> bytes:
    """One game, from one or two stones put anywhere, every position of it kept."""
    board, turn = bytearray(size * size), 1
    for cell in dice.sample(range(size * size), dice.choice((1, 1, 2))):
        board[cell] = turn
        turn = 3 - turn
    met: list[_Met] = []
    while True:
        cell, visits, proof, found = _looked(size, search, bytes(board), turn, simulations, dice, afresh=True)
        met.append(found)
        if proof:
            winner = turn if proof > 0 else 3 - turn
            return b"".join(one.row(size, winner, proved=one is met[-1]) for one in met)
        if len(met) < 6 and any(visits) and dice.random() < 0.5:  # openings that differ
            cell = dice.choices(range(len(visits)), visits)[0]
        board[cell] = turn
        turn = 3 - turn


def _deep(size: int, search: Any, simulations: int, judge: _Judge, dice: random.Random) -> bytes:
    """One game from one stone, mostly near the border, until the search or the solver knows the winner."""
    cells = size * size
    board, turn = bytearray(cells), 2
    board[dice.choice(near_border(size)) if dice.random() < 0.8 else dice.randrange(cells)] = 1
    met: list[_Met] = []
    wandering = dice.randrange(2, 2 * size)
    while not (winner := judge.winner(bytes(board), turn, quickly=True) if len(met) >= size else 0):
        cell, visits, proof, found = _looked(
            size, search, bytes(board), turn, simulations, dice, afresh=not met
        )
        if proof:
            winner = turn if proof > 0 else 3 - turn
            break
        met.append(found)
        if any(visits) and dice.random() < (EARLY_LUCK if len(met) < wandering else LATE_LUCK):
            cell = dice.choices(range(cells), visits)[0]
        board[cell] = turn
        turn = 3 - turn
    rows, certain = [], True
    for one in reversed(met):  # as far back as the solver can tell, what it says is true
        known = judge.winner(one.board, one.turn) if certain else 0
        certain, winner = bool(known), known or winner
        rows.append(one.row(size, winner, proved=certain))
    return b"".join(reversed(rows))


def _looked(
    size: int, search: Any, board: bytes, turn: int, simulations: int, dice: random.Random, *, afresh: bool
) -> tuple[int, list[int], int, _Met]:
    """The move, how often each was looked at, what is proved, and the position to learn from."""
    allowed = bytes(not code for code in board)
    cell, value, visits, _, _, _, proof, _ = search.search(
        board, turn, allowed, simulations, 0.0, dice.getrandbits(63), None, afresh
    )
    policy = {}
    if not proof:
        total = sum(visits)  # none where all moves but one were refuted before
        shares = {at: count / total for at, count in enumerate(visits) if count} or {cell: 1.0}
        policy = {_seen(size, turn, at): share for at, share in shares.items()}
    return cell, visits, proof, _Met(board, turn, policy, value)


def _seen(size: int, turn: int, cell: int) -> int:
    return cell if turn == 1 else cell % size * size + cell // size
