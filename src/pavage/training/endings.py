"""Positions that the solver decides, to learn from: quick games by lot, and the truth about how they end.

Who won a game says little of a position in the middle of it, for both sides blunder. What the solver says is
true for every position, and so are the cells with which the winner wins.
"""

from __future__ import annotations

import math
import random
import struct
import time
from typing import Any, NamedTuple

from pavage.players import fast
from pavage.players.fast.hex_net import new_net, read_weights
from pavage.players.fast.hex_solver import HexSolver, Solution
from pavage.training.matches import near_border
from pavage.training.samples import row
from pavage.training.settings import Settings, games_on

SOLVER_BYTES = 128 << 20
GAMES = 12
"""A file has so many times more of them than one of slow games."""
CLEAR = 12
"""Evaluations that show that a game is decided for everybody: there it ends."""
FURTHER = 4
"""And so many moves later at the most: some positions are easy."""
PROVED, BEFORE = 4, 4
"""Rows of a game: so many that are proved, so many before them."""
KNOWN = 0.1
"""The weight of a proved position of which the network was sure; where it erred, up to 1 more."""
TEMPERATURES = (0.3, 1.0)
"""Of the lots with which moves are drawn from the network's policy, one for each game."""

Played = tuple[bytes, int, float]


def play_endings(settings: Settings, number: int, weights: bytes) -> Played:
    """The games of this number: rows, games, seconds of processor time. Always the same, wherever it runs."""
    size = settings.size_of(number)
    games = GAMES * games_on(size)
    dice = random.Random(f"endings {settings.seed} {number}")
    begun = time.process_time()
    net, solver = new_net(read_weights(weights)), HexSolver(size, SOLVER_BYTES)
    rows = b"".join(_ending(size, net, solver, settings.endings, dice) for _ in range(games))
    return rows, games, time.process_time() - begun


class _Met(NamedTuple):
    """A position of a game, and the mover's chance by the network."""

    board: bytes
    turn: int
    chance: float


def _ending(size: int, net: Any, solver: HexSolver, evaluations: int, dice: random.Random) -> bytes:
    """One game: back from its end as far as the solver can tell who wins, and some positions before that.

    Those are told to be won by whoever wins there, however the game went on: what follows is mostly blunders.
    Of what is proved, what the network did not know is taken rather than what it knew.
    """
    met = _game(size, net, solver, dice)
    proved: list[tuple[float, bytes]] = []
    winner = 0
    while met:
        last = met[-1]
        solution = solver.solve(last.board, last.turn, evaluations=evaluations)
        if not solution.winner:
            break
        winner = solution.winner
        wrong = abs(last.chance - (winner == last.turn))
        # The largest of these are a sample in which each has the chance that its weight gives it.
        drawn = math.log(1 - dice.random()) / (KNOWN + wrong)
        proved.append((drawn, _row(size, last, solution)))
        met.pop()
    rows = [one for _, one in sorted(proved)[-PROVED:]]
    if winner:
        for one in dice.sample(met, min(BEFORE, len(met))):
            won = int(one.turn == winner)
            rows.append(row(_shown(size, one.board, one.turn), {}, won, float(won), proved=False))
    return b"".join(rows)


def _game(size: int, net: Any, solver: HexSolver, dice: random.Random) -> list[_Met]:
    """The positions of a game from a stone anywhere, until it is clear who wins, or somewhat longer."""
    native = fast.native()
    assert native is not None
    board, turn = bytearray(size * size), 2
    board[dice.choice(near_border(size)) if dice.random() < 0.7 else dice.randrange(size * size)] = 1
    temperature, further = dice.uniform(*TEMPERATURES), dice.randrange(FURTHER + 1)
    met: list[_Met] = []
    while True:
        cell, chance = _drawn(size, net, bytes(board), turn, temperature, dice)
        met.append(_Met(bytes(board), turn, chance))
        board[cell] = turn
        turn = 3 - turn
        if native.hex_winner(size, bytes(board)):
            return met
        # Asked about every second position, for that takes half of the time.
        if len(met) > 2 * size and len(met) % 2:
            further -= 2 * bool(solver.solve(bytes(board), turn, evaluations=CLEAR).winner)
            if further < 0:
                return met


def _drawn(
    size: int, net: Any, board: bytes, turn: int, temperature: float, dice: random.Random
) -> tuple[int, float]:
    """A move by lot from what the network says, and the mover's chance.

    Cells that are dead or captured are drawn only where there are no others.
    """
    seen = _shown(size, board, turn)
    told, chance = net.evaluate(size, seen, dice.getrandbits(63))
    logits = struct.unpack(f"<{size * size}f", told)
    cells = [cell for cell, code in enumerate(board) if not code]
    live = [cell for cell in cells if not seen[_seen(size, turn, cell)]] or cells
    highest = max(logits[_seen(size, turn, cell)] for cell in live)
    weights = [math.exp((logits[_seen(size, turn, cell)] - highest) / temperature) for cell in live]
    return dice.choices(live, weights)[0], 1 / (1 + math.exp(-struct.unpack("<f", chance)[0]))


def _row(size: int, met: _Met, solution: Solution) -> bytes:
    won = int(solution.winner == met.turn)
    carrier = {_seen(size, met.turn, cell): 1.0 for cell in solution.carrier}
    return row(_shown(size, met.board, met.turn), carrier, won, float(won), proved=True, carrier=True)


def _shown(size: int, board: bytes, turn: int) -> bytes:
    native = fast.native()
    assert native is not None
    shown: bytes = native.hex_seen(size, board, turn)
    return shown


def _seen(size: int, turn: int, cell: int) -> int:
    """Where the mover, who always joins top and bottom, sees a cell."""
    return cell if turn == 1 else cell % size * size + cell // size
