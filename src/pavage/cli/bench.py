"""`pavage bench`: what we measure, beside others who do the same where they are installed."""

from __future__ import annotations

import importlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from pavage.bench import answer_times as answers
from pavage.bench import hex_engine as engine
from pavage.bench import hex_solver as solving
from pavage.bench import level_scores as levels
from pavage.cli.arguments import Given, Parser, required, whole
from pavage.cli.progress import Progress, bar
from pavage.game import Position
from pavage.games.hex import Hex
from pavage.players.chance import Playout, plain_playout
from pavage.players.fast import native
from pavage.players.fast.hex import fill_playout
from pavage.registry import OURS
from pavage.terminal.console import ink_for
from pavage.words import Words
from pavage.words.complaint import Complaint

SIZES = (7, 11, 13)
ROUNDS = 5
"""Everybody runs once in each round, so that a busy machine slows all alike; the median counts."""
PEER = "openspiel"

Runner = Callable[[int], object]
"""Plays that many random games from the empty board to their ends."""


def arguments(parser: Parser) -> None:
    parser.take("what", metavar="what", nargs="?")
    parser.take("game", metavar="game", nargs="*")
    parser.take("--seconds", metavar="number", default="1")
    parser.take("--games", metavar="number", default="60")
    parser.take("--players", metavar="number")
    parser.take("--seed", metavar="number", default="1")
    parser.take("--limit", metavar="number", default="120")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    what = required(given.what, "what", "bench")
    if what == "levels":
        return _levels(given, words)
    if what == "answers":
        return _answers(given, words)
    if what == "solve":
        return _solve(given, words)
    if what == "hex":
        return _engine(given, words)
    if what != "playouts":
        takes = "playouts, hex, levels, answers, solve"
        raise Complaint("cli.bad_value", option="bench", value=what, takes=takes)
    seconds = whole(given.seconds, "--seconds", 1, 600) or 1
    measured: dict[int, dict[str, float]] = {}
    with Progress(ink_for(sys.stderr).unicode) as progress:
        for number, size in enumerate(SIZES):

            def show(share: float, number: int = number, size: int = size) -> None:
                progress.show((number + share) / len(SIZES), f"{size}×{size}")

            measured[size] = measure(contestants(size), seconds, show)
    if given.json:
        print(json.dumps(_data(measured), indent=1))
    else:
        print("\n".join(_text(measured, words, ink_for(sys.stdout).unicode)))
    return 0


def _levels(given: Given, words: Words) -> int:
    """What the levels of the games named are worth, or of all our games."""
    count = whole(given.games, "--games", 1, 10_000) or 1
    seed = whole(given.seed, "--seed", 0, 2**63) or 0
    players = whole(given.players, "--players", 2, 6)
    rows = []
    for name in given.game or OURS:
        rows += levels.measure(name, players, count, seed, words)
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        print("\n".join(levels.table(rows, words)))
    return 0


def _answers(given: Given, words: Words) -> int:
    """How long somebody waits for the strong levels of the games named, or of all our games."""
    seed = whole(given.seed, "--seed", 0, 2**63) or 0
    players = whole(given.players, "--players", 2, 6)
    chosen = given.game or list(OURS)
    found: list[answers.Answer] = []
    with Progress(ink_for(sys.stderr).unicode) as progress:
        for number, name in enumerate(chosen):
            progress.show(number / len(chosen), name)
            found += answers.measure(name, players, seed)
    if given.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
    else:
        print("\n".join(answers.table(found, words)))
    return 0


def _solve(given: Given, words: Words) -> int:
    """How long the solver takes for known openings; each may take --limit seconds of processor time."""
    if native() is None:
        raise Complaint("cli.solve.no_native")
    limit = whole(given.limit, "--limit", 1, 100_000) or 1
    found: list[solving.Solved] = []
    with Progress(ink_for(sys.stderr).unicode) as progress:
        for work in solving.WORKS:
            found.append(solving.measure(work, limit, lambda share: progress.show(share, "")))
        stop = solving.slowest_stop(lambda share: progress.show(share, ""))
    if given.json:
        print(json.dumps({"works": [asdict(one) for one in found], "stop": stop}, indent=1))
    else:
        print("\n".join([*solving.table(found, words), "", words("cli.bench.stop", ms=round(1000 * stop))]))
    return 0


def _engine(given: Given, words: Words) -> int:
    """How fast the Hex engine is, beside what we aim at, and how soon it stops."""
    core = native()
    if core is None:
        raise Complaint("cli.solve.no_native")
    seconds = whole(given.seconds, "--seconds", 1, 600) or 1
    with Progress(ink_for(sys.stderr).unicode) as progress:
        rates = engine.measure(core, _spiel(), seconds, lambda share: progress.show(share, ""))
        stops = {size: engine.slowest_stop(size) for size in engine.STOPPED}
    if given.json:
        data = {"rates": [asdict(one) for one in rates], "slowest_stop": stops}
        print(json.dumps(data, indent=1))
    else:
        print("\n".join(engine.table(rates, stops, words)))
    return 0


def _spiel() -> Any:
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
    if (spiel := _spiel()) is not None:
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


def _data(measured: dict[int, dict[str, float]]) -> dict[str, Any]:
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


def _text(measured: dict[int, dict[str, float]], words: Words, unicode: bool) -> list[str]:
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
