"""`pavage bench`: what we measure, beside others who do the same where they are installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from pavage.bench import answer_times, calibration, engine_speed, level_scores, playouts, solver_times
from pavage.cli.common.arguments import Given, Parser, required, whole
from pavage.cli.common.progress import Progress
from pavage.players.fast import native
from pavage.registry import OURS
from pavage.terminal.console import console_for
from pavage.words import Words
from pavage.words.complaint import Complaint


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
    if what not in MEASURED:
        raise Complaint("cli.bad_value", option="bench", value=what, takes=", ".join(MEASURED))
    with Progress(console_for(sys.stderr).unicode) as progress:
        data, lines = MEASURED[what](given, words, progress)
    print(json.dumps(data, indent=1) if given.json else "\n".join(lines))
    return 0


Row = TypeVar("Row")
Told = tuple[Any, Sequence[str]]
"""What was measured, as data for programs and as lines for people."""


def _playouts(given: Given, words: Words, progress: Progress) -> Told:
    """Random games of Hex a second."""
    seconds = whole(given.seconds, "--seconds", 1, 600) or 1
    measured: dict[int, dict[str, float]] = {}
    for number, size in enumerate(playouts.SIZES):

        def show(share: float, number: int = number, size: int = size) -> None:
            progress.show((number + share) / len(playouts.SIZES), f"{size}×{size}")

        measured[size] = playouts.measure(playouts.contestants(size), seconds, show)
    return playouts.data(measured), playouts.text(measured, words, console_for(sys.stdout).unicode)


def _engine(given: Given, words: Words, progress: Progress) -> Told:
    """How fast the Hex engine is, beside what we aim at, and how soon it stops."""
    core = native()
    if core is None:
        raise Complaint("cli.solve.no_native")
    seconds = whole(given.seconds, "--seconds", 1, 600) or 1
    peer = playouts.open_spiel()
    rates = engine_speed.measure(core, peer, seconds, lambda share: progress.show(share, ""))
    stops = {size: engine_speed.slowest_stop(size) for size in engine_speed.STOPPED}
    data = {"rates": [asdict(one) for one in rates], "slowest_stop": stops}
    return data, engine_speed.table(rates, stops, words)


def _levels(given: Given, words: Words, progress: Progress) -> Told:
    """What the levels of the games named are worth, or of all our games."""
    rows = _of_games(given, words, progress, level_scores.measure)
    return [asdict(row) for row in rows], level_scores.table(rows, words)


def _answers(given: Given, words: Words, progress: Progress) -> Told:
    """How long somebody waits for the strong levels of the games named, or of all our games."""
    seed = whole(given.seed, "--seed", 0, 2**63) or 0
    players = whole(given.players, "--players", 2, 6)
    chosen = given.game or list(OURS)
    found: list[answer_times.Answer] = []
    for number, name in enumerate(chosen):
        progress.show(number / len(chosen), name)
        found += answer_times.measure(name, players, seed)
    return [asdict(one) for one in found], answer_times.table(found, words)


def _calibration(given: Given, words: Words, progress: Progress) -> Told:
    """How often what is told of positions comes true, in the games named or in all of ours."""
    rows = _of_games(given, words, progress, calibration.measure)
    return [asdict(row) for row in rows], calibration.table(rows, words)


def _of_games(
    given: Given,
    words: Words,
    progress: Progress,
    measure: Callable[[str, int | None, int, int, Callable[[int], None]], Iterable[Row]],
) -> list[Row]:
    """The rows of the games named, or of all ours: each is played --games times."""
    count = whole(given.games, "--games", 1, 10_000) or 1
    seed = whole(given.seed, "--seed", 0, 2**63) or 0
    players = whole(given.players, "--players", 2, 6)

    def show(done: int) -> None:
        progress.show(done / count, words("cli.match.progress", done=done, count=count))

    return [row for name in given.game or OURS for row in measure(name, players, count, seed, show)]


def _solve(given: Given, words: Words, progress: Progress) -> Told:
    """How long the solver takes for known openings; each may take --limit seconds of processor time."""
    if native() is None:
        raise Complaint("cli.solve.no_native")
    limit = whole(given.limit, "--limit", 1, 100_000) or 1

    def show(share: float) -> None:
        progress.show(share, "")

    found = [solver_times.measure(work, limit, show) for work in solver_times.WORKS]
    stop = solver_times.slowest_stop(show)
    lines = [*solver_times.table(found, words), "", words("cli.bench.stop", ms=round(1000 * stop))]
    return {"works": [asdict(one) for one in found], "stop": stop}, lines


MEASURED: dict[str, Callable[[Given, Words, Progress], Told]] = {
    "playouts": _playouts,
    "hex": _engine,
    "levels": _levels,
    "answers": _answers,
    "calibration": _calibration,
    "solve": _solve,
}
