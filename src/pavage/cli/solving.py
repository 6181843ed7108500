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


WORKS = (
    Work(6, "", 4.6, 1, 0.2),
    Work(7, "", 242, 60, 12),
    Work(8, "d5", 45, 25, 4),
    Work(8, "c5", 105, 70, 10),
    Work(8, "a1", 98, 120, 15),
)


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


def table(found: list[Solved], words: Words) -> list[str]:
    """A Markdown table, ready for docs/hex-engine.md."""
    head = [
        words(f"cli.bench.column.{name}") for name in ("work", "benzene", "floor", "goal", "cpu", "looks")
    ]
    lines = [head, ["---"] * len(head)]
    for one in found:
        what = f"{one.work.size}×{one.work.size} {one.work.opening or words('cli.bench.all_openings')}"
        numbers = [f"{number:g} s" for number in (one.work.benzene, one.work.floor, one.work.goal)]
        cpu = f"{one.cpu:.2f} s" if one.decided else f"> {one.cpu:.0f} s"
        if words.language == "fr":
            numbers, cpu = [text.replace(".", ",") for text in numbers], cpu.replace(".", ",")
        lines.append([what, *numbers, cpu, str(one.evaluations)])
    return ["| " + " | ".join(line) + " |" for line in lines]
