"""Games that are being played, for those who watch: a small file for each beside the results, a line a move.

Whoever plays a game writes, whoever runs the tournament gives a sign of life, others only read. Nothing
depends on these files: what cannot be written is not seen, and what a killed process left is not shown.
Games whose moves a person carries lie in a folder of their own (`kept_game.py`) and give their own signs.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pavage.game import Game, IllegalMove, Move
from pavage.match import LEAVING, LEFT, Match, Played, read_leaving
from pavage.tournament.ledger import SUFFIX

FOLDER = ".running"
CARRIED = ".carried"
FRESH = 5.0
"""Seconds after its last sign of life that a tournament counts as running, or a game as carried."""
MOST = 1 << 20
"""Bytes of a file that are read."""


def folder_of(results: Path) -> Path:
    """Where the games that are being played lie, beside the results of their tournament."""
    return _beside(results, FOLDER)


def carried_folder(results: Path) -> Path:
    """Where the games lie whose moves a person carries."""
    return _beside(results, CARRIED)


def _beside(results: Path, ending: str) -> Path:
    return results.with_name(results.name.removesuffix(SUFFIX) + ending)


@contextlib.contextmanager
def stage(results: Path) -> Iterator[Path]:
    """The folder for the games, empty at first and gone in the end."""
    folder = folder_of(results)
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sign(folder: Path) -> None:
    """Say that the tournament is running."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def is_running(results: Path) -> bool:
    return _is_fresh(folder_of(results))


def _is_fresh(path: Path) -> bool:
    try:
        return abs(time.time() - path.stat().st_mtime) < FRESH
    except OSError:
        return False


Step = Move | str
"""A move, or a seat that left: the word of a record, and the reason (`out:2 time`)."""


def steps_of(match: Match) -> list[Step]:
    """What has happened in a match."""
    return [step_of(played) for played in match.played]


def step_of(played: Played) -> Step:
    return f"{played.text} {played.reason}" if played.reason else played.move


def take_step(match: Match, step: Step, spent: float | None = None) -> None:
    """Let it happen in another match of the same game; raises IllegalMove or ValueError."""
    if not isinstance(step, str):
        match.play(step, spent=spent)
        return
    word, reason = step.split()
    seat = read_leaving(word)
    if seat is None or reason not in (*LEAVING, LEFT):
        raise ValueError(step)
    match.leave(seat, reason, spent=spent)


def written(steps: Sequence[Step]) -> str:
    """A line for each step."""
    return "".join((step if isinstance(step, str) else " ".join(map(str, step))) + "\n" for step in steps)


class Notes:
    """Writes the moves of one game down as they are made: call it with the match after each."""

    def __init__(self, file: TextIO | None, head: str = "") -> None:
        self._file, self._head = file, head
        self._steps: list[Step] = []
        """That are in the file."""
        self._write(head)

    def __call__(self, match: Match) -> None:
        steps = steps_of(match)
        if steps[: len(self._steps)] != self._steps:  # some were taken back
            self._begin_anew()
        new = steps[len(self._steps) :]
        self._steps = steps
        self._write(written(new))

    def _begin_anew(self) -> None:
        self._steps = []
        with contextlib.suppress(OSError):
            if self._file is not None:
                self._file.seek(0)
                self._file.truncate()
        self._write(self._head)

    def _write(self, text: str) -> None:
        """What cannot be written, nobody can watch; the game goes on."""
        try:
            if text and self._file is not None:
                self._file.write(text)
                self._file.flush()
        except OSError:
            self._file = None


@contextlib.contextmanager
def notes(folder: str, game: str, seats: tuple[str, ...]) -> Iterator[Notes]:
    """Write a game down while it lasts; without a folder, nothing is written."""
    path = Path(folder) / game
    try:
        file = path.open("w", encoding="utf-8") if folder else None
    except OSError:  # another machine, or nobody wants to watch
        file = None
    if file is None:
        yield Notes(None)
        return
    try:
        yield Notes(file, json.dumps({"game": game, "seats": seats}) + "\n")
    finally:
        with contextlib.suppress(OSError):  # what found no room before finds none now
            file.close()
        with contextlib.suppress(OSError):
            path.unlink()


@dataclass(frozen=True, slots=True)
class Running:
    """A game that is being played."""

    game: str
    seats: tuple[str, ...]
    moves: tuple[Step, ...]

    def match(self, game: Game[Any]) -> Match:
        """As far as it has come."""
        match = Match(game)
        with contextlib.suppress(IllegalMove, ValueError):
            for step in self.moves:
                take_step(match, step)
        return match


def running(results: Path) -> list[Running]:
    """The games that are being played now, in the order of their numbers."""
    paths = [path for path in _files(carried_folder(results)) if _is_fresh(path)]
    if is_running(results):
        paths += _files(folder_of(results))
    found = []
    for path in paths:
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            found.append(_read(path))
    return sorted(found, key=number_of)


def number_of(playing: Running) -> list[int]:
    """A game's number: round, meeting, game."""
    return [int(part) for part in playing.game.split(".")]


def _files(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError:
        return []


def parts_of(path: Path) -> tuple[dict[str, Any], tuple[Step, ...]]:
    """What the first line of a file says, and the moves below it."""
    with path.open("rb") as file:
        text = file.read(MOST).decode()
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [""]
    return dict(json.loads(head)), tuple(map(_read_step, lines))


def _read_step(line: str) -> Step:
    return line if line.startswith("out:") else tuple(int(site) for site in line.split())


def _read(path: Path) -> Running:
    told, moves = parts_of(path)
    found = Running(str(told["game"]), tuple(map(str, told["seats"])), moves)
    number_of(found)  # raises ValueError for what has no number
    return found
