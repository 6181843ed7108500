"""Change the rules in thousands of small ways, and see whether the tests notice.

    python benchmarks/mutation.py                          # all rooms of the table below
    python benchmarks/mutation.py --module hextra          # one room, or the modules whose path says so
    python benchmarks/mutation.py --sample 300 --seed 1    # a part, the same one every time
    python benchmarks/mutation.py --report                 # what is known so far, nothing is run

A mutant (benchmarks/mutants.py says which there are) is found when a test fails or never ends. Results go to
`--results`, a line each, so a run that was stopped goes on where it was: what was found stays found until its
module changes, what survived is tried again every time. Mutants that no test can find, since they mean the same
as the original, are in benchmarks/equivalent_mutants.toml with the reason; the score is printed with and
without them. The exit code is 1 when a room is below `--least`.

Why a runner of our own: mutmut 3 copies the tree, calls every function through a trampoline and does not change
what runs at import (options, defaults, tables of a game); cosmic-ray starts pytest anew for every mutant, two
seconds each for nearly five thousand. Here the tests are collected once. For each mutant the process is forked,
the code of one function is exchanged in place, and the tests that reach the changed line run, quickest first,
until one fails: most mutants cost some hundredths of a second. What runs at import (and with --thorough whatever
survived the quick way, in case the tests had used it before the change) is tried in a process that has not
imported our package yet.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import hashlib
import importlib
import importlib.util
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import tomllib
import types
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests"), str(ROOT)]

from mutants import Mutant, mutants  # noqa: E402

GAMES = ["tests/test_every_game.py", "tests/test_perft.py", "tests/test_playthroughs.py"]
"""Tests of every game; of these, a room runs those with the name of its game."""

ROOMS: dict[str, tuple[str, str, list[str], str]] = {
    # name: (folder, modules, tests, which of the tests of every game)
    "core": (
        "src/pavage",
        "game match clock",
        ["match", "clock", "hex", "options", "touching"],
        "hex",
    ),
    "hex": ("src/pavage/games/hex", "rules chains", ["hex", "match"], "hex"),
    "polygo": (
        "src/pavage/games/polygo",
        "declared land rules scoring stones terrain variants",
        ["polygo"],
        "polygo",
    ),
    "hexadames": ("src/pavage/games/hexadames", "men refusals rules", ["hexadames"], "hexadames"),
    "hextra": (
        "src/pavage/games/hextra",
        "claims endings hands lattice layouts motifs options position refusals rules",
        ["hextra"],
        "hextra",
    ),
    "store": (
        "src/pavage/store",
        "backup engine entries failures lock log news place schema writer",
        ["store", "tables_several", "tables_operations"],
        "",
    ),
    "server": (
        "src/pavage/server",
        "permissions keys acting seating",
        ["tables", "tables_people", "tables_limits", "answers"],
        "",
    ),
}

SLOW = 3.0
"""Seconds: tests that take longer are left out, since each would run for hundreds of mutants."""
SURVIVED, FOUND, CANNOT = 0, 10, 11
"""How a child ends."""
WARM = (
    "alembic.command fastapi.testclient httpx hypothesis playwright.sync_api psycopg pyte sqlalchemy.orm "
    "uvicorn websockets.asyncio.client _pytest.runner"
).split()
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


# --- children: one mutant each


def forked(
    tasks: Sequence[Any],
    jobs: int,
    run: Callable[[Any, int], None],
    done: Callable[[Any, str, str], None],
    seconds: Callable[[Any], float],
) -> None:
    """Run each task in a process of its own, `jobs` at once; `done` is told how it ended and by which test."""
    waiting, running = list(reversed(tasks)), dict[int, tuple[Any, int]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            task = waiting.pop()
            reader, writer = os.pipe()
            sys.stdout.flush()
            child = os.fork()
            if not child:
                os.close(reader)
                _be_a_child(lambda task=task, writer=writer: run(task, writer), seconds(task))
            os.close(writer)
            running[child] = (task, reader)
        child, status = os.wait()
        if child not in running:
            continue
        task, reader = running.pop(child)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what its tests have started
        with os.fdopen(reader, encoding="utf-8") as said:
            test = said.read()
        code = os.waitstatus_to_exitcode(status)
        how = {SURVIVED: "survived", CANNOT: "cannot"}.get(code, "endless" if code < 0 else "failed")
        done(task, how, test)


def _be_a_child(run: Callable[[], None], seconds: float) -> None:
    """Ends the process. Limits are in processor time, since other things may run on this machine."""
    code = FOUND
    try:
        os.setsid()
        hush = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(hush, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(60 + 20 * seconds))  # for whatever waits for ever
        run()
        code = SURVIVED
    finally:
        os._exit(code)


class FirstFailure:
    """A pytest plugin: the first failure ends the process."""

    def __init__(self, writer: int) -> None:
        self.writer = writer

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            os.write(self.writer, item.nodeid.encode()[:4000])
            os._exit(FOUND)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os.write(self.writer, f"{report.nodeid} (not collected)".encode()[:4000])
            os._exit(FOUND)


def pytest_in(temporary: Path, arguments: Sequence[str], *plugins: object) -> None:
    """Our tests, in order, without what would make them slow or different every time."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutation",
        database=None,
        deadline=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")
    options = "-o addopts= -p no:cacheprovider -p no:timeout -p no:xdist -p no:faulthandler --assert=plain -s"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    code = pytest.main(
        [*options.split(), "--tb=no", "-qq", f"--basetemp={temporary}/{os.getpid()}", *arguments],
        plugins=list(plugins),
    )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"pytest ended with {code!r}")


# --- the quick way: one function is exchanged in a process where everything is imported


class Imported:
    """What is in memory once the tests are collected: caches to forget, functions to exchange."""

    def __init__(self, files: set[str]) -> None:
        self.sources = {path: (ROOT / path).read_bytes() for path in files}
        self.codes = {path: compile(text, str(ROOT / path), "exec", dont_inherit=True)
                      for path, text in self.sources.items()}
        self.functions: dict[types.CodeType, list[types.FunctionType]] = {}
        self.caches = []
        ours = {str(ROOT / path) for path in files}
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename in ours:
                self.functions.setdefault(thing.__code__, []).append(thing)
            elif isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith(("pavage", "test")):
                self.caches.append(thing)
        gc.freeze()  # children share this memory as long as nobody touches it

    def forget_cached(self) -> None:
        """What was computed before the change must be computed again."""
        for cache in self.caches:
            cache.cache_clear()

    def exchange(self, mutant: Mutant) -> bool:
        """Give the function its changed code, wherever it is referred to. False if that cannot be done."""
        text = mutant.applied(self.sources[mutant.path])
        changed = compile(text, str(ROOT / mutant.path), "exec", dont_inherit=True)
        old, new = (_codes(code, mutant.function) for code in (self.codes[mutant.path], changed))
        found = [(function, after) for before, after in zip(old, new, strict=True)
                 for function in self.functions.get(before, [])]
        for function, after in found:
            if len(after.co_freevars) != len(function.__code__.co_freevars):
                return False
            function.__code__ = after
        return bool(found)


def _codes(code: types.CodeType, function: str) -> list[types.CodeType]:
    """The code of a function of a module or class; several for a property with a setter."""
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    here = [each for each in inner if each.co_qualname == function]
    return here or [found for each in inner for found in _codes(each, function)]


class Warm:
    """A pytest plugin that runs its own loop: what each test reaches, then the mutants."""

    def __init__(self, room: str, files: set[str], tried: list[Mutant], jobs: int, report: Callable) -> None:
        self.room, self.files, self.tried, self.jobs, self.report = room, files, tried, jobs, report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        which = ROOMS[self.room][3]
        chosen = [item for item in session.items if _belongs(item, which)]
        print(f"{self.room}: {len(chosen)} tests, looking what each of them reaches", flush=True)
        imported = Imported(self.files)
        reached = self._reached(chosen, imported)
        order = {item.nodeid: item for item in chosen if item.nodeid in reached}
        recent: dict[str, list[str]] = {}

        def choose(mutant: Mutant) -> list[str]:
            lines = {f"{mutant.path}:{line}" for line in range(mutant.lines[0], mutant.lines[1] + 1)}
            able = [name for name in order if not lines.isdisjoint(reached[name][1])]
            likely = recent.get(mutant.function, [])
            return sorted(able, key=lambda name: (name not in likely, reached[name][0]))

        def run(mutant: Mutant, writer: int) -> None:
            names = choose(mutant)
            if not names:
                return
            imported.forget_cached()
            if not imported.exchange(mutant):
                os._exit(CANNOT)
            session.config.pluginmanager.register(FirstFailure(writer))
            items = [order[name] for name in names]
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

        def done(mutant: Mutant, how: str, test: str) -> None:
            if test:
                recent.setdefault(mutant.function, []).insert(0, test)
                del recent[mutant.function][3:]
            self.report(mutant, how, test, choose(mutant) if how in ("survived", "cannot") else [])

        forked(
            self.tried,
            self.jobs,
            run,
            done,
            lambda mutant: 5 + 4 * sum(reached[name][0] for name in choose(mutant)),
        )
        tests_of = {
            path: [name for name in order if any(line.startswith(f"{path}:") for line in reached[name][1])]
            for path in self.files
        }
        self.report(None, json.dumps([tests_of, list(order)]), "", [])
        return True

    def _reached(self, items: list[pytest.Item], imported: Imported) -> dict[str, tuple[float, frozenset[str]]]:
        """For each test that passes quickly: its seconds, and the lines of our modules that it runs."""
        with tempfile.NamedTemporaryFile() as told:

            def run(_: object, writer: int) -> None:
                kept = trace(items, self.files, imported)
                Path(told.name).write_text(json.dumps(kept), "utf-8")

            forked([0], 1, run, lambda *_: None, lambda _: 3000)
            text = Path(told.name).read_text("utf-8")
        if not text:
            raise SystemExit(f"the tests of {self.room} ended their own process")
        kept = {name: (seconds, frozenset(lines)) for name, (seconds, lines) in json.loads(text).items()}
        if len(kept) < len(items):
            left_out = [item.nodeid for item in items if item.nodeid not in kept]
            print(f"  left out, since slow, skipped or failing: {', '.join(left_out)}")
        return kept


def trace(items: list[pytest.Item], files: set[str], imported: Imported) -> dict[str, tuple[float, list[str]]]:
    paths = {str(ROOT / path): path for path in files}
    lines: set[str] = set()
    bad: list[str] = []

    def local(frame: types.FrameType, event: str, argument: object) -> Any:
        lines.add(f"{paths[frame.f_code.co_filename]}:{frame.f_lineno}")
        return local

    def everywhere(frame: types.FrameType, event: str, argument: object) -> Any:
        return local(frame, event, argument) if frame.f_code.co_filename in paths else None

    class Watch:
        def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
            if call.excinfo is not None:
                bad.append(item.nodeid)

    if items:
        items[0].config.pluginmanager.register(Watch())
    kept = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        imported.forget_cached()
        lines.clear()
        begun = time.process_time()
        threading.settrace(everywhere)
        sys.settrace(everywhere)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
        seconds = time.process_time() - begun
        if item.nodeid not in bad and seconds < SLOW:
            kept[item.nodeid] = (seconds, sorted(lines))
    return kept


def _belongs(item: pytest.Item, which: str) -> bool:
    """Tests of every game count for their game only."""
    file = item.nodeid.partition("::")[0]
    if file not in GAMES:
        return True
    parameters = getattr(item, "callspec", None)
    return bool(which) and parameters is not None and parameters.params.get("name") == which


# --- the thorough way: the changed module is imported in a process that knows nothing of ours yet


class Changed(importlib.machinery.SourceFileLoader):
    """Loads a module with the change; nothing of it is kept on the disk."""

    def __init__(self, name: str, path: str, text: bytes) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class ChangedFinder:
    def __init__(self, mutant: Mutant) -> None:
        self.path = str(ROOT / mutant.path)
        self.module = ".".join(Path(mutant.path).with_suffix("").parts[1:])
        self.text = mutant.applied((ROOT / mutant.path).read_bytes())

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=Changed(name, self.path, self.text))


# --- all together


def run_room(
    room: str, tried: list[Mutant], results: Results, jobs: int, thorough: bool, temporary: Path
) -> None:
    folder, modules, tests, which = ROOMS[room]
    files = [f"tests/test_{name}.py" for name in tests] + (GAMES if which else [])
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
            print(f"{room}: {total} of {len(tried)}, {counted['survived']} survived, {spent:.0f} s", flush=True)

    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(reader)
        quick = [mutant for mutant in tried if mutant.function]
        numbers = {mutant: number for number, mutant in enumerate(quick)}
        with os.fdopen(writer, "w", encoding="utf-8") as told:

            def report(mutant: Mutant | None, how: str, test: str, able: list[str]) -> None:
                told.write(json.dumps([numbers[mutant] if mutant else None, how, test, able]) + "\n")
                told.flush()

            try:
                pytest_in(temporary, files, Warm(room, paths, quick, jobs, report))
            finally:
                sys.stdout.flush()
                told.close()
                os._exit(0)
    os.close(writer)
    quick = [mutant for mutant in tried if mutant.function]
    again: list[tuple[Mutant, list[str]]] = []
    reachable: dict[str, list[str]] = {}
    every: list[str] = []
    with os.fdopen(reader, encoding="utf-8") as said:
        for line in said:
            number, how, test, able = json.loads(line)
            if number is None:
                reachable, every = json.loads(how)
            elif how == "cannot" or (how == "survived" and able and thorough):
                again.append((quick[number], able))
            else:
                note(quick[number], how, test)
    os.waitpid(child, 0)
    again += [(mutant, reachable.get(mutant.path) or every) for mutant in at_import]

    def run(task: tuple[Mutant, list[str]], to: int) -> None:
        mutant, names = task
        sys.meta_path.insert(0, ChangedFinder(mutant))
        pytest_in(temporary, names, FirstFailure(to))

    print(f"{room}: {len(again)} the thorough way", flush=True)
    forked(again, jobs, run, lambda task, how, test: note(task[0], how, test), lambda _: 120)


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
    print("\n| module | mutants | found | of these endless | equivalent | survivors | found | without equivalent |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")

    def row(title: str, listed: list[Mutant]) -> float:
        told = [(mutant, entry) for mutant in listed if (entry := results.of(mutant))]
        found = sum(entry["how"] != "survived" for _, entry in told)
        endless = sum(entry["how"] == "endless" for _, entry in told)
        alike = sum(entry["how"] == "survived" and mutant.name in same for mutant, entry in told)
        left = len(told) - found - alike
        numbers = f"{len(told)} | {found} | {endless} | {alike} | {left}"
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
        paths = [path for path in paths if not module or module == room or module in path]
        listed = [mutant for path in paths for mutant in mutants(ROOT, path)]
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

    if not postgres.programs():
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
    parser.add_argument("--jobs", type=int, default=1, help="mutants at once; above 1 without PostgreSQL only")
    parser.add_argument("--least", type=float, default=90, help="per cent that must be found in each room")
    parser.add_argument("--results", type=Path, default=Path(tempfile.gettempdir()) / "pavage-mutation.jsonl")
    parser.add_argument("--thorough", action="store_true", help="try what survived the quick way once more")
    parser.add_argument("--report", action="store_true", help="show what is known, and run nothing")
    given = parser.parse_args()
    os.chdir(ROOT)
    rooms, results = chosen(given.module, given.sample, given.seed), Results(given.results)
    if not rooms:
        parser.error(f"no room and no module is called {given.module!r}: try {', '.join(ROOMS)}")
    if not given.report:
        for name in WARM:
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
                    run_room(room, due, results, given.jobs, given.thorough, temporary)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return show(rooms, results, given.least)


if __name__ == "__main__":
    raise SystemExit(main())
