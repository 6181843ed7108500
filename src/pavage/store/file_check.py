"""Check the file of an SQLite store: its pages, its write-ahead log, and that it is still the same file."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import struct
import sys
import tempfile
from pathlib import Path
from statistics import mode

from sqlalchemy import URL

from pavage.store.backup import sqlite_file
from pavage.store.engine import PATIENCE

PAGE = 4096
"""Bytes of a page in every file that we make."""
MAX_PROBLEMS = 10_000
MIN_FREE_BYTES = 1 << 20
"""A disk with less room than this counts as full."""
LOG_HEADER, FRAME_HEADER = 32, 24


class StoreFile:
    """The file of a running SQLite store. Other databases look after their own files."""

    def __init__(self, url: URL) -> None:
        file = sqlite_file(url.render_as_string(hide_password=False))
        self._file: Path | None = file.resolve() if file is not None and file.name else None
        self._opened = self._file.stat() if self._file else None

    def problem(self) -> str:
        """Say what SQLite does not notice: a file that was deleted, replaced or emptied, or a full disk."""
        if self._file is None or self._opened is None:
            return ""
        try:
            status = self._file.stat()
        except OSError:
            return "the file of the database is gone"
        if not os.path.samestat(status, self._opened):
            return "the file of the database was exchanged for another: start the server again"
        if not status.st_size:
            return "the file of the database is empty"
        with contextlib.suppress(OSError):
            if shutil.disk_usage(self._file.parent).free < MIN_FREE_BYTES:
                return "the disk of the database is full"
        return ""

    def damage(self) -> str:
        """Read every page from the disk, and name the first that is damaged."""
        if self._file is None:
            return ""
        with contextlib.closing(open_read_only(self._file)) as connection:
            return "".join(page_problems(connection, "quick_check", 1))


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a file that may be damaged, without changing it."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, PATIENCE, uri=True, isolation_level=None)
    connection.text_factory = decoded
    connection.execute("PRAGMA writable_schema=ON")  # otherwise SQLite reads nothing of a truncated file
    return connection


def decoded(text: bytes) -> str:
    """Text that is no UTF-8 any more must not end the reading: its checksum shows that it is damaged."""
    return text.decode("utf-8", "replace")


def page_problems(
    connection: sqlite3.Connection, check: str = "integrity_check", most: int = MAX_PROBLEMS
) -> list[str]:
    """What SQLite finds wrong with the pages, one line each."""
    try:
        rows = connection.execute(f"PRAGMA {check}({most})").fetchall()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise  # a lock, the disk or missing rights
        return [str(error)] if most == 1 else page_problems(connection, check, 1)
    lines = [line for (text,) in rows for line in text.splitlines() if not line.startswith("***")]
    return [] if lines == ["ok"] else lines


def log_of(file: Path) -> Path:
    """The write-ahead log beside a file."""
    return file.with_name(f"{file.name}-wal")


def lost_transactions(log: bytes) -> int:
    """Count the transactions behind a damaged part of a write-ahead log: SQLite passes over them in silence.

    A single one is not counted. The power may have gone while it was written, before it was acknowledged.
    """
    if len(log) < LOG_HEADER:
        return 0
    size, _, salt = struct.unpack(">3I", log[8:20])
    if size & (size - 1) or not 512 <= size <= 65536:
        size = PAGE  # the header is damaged
    starts = range(LOG_HEADER, len(log) - size - FRAME_HEADER + 1, size + FRAME_HEADER)
    frames = [struct.unpack(">3I", log[start : start + 12]) for start in starts]
    # A log that begins again adds one to its salt, and overwrites its frames from the front.
    first_salts = [frame_salt for page, _, frame_salt in frames[:10] if page] or [salt]
    if all((salt - each) % (1 << 32) > 1 for each in first_salts):
        salt = mode(first_salts)  # the header is damaged
    unread = frames[_frames_read(log, size) :]
    lost = sum(commits > 0 and frame_salt == salt for _, commits, frame_salt in unread)
    return lost if lost > 1 else 0


def _frames_read(log: bytes, page_size: int) -> int:
    """How much of a log SQLite reads, by the index that it makes of it (sqlite.org/walformat.html)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute(f"PRAGMA page_size={page_size}")
            connection.execute("PRAGMA journal_mode=WAL")
        log_of(file).write_bytes(log)
        with contextlib.closing(sqlite3.connect(file)) as connection:
            with contextlib.suppress(sqlite3.DatabaseError):
                connection.execute("SELECT * FROM sqlite_master")
            index = file.with_name("empty.db-shm").read_bytes()
        return int.from_bytes(index[16:20], sys.byteorder)
