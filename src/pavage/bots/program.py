"""Programs that may play here, from a TOML file: how each is started, what it speaks and what it may use.

    [mohex]
    argv = ["/opt/benzene/mohex", "--quiet"]
    protocol = "htp"

    [clever]
    argv = ["{python}", "clever.py"]
    games = ["hex", "polygo"]

No shell reads `argv`; `{python}` is the Python that runs us. Programs run in the folder of the file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pavage.bots.toml_file import MOST_BYTES, BadToml, read_toml
from pavage.phrase import PhrasedError

LINES, HTP = PROTOCOLS = ("lines", "htp")
NAME = re.compile(r"[A-Za-z0-9_.+-]{1,32}")
MEGABYTE = 1 << 20


class BadBots(PhrasedError, ValueError):
    """A file of programs that cannot be used."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(f"{key} {values}", f"bots.file.{key}", **values)


@dataclass(frozen=True, slots=True)
class Program:
    """A program that plays, and its limits."""

    name: str
    argv: tuple[str, ...]
    protocol: str = LINES
    games: tuple[str, ...] = ()
    """What it plays; none named: every game, or Hex if it speaks HTP."""
    setup: tuple[str, ...] = ()
    """HTP: commands to send before the first game."""
    folder: Path | None = None
    start: float = 10.0
    """Seconds until it must have said who it is."""
    seconds: float = 10.0
    """Seconds a move where no clock says otherwise."""
    memory: int = 1024
    """Megabytes."""
    processes: int = 16
    transcript: Path | None = None
    """Where its dialogue and its standard error are kept."""

    def plays(self, game: str) -> bool:
        return game in (self.games or (("hex",) if self.protocol == HTP else (game,)))


def read_programs(path: str | Path) -> dict[str, Program]:
    """The programs of a file by name; BadBots says what is wrong with it."""
    path = Path(path).expanduser()
    with path.open("rb") as file:
        return programs_in(file.read(MOST_BYTES + 1), path)


def programs_in(data: bytes, path: Path) -> dict[str, Program]:
    """The same from what the file at this place holds."""
    try:
        table = read_toml(data)
    except BadToml as error:
        raise BadBots("no_toml", file=path.name, line=error.line, column=error.column) from None
    return {name: _program(name, entry, path) for name, entry in table.items()}


_NUMBERS = ("start", "seconds", "memory", "processes")
_LISTS = ("argv", "games", "setup")


def _program(name: str, entry: object, path: Path) -> Program:
    if not NAME.fullmatch(name):
        raise BadBots("bad_name", name=name[:40])
    if not isinstance(entry, Mapping) or not entry.get("argv"):
        raise BadBots("no_argv", name=name)
    known = {field.name for field in fields(Program)} - {"name", "folder", "transcript"}
    told: dict[str, Any] = {}
    for key, value in entry.items():
        if key not in known:
            raise BadBots("unknown", name=name, entry=key[:40], known=", ".join(sorted(known)))
        if not _fits(key, value):
            raise BadBots("bad_value", name=name, entry=key)
        told[key] = tuple(value) if key in _LISTS else value
    told["argv"] = tuple(word.replace("{python}", sys.executable) for word in told["argv"])
    return Program(name, folder=path.resolve().parent, **told)


def _fits(key: str, value: object) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if key in _NUMBERS:
        kinds = (int, float) if key in ("start", "seconds") else (int,)
        return type(value) in kinds and isinstance(value, int | float) and 0 < value <= 1_000_000
    return value in PROTOCOLS
