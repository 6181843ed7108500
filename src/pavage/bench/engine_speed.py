"""`pavage bench hex`: how fast the Hex engine plays positions out and searches, on one thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pavage.players.fast.hex_net import Weights, new_net, weights_of
from pavage.players.fast.hex_search import new_search
from pavage.words import Words

SIZE = 11
NET = (48, 6, 32)
"""Channels, blocks and hidden channels of the network that is timed; its weights do not matter."""
STOPS = 20
"""How often a search is stopped, on boards of every size below, to see how soon it answers."""
STOPPED = (11, 19)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second of processor time, beside what OpenSpiel does and what we aim at."""

    work: str
    rate: float
    openspiel: float | None
    floor: float
    goal: float


def measure(core: Any, spiel: Any, seconds: float, show: Callable[[float], None]) -> list[Rate]:
    """`core` is the extension, `spiel` OpenSpiel or None."""
    board = bytes(SIZE * SIZE)
    walk = _rate(lambda count: core.hex_walk(SIZE, board, 1, count, 1), seconds)
    show(0.2)
    fill = _rate(lambda count: core.hex_fill(SIZE, board, 1, count, 1), seconds)
    show(0.4)
    tree = _rate(_search, seconds)
    show(0.5)
    network = _rate(_network(), seconds)
    show(0.6)
    rollouts = searched = None
    if spiel is not None:
        game = spiel.load_game(f"hex(board_size={SIZE})")
        start = game.new_initial_state()

        def run(simulations: int, each: int) -> None:
            evaluator = spiel.RandomRolloutEvaluator(each, 1)
            spiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False).mcts_search(start)

        rollouts = _rate(lambda count: run(1, count), seconds)
        show(0.8)
        searched = _rate(lambda count: run(count, 1), seconds)
    return [
        Rate("walk", walk, rollouts, 250_000, 400_000),
        Rate("fill", fill, rollouts, 2_000_000, 5_000_000),
        Rate("tree", tree, searched, 5_000, 20_000),
        Rate("network", network, None, 1_200, 2_000),
    ]


def _network() -> Callable[[int], object]:
    """A network of the middle size, one position at a time, fillings included."""
    net = new_net(Weights(*NET, bytes(4 * weights_of(*NET)), {}))
    position = bytes(SIZE * SIZE)
    return lambda count: net.evaluate(SIZE, position * count, 1)


def _search(count: int) -> None:
    """All knowledge, on the empty board. Every simulation ends with 64 playouts and counts as one."""
    player = new_search(SIZE)
    cells = SIZE * SIZE
    done = seed = 0
    while done < count:
        seed += 1
        found = player.search(bytes(cells), 1, b"\1" * cells, count - done, 0.0, seed, None, True)
        done += max(1, found[4])  # a small board is decided before the first simulation


def _rate(run: Callable[[int], object], seconds: float) -> float:
    count = 256
    while True:
        begun = time.process_time()
        run(count)
        used = time.process_time() - begun
        if used >= seconds:
            return count / used
        count = max(2 * count, round(count * 1.1 * seconds / max(used, 0.01)))


def slowest_stop(size: int) -> float:
    """Seconds from the wish that a search end, uttered at any moment, to its answer: the longest of some.

    Of processor time, as all here: what others do on the machine is not the search's doing.
    """
    slowest = 0.0
    player = new_search(size)
    for seed in range(STOPS):
        begun = last = time.process_time()
        gap = 0.0

        def report(*_: object) -> bool:
            nonlocal last, gap
            now = time.process_time()
            gap, last = max(gap, now - last), now
            return now - begun > 0.2  # noqa: B023 - called in this round only

        player.search(bytes(size**2), 1, b"\1" * size**2, 0, 60.0, seed, report, True)
        slowest = max(slowest, gap + time.process_time() - last)
    return slowest


def table(rates: list[Rate], stops: dict[int, float], words: Words) -> list[str]:
    """A Markdown table, ready for docs/measurements/hex-engine.md."""
    columns = [words(f"cli.bench.column.{name}") for name in ("work", "rate", "floor", "goal")]
    head = [columns[0], columns[1], "OpenSpiel", *columns[2:]]
    lines = [head, ["---"] * len(head)]
    for one in rates:
        numbers = [_number(number, words) for number in (one.rate, one.openspiel, one.floor, one.goal)]
        lines.append([words(f"cli.bench.engine.{one.work}"), *numbers])
    found = ["| " + " | ".join(line) + " |" for line in lines]
    for size, seconds in stops.items():
        found += [
            words("cli.bench.engine.stop", size=f"{size}×{size}", count=STOPS, ms=f"{1000 * seconds:.0f}")
        ]
    return [*found[: len(lines)], "", *found[len(lines) :]]


def _number(number: float | None, words: Words) -> str:
    if number is None:
        return "–"
    return f"{number:,.0f}".replace(",", "\u202f" if words.language == "fr" else ",")
