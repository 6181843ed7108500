"""`pavage train`: make the Hex network, or go on making it, in one folder."""

from __future__ import annotations

import importlib
import os
import re
import sys
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from pavage.cli.common.arguments import Given, Parser, required, whole
from pavage.players.fast import native
from pavage.players.fast.hex_net import SHIPPED, BadNet, new_net, read_weights
from pavage.tournament.dask_cluster import cluster
from pavage.training.folder import Folder, Progress
from pavage.training.network import CHANNELS, fits
from pavage.training.plot import plot
from pavage.training.settings import SIZES, Settings, going_on
from pavage.words import Words
from pavage.words.complaint import Complaint

EVERY = 20.0
"""Seconds between two lines about how far it is."""
DEFAULT_STEPS = 2000
"""Of a candidate, whose rate of learning falls to nothing over them."""


def arguments(parser: Parser) -> None:
    parser.take("folder", metavar="folder", nargs="?")
    parser.take("--net", metavar="shape")
    parser.take("--from", metavar="file")
    parser.take("--sizes", metavar="sizes")
    parser.take("--simulations", metavar="number")
    parser.take("--taught", metavar="number")
    parser.take("--seed", metavar="number")
    parser.take("--export", metavar="file")
    parser.take("--candidate", metavar="file")
    parser.take("--steps", metavar="number")
    parser.take("--minutes", metavar="number")
    parser.take("--workers", metavar="number")
    parser.take("--scheduler", metavar="address")


def run(given: Given, words: Words) -> int:
    name = required(given.folder, "folder", "train")
    folder = Folder(Path(name).expanduser())
    if given.export is not None:
        return export(folder, Path(given.export).expanduser(), words)
    settings = settings_from(given, folder)
    minutes = whole(given.minutes, "--minutes", 1, 10**6)
    steps = whole(given.steps, "--steps", 0, 10**6)
    cores = os.cpu_count() or 1
    count = whole(given.workers, "--workers", 0, 1024)
    if native() is None:
        raise Complaint("train.no_native")
    for module in ("torch", "numpy"):
        try:
            importlib.import_module(module)
        except ImportError:
            raise Complaint("train.no_torch") from None
    if given.candidate is not None:
        target = Path(given.candidate).expanduser()
        return write_candidate(folder, settings, target, DEFAULT_STEPS if steps is None else steps, words)
    if (chosen := getattr(given, "from")) is not None:
        settings = begin_from(chosen, folder, settings, given)
    else:
        folder.begin(settings)
    from pavage.training.running import Run  # needs PyTorch
    from pavage.training.workers import lower_priority, workers

    with ExitStack() as stack:
        stack.enter_context(folder.held())
        lower_priority()
        check = None
        if given.scheduler is not None:
            machines = stack.enter_context(cluster(given.scheduler))
            executor, playing, check = machines.executor, machines.cores, machines.check
        else:
            playing = cores if count is None else count
            executor = stack.enter_context(workers(playing))
        telling = Telling(folder, settings.match_size, words, check)
        run = Run(folder, settings, executor, 2 * playing, telling)
        telling.progress = run.progress
        telling.begin()
        begun = time.monotonic()
        try:
            run.run(lambda _: minutes is not None and time.monotonic() - begun > 60 * minutes)
            run.keep()
        except KeyboardInterrupt:  # perhaps between two steps: the last checkpoint is whole, and is kept
            print(f"\n{words('train.stopped')}", file=sys.stderr)
            raise
        except BrokenExecutor:
            raise Complaint("train.died") from None
        finally:
            run.leave()
    return 0


def settings_from(given: Given, folder: Folder) -> Settings:
    """What was begun in the folder, with what may be changed on the way; or what is to be begun."""
    try:
        known = folder.settings()
    except (ValueError, TypeError, KeyError):
        raise Complaint("train.damaged", file=str(folder.path / "settings.json")) from None
    settings = known or Settings()
    if given.net is not None:
        channels, blocks = _shape(given.net)
        settings = replace(settings, channels=channels, blocks=blocks)
    if given.sizes is not None:
        settings = replace(settings, sizes=_sizes(given.sizes))
        settings = replace(settings, match_size=max(settings.sizes, key=lambda size: settings.sizes[size]))
    simulations = whole(given.simulations, "--simulations", 4, 100_000)
    if simulations is not None:
        settings = replace(settings, simulations=simulations, fast=max(4, simulations // 5))
    for option, most in (("taught", 10**6), ("seed", 2**62)):
        value = whole(getattr(given, option), f"--{option}", 0, most)
        if value is None:
            continue
        if known is not None and getattr(known, option) != value:
            raise Complaint("train.fixed", option=f"--{option}", value=getattr(known, option))
        chosen: dict[str, Any] = {option: value}
        settings = replace(settings, **chosen)
    return settings


def export(folder: Folder, target: Path, words: Words) -> int:
    """Write what another folder needs to go on from here."""
    content = folder.export()
    if content is None:
        raise Complaint("train.nothing", folder=str(folder.path))
    _write(target, content)
    print(words("train.exported", file=target, size=f"{len(content) / 1e6:.1f}"))
    return 0


def write_candidate(folder: Folder, settings: Settings, target: Path, steps: int, words: Words) -> int:
    """Write the run's network at rest, to be measured or shipped; the run may go on meanwhile."""
    from pavage.training.candidate import candidate  # needs PyTorch
    from pavage.training.workers import lower_priority

    lower_priority()

    def report(done: int, policy: float, value: float) -> None:
        numbers = {"done": done, "steps": steps, "policy": f"{policy:.3f}", "value": f"{value:.3f}"}
        print(words("train.annealing", **numbers), flush=True)

    weights = candidate(folder, settings, steps, report)
    if weights is None:
        raise Complaint("train.nothing", folder=str(folder.path))
    _write(target, weights.write(half=True))
    print(words("train.candidate", file=target))
    return 0


def _write(target: Path, content: bytes) -> None:
    try:
        target.write_bytes(content)
    except OSError as error:
        raise Complaint("train.unwritten", file=str(target), reason=error.strerror or "?") from None


def begin_from(name: str, folder: Folder, settings: Settings, given: Given) -> Settings:
    """Begin a folder with an exported run, or with a network that was trained before."""
    if folder.settings() is not None:
        raise Complaint("train.begun_before", folder=str(folder.path))
    path = SHIPPED if name == "shipped" else Path(name).expanduser()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Complaint("train.no_net", file=str(path), reason=error.strerror or "?") from None
    if content.startswith(b"PK"):
        try:
            folder.begin_from(content)
        except (zipfile.BadZipFile, ValueError, TypeError, KeyError):
            raise Complaint("train.damaged", file=str(path)) from None
        return settings_from(given, folder)
    try:
        weights = read_weights(content)
        new_net(weights)
    except BadNet as error:
        raise Complaint("train.no_net", file=str(path), reason=error.phrase) from None
    shape = (weights.channels, weights.blocks) if given.net is None else _shape(given.net)
    if not fits(weights, *shape):
        takes = f"≥ {weights.channels}x{weights.blocks}"
        raise Complaint("cli.bad_value", option="--net", value=given.net, takes=takes)
    taught = settings.taught if given.taught is not None else 0
    settings = replace(settings, channels=shape[0], blocks=shape[1], taught=taught)
    further = going_on(settings)
    if given.simulations is not None:
        further = replace(further, simulations=settings.simulations)
    folder.begin_with(further, content)
    return further


def _shape(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})[x×](\d{1,2})", text)
    if found is None or int(found[1]) not in CHANNELS or not 1 <= int(found[2]) <= 64:
        takes = ", ".join(f"{channels}x6" for channels in CHANNELS)
        raise Complaint("cli.bad_value", option="--net", value=text, takes=takes)
    return int(found[1]), int(found[2])


def _sizes(text: str) -> dict[int, int]:
    """`11` or `7:1,11:6`: sizes, and how often each is played."""
    sizes: dict[int, int] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,2})(?::(\d{1,4}))?\s*", part)
        if found is None or not 3 <= int(found[1]) <= 19 or not int(found[2] or 1):
            usual = ",".join(f"{size}:{parts}" for size, parts in SIZES.items())
            raise Complaint("cli.bad_value", option="--sizes", value=text, takes=f"3..19, {usual}")
        sizes[int(found[1])] = int(found[2] or 1)
    return sizes


class Telling:
    """Says how far the run is, now and then, and draws the plot after every generation."""

    def __init__(self, folder: Folder, size: int, words: Words, check: Callable[[], None] | None) -> None:
        self.folder, self.size, self.words, self.check = folder, size, words, check
        self.progress = Progress()
        self.told = 0.0

    def begin(self) -> None:
        key = "begun" if not self.progress.batches else "resumed"
        self._say(self.words(f"train.{key}", folder=self.folder.path, positions=self.progress.positions))

    def __call__(self, what: str, numbers: dict[str, Any]) -> None:
        if self.check is not None:
            self.check()
        if what == "generation":
            self._generation(numbers)
        elif time.monotonic() - self.told >= EVERY:
            policy, value = numbers.pop("wrong")
            numbers |= {"policy": f"{policy:.3f}", "value": f"{value:.3f}"}
            if what == "batch":
                numbers |= {
                    "positions": self.progress.positions,
                    "games": self.progress.games,
                    "hours": f"{self.progress.hours:.2f}",
                }
            self._say(self.words(f"train.{what}", **numbers))

    def _generation(self, entry: dict[str, Any]) -> None:
        scores = ", ".join(
            self.words("train.yardstick", simulations=name, points=f"{100 * share:.0f}")
            for name, share in entry["yardsticks"].items()
        )
        key = "best" if entry["best"] == entry["generation"] else "generation"
        self._say(
            self.words(
                f"train.{key}",
                number=entry["generation"],
                hours=f"{entry['hours']:.2f}",
                scores=scores,
                elo=round(entry["elo"]),
            )
        )
        spoken = {
            name: self.words.template(f"train.plot.{name}") for name in ("title", "hours", "elo", "yardstick")
        }
        size = f"{self.size}×{self.size}"
        spoken["title"] = spoken["title"].format(size=size)
        self.folder.write("strength.svg", plot(self.folder.history(), spoken).encode())

    def _say(self, sentence: str) -> None:
        self.told = time.monotonic()
        print(f"{time.strftime('%H:%M:%S')} {sentence}", flush=True)
