"""The quick way to try mutants: tests are collected once, and one function is exchanged in a fork of that."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest
from mutant_children import CANNOT, FirstFailure, forked
from mutants import ROOT, Mutant

SLOW = 3.0
"""Seconds: tests that take longer are left out, since each would run for hundreds of mutants."""
Reached = dict[str, tuple[float, frozenset[str]]]
"""For each test its seconds, and the lines of our modules that it runs."""


class Imported:
    """What is in memory once the tests are collected: caches to forget, functions to exchange."""

    def __init__(self, files: set[str]) -> None:
        self.sources = {path: (ROOT / path).read_bytes() for path in files}
        self.codes = {
            path: compile(text, str(ROOT / path), "exec", dont_inherit=True)
            for path, text in self.sources.items()
        }
        self.functions: dict[types.CodeType, list[types.FunctionType]] = {}
        self.caches = []
        ours = {str(ROOT / path) for path in files}
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename in ours:
                self.functions.setdefault(thing.__code__, []).append(thing)
            elif isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith(
                ("pavage", "test")
            ):
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
        found = [
            (function, after)
            for before, after in zip(old, new, strict=True)
            for function in self.functions.get(before, [])
        ]
        for function, after in found:
            if len(after.co_freevars) != len(function.__code__.co_freevars):
                return False
            function.__code__ = after
        return bool(found)


def _is_ours(cached: Any) -> bool:
    return str(cached.__module__).startswith(("pavage", "test"))


def _codes(code: types.CodeType, function: str) -> list[types.CodeType]:
    """The code of a function of a module or class; several for a property with a setter."""
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    here = [each for each in inner if each.co_qualname == function]
    return here or [found for each in inner for found in _codes(each, function)]


class Warm:
    """A pytest plugin that runs its own loop: what each test reaches, then the mutants."""

    def __init__(
        self,
        files: set[str],
        belongs: Callable[[pytest.Item], bool],
        tried: list[Mutant],
        jobs: int,
        report: Callable[[Mutant | None, str, str, list[str]], None],
    ) -> None:
        self.files, self.belongs, self.tried, self.jobs, self.report = files, belongs, tried, jobs, report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        chosen = [item for item in session.items if self.belongs(item)]
        print(f"  {len(chosen)} tests: looking what each of them reaches", flush=True)
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

    def _reached(self, items: list[pytest.Item], imported: Imported) -> Reached:
        """For each test that passes quickly: its seconds, and the lines of our modules that it runs."""
        with tempfile.NamedTemporaryFile() as told:

            def run(_: object, writer: int) -> None:
                kept = trace(items, self.files, imported)
                Path(told.name).write_text(json.dumps(kept), "utf-8")

            forked([0], 1, run, lambda *_: None, lambda _: 3000)
            text = Path(told.name).read_text("utf-8")
        if not text:
            raise SystemExit("the tests ended their own process")
        kept = {name: (seconds, frozenset(lines)) for name, (seconds, lines) in json.loads(text).items()}
        if len(kept) < len(items):
            left_out = [item.nodeid for item in items if item.nodeid not in kept]
            print(f"  left out, since slow, skipped or failing: {', '.join(left_out)}")
        return kept


def trace(
    items: list[pytest.Item], files: set[str], imported: Imported
) -> dict[str, tuple[float, list[str]]]:
    """Run the tests once, each as if it were the first, and write down where they come by."""
    paths = {str(ROOT / path): path for path in files}
    lines: set[tuple[str, int]] = set()
    bad: list[str] = []

    def local(frame: types.FrameType, event: str, argument: object) -> Any:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def everywhere(frame: types.FrameType, event: str, argument: object) -> Any:
        return local(frame, event, argument) if frame.f_code.co_filename in paths else None

    class Watch:
        def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
            if call.excinfo is not None:
                bad.append(item.nodeid)

    def too_slow(*_: object) -> None:
        raise TimeoutError

    if items:
        items[0].config.pluginmanager.register(Watch())
    signal.signal(signal.SIGPROF, too_slow)
    kept = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        imported.forget_cached()
        lines.clear()
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        threading.settrace(everywhere)
        sys.settrace(everywhere)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - begun
        if item.nodeid not in bad and seconds < SLOW:
            kept[item.nodeid] = (seconds, [f"{paths[path]}:{line}" for path, line in sorted(lines)])
    return kept
