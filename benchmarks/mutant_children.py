"""Processes that try one mutant each: forked, limited, ended by the first test that fails."""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import os
import resource
import signal
import sys
import time
import types
from collections.abc import Callable, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest
from mutants import ROOT, Mutant

SURVIVED, FOUND, CANNOT, ENDLESS = 0, 10, 11, 12
"""How a child ends."""
IDLE = 20.0
"""Seconds between two looks at how much a child works; after three with hardly any it waits for ever."""


def forked(
    tasks: Sequence[Any],
    jobs: int,
    run: Callable[[Any, int], None],
    done: Callable[[Any, str, str], None],
    seconds: Callable[[Any], float],
) -> None:
    """Run each task in a process of its own, `jobs` at once; `done` hears how it ended, and by which test."""
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
        endless = code < 0 or code == ENDLESS
        how = {SURVIVED: "survived", CANNOT: "cannot"}.get(code, "endless" if endless else "failed")
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
        _end_when_idle()
        run()
        code = SURVIVED
    finally:
        os._exit(code)


def _end_when_idle() -> None:
    """Whoever waits for ever hardly works: a clock that ticks beside it is no work.

    On a busy machine a child gets little processor time: waiting for a processor counts too.
    """
    spent, waited, quiet = 0.0, 0.0, 0

    def look(*_: object) -> None:
        nonlocal spent, waited, quiet
        before = spent, waited
        spent, waited = time.process_time(), _waited()
        wanted = spent - before[0] + max(0.0, waited - before[1])
        quiet = quiet + 1 if wanted < IDLE / 10 else 0
        if quiet == 3:
            os._exit(ENDLESS)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, IDLE, IDLE)


def _waited() -> float:
    """The seconds for which threads of this process were ready and had no processor, where Linux tells."""
    total = 0
    for path in Path("/proc/self/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            total += int(path.read_text().split()[1])
    return total / 1e9


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
        [
            *options.split(),
            "--tb=no",
            "-qq",
            "--disable-warnings",
            f"--basetemp={temporary}/{os.getpid()}",
            *arguments,
        ],
        plugins=list(plugins),
    )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"pytest ended with {code!r}")


class Changed(SourceFileLoader):
    """Loads a module with the change; nothing of it is kept on the disk."""

    def __init__(self, name: str, path: str, text: bytes) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class ChangedFinder:
    """Put before all others in a process that has imported nothing of ours, it finds the changed module."""

    def __init__(self, mutant: Mutant) -> None:
        self.path = str(ROOT / mutant.path)
        self.module = ".".join(Path(mutant.path).with_suffix("").parts[1:])
        self.text = mutant.applied((ROOT / mutant.path).read_bytes())

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=Changed(name, self.path, self.text)
        )


def import_others(folder: str, modules: set[str]) -> None:
    """Import all of our package that does not need these modules, so that no child has to do it again."""
    for name in sorted(others(folder, modules)):
        if name.startswith("pavage.") and "__main__" not in name and "migrations" not in name:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


def others(folder: str, modules: set[str]) -> set[str]:
    """All of our package that does not need these modules."""
    needs: dict[str, set[str]] = {}
    for path in (ROOT / "src" / "pavage").rglob("*.py"):
        parts = path.relative_to(ROOT / "src").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        needs[name] = {name.rpartition(".")[0]}
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                needs[name] |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
            elif isinstance(node, ast.Import):
                needs[name] |= {each.name for each in node.names}
    package = ".".join(Path(folder).parts[1:])
    changed = {f"{package}.{module.replace('/', '.')}" for module in modules}
    reached: set[str] = set()
    while changed - reached:
        reached |= changed
        changed = {name for name, needed in needs.items() if needed & reached}
    return set(needs) - reached
