"""Games kept in files: never over another file, and never half written."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path

from pavage.formats.record import MOST_CHARACTERS, BadRecord, Record, read_record, write_record
from pavage.words.complaint import Complaint

SUFFIX = ".pavage"


def save_record(record: Record, name: str, now: datetime) -> Path:
    """Write a record under this name, or else under the game and the time; the path it has now."""
    if name:
        must_be_free(name)
        path = Path(name).expanduser()
    else:
        stem = f"{record.match.game.name}-{now:%Y-%m-%d-%H%M}"
        path = Path(stem + SUFFIX)
        number = 2
        while path.exists():
            path = Path(f"{stem}-{number}{SUFFIX}")
            number += 1
    write_new(path, write_record(record))
    return path


def must_be_free(name: str) -> None:
    """Said before a long game rather than after it: whether a record can have this name."""
    path = Path(name).expanduser()
    if path.exists():
        raise Complaint("cli.file.exists", file=name)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))


def write_new(path: Path, text: str) -> None:
    """Never over another file, and never half written."""
    file = path.open("x", encoding="utf-8")
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def load_record(name: str) -> Record:
    with Path(name).expanduser().open("rb") as file:
        data = file.read(4 * MOST_CHARACTERS)
    try:
        return read_record(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(1, "not_a_record", text=data[:20].decode("ascii", "replace")) from None
