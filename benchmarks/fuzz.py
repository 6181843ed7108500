"""Damaged inputs for every parser: each is read, or refused in a sentence of both languages, quickly.

    python3 benchmarks/fuzz.py                       # the names of the parsers
    python3 benchmarks/fuzz.py record                # one of them, or several, or `all`
    python3 benchmarks/fuzz.py sgf --inputs 1000000 --seed 2 --random --workers 2
    python3 benchmarks/fuzz.py sgf --keep            # and keep small inputs that go new ways

With atheris (`.venv/bin/pip install atheris`) what reaches new places of the code is changed further; without
it, or with --random, inputs are changed at random. It fails, and prints the input, on anything but a typed
error with a sentence; on what reads otherwise once it is written; on an input that takes more than --slow
milliseconds of processor time, or hangs. What is kept lies in tests/data/fuzz; tests/test_fuzz.py replays it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from fuzzing.corpus import choose, keep, kept
from fuzzing.parsers import PARSERS
from fuzzing.runs import can_be_guided, guided_run, measured, random_run
from fuzzing.tally import Tally

FOUND = Path(__file__).parents[1] / "build" / "fuzz"
"""What guided runs find, to go on from."""
CONFIRMED = 8
"""Slow inputs that are measured again."""


def run(name: str, given: argparse.Namespace) -> Tally:
    guided = can_be_guided() and not given.random
    most = given.slow or PARSERS[name].slow
    if guided:
        parts = guided_run(name, given.inputs, given.seed, FOUND / name)
    else:
        parts = random_run(name, given.inputs, given.workers, given.seed, most)
    total, begun = Tally(), time.monotonic()
    for part in parts:
        total.join(part)
        if sys.stderr.isatty():
            print(f"\r{name}: {total.inputs} inputs", end="", file=sys.stderr, flush=True)
    slow = sorted(total.slow, key=lambda data: -total.slow[data])[:CONFIRMED]
    for data in slow:
        milliseconds = measured(name, data)
        total.slowest = max(total.slowest, milliseconds)
        if milliseconds > most:
            total.fail(f"{milliseconds:.0f} ms", data)
    how = "guided" if guided else "random"
    lines = f" of {total.lines} lines" if total.lines else ""
    print(
        f"{name}: {total.inputs} inputs{lines} ({how}), {total.read} read, "
        f"{len(total.keys) - (total.read > 0)} kinds of refusal, {len(total.failures)} failures, "
        f"slowest {total.slowest:.0f} ms, {time.monotonic() - begun:.0f} s"
    )
    for reason, data in total.failures.items():
        print(f"  FAILED {reason}\n    {data[:600]!r}")
    if given.keep:
        found = (
            [path.read_bytes() for path in (FOUND / name / "corpus").glob("*")]
            if guided
            else total.interesting
        )
        chosen = choose(PARSERS[name], found, [*kept(name), *total.failures.values()])
        keep(name, chosen)
        print(f"  kept {len(chosen)} inputs of {sum(map(len, chosen))} bytes")
    return total


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*PARSERS, "all"]))
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, help="milliseconds; 200, or what the parser says")
    parser.add_argument("--random", action="store_true", help="without atheris")
    parser.add_argument("--workers", type=int, default=2, help="processes of a random run")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    names = list(PARSERS) if given.names == ["all"] else given.names
    unknown = [name for name in names if name not in PARSERS]
    if unknown or not names:
        parser.error(f"name some of {', '.join(PARSERS)}, or all")
    failed = [name for name in names if run(name, given).failures]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
