"""How soon a hostile program gets its verdict, and how soon nothing of it is left.

    python benchmarks/supervision.py --rounds 5

Each hostile program of tests/hostile is asked for a move, with a deadline of half a second. It prints, for
the median and the slowest of the rounds,

    verdict   milliseconds to the verdict: from the deadline for those who are silent or do not leave, from
              the start for who dies there, from the question for all others (so what a program needs to
              misbehave is in it)
    gone      milliseconds from the verdict until no process of it is left, grandchildren included
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from unittest import mock

from pavage.bots import warden
from pavage.bots.process import Process
from pavage.bots.program import Program
from pavage.bots.seating import GRACE, Sitter, seat_program
from pavage.bots.verdict import BotFailed, Verdict
from pavage.games.hex import Hex
from pavage.match import Match

HOSTILE = Path(__file__).parent.parent / "tests" / "hostile"
DEADLINE = 0.5
NAMES = (
    "hangs",
    "floods",
    "crashes",
    "lies",
    "plays_illegally",
    "forks",
    "ignores_termination",
    "eats_memory",
    "writes_binary",
    "answers_late",
    "closes_pipes",
    "dies_at_start",
)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def below(pid: int) -> list[int]:
    found, waiting = [pid], [pid]
    while waiting:
        fresh = [child for child in warden.children(waiting.pop()) if child not in found]
        found += fresh
        waiting += fresh
    return found


def game_of(sitter: Sitter, begun: list[float], deadlines: list[float]) -> Verdict:
    """Ask until it does what it does; a lie is only one because nobody has won."""
    match = Match(Hex(size=5, swap="none"))
    while match.outcome is None:
        now = time.monotonic()
        begun[0], deadlines[0] = now, now + DEADLINE
        move, claims = sitter.move(match, match.turn, DEADLINE, now + DEADLINE)
        assert move is not None
        match.play(move)
        if claims and match.outcome is None:
            return Verdict.LIED
    return Verdict.STUBBORN


def one(name: str) -> tuple[Verdict, float, float]:
    """Verdict, and the two times in seconds."""
    program = Program(name, (sys.executable, f"{name}.py"), folder=HOSTILE, start=30.0, memory=100)
    begun, deadlines = [time.monotonic()], [0.0]
    ending: list[float] = []
    left: list[int] = []
    end = Process.end

    def noting(process: Process) -> None:
        """The verdict is known when a program is ended for the first time."""
        ending.append(time.monotonic())
        left.extend(below(process._warden.pid))
        end(process)

    with mock.patch.object(Process, "end", noting):
        try:
            sitter = seat_program(program, Hex(size=5, swap="none"))
            try:
                verdict = game_of(sitter, begun, deadlines)
                if verdict == Verdict.STUBBORN:
                    deadlines[0] = time.monotonic() + GRACE
                    assert not sitter.leave(GRACE)
            finally:
                sitter.process.end()
        except BotFailed as failed:
            verdict = failed.failure.verdict
    while any(alive(pid) for pid in left):
        time.sleep(0.0005)
    late = verdict in (Verdict.SILENT, Verdict.STUBBORN)
    return verdict, ending[0] - (deadlines[0] if late else begun[0]), time.monotonic() - ending[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'program':<20} {'verdict':<14} {'verdict ms':>18} {'gone ms':>18}")
    for name in NAMES:
        runs = [one(name) for _ in range(rounds)]
        columns = []
        for index in (1, 2):
            times = [1000 * float(run[index]) for run in runs]
            columns.append(f"{statistics.median(times):8.1f} {max(times):8.1f}")
        verdicts = "/".join(sorted({run[0].value for run in runs}))
        print(f"{name:<20} {verdicts:<14} {columns[0]:>18} {columns[1]:>18}", flush=True)


if __name__ == "__main__":
    main()
