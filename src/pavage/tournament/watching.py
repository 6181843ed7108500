"""Games that are being played, for those who watch: a small file for each beside the results, a line a move.

Whoever plays a game writes, whoever runs the tournament gives a sign of life, others only read. Nothing
depends on these files: what cannot be written is not seen, and what a killed process left is not shown.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pavage.game import Game, IllegalMove, Move
from pavage.match import Match
from pavage.tournament.ledger import SUFFIX

FOLDER = ".running"
FRESH = 5.0
"""Seconds after its last sign of life that a tournament counts as running."""
MOST = 1 << 20
"""Bytes of a file that are read."""


def folder_of(results: Path) -> Path:
    """Where the games that are being played lie, beside the results of their tournament."""
    return results.with_name(results.name.removesuffix(SUFFIX) + FOLDER)


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
    try:
        return abs(time.time() - folder_of(results).stat().st_mtime) < FRESH
    except OSError:
        return False


class Notes:
    """Writes the moves of one game down as they are made: call it with the match after each."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file
        self._written = 0

    def __call__(self, match: Match) -> None:
        if self._file is None:
            return
        new = match.played[self._written :]
        self._written += len(new)
        self.write("".join(" ".join(map(str, played.move)) + "\n" for played in new))

    def write(self, text: str) -> None:
        """What cannot be written, nobody can watch; the game goes on."""
        assert self._file is not None
        try:
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
    noted = Notes(file)
    try:
        noted.write(json.dumps({"game": game, "seats": seats}) + "\n")
        yield noted
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
    moves: tuple[Move, ...]

    def match(self, game: Game[Any]) -> Match:
        """As far as it has come."""
        match = Match(game)
        with contextlib.suppress(IllegalMove):
            for move in self.moves:
                match.play(move)
        return match


def running(results: Path) -> list[Running]:
    """The games that are being played now, in the order of their numbers."""
    if not is_running(results):
        return []
    found = []
    with contextlib.suppress(OSError):
        for path in folder_of(results).iterdir():
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
                found.append(_read(path))
    return sorted(found, key=lambda each: [int(part) for part in each.game.split(".")])


def _read(path: Path) -> Running:
    with path.open("rb") as file:
        text = file.read(MOST).decode()
    head, *lines = text[: text.rfind("\n") + 1].splitlines()
    told = json.loads(head)
    moves = tuple(tuple(int(site) for site in line.split()) for line in lines)
    return Running(str(told["game"]), tuple(map(str, told["seats"])), moves)
