"""Random games and odd arguments for the whole extension, through its bindings.

    python native/tests/through_python.py EXTENSION [--seed 1] [--rounds 100] [--threads]

Nothing may happen but an answer that makes sense, or a refusal. It is run with an extension that was built
with sanitizers, which end the process when they find something: tests/test_native_sanitized.py does so.
With --threads only what several threads do at once is tried.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import math
import random
import struct
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

REFUSALS = (ValueError, TypeError, OverflowError, MemoryError, ZeroDivisionError)
NUMBERS = (
    -(2**70),
    -(2**31),
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    11,
    19,
    20,
    26,
    27,
    64,
    255,
    256,
    2**31,
    2**32,
    2**63,
    2**64,
)
REALS = (-1.0, -0.0, 0.0, 1e-300, 0.5, 1.0, 1e300, math.inf, -math.inf, math.nan)
MEMORY = 1 << 22
"""Bytes that a search is given."""
PARTS = ("rave", "bridges", "inferior", "connections", "patterns")
SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19)


def load(path: str) -> ModuleType:
    """An extension from wherever it was built, in the place of the one that is installed."""
    name = "pavage.players.fast._native"
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(sys.modules[name])
    return sys.modules[name]


class Trial:
    """An extension, and dice."""

    def __init__(self, native: ModuleType, seed: int) -> None:
        self.native = native
        self.dice = random.Random(seed)
        self.answers = self.refusals = 0

    def ask(self, question: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """The answer, None for a refusal."""
        try:
            answer = question(*given, **named)
        except REFUSALS:
            self.refusals += 1
            return None
        self.answers += 1
        return answer

    # --- arguments

    def board(self, size: int) -> bytes:
        """Stones at random, in turn or not."""
        share = self.dice.random() ** 2
        return bytes(
            self.dice.choice((1, 2)) if self.dice.random() < share else 0 for _ in range(size * size)
        )

    def stones(self, size: int) -> bytes:
        """Mostly a board; at times one that lies: too short, too long, or with what is no stone."""
        cells = bytearray(self.board(size))
        match self.dice.randrange(20):
            case 0:
                return bytes(cells[:-1])
            case 1:
                return bytes(cells) + b"\0"
            case 2:
                return b""
            case 3:
                cells[self.dice.randrange(len(cells))] = self.dice.choice((3, 4, 127, 128, 255))
        return bytes(cells)

    def allowed(self, size: int) -> bytes:
        if self.dice.random() < 0.8:
            return b"\1" * (size * size)
        return bytes(
            self.dice.choice((0, 0, 0, 1, 1, 2)) for _ in range(size * size - self.dice.randrange(2))
        )

    def or_odd(self, value: Any) -> Any:
        """Mostly this value; at times something that nobody would hand over."""
        if self.dice.random() > 0.04:
            return value
        return self.dice.choice((*NUMBERS, *REALS, None, "", b"", "x", [], {}, True))

    def turn(self) -> Any:
        return self.or_odd(self.dice.choice((1, 2)))

    def limits(self) -> tuple[Any, Any, Any]:
        """Simulations, seconds and a seed; never without an end."""
        most = self.dice.choice((1, 2, 16, 60, 60, 300))
        return (
            most,
            self.dice.choice((0.0, -1.0, 0.02, 1e-300, math.nan)),
            self.or_odd(self.dice.getrandbits(64)),
        )

    def report(self) -> Any:
        """Whoever is told how far a search is: content, tired of it, or failing."""
        return self.dice.choice((None, lambda *_: False, lambda *_: True, lambda *_: 1 / 0, "x"))

    def network(self, kind: str = "small") -> Any:
        """Weights that are small, huge, no numbers, or too few."""
        channels, blocks, hidden = self.dice.choice((16, 32)), self.dice.choice((1, 2)), 16
        c, h = channels, hidden
        layer = 7 * c * c + c
        count = (
            7 * 12 * c
            + c
            + (2 * blocks + 1) * layer
            + blocks // 2 * 2 * c * c
            + c
            + c * h
            + h
            + 2 * h * h
            + h
            + h
            + 1
        )
        number = {
            "small": lambda: self.dice.uniform(-0.1, 0.1),
            "huge": lambda: self.dice.choice((-1e38, 1e38, 0.0)),
            "odd": lambda: self.dice.choice((math.nan, math.inf, 1.0)),
        }[kind]
        weights = struct.pack(f"<{count}f", *(number() for _ in range(count)))
        kernels = self.dice.choice(self.native.hex_kernels())
        return self.ask(self.native.HexNet, channels, blocks, hidden, weights, kernels)

    # --- what is asked

    def hex_answer(self, size: int, answer: Any) -> None:
        """A cell on the board, a value that is a share, and visits for each cell."""
        if answer is not None:
            cell, value, visits, line = answer[:4]
            assert 0 <= cell < size * size and len(visits) == size * size, answer[:2]
            assert 0 <= value <= 1, value
            assert all(0 <= each < size * size for each in line)

    def boards(self) -> None:
        native, size = self.native, self.dice.choice((*SIZES, 20, 26))
        board, seed = self.stones(size), self.or_odd(7)
        given = self.or_odd(size)
        self.ask(native.hex_winner, given, board)
        self.ask(native.hex_chains, given, board, self.or_odd(self.dice.randrange(4)))
        for playouts in (native.hex_fill, native.hex_walk):
            wins = self.ask(playouts, given, board, self.turn(), self.dice.choice((-1, 0, 1, 65)), seed)
            assert wins is None or 0 <= wins <= 65
        if size <= 16:
            answer = self.ask(
                native.hex_search, size, board, self.turn(), self.allowed(size), *self.limits(), self.report()
            )
            self.hex_answer(size, answer)
        self.ask(
            native.hex_features, given, board, self.turn(), self.or_odd(self.dice.randrange(-1, size * size))
        )

    def player(self) -> None:
        native, size = self.native, self.dice.choice((*SIZES, 20, 26))
        parts = self.dice.sample(PARTS, self.dice.randrange(len(PARTS) + 1))
        kind = self.dice.choice(("", "", "small", "huge", "odd"))
        net = self.network(kind) if kind and 3 <= size <= 9 else None
        player = self.ask(
            native.HexPlayer,
            self.or_odd(size),
            self.or_odd(parts),
            self.dice.choice((MEMORY, 1, 1000, -1)),
            self.or_odd(self.dice.choice((1, 1, 2, 3))),
            self.or_odd(self.dice.choice((1, 4, 64))),
            self.or_odd(self.dice.choice((1, 8, 1000, -5))),
            self.dice.choice((0.5, 1.0, *REALS)),
            None,
            net,
        )
        if player is None:
            return
        board = self.board(size)
        for _ in range(3):  # the next search goes on from the last one, or cannot
            given = self.stones(size) if self.dice.random() < 0.3 else board
            answer = self.ask(
                player.search,
                given,
                self.turn(),
                self.allowed(size),
                *self.limits(),
                self.report(),
                self.or_odd(False),
            )
            self.hex_answer(size, answer)
            if answer is not None and given is board:
                changed = bytearray(board)
                changed[answer[0]] = self.dice.choice((1, 2))
                board = bytes(changed)
        assert player.memory_used >= 0

    def solver(self) -> None:
        size = self.dice.choice(SIZES[:11])
        solver = self.ask(self.native.HexSolver, self.or_odd(size), self.dice.choice((MEMORY, 1, 5000, -1)))
        if solver is None:
            return
        for _ in range(3):
            board = self.stones(size)
            evaluations = self.dice.choice((1, 10, 40))
            self.ask(
                solver.solve,
                board,
                self.turn(),
                evaluations,
                self.dice.choice((0.0, -1.0, 0.05)),
                self.report(),
            )
            before = self.dice.choice((None, bytes(len(board)), self.board(size)))
            self.ask(solver.connections, board, self.turn(), before)
            self.ask(solver.mustplay, board, self.turn(), before)
            for question in (solver.fill_in, solver.permanently_inferior):
                self.ask(question, board)
            for question in (solver.vulnerable, solver.dominated):
                self.ask(question, board, self.turn())
        for proof in solver.proofs()[:5]:
            self.ask(solver.learn, *proof)
        cells = [self.dice.randrange(-1, size * size + 1) for _ in range(3)]
        self.ask(
            solver.learn,
            self.turn(),
            self.dice.choice((True, False)),
            cells,
            cells[::-1],
            self.or_odd(cells[0]),
        )
        self.ask(solver.solve, self.board(size), self.turn(), 10)
        assert solver.evaluations >= 0 and solver.nodes >= 0 and solver.memory_used >= 0

    def hexn(self) -> None:
        """On boards of ours, and on boards whose neighbours and ports lie."""
        from pavage.players.fast.hexn import ground
        from pavage.registry import games

        native, dice = self.native, self.dice
        if dice.random() < 0.5:
            game = games()[dice.choice(("hexn", "hex3", "hex6"))]()
            here, cells, colours = ground(native, game), len(game.tiling), game.players
        else:
            cells, colours = dice.choice((1, 5, 64, 65, 128, 129, 256)), dice.randrange(2, 7)
            near = b"".join(self.set_of(cells) for _ in range(cells))
            ports = b"".join(self.set_of(cells) for _ in range(2 * colours))
            here = self.ask(
                native.HexNGround,
                self.or_odd(near),
                self.or_odd(ports),
                self.or_odd(colours),
                dice.choice((True, False)),
            )
        if here is None:
            return
        share = dice.random() ** 2
        board = bytes(dice.randrange(1, colours + 1) if dice.random() < share else 0 for _ in range(cells))
        alive, turn = (
            self.or_odd(dice.randrange(1, 1 << colours)),
            self.or_odd(dice.randrange(1, colours + 1)),
        )
        self.ask(native.hexn_play, here, board, alive, turn, self.or_odd(dice.randrange(cells)))
        count = dice.choice((-1, 0, 3))
        self.ask(native.hexn_playouts, here, board, alive, turn, dice.getrandbits(8), count, self.or_odd(3))
        free = b"\1" * cells
        answer = self.ask(
            native.hexn_search, here, board, alive, turn, free, bytes(cells), *self.limits(), self.report()
        )
        assert answer is None or (0 <= answer[0] < cells and board[answer[0]] == 0), answer[:2]

    def set_of(self, cells: int) -> bytes:
        chosen = self.dice.getrandbits(cells) & self.dice.getrandbits(cells) & self.dice.getrandbits(cells)
        return (chosen if self.dice.random() < 0.99 else 1 << 255).to_bytes(32, "little")

    def net(self) -> None:
        native, dice = self.native, self.dice
        self.ask(native.HexNet, self.or_odd(16), self.or_odd(1), self.or_odd(16), b"\0" * dice.randrange(9))
        net, size = self.network(dice.choice(("small", "huge", "odd"))), dice.choice((3, 5, 8, 11))
        boards = self.stones(size) + (self.board(size) if dice.random() < 0.5 else b"")
        if net is None:
            return
        self.ask(net.evaluate, self.or_odd(size), boards, self.or_odd(1))
        kernels = dice.choice((*native.hex_kernels(), "", "x"))
        self.ask(native.hex_planes, self.or_odd(size), boards, self.or_odd(1), kernels)
        self.ask(native.hex_seen, self.or_odd(size), self.stones(size), self.turn())
        self.ask(
            native.hex_selfplay, net, 3, 1, self.or_odd(1), self.or_odd(8) or 8, 4,
            dice.choice((0.5, *REALS)), dice.choice((4, 2, 1)),
            dice.choice((1.0, *REALS)), dice.choice((0, 1, -1, 50)),
        )  # fmt: skip
        self.ask(
            native.hex_positions, net, dice.choice((3, 4, 7)), 1, self.or_odd(1), dice.choice((1, 9, 40, -1)),
            dice.choice((0, 1, 8, -1)), dice.choice((0, 1, 3, 256)), dice.choice((0, 1, -1, 50)),
            dice.choice((0, 1, 3, -1)),
        )  # fmt: skip

    # --- threads

    def together(self) -> None:
        """Searches with threads of their own, stopped midway; a player and a solver asked by several."""
        native, dice, size = self.native, self.dice, 5
        player = native.HexPlayer(size, [], MEMORY, 3, 4, 8, 0.5, None)
        other = native.HexPlayer(size, [], MEMORY, 2, 1, 8, 1.0, None, self.network())
        solver, wide = native.HexSolver(8, 16 * MEMORY), bytes(64)
        empty, free = bytes(size * size), b"\1" * (size * size)
        tired = iter([False] * 2 + [True] * 10**6)
        board = self.board(8)

        def searching(asked: Any, seconds: float) -> Callable[[], Any]:
            return lambda: self.ask(
                asked.search, empty, 1, free, 0, seconds, 1, lambda *_: next(tired), False
            )

        works = [
            *(searching(asked, seconds) for asked in (player, other) for seconds in (0.05, 0.2)),
            lambda: [player.memory_used for _ in range(200)],
            lambda: self.ask(solver.solve, wide, 1, 0, 0.3, lambda *_: False),
            lambda: self.ask(solver.solve, wide, 1, 0, 0.1, lambda *_: solver.proofs() and False),
            lambda: [self.ask(solver.connections, board, 1) for _ in range(3)],
            lambda: [self.ask(solver.fill_in, board) for _ in range(3)],
            lambda: [(solver.evaluations, solver.nodes, solver.memory_used) for _ in range(200)],
            lambda: [solver.proofs() for _ in range(20)],
            lambda: [native.hex_fill(each, bytes(each * each), 1, 50, 1) for each in range(2, 20)],
            lambda: [native.hex_features(each, bytes(each * each), 1, -1) for each in range(2, 20)],
        ]
        dice.shuffle(works)
        threads = [threading.Thread(target=work) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("extension")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--threads", action="store_true")
    given = parser.parse_args()
    trial = Trial(load(given.extension), given.seed)
    works = (
        [trial.together]
        if given.threads
        else [trial.boards, trial.player, trial.solver, trial.hexn, trial.net]
    )
    for number in range(given.rounds):
        for work in works:
            trial.dice.seed(f"{given.seed} {number} {work.__name__}")
            print(number, work.__name__, file=sys.stderr, flush=True)
            work()
    print(f"{given.rounds} rounds, {trial.answers} answers, {trial.refusals} refusals")


if __name__ == "__main__":
    main()
