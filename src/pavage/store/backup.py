"""A copy of an SQLite store while others write to it: whole, or nothing."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from sqlalchemy import make_url

from pavage.store.failures import StoreFailed


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite store; None for another database."""
    address = make_url(url)
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


def names_no_file(url: str) -> bool:
    """Whether an SQLite store would be in memory, one for every connection, or is named as a URI."""
    file = sqlite_file(url)
    if file is None:
        return False
    return not file.name or str(file) == ":memory:" or str(file).startswith("file:")


def back_up(source: Path, target: Path) -> int:
    """Copy a store to a new file, on the disk when this returns; its number of tables."""
    if target.exists():
        raise FileExistsError(17, "File exists", str(target))
    if not source.exists():
        raise FileNotFoundError(2, "No such file or directory", str(source))
    part = target.with_name(f"{target.name}.part")
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            if new.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise StoreFailed("the copy is not whole")
            count: int = new.execute("SELECT count(*) FROM tables").fetchone()[0]
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
        return count
    except sqlite3.Error as error:
        raise StoreFailed(str(error)) from error
    finally:
        part.unlink(missing_ok=True)
