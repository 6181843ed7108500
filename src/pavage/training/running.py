"""The run itself: games are played, learned from in turn, and from time to time a generation is measured.

Files of games are learned from in the order of their numbers, and the network that plays a file is the one
that had learned from all files up to some before it. So the whole run depends on its settings and on how many
play ahead, not on who is faster.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pavage.training.calibration import calibrated
from pavage.training.folder import Folder, Progress
from pavage.training.learner import Learner
from pavage.training.matches import Score, Seat, match
from pavage.training.network import fits
from pavage.training.playing import play, search_positions, teach
from pavage.training.report import held_back_report
from pavage.training.samples import Targets, Window, row_bytes
from pavage.training.settings import Settings

CHECKPOINT = 20
"""Files of games between two checkpoints."""
CHECKPOINT_INTERVAL = 30.0
"""Seconds after which a checkpoint is written in any case."""
REPORT_INTERVAL = 600.0
"""Seconds between two entries in progress.txt."""
HELD_BACK = 32
"""One file of so many is not learned from, but judged."""
MOST_HELD_BACK = 40_000
"""Positions of these, the newest."""
PASSES = 3
"""How often a network of a new shape first learns from what is in the window."""
LARGE, SOME = 100, 25
"""So many steps that are due are done before games are played; between two looks at the clock."""
BETTER = 0.55
"""What a generation must score against the best one to take its place."""

Tell = Callable[[str, dict[str, Any]], None]
"""Is told what happens: a word and its numbers."""


class Means:
    """Of the last so many pairs, more or less: what was wrong with policy and value."""

    def __init__(self, length: int) -> None:
        self.length, self.taken = length, 0
        self.now = (0.0, 0.0)

    def take(self, found: tuple[float, float]) -> None:
        self.taken += 1
        part = 1 / min(self.length, self.taken)
        policy, value = self.now
        self.now = policy + part * (found[0] - policy), value + part * (found[1] - value)


class Run:
    """A training run in a folder, to be begun or gone on with."""

    def __init__(
        self, folder: Folder, settings: Settings, executor: Executor, ahead: int, tell: Tell
    ) -> None:
        self.folder, self.settings, self.executor, self.tell = folder, settings, executor, tell
        self.ahead = ahead
        self.progress = Progress()
        self.learner = Learner(settings)
        self.pending: dict[int, Future[Any]] = {}
        self.wrong = Means(200)
        self.saved_at = self.reported_at = time.monotonic()
        kept = folder.checkpoint()
        shape = f"{settings.channels}x{settings.blocks}"
        if kept is not None:
            self.progress, content = kept
        self.window, self.held_back = fill_windows(folder, settings, self.progress)
        self.targets = targets_of(settings, self.progress)
        if kept is not None and self.progress.shape == shape:
            self.learner.read(content)
        elif kept is None and (start := folder.start()) is not None:
            self.progress.shape = shape
            self.learner.begin_with(start)
        elif kept is not None and self._grown(content):
            self.progress.shape = shape
        else:  # a network of another shape begins with what the last one played
            self.progress.shape = shape
            self.progress.due = PASSES * self.window.count
        self.weights = self._exported().write()

    def _grown(self, content: bytes) -> bool:
        """A larger network goes on from the one in the checkpoint."""
        channels, blocks = map(int, self.progress.shape.split("x"))
        before = Learner(replace(self.settings, channels=channels, blocks=blocks))
        before.read(content)
        weights = before.weights({})
        if not fits(weights, self.settings.channels, self.settings.blocks):
            return False
        self.learner.begin_with(weights)
        self.learner.steps = before.steps
        return True

    def run(self, enough: Callable[[Progress], bool]) -> None:
        """Until enough was done, or somebody interrupts."""
        while self.progress.due >= LARGE * self.settings.batch and not enough(self.progress):
            self._learn(SOME)
            if self.learner.steps % (20 * SOME) == 0:
                self.keep()
            self._tell_batch()
        self.weights = self._exported().write()
        while not enough(self.progress):
            self.advance()

    def advance(self) -> None:
        """One file of games more."""
        number = self.progress.batches
        for next_number in range(number, number + self.ahead + 1):
            if next_number not in self.pending:
                self.pending[next_number] = self._played(next_number)
        rows, games, seconds = self.pending.pop(number).result()
        settings, progress = self.settings, self.progress
        size = settings.size_of(number)
        taught = number < settings.taught
        kind = "teacher" if taught else "searched" if settings.positions else "self"
        self.folder.keep_games(number, size, kind, rows)
        progress.seconds["play"] += seconds
        progress.games += games
        count = len(rows) // row_bytes(size)
        progress.positions += count
        progress.taught += count if taught else 0
        if is_held_back(number):
            self.held_back.add(size, rows, MOST_HELD_BACK)
        else:
            self.window.add(size, rows, settings.window_after(progress.positions))
            if self.window.count >= settings.fewest:
                progress.due += count * settings.reuse
        progress.batches += 1
        if progress.batches % CHECKPOINT == 0:
            known = calibrated(reversed(self.window.parts))
            progress.factors, progress.sharpness = list(known.factors), known.sharpness
            self.targets = targets_of(settings, progress)
            self.folder.drop_games(2 * settings.window_after(progress.positions))
        self._learn()
        self.weights = self._exported().write()
        if settings.generation and progress.positions >= settings.next_generation(progress.measured):
            self._measure()
            self.keep()
        elif progress.batches % CHECKPOINT == 0 or time.monotonic() - self.saved_at > CHECKPOINT_INTERVAL:
            self.keep()
        if time.monotonic() - self.reported_at > REPORT_INTERVAL:
            self.report()
        self._tell_batch()

    def report(self) -> None:
        """One entry more in progress.txt: how far the run is, and what it knows of positions held back."""
        self.reported_at, begun = time.monotonic(), time.process_time()
        entry = held_back_report(
            self.learner, self.folder.start(), self.held_back, self.targets, self.progress
        )
        self.folder.append("progress.txt", entry)
        self.progress.seconds["learn"] += time.process_time() - begun

    def keep(self) -> None:
        self.saved_at = time.monotonic()
        self.folder.keep(self.progress, self.learner.write())

    def leave(self) -> None:
        """Nobody waits for the games that are still played."""
        for future in self.pending.values():
            future.cancel()

    def _played(self, number: int) -> Future[Any]:
        for suffix in ("teacher", "self", "searched"):  # played before somebody ended us
            path = self.folder.data / f"{number:07}-{self.settings.size_of(number)}-{suffix}.rows"
            if path.exists():
                done: Future[Any] = Future()
                done.set_result((path.read_bytes(), 0, 0.0))
                return done
        if number < self.settings.taught:
            return self.executor.submit(teach, self.settings, number)
        playing = search_positions if self.settings.positions else play
        return self.executor.submit(playing, self.settings, number, self.weights)

    def _learn(self, most: int = 10**9) -> None:
        """All steps that are due, or some of them."""
        begun = time.process_time()
        while self.progress.due >= self.settings.batch and most > 0:
            most -= 1
            self.wrong.take(self.learner.step(self.window, self.targets))
            self.progress.due -= self.settings.batch
        self.progress.seconds["learn"] += time.process_time() - begun

    def _tell_batch(self) -> None:
        self.tell("batch", {"window": self.window.count, "wrong": self.wrong.now})

    def _exported(self) -> Any:
        return self.learner.weights({})

    def _measure(self) -> None:
        """A generation: a network of its own, and what it is worth."""
        progress, settings = self.progress, self.settings
        progress.measured = progress.positions
        progress.generations += 1
        number = progress.generations
        entry: dict[str, Any] = {
            "generation": number,
            "hours": round(progress.hours, 4),
            "games": progress.games,
            "positions": progress.positions,
            "steps": self.learner.steps,
            "shape": progress.shape,
        }
        made = {
            **entry,
            "sharpness": progress.sharpness,
            "code": code(),
            "settings": asdict(settings),
        }
        content = self.learner.weights(made).write()
        self.folder.write(self.folder.generation(number).name, content)
        entry |= {"policy": self.wrong.now[0], "value": self.wrong.now[1]}
        entry |= {"yardsticks": {}, "elo": 0.0}
        for yardstick in sorted(settings.yardsticks):
            share = self._against(content, Seat(yardstick), 1).share
            entry["yardsticks"][str(yardstick)] = share
            if share < BETTER:
                break  # a stronger one would only say the same
        best = next((one for one in self.folder.history() if one["generation"] == progress.best), None)
        better = best is None
        if best is not None:
            rival = Seat(settings.match_simulations, self.folder.generation(progress.best).read_bytes())
            score = self._against(content, rival, 2 + number)
            entry["against_best"] = [progress.best, score.share]
            entry["elo"] = best["elo"] + score.elo
            better = score.share >= BETTER
        if better:
            progress.best = number
            self.folder.write("best.net", content)
        entry["best"] = progress.best
        self.folder.note(entry)
        self.tell("generation", entry)

    def _against(self, content: bytes, rival: Seat, seed: int) -> Score:
        settings = self.settings
        seat = Seat(settings.match_simulations, content)
        score = match(self.executor, settings.match_size, settings.match_games, seat, rival, seed)
        self.progress.seconds["match"] += score.seconds
        return score


def is_held_back(number: int) -> bool:
    return number % HELD_BACK == HELD_BACK - 1


def targets_of(settings: Settings, progress: Progress) -> Targets:
    return Targets(settings.result_share, progress.calibration)


def fill_windows(folder: Folder, settings: Settings, progress: Progress) -> tuple[Window, Window]:
    """The newest positions that were learned from so far, and those that were held back."""
    window, held_back = Window(), Window()
    limit = settings.window_after(progress.positions)
    chosen: list[tuple[int, bytes]] = []
    count = 0
    for number, size, _, path in reversed(list(folder.games())):
        if number >= progress.batches or is_held_back(number):
            continue
        rows = path.read_bytes()
        chosen.append((size, rows))
        count += len(rows) // row_bytes(size)
        if count >= limit:
            break
    for size, rows in reversed(chosen):
        window.add(size, rows, limit)
    for number, size, _, path in folder.games():
        if number < progress.batches and is_held_back(number):
            held_back.add(size, path.read_bytes(), MOST_HELD_BACK)
    return window, held_back


def code() -> str:
    """The commit that this is, or the version where it was installed without one."""
    try:
        command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        with contextlib.suppress(PackageNotFoundError):
            return version("pavage")
    return "unknown"
