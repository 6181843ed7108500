"""`pavage bench solve`: how long the solver takes for openings of Hex, on one thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from pavage.games.hex import Hex
from pavage.players.fast.hex_solver import HexSolver
from pavage.words import Words


@dataclass(frozen=True, slots=True)
class Work:
    """An opening to solve, or all of a size; processor seconds of Benzene, and those we aim at."""

    size: int
    opening: str
    benzene: float
    floor: float
    goal: float

    @property
    def alike(self) -> float:
        """Benzene's seconds for as much as we do: of two openings alike by half a turn, one."""
        cells = self.size**2
        return self.benzene if self.opening else self.benzene * ((cells + 1) // 2) / cells


WORKS = (
    Work(6, "", 4.6, 1, 0.2),
    Work(7, "", 242, 60, 12),
    Work(8, "d5", 45, 25, 4),
    Work(8, "c5", 105, 70, 10),
    Work(8, "a1", 98, 120, 15),
)


STOPPED = (8, 11, 15, 19)
"""Sizes on which a search is interrupted."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What came of a work; `decided` is False where the limit was reached first."""

    work: Work
    decided: bool
    evaluations: int
    memory: int
    cpu: float


def measure(work: Work, limit: float, show: Callable[[float], None]) -> Solved:
    """A fresh solver; it is stopped when it has used `limit` seconds of processor time."""
    game = Hex(size=work.size, swap="none")
    solver = HexSolver(work.size)
    begun = time.process_time()

    def report(*_: object) -> bool:
        used = time.process_time() - begun
        show(min(1.0, used / limit))
        return used > limit

    if work.opening:
        after = game.play(game.start(), game.read(game.start(), work.opening))
        decided = bool(solver.solve(after.board, 2, report=report).winner)
    else:
        decided = len(solver.moves(game.start().board, 1, report=report)) == work.size**2
    return Solved(work, decided, solver.evaluations, solver.memory_used, time.process_time() - begun)


def slowest_stop(show: Callable[[float], None]) -> float:
    """Seconds from the wish to stop to the answer: the longest of searches on boards of several sizes."""
    slowest = 0.0
    tries = [(size, after / 100) for size in STOPPED for after in (13, 31, 57)]
    for number, (size, after) in enumerate(tries):
        show(number / len(tries))
        due = time.monotonic() + after
        solution = HexSolver(size).solve(
            bytes(size * size), 1, report=lambda *_, due=due: time.monotonic() >= due
        )
        assert not solution.winner
        slowest = max(slowest, time.monotonic() - due)
    return slowest


def table(found: list[Solved], words: Words) -> list[str]:
    """A Markdown table, ready for docs/measurements/hex-engine.md."""
    head = [
        words(f"cli.bench.column.{name}")
        for name in ("work", "benzene", "floor", "goal", "cpu", "faster", "looks")
    ]
    lines = [head, ["---"] * len(head)]
    for one in found:
        what = f"{one.work.size}×{one.work.size} {one.work.opening or words('cli.bench.all_openings')}"
        numbers = [f"{number:g} s" for number in (one.work.benzene, one.work.floor, one.work.goal)]
        cpu = f"{one.cpu:.2f} s" if one.decided else f"> {one.cpu:.0f} s"
        ratio = f"{one.work.alike / one.cpu:.1f}×" if one.decided else ""
        if words.language == "fr":
            numbers, cpu = [text.replace(".", ",") for text in numbers], cpu.replace(".", ",")
            ratio = ratio.replace(".", ",")
        lines.append([what, *numbers, cpu, ratio, str(one.evaluations)])
    return ["| " + " | ".join(line) + " |" for line in lines]
