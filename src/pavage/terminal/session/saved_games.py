"""Games and their score sheets kept in files: never over another file, and never half written."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from pavage.formats.record import MOST_CHARACTERS, BadRecord, Record, read_record, write_record
from pavage.formats.sheets import as_csv, sheet_lines
from pavage.scene import Sheet
from pavage.words import Words
from pavage.words.complaint import Complaint

SUFFIX = ".pavage"
TEXT, CSV = ".txt", ".csv"


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


def write_new(path: Path, content: str | bytes) -> None:
    """Never over another file, and never half written."""
    file = path.open("xb")
    try:
        with file:
            file.write(content.encode() if isinstance(content, str) else content)
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


def save_sheets(sheets: Sequence[Sheet], words: Words, name: str, otherwise: str) -> list[Path]:
    """Write the sheets under this name, or else under another that is free; the files that were written.

    A name that ends in .txt or .csv asks for that kind only. Text goes into one file; each sheet has a CSV
    file of its own.
    """
    given = Path(name).expanduser() if name else Path(otherwise)
    kinds = [given.suffix] if given.suffix in (TEXT, CSV) else [TEXT, CSV]
    stem = given.with_suffix("") if given.suffix in kinds else given
    texts = _texts(sheets, words, stem, kinds)
    number = 2
    while taken := [path for path in texts if path.exists()]:
        if name:
            raise Complaint("cli.file.exists", file=taken[0])
        texts = _texts(sheets, words, stem.with_name(f"{stem.name}-{number}"), kinds)
        number += 1
    for path, text in texts.items():
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    return list(texts)


def _texts(sheets: Sequence[Sheet], words: Words, stem: Path, kinds: Sequence[str]) -> dict[Path, str]:
    """What to write into which file."""
    found = {}
    if TEXT in kinds:
        found[stem.with_name(stem.name + TEXT)] = "\n".join(sheet_lines(sheets, words)) + "\n"
    if CSV in kinds:
        for sheet in sheets:
            which = f"-{sheet.name}" if len(sheets) > 1 else ""
            found[stem.with_name(f"{stem.name}{which}{CSV}")] = as_csv(sheet, words)
    return found
