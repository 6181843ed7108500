"""The quick way to try mutants: tests are collected once, and one function is exchanged in a fork of that."""

from __future__ import annotations

import gc
import json
import os
import signal
import time
import types
from collections.abc import Callable
from functools import _lru_cache_wrapper
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from mutant_children import CANNOT, FirstFailure, forked
from mutants import ROOT, Mutant

SLOW = 1.0
"""Seconds: tests that take longer are left out, since each would run for hundreds of mutants."""
BATCH = 40
"""Mutants after which those tests that found some are run without any change, to be sure of what they say."""
Reached = dict[str, tuple[float, frozenset[str]]]
"""For each test its seconds, and the functions of our modules that it calls."""


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
        gc.unfreeze()  # what conftest.py froze is not among the objects
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename in ours:
                self.functions.setdefault(thing.__code__, []).append(thing)
            elif isinstance(thing, _lru_cache_wrapper) and _is_ours(thing):
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
        most: float,
        memory: Path,
        report: Callable[[Mutant | None, str, str, list[str]], None],
    ) -> None:
        self.files, self.belongs, self.tried = files, belongs, tried
        self.jobs, self.most, self.memory, self.report = jobs, most, memory, report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        chosen = [item for item in session.items if self.belongs(item)]
        imported = Imported(self.files)
        reached = self._reached(chosen, imported)
        order = {item.nodeid: item for item in chosen if item.nodeid in reached}
        recent: dict[str, list[str]] = {}

        def choose(mutant: Mutant) -> list[str]:
            place = f"{mutant.path}:{mutant.function}"
            able = [name for name in order if place in reached[name][1]]
            likely = recent.get(mutant.function, [])
            able.sort(key=lambda name: (name not in likely, reached[name][0]))
            return self._within(able, reached)

        def run(mutant: Mutant | None, writer: int) -> None:
            """Without a mutant, run the tests that have just found some: they must pass."""
            names = choose(mutant) if mutant else sorted({test for _, _, test in batch if test})
            if not names:
                return
            imported.forget_cached()
            if mutant and not imported.exchange(mutant):
                os._exit(CANNOT)
            session.config.pluginmanager.register(FirstFailure(writer))
            items = [order[name] for name in names]
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

        def done(mutant: Mutant, how: str, test: str) -> None:
            batch.append((mutant, how, test))
            if test:
                recent.setdefault(mutant.function, []).insert(0, test)
                del recent[mutant.function][3:]

        def checked(_: None, how: str, test: str) -> None:
            if how != "survived":
                raise SystemExit(f"{test} fails ({how}) without any change")

        def seconds(mutant: Mutant | None) -> float:
            return 3 + 2 * sum(reached[name][0] for name in choose(mutant)) if mutant else 60

        batch: list[tuple[Mutant, str, str]] = []
        for first in range(0, len(self.tried), BATCH):
            forked(self.tried[first : first + BATCH], self.jobs, run, done, seconds)
            forked([None], 1, run, checked, seconds)
            for mutant, how, test in batch:
                self.report(mutant, how, test, choose(mutant) if how in ("survived", "cannot") else [])
            batch.clear()
        quickest = sorted(order, key=lambda name: reached[name][0])
        for path in self.files:
            near = [n for n in quickest if any(place.startswith(f"{path}:") for place in reached[n][1])]
            near += [name for name in quickest if name not in near]
            self.report(None, path, "", self._within(near, reached))
        return True

    def _within(self, names: list[str], reached: Reached) -> list[str]:
        """As many of these tests as a mutant may cost."""
        spent = accumulate(reached[name][0] for name in names)
        return [name for name, seconds in zip(names, spent, strict=True) if seconds < self.most]

    def _reached(self, items: list[pytest.Item], imported: Imported) -> Reached:
        """For each test that passes quickly: its seconds, and what it calls."""
        known = json.loads(self.memory.read_text("utf-8")) if self.memory.exists() else {}
        modules = b"".join(imported.sources[path] for path in sorted(self.files))
        editions = {}
        for item in items:
            file = item.nodeid.partition("::")[0]
            if file not in editions:
                editions[file] = sha256(modules + (ROOT / file).read_bytes()).hexdigest()
        due = [item for item in items if editions[item.nodeid.partition("::")[0]] not in known]
        if due:
            print(f"  looking what {len(due)} of {len(items)} tests reach", flush=True)
            told = self.memory.with_suffix(".new")

            def run(_: object, writer: int) -> None:
                told.write_text(json.dumps(trace(due, imported)), "utf-8")

            forked([0], 1, run, lambda *_: None, lambda _: 3000)
            found = json.loads(told.read_text("utf-8"))
            told.unlink()
            for file in {item.nodeid.partition("::")[0] for item in due}:
                known[editions[file]] = {n: kept for n, kept in found.items() if n.startswith(f"{file}::")}
            self.memory.write_text(json.dumps(known), "utf-8")
        kept = {name: told for file in editions.values() for name, told in known[file].items()}
        left_out = [item.nodeid for item in items if item.nodeid not in kept]
        if left_out:
            print(f"  left out, since slow, skipped or failing: {', '.join(left_out)}", flush=True)
        return {name: (seconds, frozenset(places)) for name, (seconds, places) in kept.items()}


def trace(items: list[pytest.Item], imported: Imported) -> dict[str, tuple[float, list[str]]]:
    """Run the tests once, each as if it were the first, and write down which functions they come by."""
    watched = Watched(imported)
    bad: list[str] = []

    class Failures:
        def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
            if call.excinfo is not None:
                bad.append(item.nodeid)

    def too_slow(*_: object) -> None:
        raise TimeoutError

    items[0].config.pluginmanager.register(Failures())
    signal.signal(signal.SIGPROF, too_slow)
    kept = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        imported.forget_cached()
        watched.begin()
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - begun
        if item.nodeid not in bad and seconds < SLOW:
            kept[item.nodeid] = (seconds, sorted(watched.reached))
    return kept


class Watched:
    """Functions whose first call is noticed: until then each has code that says so and puts its own back.

    A tracer would be asked at every line, and make the tests several times slower.
    """

    def __init__(self, imported: Imported) -> None:
        self.reached: set[str] = set()
        self.functions = [
            (function, code, _stub(number, len(code.co_freevars)))
            for number, (code, function) in enumerate(
                (code, function)
                for code, same in imported.functions.items()
                for function in same
                if "<locals>" not in code.co_qualname
            )
        ]
        for function, _, _ in self.functions:
            function.__globals__["_first_call"] = self._first_call

    def begin(self) -> None:
        self.reached.clear()
        for function, _, stub in self.functions:
            function.__code__ = stub

    def _first_call(self, number: int, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        function, code, _ = self.functions[number]
        function.__code__ = code
        path = Path(code.co_filename).relative_to(ROOT)
        self.reached.add(f"{path}:{code.co_qualname}")
        return function(*given, **named)


def _stub(number: int, variables: int) -> types.CodeType:
    """Code for a function that closes over so many variables."""
    names = [f"v{each}" for each in range(variables)]
    lines = ["def outer():", *(f"    {name} = 0" for name in names), "    def stub(*given, **named):"]
    lines += [f"        {name}" for name in names]
    lines += [f"        return _first_call({number}, given, named)", "    return stub"]
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    code: types.CodeType = made["outer"]().__code__
    return code
