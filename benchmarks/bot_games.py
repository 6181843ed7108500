"""Many quick games of random programs over pipes: how many a second, and whether anything is left behind.

    python benchmarks/bot_games.py --games 1000 --size 5

The program is examples/bots/random_bot.c where there is a C compiler, else tests/hostile/polite.py, which
needs no library either. First every game starts both programs anew, then two programs play all games. It
prints games a second, milliseconds of processor time a game (programs included), how many processes and
descriptors are left, and the memory of this process after a tenth of the games and at the end. Exit code 1 if
a program failed or anything was left.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pavage.bots import warden
from pavage.bots.encounter import Encounter, Entrant, play_encounter
from pavage.bots.program import Program
from pavage.bots.seating import dismiss, seat_program
from pavage.games.hex import Hex

ROOT = Path(__file__).parent.parent


def random_program(folder: Path) -> Program:
    """The quickest random program that can be had here."""
    compiler = shutil.which("cc")
    if compiler is None:
        code = "import polite; polite.play()"
        return Program("random", (sys.executable, "-c", code), folder=ROOT / "tests" / "hostile")
    out = folder / "random_bot_c"
    subprocess.run([compiler, "-O2", "-o", out, ROOT / "examples" / "bots" / "random_bot.c"], check=True)
    return Program("random", (str(out),), memory=64)


def resident() -> float:
    """Megabytes that this process occupies."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def processor() -> float:
    """Seconds that this process and all that it has buried have computed."""
    return sum(os.times()[:4])


def started_anew(program: Program, game: Hex, games: int, at_once: int) -> Callable[[int], list[Encounter]]:
    entrants = [Entrant("a", program=program), Entrant("b", program=program)]
    with_threads = ThreadPoolExecutor(at_once)

    def run(first: int) -> list[Encounter]:
        return list(
            with_threads.map(
                lambda seed: play_encounter(game, entrants, seed=seed), range(first, first + games)
            )
        )

    return run


def kept_running(program: Program, game: Hex, games: int) -> Callable[[int], list[Encounter]]:
    entrants = [Entrant("a", program=program), Entrant("b", program=program)]

    def run(first: int) -> list[Encounter]:
        sitters = [seat_program(program, game) for _ in entrants]
        played = [
            play_encounter(game, entrants, seed=seed, sitters=sitters) for seed in range(first, first + games)
        ]
        for sitter in sitters:
            dismiss(sitter)
        return played

    return run


def measure(name: str, run: Callable[[int], list[Encounter]], games: int) -> bool:
    """Ten rounds; true if all is as it was before."""
    opened = len(os.listdir("/proc/self/fd"))
    begun, used, early = time.monotonic(), processor(), 0.0
    failures = 0
    for number in range(10):
        failures += sum(any(one.failures) for one in run(number * games))
        early = early or resident()
    seconds = time.monotonic() - begun
    each = 100 * (processor() - used) / games
    left, fds = len(warden.children(os.getpid())), len(os.listdir("/proc/self/fd")) - opened
    print(
        f"{name}: {10 * games} games, {10 * games / seconds:.1f} a second, {each:.1f} ms of processor each, "
        f"{failures} with a verdict, "
        f"{left} processes and {fds} descriptors left, {early:.1f} MB then {resident():.1f} MB",
        flush=True,
    )
    return not (failures or left or fds)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    game, tenth = Hex(size=given.size), max(1, given.games // 10)
    with tempfile.TemporaryDirectory() as folder:
        program = random_program(Path(folder))
        anew = measure("started anew", started_anew(program, game, tenth, given.at_once), tenth)
        kept = measure("kept running", kept_running(program, game, tenth), tenth)
    return 0 if anew and kept else 1


if __name__ == "__main__":
    sys.exit(main())
