"""The run itself: games are played, learned from in turn, and from time to time a generation is measured.

Files of games are learned from in the order of their numbers, and the network that plays a file is the one
that had learned from all files up to some before it. So the whole run depends on its settings and on how many
play ahead, not on who is faster.
"""

from __future__ import annotations

import contextlib
import random
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pavage.players.fast.hex_net import read_weights
from pavage.training.finishing import finish
from pavage.training.folder import Folder, Progress
from pavage.training.learner import Learner
from pavage.training.matches import Score, Seat, match
from pavage.training.network import fits
from pavage.training.playing import play, play_deep, teach
from pavage.training.samples import Window, row_bytes
from pavage.training.settings import Settings

CHECKPOINT = 20
"""Files of games between two checkpoints."""
PASSES = 3
"""How often a network of a new shape first learns from what is in the window."""
OWN = 24
"""Files of games that a finished network plays before it is measured."""
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
        self.window = Window(settings.result_share)
        self.pending: dict[int, Future[Any]] = {}
        self.wrong = Means(200)
        self.unseen = Means(30)
        kept = folder.checkpoint()
        shape = f"{settings.channels}x{settings.blocks}"
        if kept is not None:
            self.progress, content = kept
        self._fill_window()
        self.window.sharper = self.progress.sharpness
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
        size = self.settings.size_of(number)
        taught = number < self.settings.taught
        self.folder.keep_games(number, size, "teacher" if taught else "self", rows)
        progress = self.progress
        progress.seconds["play"] += seconds
        progress.games += games
        count = len(rows) // row_bytes(size)
        progress.positions += count
        progress.taught += count if taught else 0
        self._foretell(number, size, rows)
        self.window.add(size, rows, self.settings.window_after(progress.positions))
        if progress.batches % CHECKPOINT == 0:
            # What is learned of a search is how often such a one was right.
            self.window.sharper = progress.sharpness = self.window.sharpness()
        if self.window.count >= self.settings.fewest:
            progress.due += count * self.settings.reuse
        self._learn()
        progress.batches += 1
        self.weights = self._exported().write()
        if progress.positions >= self.settings.next_generation(progress.measured):
            self._measure()
            self.keep()
        elif progress.batches % CHECKPOINT == 0:
            self.keep()
        self._tell_batch()

    def finish(self, steps: int) -> None:
        """The best network so far learns from all games once more, and is measured."""
        best = read_weights((self.folder.path / "best.net").read_bytes())

        def told(done: int, policy: float, value: float) -> None:
            self.wrong.take((policy, value))
            self.tell("finishing", {"done": done, "steps": steps, "wrong": self.wrong.now})

        self.learner, seconds = finish(self.folder, self.settings, best, steps, told)
        self.progress.seconds["learn"] += seconds
        self.weights = self._exported().write()
        self.window = Window(self.settings.result_share)  # of its own games alone, to tell how careful it is
        first = self.progress.batches
        for number in range(first, first + OWN):
            self.pending[number] = self.executor.submit(play, self.settings, number, self.weights)
        for number in range(first, first + OWN):
            rows, _, seconds = self.pending.pop(number).result()
            self.progress.seconds["play"] += seconds
            self.window.add(self.settings.size_of(number), rows, self.window.count + len(rows))
        self._measure()
        self.keep()
        self.folder.finished()

    def keep(self) -> None:
        self.folder.keep(self.progress, self.learner.write())

    def leave(self) -> None:
        """Nobody waits for the games that are still played."""
        for future in self.pending.values():
            future.cancel()

    def _played(self, number: int) -> Future[Any]:
        for suffix in ("teacher", "self"):  # played before somebody ended us
            path = self.folder.data / f"{number:07}-{self.settings.size_of(number)}-{suffix}.rows"
            if path.exists():
                done: Future[Any] = Future()
                done.set_result((path.read_bytes(), 0, 0.0))
                return done
        if number < self.settings.taught:
            return self.executor.submit(teach, self.settings, number)
        playing = play_deep if self.settings.is_deep(number) else play
        return self.executor.submit(playing, self.settings, number, self.weights)

    def _learn(self, most: int = 10**9) -> None:
        """All steps that are due, or some of them."""
        begun = time.process_time()
        while self.progress.due >= self.settings.batch and most > 0:
            most -= 1
            self.wrong.take(self.learner.step(self.window))
            self.progress.due -= self.settings.batch
        self.progress.seconds["learn"] += time.process_time() - begun

    def _tell_batch(self) -> None:
        known = {"wrong": self.wrong.now, "unseen": list(self.unseen.now)}
        self.tell("batch", {"window": self.window.count, **known})

    def _foretell(self, number: int, size: int, rows: bytes) -> None:
        """How well the network knows games that it has not learned from."""
        new = Window(self.settings.result_share, self.window.sharper)
        if not new.add(size, rows, len(rows)) or not self.learner.settled:
            return
        begun = time.process_time()
        dice = random.Random(f"unseen {self.settings.seed} {number}")
        self.unseen.take(self.learner.judge(new.draw(self.settings.batch, dice), dice.getrandbits(63)))
        self.progress.seconds["learn"] += time.process_time() - begun

    def _fill_window(self) -> None:
        limit = self.settings.window_after(self.progress.positions)
        chosen: list[tuple[int, bytes]] = []
        count = 0
        for number, size, _, path in reversed(list(self.folder.games())):
            if number >= self.progress.batches:
                continue
            rows = path.read_bytes()
            chosen.append((size, rows))
            count += len(rows) // row_bytes(size)
            if count >= limit:
                break
        for size, rows in reversed(chosen):
            self.window.add(size, rows, limit)

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
            "sharpness": self.window.sharpness(),
            "code": code(),
            "settings": asdict(settings),
        }
        content = self.learner.weights(made).write()
        self.folder.write(self.folder.generation(number).name, content)
        entry |= {"policy": self.wrong.now[0], "value": self.wrong.now[1], "unseen": list(self.unseen.now)}
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


def code() -> str:
    """The commit that this is, or the version where it was installed without one."""
    try:
        command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        with contextlib.suppress(PackageNotFoundError):
            return version("pavage")
    return "unknown"
