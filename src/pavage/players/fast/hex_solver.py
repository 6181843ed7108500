"""Who wins a Hex position, proved: the native solver, asked for one position or for every move of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pavage.players import fast

LARGEST = 19
MEMORY = 1 << 30
"""Bytes that the table of a solver may take."""

Report = Callable[[int, int, float, float, int], bool]
"""Evaluations, nodes, proof and disproof number, best cell so far: true stops the search."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the search found; `winner` is a piece code, 0 if it was stopped before it knew."""

    winner: int
    move: int
    line: tuple[int, ...]
    carrier: frozenset[int]
    """The cells with which the winner wins even if the other had all the rest: own stones and empty cells."""
    evaluations: int
    nodes: int
    cpu: float


class HexSolver:
    """Solves positions of one size. What it has learned from one question serves the next."""

    def __init__(self, size: int, memory: int = MEMORY) -> None:
        native = fast.native()
        if native is None:
            raise RuntimeError("the native extension is not built")
        self.size, self.memory = size, memory
        self._native: Any = native.HexSolver(size, memory)
        self._forgotten = 0, 0
        """Evaluations and nodes before it last began anew."""

    def solve(
        self,
        board: bytes,
        colour: int,
        *,
        evaluations: int = 0,
        seconds: float = 0.0,
        report: Report | None = None,
    ) -> Solution:
        """The position with `colour` (1 red, 2 blue) to move; limits of 0 are none."""
        before, begun = self._native.evaluations, time.thread_time()
        proof, move, line, carrier = self._native.solve(board, colour, evaluations, seconds, report)
        winner = {1: colour, -1: 3 - colour, 0: 0}[proof]
        done = self._native.evaluations - before
        cpu = time.thread_time() - begun
        return Solution(winner, move, tuple(line), frozenset(carrier), done, self._native.nodes, cpu)

    def moves(
        self,
        board: bytes,
        colour: int,
        *,
        cells: Sequence[int] | None = None,
        report: Report | None = None,
        known: Callable[[dict[int, bool]], object] | None = None,
    ) -> dict[int, bool]:
        """Whether each move wins for `colour`; those that a stopped search left open are missing.

        What refutes one move refutes all moves outside its carrier, and a board that looks the same after
        half a turn needs half of the answers. The move that fills the memory is looked at once more, with
        what was proved until then and nothing else.
        """
        last = self.size**2 - 1
        symmetric = board == board[::-1]
        found: dict[int, bool] = {}
        stopped = False

        def watched(*numbers: Any) -> bool:
            nonlocal stopped
            stopped = report is not None and report(*numbers)
            return stopped

        for cell in (cell for cell in cells or range(last + 1) if not board[cell]):
            if cell in found:
                continue
            after = bytes(colour if one == cell else piece for one, piece in enumerate(board))
            if fast_winner(self.size, after) == colour:
                new = {cell: True}
            else:
                solution = self.solve(after, 3 - colour, report=watched)
                if not solution.winner and not stopped:
                    self.begin_anew()
                    solution = self.solve(after, 3 - colour, report=watched)
                if not solution.winner:
                    break
                won = solution.winner == colour
                new = {cell: won}
                if not won:
                    new |= {
                        one: False
                        for one, piece in enumerate(board)
                        if not piece and one not in solution.carrier
                    }
            found |= new
            if symmetric:
                found |= {last - one: won for one, won in new.items()}
            if known is not None:
                known(found)
        return dict(sorted(found.items()))

    def begin_anew(self) -> None:
        """Forget all positions, so that there is room for others; what was proved on the way is kept."""
        native = fast.native()
        assert native is not None
        proofs, self._forgotten = self.proofs(), (self.evaluations, self.nodes)
        self._native = native.HexSolver(self.size, self.memory)
        for proof in proofs:
            self.learn(*proof)

    def fill_in(self, board: bytes) -> bytes:
        """The board with captured and permanently inferior cells coloured; 3 stands for a dead one."""
        filled: bytes = self._native.fill_in(board)
        return filled

    def permanently_inferior(self, board: bytes) -> frozenset[int]:
        """The cells that `fill_in` colours though they are neither dead nor captured by two."""
        return frozenset(self._native.permanently_inferior(board))

    def mustplay(self, board: bytes, colour: int, before: bytes | None = None) -> tuple[bool, frozenset[int]]:
        """Whether `colour` wins even if the other moves; if not, the cells on which the other has to play."""
        won, cells = self._native.mustplay(board, colour, before)
        return won, frozenset(cells)

    def vulnerable(self, board: bytes, colour: int) -> frozenset[int]:
        """The empty cells where a stone of `colour` is dead after one answer: nobody needs them to win."""
        return frozenset(self._native.vulnerable(board, colour))

    def dominated(self, board: bytes, colour: int) -> dict[int, int]:
        """The empty cells that another move of `colour` gains or kills, each with such a move."""
        return dict(self._native.dominated(board, colour))

    def proofs(self) -> list[tuple[int, bool, list[int], list[int], int]]:
        """What was learned: winner, whether it moves first, stones it needs, all cells, first move."""
        found: list[tuple[int, bool, list[int], list[int], int]] = self._native.proofs()
        return found

    def learn(self, winner: int, first: bool, stones: list[int], whole: list[int], move: int) -> None:
        """Takes over a proof of another solver of this size, on trust."""
        self._native.learn(winner, first, stones, whole, move)

    def connections(
        self, board: bytes, colour: int, before: bytes | None = None
    ) -> list[tuple[bool, int, int, frozenset[int]]]:
        """Full or semi, from side 0 or 1, to a cell (-1: the other side), with its carrier.

        Given `before`, an earlier position, its connections are carried on to this one, as the search does.
        """
        found = self._native.connections(board, colour, before)
        return [(full, side, cell, frozenset(carrier)) for full, side, cell, carrier in found]

    @property
    def nodes(self) -> int:
        count: int = self._native.nodes
        return self._forgotten[1] + count

    @property
    def evaluations(self) -> int:
        count: int = self._native.evaluations
        return self._forgotten[0] + count

    @property
    def memory_used(self) -> int:
        used: int = self._native.memory_used
        return used


def fast_winner(size: int, board: bytes) -> int:
    """The colour that has joined its sides, 0 for nobody."""
    native = fast.native()
    assert native is not None
    winner: int = native.hex_winner(size, board)
    return winner
