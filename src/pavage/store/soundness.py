"""Whether the file of a running store is still there, has place to grow, and has no damaged page."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import URL

from pavage.store.backup import sqlite_file

ENOUGH = 1 << 20
"""Bytes that must be free on the disk: less is gone within minutes."""


DAMAGED = "the database is damaged (pavage doctor says more)"


class Soundness:
    """The file of an SQLite store, as it was when the server began. Other databases look after themselves."""

    def __init__(self, url: URL) -> None:
        file = sqlite_file(url.render_as_string(hide_password=False))
        self._file: Path | None = file.resolve() if file is not None and file.name else None
        self._identity = self._which()

    def _which(self) -> tuple[int, int] | None:
        """What tells this file from another of the same name."""
        with contextlib.suppress(OSError):
            if self._file is not None:
                about = self._file.stat()
                return about.st_dev, about.st_ino
        return None

    def is_lost(self) -> str:
        """Whoever has a file open can go on writing to it when it is deleted: nobody will find that again."""
        if self._file is None:
            return ""
        found = self._which()
        if found is None:
            return "the file of the database is gone"
        if found != self._identity:
            return "the file of the database was exchanged for another: start the server again"
        with contextlib.suppress(OSError):
            if shutil.disk_usage(self._file.parent).free < ENOUGH:
                return "the disk of the database is full"
        return ""

    def what_is_wrong(self) -> str:
        """The first damaged page; empty if there is none. Every page is read anew from the disk."""
        if self._file is None:
            return ""
        try:
            address = f"{self._file.as_uri()}?mode=ro"
            with contextlib.closing(sqlite3.connect(address, uri=True, timeout=10)) as connection:
                told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            told = str(error)
        line = " ".join(str(told).replace("*** in database main ***", "").split())
        return "" if line == "ok" else f"{DAMAGED}: {line}"
