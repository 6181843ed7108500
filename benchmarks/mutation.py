"""Change the rules in thousands of small ways, and see whether the tests notice.

    python benchmarks/mutation.py                          # all rooms of the table below
    python benchmarks/mutation.py --module hextra          # one room, or the modules whose path says so
    python benchmarks/mutation.py --sample 300 --seed 1    # a part, the same one every time
    python benchmarks/mutation.py --report                 # what is known so far, nothing is run

A mutant (benchmarks/mutants.py says which there are) is found when a test fails or never ends. Results go to
`--results`, a line each, so a run that was stopped goes on where it was: what was found stays found until its
module changes, what survived is tried again every time. Mutants that no test can find, since they mean the
same as the original, are in benchmarks/equivalent_mutants.toml with the reason; the score is printed with and
without them. The exit code is 1 when a room is below `--least`.

Why a runner of our own: mutmut 3 copies the tree, calls every function through a trampoline and does not
change what runs at import (options, defaults, tables of a game); cosmic-ray starts pytest anew for every
mutant, two seconds each for nearly five thousand. Here the tests are collected once. For each mutant the
process is forked, the code of one function is exchanged in place, and the tests that call it run, quickest
first, until one fails (benchmarks/warm_tests.py): mostly some hundredths of a second.
What runs at import (and with --thorough whatever survived the quick way, in case the tests had used it before
the change) is tried in a process that has not imported our package yet.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import importlib.util
import json
import os
import random
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mutant_children import ChangedFinder, FirstFailure, forked, import_others, pytest_in
from mutants import ROOT, Mutant, mutants
from warm_tests import BATCH, Warm

GAMES = ["tests/test_every_game.py", "tests/test_perft.py", "tests/test_playthroughs.py"]
"""Tests of every game; of these, a room runs those with the name of its game."""

ROOMS: dict[str, tuple[str, str, list[str], str]] = {
    # name: (folder, modules, tests, which of the tests of every game)
    "core": (
        "src/pavage",
        "game match clock",
        ["game", "match", "clock", "front_door", "hex", "options", "touching"],
        "hex",
    ),
    "hex": ("src/pavage/games", "hex/rules chains swap", ["hex", "match"], "hex"),
    "polygo": (
        "src/pavage/games/polygo",
        "land options rules scoring stones terrain variants",
        ["polygo", "terrain"],
        "polygo",
    ),
    "hexadames": ("src/pavage/games/hexadames", "men refusals rules", ["hexadames"], "hexadames"),
    "hextra": (
        "src/pavage/games/hextra",
        "endings geometry/claims geometry/growing_board geometry/lattice geometry/motifs geometry/places "
        "layout notation options position refusals rules touching",
        ["hextra", "hextra_board"],
        "hextra",
    ),
    "store": (
        "src/pavage/store",
        "backup checksums default_store engine entries failures inspection leaf_pages lock log news rescue "
        "salvage schema soundness wal writer",
        [
            *("store", "inspection", "damage", "leaf_pages", "salvage", "rescue", "soundness"),
            *("checksums", "store_engine", "store_lock", "store_log", "store_news", "store_writer", "wal"),
            "tables_several.py::test_news_of_other_stores_and_not_of_our_own",
        ],
        "",
    ),
    "server": (
        "src/pavage/server",
        "acts rooms/seat_keys rooms/seating tables/perform_act tables/permissions",
        ["permissions", "tables_people", "acts"],
        "",
    ),
}

ELSEWHERE = [
    "alembic.command",
    "fastapi.testclient",
    "httpx",
    "hypothesis",
    "playwright.sync_api",
    "psycopg",
    "pyte",
    "sqlalchemy.orm",
    "uvicorn",
    "websockets.asyncio.client",
]
"""What tests import from elsewhere: imported once, before anything is forked."""


class Results:
    """What is known of each mutant: a line each in a file, the last one counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, dict[str, Any]] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                with contextlib.suppress(ValueError):  # the last line may have been cut off
                    entry = json.loads(line)
                    self.known[entry["mutant"]] = entry
        self.editions: dict[str, str] = {}

    def edition(self, path: str) -> str:
        if path not in self.editions:
            self.editions[path] = hashlib.sha256((ROOT / path).read_bytes()).hexdigest()[:12]
        return self.editions[path]

    def of(self, mutant: Mutant) -> dict[str, Any] | None:
        entry = self.known.get(mutant.name)
        return entry if entry and entry["edition"] == self.edition(mutant.path) else None

    def add(self, mutant: Mutant, how: str, test: str) -> None:
        entry = {"mutant": mutant.name, "edition": self.edition(mutant.path), "how": how, "test": test}
        self.known[mutant.name] = entry
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def belongs(which: str, item: pytest.Item) -> bool:
    """Whether a room runs this test: tests of every game count for their game only."""
    if item.nodeid.partition("::")[0] not in GAMES:
        return True
    parameters = getattr(item, "callspec", None)
    return parameters is not None and parameters.params.get("name") == which


def run_room(
    room: str, tried: list[Mutant], results: Results, given: argparse.Namespace, temporary: Path
) -> None:
    folder, modules, tests, which = ROOMS[room]
    files = [f"tests/test_{name}" if "::" in name else f"tests/test_{name}.py" for name in tests]
    files += GAMES if which else []
    paths = {f"{folder}/{module}.py" for module in modules.split()}
    at_import = [mutant for mutant in tried if not mutant.function]
    counted = Counter[str]()
    begun = time.monotonic()

    def note(mutant: Mutant, how: str, test: str) -> None:
        counted["found" if how != "survived" else "survived"] += 1
        results.add(mutant, how, test)
        if how == "survived":
            print(f"  survived  {mutant.name}")
        total = sum(counted.values())
        if total % 20 == 0 or total == len(tried):
            spent = time.monotonic() - begun
            print(
                f"{room}: {total} of {len(tried)}, {counted['survived']} survived, {spent:.0f} s", flush=True
            )

    memory = given.results.with_suffix(f".{room}.reached")
    quick = [mutant for mutant in tried if mutant.function]
    numbers = {mutant: number for number, mutant in enumerate(quick)}
    again: list[tuple[Mutant, list[str]]] = []
    tests_of: dict[str, list[str]] = {}

    def try_quickly(report: Callable[..., None]) -> None:
        def told(mutant: Mutant | None, *words: Any) -> None:
            report(numbers[mutant] if mutant else None, *words)

        plugin = Warm(paths, partial(belongs, which), quick, given.jobs, given.most, memory, told)
        pytest_in(temporary, files, plugin)

    for number, how, test, able in _apart(try_quickly):
        if number is None:
            tests_of[how] = able
        elif how == "cannot" or (how == "survived" and (given.thorough or not able)):
            again.append((quick[number], able))  # no test calls what only runs at import
        else:
            note(quick[number], how, test)
    if not tests_of:
        raise SystemExit(f"the tests of {room} could not be run")
    again += [(mutant, []) for mutant in at_import]
    again = [(mutant, able or tests_of[mutant.path] + _own(mutant, files)) for mutant, able in again]

    print(f"{room}: {len(again)} the thorough way", flush=True)
    for task, how, test in _apart(partial(_try_thoroughly, room, again, given.jobs, temporary)):
        note(again[task][0], how, test)


def _own(mutant: Mutant, files: list[str]) -> list[str]:
    """The tests of that module alone: some look at what is there once it is imported, and call nothing."""
    return [file for file in files if file == f"tests/test_{Path(mutant.path).stem}.py"]


def _try_thoroughly(
    room: str,
    tasks: list[tuple[Mutant, list[str]]],
    jobs: int,
    temporary: Path,
    report: Callable[..., None],
) -> None:
    import_others(ROOMS[room][0], set(ROOMS[room][1].split()))

    def run(number: int | None, to: int) -> None:
        mutant, names = tasks[number or 0]
        if number is not None:
            sys.meta_path.insert(0, ChangedFinder(mutant))
        if names:
            pytest_in(temporary, names, FirstFailure(to))

    def checked(_: None, how: str, test: str) -> None:
        if how != "survived":
            raise SystemExit(f"{test} fails ({how}) without any change")

    for first in range(0, len(tasks), 5 * BATCH):
        forked([None], 1, run, checked, lambda _: 120)
        forked(range(len(tasks))[first : first + 5 * BATCH], jobs, run, report, lambda _: 120)


def _apart(work: Callable[[Callable[..., None]], None]) -> Iterator[Any]:
    """What a process of its own reports, line by line: what it imports is not imported here."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(reader)
        with os.fdopen(writer, "w", encoding="utf-8") as told:

            def report(*words: Any) -> None:
                told.write(json.dumps(words) + "\n")
                told.flush()

            try:
                work(report)
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            told.close()
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as said:
        yield from map(json.loads, said)
    os.waitpid(child, 0)


def equivalents() -> dict[str, str]:
    """The mutants that mean the same as the original, and why."""
    path = ROOT / "benchmarks" / "equivalent_mutants.toml"
    if not path.exists():
        return {}
    kept = {}
    for entry in tomllib.loads(path.read_text("utf-8"))["equivalent"]:
        for name in entry["mutants"]:
            kept[name] = entry["why"]
    return kept


def rate(found: int, total: int) -> str:
    return f"{100 * found / total:.1f} %" if total else "–"


def show(rooms: dict[str, list[Mutant]], results: Results, least: float) -> int:
    """The table for the docs; 1 if a room is below."""
    same, low = equivalents(), 0
    known_names = {mutant.name for listed in rooms.values() for mutant in listed}
    titles = (
        "mutants | tried | found | endless | equivalent | survivors | found of tried | without equivalent"
    )
    print(f"\n| module | {titles} |\n|---|{'---:|' * 8}")

    def row(title: str, listed: list[Mutant]) -> float:
        told = [(mutant, entry) for mutant in listed if (entry := results.of(mutant))]
        found = sum(entry["how"] != "survived" for _, entry in told)
        endless = sum(entry["how"] == "endless" for _, entry in told)
        alike = sum(entry["how"] == "survived" and mutant.name in same for mutant, entry in told)
        left = len(told) - found - alike
        numbers = f"{len(listed)} | {len(told)} | {found} | {endless} | {alike} | {left}"
        print(f"| {title} | {numbers} | {rate(found, len(told))} | {rate(found, len(told) - alike)} |")
        return 100 * found / len(told) if told else 100.0

    for room, listed in rooms.items():
        for path in sorted({mutant.path for mutant in listed}):
            row(f"`{path.removeprefix('src/pavage/')}`", [m for m in listed if m.path == path])
        if row(f"**{room}**", listed) < least:
            low = 1
    row("**all**", [mutant for listed in rooms.values() for mutant in listed])
    for listed in rooms.values():
        for mutant in listed:
            entry = results.of(mutant)
            if entry is None:
                continue
            if entry["how"] == "survived" and mutant.name not in same:
                print(f"survived: {mutant.name}")
            elif entry["how"] != "survived" and mutant.name in same:
                print(f"listed as equivalent, and found by {entry['test']}: {mutant.name}")
    shown = {mutant.path for listed in rooms.values() for mutant in listed}
    for name in same:
        if name not in known_names and name.partition(" ")[0] in shown:
            print(f"listed as equivalent, and no mutant any more: {name}")
    return low


def chosen(module: str, sample: int, seed: int) -> dict[str, list[Mutant]]:
    rooms = {}
    for room, (folder, modules, _, _) in ROOMS.items():
        paths = [f"{folder}/{name}.py" for name in modules.split()]
        paths = [path for path in paths if module in ("", room) or (module not in ROOMS and module in path)]
        listed = [mutant for path in paths for mutant in mutants(path)]
        if listed:
            rooms[room] = listed
    everything = [mutant for listed in rooms.values() for mutant in listed]
    if sample and sample < len(everything):
        kept = set(random.Random(seed).sample(everything, sample))
        rooms = {room: [mutant for mutant in listed if mutant in kept] for room, listed in rooms.items()}
    return {room: listed for room, listed in rooms.items() if listed}


def start_postgresql(stack: contextlib.ExitStack) -> None:
    """One server for all children, each of which would start its own otherwise."""
    import postgres

    from devtools.needs import postgresql

    if not postgresql():
        print("PostgreSQL is not here: what only it runs will survive")
        return
    url = stack.enter_context(postgres.server())
    postgres.server = _same(url)


def _same(url: str) -> Callable[[], contextlib.AbstractContextManager[str]]:
    @contextlib.contextmanager
    def server() -> Iterator[str]:
        yield url

    return server


def main() -> int:
    parser = argparse.ArgumentParser(description="Do the tests notice when the rules are changed?")
    parser.add_argument("--module", default="", help="a room (hextra, store…) or a part of a module's path")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants only")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at once (the store: 1)")
    parser.add_argument("--most", type=float, default=3, help="seconds of tests a mutant, the quickest first")
    parser.add_argument("--least", type=float, default=90, help="per cent that must be found in each room")
    parser.add_argument("--results", type=Path, default=Path(tempfile.gettempdir()) / "pavage-mutation.jsonl")
    parser.add_argument("--thorough", action="store_true", help="try what survived the quick way once more")
    parser.add_argument("--report", action="store_true", help="show what is known, and run nothing")
    given = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]
    rooms, results = chosen(given.module, given.sample, given.seed), Results(given.results)
    if not rooms:
        parser.error(f"no room and no module is called {given.module!r}: try {', '.join(ROOMS)}")
    if not given.report:
        for name in ELSEWHERE:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
        temporary = Path(tempfile.mkdtemp(prefix="pavage-mutation-"))
        try:
            for room, listed in rooms.items():
                due = [m for m in listed if (results.of(m) or {"how": "survived"})["how"] == "survived"]
                print(f"{room}: {len(listed)} mutants, {len(listed) - len(due)} found before", flush=True)
                with contextlib.ExitStack() as stack:
                    if room == "store":
                        start_postgresql(stack)
                    run_room(room, due, results, given, temporary)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return show(rooms, results, given.least)


if __name__ == "__main__":
    raise SystemExit(main())
