"""What the Hex network costs and what its games teach; docs/hex-engine.md has the figures.

    python3 benchmarks/hex_network.py speed              microseconds a position, by kernel and shape
    python3 benchmarks/hex_network.py selfplay FILE      positions to learn from a second, 11×11
    python3 benchmarks/hex_network.py doubts FILE        how far bytes, and other fillings, change an answer
    python3 benchmarks/hex_network.py targets FILE [SIMULATIONS] [SCALE]
                                                         is a target nearer to a deep search than the policy?
    python3 benchmarks/hex_network.py errors GAMES… [--weights FILE …] [--simulations N]
                                                         squared error of the value on games of others

FILE is one of `pavage train`, and for `errors` also `network`, the one in the package. GAMES are files as
benchmarks/hex_games.py reads them. The first network of `--weights` is what the others are compared with.
Seconds are of processor time; 11×11 throughout, for `errors` the size of the games.
"""

from __future__ import annotations

import argparse
import math
import random
import struct
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from hex_errors import SHIPPED, judge_all, print_table
from hex_games import read_games

from pavage.players.fast import native
from pavage.players.fast.hex_net import Weights, new_net, read_weights, weights_of
from pavage.players.fast.hex_search import new_search
from pavage.training.playing import play
from pavage.training.samples import POLICY, row_bytes
from pavage.training.settings import Settings, going_on

SIZE, CELLS = 11, 121
DEEP = 1200
"""Simulations of the search that is taken for the truth."""


def extension() -> Any:
    return native() or sys.exit("the extension is not built")


def floats(content: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(content) // 4}f", content))


def speed() -> None:
    dice, count = random.Random(2), 300
    boards = bytes(dice.choice((0, 0, 0, 1, 2)) for _ in range(CELLS * count))
    for channels, blocks in ((32, 4), (48, 6), (64, 6)):
        total = weights_of(channels, blocks, 32)
        numbers = struct.pack(f"<{total}f", *(dice.uniform(-0.05, 0.05) for _ in range(total)))
        for kernels in extension().hex_kernels():
            net = new_net(Weights(channels, blocks, 32, numbers, {}), kernels)
            best = min(_seconds(lambda net=net: net.evaluate(SIZE, boards, 1)) for _ in range(3))
            print(f"{channels}x{blocks} {kernels}: {1e6 * best / count:.0f} microseconds", flush=True)


def _seconds(work: Any) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def played(net: Any, games: int, simulations: int = 32, scale: float = 0.3) -> list[bytes]:
    rows, *_ = extension().hex_selfplay(net, SIZE, games, 7, simulations, 8, 0.5, 16, scale, 200)
    length = row_bytes(SIZE)
    return [rows[start : start + length] for start in range(0, len(rows), length)]


def selfplay(content: bytes) -> None:
    """With what a run begins with, what it goes on with, and that without what lies below the games."""
    first = Settings(sizes={SIZE: 1})
    further = going_on(first)
    for name, settings in (
        ("from nothing", first),
        ("going on", further),
        ("going on, 40 simulations, nothing below", replace(further, simulations=40, below=0)),
    ):
        rows, games, seconds = play(settings, 0, content)
        count = len(rows) // row_bytes(SIZE)
        print(f"{name}: {count / seconds:.0f} positions a second, {count / games:.0f} of a game")


def shares(logits: list[float], board: bytes) -> list[float]:
    highest = max(logit for logit, code in zip(logits, board, strict=True) if not code)
    raised = [0.0 if code else math.exp(logit - highest) for logit, code in zip(logits, board, strict=True)]
    return [one / sum(raised) for one in raised]


def doubts(weights: Weights) -> None:
    exact = new_net(weights, "plain")
    boards = [row[:CELLS] for row in played(exact, 4, 16)]
    for name, net, seed in (("bytes", new_net(weights), 5), ("other fillings", exact, 99_995)):
        values = divergence = 0.0
        for board in boards:
            (one, chance), (two, other) = (
                map(floats, asked.evaluate(SIZE, board, with_seed))
                for asked, with_seed in ((exact, 5), (net, seed))
            )
            values += abs(1 / (1 + math.exp(-chance[0])) - 1 / (1 + math.exp(-other[0])))
            both = zip(shares(one, board), shares(two, board), strict=True)
            divergence += sum(p * math.log(p / max(q, 1e-12)) for p, q in both if p)
        count = len(boards)
        print(f"{name}: value {values / count:.4f}, policy {divergence / count:.4f}, {count} positions")


def targets(net: Any, simulations: int, scale: float) -> None:
    own = learned = count = 0.0
    for row in played(net, 5, simulations, scale):
        board = row[:CELLS]
        if not row[-1] & POLICY:
            continue
        stones = bytes(code if code < 3 else 1 for code in board)
        allowed = bytes(not code for code in stones)
        *_, visits, _, _, _, proof, _ = new_search(SIZE, net=net).search(
            stones, 1, allowed, DEEP, 0.0, 1, None, True
        )
        if proof or not sum(visits):
            continue
        policy = shares(floats(net.evaluate(SIZE, board, 1)[0]), board)
        target = struct.unpack(f"<{CELLS}H", row[CELLS : 3 * CELLS])
        for visit, share, wanted in zip(visits, policy, target, strict=True):
            part = visit / sum(visits)
            own -= part * math.log(max(share, 1e-9))
            # A little of the policy, lest a share rounded to nothing cost everything.
            learned -= part * math.log(max(0.999 * wanted / sum(target) + 0.001 * share, 1e-9))
        count += 1
    print(
        f"{count:.0f} positions: cross-entropy of policy {own / count:.3f}, of target {learned / count:.3f}"
    )


def value_errors(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="hex_network.py errors")
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--weights", nargs="+", action="extend", help="networks to compare")
    parser.add_argument("--simulations", type=int, default=0, help="of a search, asked as well")
    parser.add_argument("--processes", type=int, help="as many as there are cores, if nothing is said")
    options = parser.parse_args(arguments)
    games = [game for path in options.games for game in read_games(path)]
    names = list(dict.fromkeys(options.weights or [SHIPPED]))
    judged = judge_all(names, games, options.simulations, options.processes, _show)
    print("\r", end="", file=sys.stderr)
    print_table(judged, options.simulations)


def _show(text: str) -> None:
    print(f"\r{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    match sys.argv[1:]:
        case ["speed"]:
            speed()
        case ["selfplay", file]:
            selfplay(Path(file).read_bytes())
        case ["doubts", file]:
            doubts(read_weights(Path(file).read_bytes()))
        case ["targets", file, *rest]:
            simulations, scale, *_ = [*rest, *("64", "0.3")[len(rest) :]]
            targets(new_net(read_weights(Path(file).read_bytes())), int(simulations), float(scale))
        case ["errors", *rest]:
            value_errors(rest)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
