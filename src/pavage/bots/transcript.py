"""What a program was told, what it answered and what it complained about, kept in two files."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from pavage.bots.program import Program

MOST = 1 << 24
"""Bytes of a file; what comes after is not kept."""
DIALOGUE, ERRORS = ".dialogue.txt", ".stderr.txt"


def place_for(folder: Path, game: str, seat: int, name: str) -> Path:
    """Where the files of a program in one game lie, but for their endings; a name may hold any sign."""
    safe = re.sub(r"[^\w.+-]+", "_", name)
    return folder / f"{game}-{seat + 1}-{safe}"


class Transcript:
    """Writes as it happens, so that everything is there when somebody is killed. Without a place, nothing.

    What cannot be written is not kept; the game goes on.
    """

    def __init__(self, place: Path | None) -> None:
        self._begun = time.monotonic()
        self._dialogue, self._errors = (_open(place, ending) for ending in (DIALOGUE, ERRORS))

    def sent(self, text: str) -> None:
        for line in text.splitlines():
            self._say(">", line)

    def heard(self, line: bytes) -> None:
        self._say("<", line.decode("utf-8", "backslashreplace"))

    def judged(self, text: str) -> None:
        """The verdict, beneath what led to it."""
        self._say("!", text)

    def complained(self, data: bytes) -> None:
        self._errors = _append(self._errors, data)

    def close(self) -> None:
        for file in (self._dialogue, self._errors):
            if file is not None:
                with contextlib.suppress(OSError):
                    file.close()
        self._dialogue = self._errors = None

    def _say(self, sign: str, text: str) -> None:
        if self._dialogue is not None:
            line = f"{time.monotonic() - self._begun:9.3f} {sign} {text}\n"
            self._dialogue = _append(self._dialogue, line.encode("utf-8", "replace"))


def _open(place: Path | None, ending: str) -> BinaryIO | None:
    if place is None:
        return None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        return place.with_name(place.name + ending).open("wb", buffering=0)
    except OSError:
        return None


def _append(file: BinaryIO | None, data: bytes) -> BinaryIO | None:
    if file is None:
        return None
    try:
        if file.tell() < MOST:
            file.write(data)
    except OSError:  # a full disk
        return None
    return file


def logged(program: Program | None, folder: str, game: str, seat: int) -> Program | None:
    """The same program, whose dialogue is kept if there is a folder for it."""
    if program is None or not folder:
        return program
    return replace(program, transcript=place_for(Path(folder), game, seat, program.name))
