"""The folder of a training run: settings, games, a checkpoint to go on from, generations, progress.

Every file takes its name when it is complete, so whoever is killed leaves nothing half done.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pavage.phrase import PhrasedError
from pavage.players.fast.hex_net import Weights, read_weights
from pavage.training.calibration import Calibration
from pavage.training.samples import row_bytes
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
    factors: list[float] = field(default_factory=lambda: list(Calibration().factors))
    sharpness: float = Calibration().sharpness
    """How searches are corrected (`calibration.py`), when last looked at."""
    shape: str = ""
    """Of the network in the checkpoint, such as 32x4."""

    @property
    def hours(self) -> float:
        return sum(self.seconds.values()) / 3600

    @property
    def calibration(self) -> Calibration:
        return Calibration(tuple(self.factors), self.sharpness)


class Folder:
    """Where a run lives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = path / "data"

    def begin(self, settings: Settings) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self.write("settings.json", settings.write().encode())

    def begin_with(self, settings: Settings, network: bytes) -> None:
        """Begin with a network that was trained before."""
        self.begin(settings)
        self.write("start.net", network)

    def start(self) -> Weights | None:
        """What it was begun with, if not with nothing."""
        file = self.path / "start.net"
        return read_weights(file.read_bytes()) if file.exists() else None

    def export(self) -> bytes | None:
        """All that another folder needs to go on, but for the games; None where nothing was saved yet."""
        if (saved := self.checkpoint()) is None:
            return None
        progress, learner = saved
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("settings.json", (self.path / "settings.json").read_bytes())
            archive.writestr("progress.json", json.dumps(asdict(progress)))
            archive.writestr("learner", learner)
            if (start := self.path / "start.net").exists():
                archive.writestr("start.net", start.read_bytes())
        return file.getvalue()

    def begin_from(self, export: bytes) -> Settings:
        """Go on from what another folder exported."""
        with zipfile.ZipFile(io.BytesIO(export)) as archive:
            settings = read_settings(archive.read("settings.json").decode())
            progress = Progress(**json.loads(archive.read("progress.json")))
            learner = archive.read("learner")
            start = archive.read("start.net") if "start.net" in archive.namelist() else None
        self.begin(settings)
        if start is not None:
            self.write("start.net", start)
        self.keep(progress, learner)
        return settings

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

    def append(self, name: str, text: str) -> None:
        with (self.path / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def keep_games(self, number: int, size: int, kind: str, rows: bytes) -> None:
        self.write(f"data/{number:07}-{size}-{kind}.rows", rows)

    def games(self) -> Iterator[tuple[int, int, str, Path]]:
        """Number, size, kind (teacher, self or searched) and place of every file of games, oldest first."""
        for path in sorted(self.data.glob("*.rows")):
            number, size, kind = path.stem.split("-")
            yield int(number), int(size), kind, path

    def keep(self, progress: Progress, learner: bytes) -> None:
        """A checkpoint: one file, so that progress and learner always belong together."""
        head = json.dumps(asdict(progress)).encode()
        self.write("checkpoint", len(head).to_bytes(4, "big") + head + learner)

    def checkpoint(self) -> tuple[Progress, bytes] | None:
        file = self.path / "checkpoint"
        if not file.exists():
            return None
        content = file.read_bytes()
        end = 4 + int.from_bytes(content[:4], "big")
        return Progress(**json.loads(content[4:end])), content[end:]

    def drop_games(self, newest: int) -> None:
        """Delete the oldest files of games that so many newest positions do without."""
        count = 0
        for _, size, _, path in reversed(list(self.games())):
            if count >= newest:
                path.unlink()
            else:
                count += path.stat().st_size // row_bytes(size)

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
