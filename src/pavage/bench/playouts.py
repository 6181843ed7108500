"""`pavage bench playouts`: random games of Hex, by the rules, by faster ways, and by OpenSpiel."""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from pavage.game import Position
from pavage.games.hex import Hex
from pavage.hooks import Playout
from pavage.players.fast import native
from pavage.players.fast.hex import fill_playout
from pavage.players.random_player import plain_playout
from pavage.view.text.characters import bar
from pavage.words import Words

SIZES = (7, 11, 13)
ROUNDS = 5
"""Everybody runs once in each round, so that a busy machine slows all alike; the median counts."""
PEER = "openspiel"

Runner = Callable[[int], object]
"""Plays that many random games from the empty board to their ends."""


def open_spiel() -> Any:
    """OpenSpiel, or None where it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def contestants(size: int) -> dict[str, Runner]:
    """Those who can play here, by name."""
    game = Hex(size=size, swap="none")
    start = game.start()
    found: dict[str, Runner] = {
        "rules": _in_python(plain_playout(game), start),
        "fill": _in_python(fill_playout(game), start),
    }
    core = native()
    if core is not None:
        found["native_walk"] = lambda count: core.hex_walk(size, start.board, 1, count, 1)
        found["native_fill"] = lambda count: core.hex_fill(size, start.board, 1, count, 1)
    if (spiel := open_spiel()) is not None:
        found[PEER] = _in_openspiel(spiel, size)
    return found


def _in_python(playout: Playout, start: Position) -> Runner:
    dice = random.Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            playout(start, dice)

    return play


def _in_openspiel(spiel: Any, size: int) -> Runner:
    """OpenSpiel's own random rollouts, all in its C++: one simulation of its search asks for that many."""
    game = spiel.load_game(f"hex(board_size={size})")
    start = game.new_initial_state()

    def play(count: int) -> None:
        evaluator = spiel.RandomRolloutEvaluator(count, 1)
        spiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).mcts_search(start)

    return play


def measure(runners: dict[str, Runner], seconds: float, show: Callable[[float], None]) -> dict[str, float]:
    """Games per second of processor time."""
    slice_of_time = seconds / ROUNDS
    counts = {name: _count_for(runner, slice_of_time) for name, runner in runners.items()}
    rates: dict[str, list[float]] = {name: [] for name in runners}
    for number in range(ROUNDS):
        for place, (name, runner) in enumerate(runners.items()):
            begun = time.process_time()
            runner(counts[name])
            rates[name].append(counts[name] / max(1e-9, time.process_time() - begun))
            show((number + (place + 1) / len(runners)) / ROUNDS)
    return {name: statistics.median(values) for name, values in rates.items()}


def _count_for(runner: Runner, seconds: float) -> int:
    """How many games take about this long; finding out also warms up."""
    count = 1
    while True:
        begun = time.process_time()
        runner(count)
        used = time.process_time() - begun
        if used > min(0.05, seconds / 2):
            return max(1, round(count * seconds / used))
        count *= 4


def data(measured: dict[int, dict[str, float]]) -> dict[str, Any]:
    return {
        "unit": "random games of Hex per second of processor time",
        "sizes": [
            {
                "size": size,
                "rates": {name: round(rate, 1) for name, rate in rates.items()},
                "ratio_to_openspiel": (
                    {name: round(rate / rates[PEER], 3) for name, rate in rates.items()}
                    if PEER in rates
                    else None
                ),
            }
            for size, rates in measured.items()
        ],
    }


def text(measured: dict[int, dict[str, float]], words: Words, unicode: bool) -> list[str]:
    lines = [words("cli.bench.title")]
    for size, rates in measured.items():
        lines += ["", f"{size}×{size}"]
        fastest = max(rates.values())
        labels = {name: words(f"cli.bench.who.{name}") for name in rates}
        wide = max(map(len, labels.values()))
        for name, rate in rates.items():
            number = f"{rate:,.0f}".replace(",", "\u202f" if words.language == "fr" else ",")
            ratio = f"  {rate / rates[PEER]:8.2f} ×" if PEER in rates else ""
            ratio = ratio.replace(".", ",") if words.language == "fr" else ratio
            lines.append(f"  {labels[name]:<{wide}}  {number:>11}{ratio}  {bar(rate / fastest, 24, unicode)}")
    if any(PEER not in rates for rates in measured.values()):
        lines += ["", words("cli.bench.no_peer")]
    else:
        lines += ["", words("cli.bench.ratio")]
    return lines
