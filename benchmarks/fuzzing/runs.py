"""Runs of many inputs: changed at random in here, or guided by atheris elsewhere."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import json
import multiprocessing
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .change import changed
from .corpus import kept
from .parser import Parser, judge
from .parsers import PARSERS
from .tally import Tally

BATCH = 5_000


def fuzz(parser: Parser, seed: int, inputs: int, limit: float) -> Tally:
    """Inputs changed at random, in this process."""
    dice, sources, tally = random.Random(seed), [*parser.seeds, *kept(parser.name)], Tally()
    for _ in range(inputs):
        data = changed(dice, dice.choice(sources), sources, parser.pieces)[: parser.longest]
        tally.add(data, judge(parser, data), limit)
    return tally


def replay(parser: Parser, inputs: list[bytes], limit: float) -> Tally:
    tally = Tally()
    for data in inputs:
        tally.add(data, judge(parser, data), limit)
    return tally


def _warm(name: str) -> None:
    """What is read, built or imported once is not counted."""
    parser = PARSERS[name]
    replay(parser, parser.seeds, float("inf"))
    gc.collect()
    gc.freeze()


def _batch(name: str, seed: int, inputs: int, limit: float) -> Tally:
    return fuzz(PARSERS[name], seed, inputs, limit)


def random_run(name: str, inputs: int, workers: int, seed: int, limit: float) -> Iterator[Tally]:
    """In so many processes; the same inputs for the same seed, however many processes there are."""
    batches = [BATCH] * (inputs // BATCH) + [inputs % BATCH] * (inputs % BATCH > 0)
    seeds = [seed * 1_000_003 + number for number in range(len(batches))]
    with ProcessPoolExecutor(workers, initializer=_warm, initargs=(name,)) as pool:
        count = len(batches)
        yield from pool.map(_batch, [name] * count, seeds, batches, [limit] * count)


def can_be_guided() -> bool:
    return importlib.util.find_spec("atheris") is not None


def guided_run(name: str, inputs: int, seed: int, found: Path) -> Iterator[Tally]:
    """By atheris, in a process of its own. What was slow there is measured again in here."""
    found.mkdir(parents=True, exist_ok=True)
    told = found / "tally.jsonl"
    told.write_text("")
    command = [sys.executable, "-m", "fuzzing.guided", name, str(found), str(inputs), str(seed)]
    folder = Path(__file__).parents[1]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        place = 0
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1)
            with told.open("rb") as file:
                file.seek(place)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    place += len(line)
                    yield _line(json.loads(line))
            if process.returncode is not None:
                break
    if process.returncode:
        tally = Tally()
        tally.fail(f"the process ended with {process.returncode}", b"")
        yield tally


def _line(about: dict[str, object]) -> Tally:
    tally = Tally()
    if "failure" in about:
        data = bytes.fromhex(str(about["data"]))
        if about["failure"] == "slow":
            tally.slow[data] = float(str(about["milliseconds"]))
        else:
            tally.fail(str(about["failure"]), data)
    else:
        tally.inputs, tally.lines = int(str(about["inputs"])), int(str(about["lines"]))
        keys = about["keys"]
        assert isinstance(keys, dict)
        tally.keys.update(keys)
    return tally


def measured(name: str, data: bytes) -> float:
    """Milliseconds of processor time in a process that never saw this input."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, _warm, (name,)) as pool:
        return pool.submit(judge_named, name, data).result()


def judge_named(name: str, data: bytes) -> float:
    return judge(PARSERS[name], data).milliseconds
