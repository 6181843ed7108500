"""The folder of a training run: settings, games, a checkpoint to go on from, generations, progress.

Every file takes its name when it is complete, so whoever is killed leaves nothing half done.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pavage.phrase import PhrasedError
from pavage.players.fast.hex_net import Weights, read_weights
from pavage.training.settings import Settings, read_settings


class Busy(PhrasedError):
    """Another process trains in this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), "train.running", folder=folder)


@dataclass
class Progress:
    """How far a run is; with the checkpoint of the learner, all that is needed to go on."""

    batches: int = 0
    """Files of games that were learned from."""
    positions: int = 0
    games: int = 0
    taught: int = 0
    """Positions of these that the engine without a network played."""
    due: float = 0.0
    """Samples that are still to be learned from for the positions played so far."""
    seconds: dict[str, float] = field(default_factory=lambda: {"play": 0.0, "learn": 0.0, "match": 0.0})
    """Of processor time, by what it went into."""
    generations: int = 0
    measured: int = 0
    """Positions when the last generation was measured."""
    best: int = 0
    """The best generation so far; 0 for none."""
    sharpness: float = 1.0
    """What the means of the searches in the window were too careful by, when last looked at."""
    shape: str = ""
    """Of the network in the checkpoint, such as 32x4."""

    @property
    def hours(self) -> float:
        return sum(self.seconds.values()) / 3600


class Folder:
    """Where a run lives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = path / "data"

    def begin(self, settings: Settings) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self.write("settings.json", settings.write().encode())

    def begin_with(self, settings: Settings, content: bytes) -> None:
        """The first generation is not made here, and what is made must be better."""
        self.begin(settings)
        self.write(self.generation(0).name, content)
        self.write("best.net", content)
        made = read_weights(content)
        shape = f"{made.channels}x{made.blocks}"
        entry = {"generation": 0, "hours": 0.0, "games": 0, "positions": 0, "steps": 0, "shape": shape}
        self.note({**entry, "yardsticks": {}, "elo": 0.0, "best": 0})

    def start(self) -> Weights | None:
        """What it was begun with, if not with nothing."""
        file = self.generation(0)
        return read_weights(file.read_bytes()) if file.exists() else None

    def settings(self) -> Settings | None:
        """None where nothing was begun."""
        file = self.path / "settings.json"
        return read_settings(file.read_text(encoding="utf-8")) if file.exists() else None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """For one process alone; the system lets go when it ends, however it does."""
        beside = self.path / "lock"
        with contextlib.closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                raise Busy(self.path) from error
            yield

    def write(self, name: str, content: bytes) -> None:
        """A whole file or none, also when the machine goes down."""
        path = self.path / name
        half = path.with_name(f".{path.name}.half")
        with half.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)

    def keep_games(self, number: int, size: int, kind: str, rows: bytes) -> None:
        self.write(f"data/{number:07}-{size}-{kind}.rows", rows)

    def games(self) -> Iterator[tuple[int, int, str, Path]]:
        """Number, size, kind (teacher or self) and place of every file of games, oldest first."""
        for path in sorted(self.data.glob("*.rows")):
            number, size, kind = path.stem.split("-")
            yield int(number), int(size), kind, path

    def keep(self, progress: Progress, learner: bytes) -> None:
        """A checkpoint: one file, so that progress and learner always belong together."""
        self._write_headed("checkpoint", asdict(progress), learner)

    def checkpoint(self) -> tuple[Progress, bytes] | None:
        found = self._read_headed("checkpoint")
        return None if found is None else (Progress(**found[0]), found[1])

    def keep_finishing(self, asked: dict[str, Any], seconds: float, learner: bytes) -> None:
        """A checkpoint of the last steps: what was asked for, and what it took so far."""
        self._write_headed("finishing", {"asked": asked, "seconds": seconds}, learner)

    def finishing(self, asked: dict[str, Any]) -> tuple[float, bytes] | None:
        """How far the last steps came, if the same was asked for."""
        found = self._read_headed("finishing")
        return (found[0]["seconds"], found[1]) if found is not None and found[0]["asked"] == asked else None

    def finished(self) -> None:
        """The last steps are done, and what came of them was measured."""
        (self.path / "finishing").unlink(missing_ok=True)

    def _write_headed(self, name: str, head: dict[str, Any], learner: bytes) -> None:
        text = json.dumps(head).encode()
        self.write(name, len(text).to_bytes(4, "big") + text + learner)

    def _read_headed(self, name: str) -> tuple[dict[str, Any], bytes] | None:
        file = self.path / name
        if not file.exists():
            return None
        content = file.read_bytes()
        end = 4 + int.from_bytes(content[:4], "big")
        return json.loads(content[4:end]), content[end:]

    def generation(self, number: int) -> Path:
        return self.path / f"generation-{number:04}.net"

    def note(self, entry: dict[str, Any]) -> None:
        """One more line of the history: what a generation was worth."""
        known = [one for one in self.history() if one["generation"] != entry["generation"]]
        lines = [json.dumps(one) for one in [*known, entry]]
        self.write("history.jsonl", ("\n".join(lines) + "\n").encode())

    def history(self) -> list[dict[str, Any]]:
        file = self.path / "history.jsonl"
        if not file.exists():
            return []
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
