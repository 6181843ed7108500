"""The rows of an SQLite file, however damaged: page after page, and on behind each that cannot be read."""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pavage.store import wal
from pavage.store.engine import PATIENCE, make_engine, migrate, must_be_known
from pavage.store.failures import StoreFailed
from pavage.store.leaf_pages import leaf_rows

MOST = 10_000
"""Complaints of SQLite that are listed."""
STEPS = 20_000
"""Row numbers that are tried one by one behind a damaged page, before the steps grow."""
LAST = 1 << 62
PAGE = 4096
COLUMNS = {
    "tables": ("id", "made", "setting", "checksum"),
    "events": ("table_id", "seq", "at", "kind", "mark", "data", "checksum"),
    "keys": ("table_id", "hash", "seat"),
}
NUMBERS = ("made", "seq", "at", "seat", "checksum")
"""Columns that hold no text."""

Row = tuple[Any, ...]


def _may_be_number(value: object) -> bool:
    """Whether an event may have this number: a damaged page can hold any."""
    return isinstance(value, int) and 0 <= value < 100_000


def _may_be_row(values: Row, columns: list[str]) -> bool:
    """Whether these columns may hold this; a checksum that came later is missing in older rows."""
    wanted = [int if name in NUMBERS else str for name in columns]
    if len(values) < len(wanted):
        values = (*values, *[None] * (columns[-1] == "checksum"))
    if len(values) != len(wanted):
        return False
    return all(
        isinstance(value, kind) or (value is None and name == "checksum")
        for name, value, kind in zip(columns, values, wanted, strict=True)
    )


class SqliteRows:
    """An SQLite file that is only read. Close it."""

    def __init__(self, file: Path) -> None:
        self.pages: list[str] = []
        self.complete = True
        self._closing = contextlib.ExitStack()
        lost = wal.what_is_wrong(file)
        if lost:
            self.pages.append(lost)
            self.complete = False
        try:
            self._open(file)
            if self.pages:
                self._salvage()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._closing.close()

    def _open(self, file: Path) -> None:
        self._connect(file)
        try:
            try:
                self._columns = {name: self._columns_of(name) for name in COLUMNS}
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                    raise StoreFailed(str(error)) from error  # somebody else has it: that is no damage
                if error.sqlite_errorcode != sqlite3.SQLITE_CANTOPEN:
                    raise
                # On a disk that cannot be written, SQLite cannot even read: it wants a file beside the store.
                self._connect(self._copied(file))
                self._columns = {name: self._columns_of(name) for name in COLUMNS}
        except sqlite3.DatabaseError as error:
            # The first page says where all the others belong. One that is made anew says the same.
            self.pages.append(f"page 1: {error}")
            try:
                self._connect(self._with_new_first_page(file))
                self._columns = {name: self._columns_of(name) for name in COLUMNS}
            except sqlite3.DatabaseError:
                raise StoreFailed(str(error)) from error
        if not all(self._columns.values()):
            raise StoreFailed("it holds no tables of Pavage")
        self._connection.execute("BEGIN")  # all that follows is read as it is now, though a server writes
        self.pages += self._complaints()
        if not self.pages:
            with contextlib.suppress(sqlite3.DatabaseError):
                version = self._connection.execute("SELECT version_num FROM alembic_version").fetchone()
                must_be_known(version[0] if version else None)

    def _connect(self, file: Path) -> None:
        self._file = file
        address = f"{file.resolve().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(address, PATIENCE, uri=True, isolation_level=None)
        self._closing.callback(self._connection.close)
        # What is no text any longer must not end the reading: its checksum tells.
        self._connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")

    def _columns_of(self, table: str) -> str:
        there = {row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")}
        return ", ".join(name if name in there else "NULL" for name in COLUMNS[table]) if there else ""

    def _copied(self, file: Path) -> Path:
        """A copy that is gone afterwards."""
        folder = Path(self._closing.enter_context(tempfile.TemporaryDirectory(prefix="pavage-doctor-")))
        copy = folder / "copy.db"
        shutil.copyfile(file, copy)
        if wal.beside(file).exists():
            shutil.copyfile(wal.beside(file), wal.beside(copy))
        return copy

    def _with_new_first_page(self, file: Path) -> Path:
        copy = self._copied(file)
        fresh = copy.with_name("fresh.db")
        engine = make_engine(f"sqlite:///{fresh}")
        migrate(engine)
        engine.dispose()
        page = bytearray(fresh.read_bytes()[:PAGE])
        page[28:32] = (copy.stat().st_size // PAGE).to_bytes(4, "big")
        page[32:40] = bytes(8)  # no page is known to be free
        with copy.open("r+b") as written:
            written.write(page)
        return copy

    def _complaints(self) -> list[str]:
        try:
            told = self._told(MOST)
        except sqlite3.DatabaseError as error:
            # What was told before is lost, since Python reads a row ahead: the first is asked for alone.
            try:
                told = self._told(1)
            except sqlite3.DatabaseError:
                told = [str(error)]
        lines = [line for text in told for line in str(text).splitlines() if not line.startswith("***")]
        return [] if lines == ["ok"] else lines

    def _told(self, most: int) -> list[Any]:
        return [row[0] for row in self._connection.execute(f"PRAGMA integrity_check({most})")]

    # --- rows that can be read

    def _salvage(self) -> None:
        """Read everything once, by row number; and what the indexes still say that there was."""
        self._failed = 0
        self._heads: dict[str, Row] = {}
        self._events: dict[str, dict[int, Row]] = defaultdict(dict)
        self._keys: dict[str, dict[str, int]] = defaultdict(dict)
        for name in COLUMNS:
            for row in self._every(name):
                self._keep(name, row)
        if self._failed:
            self._read_leaves()
        rows_end, self._failed = self._failed, 0
        self._named = {*self._heads, *self._events, *self._in_index("SELECT id FROM tables")}
        self._in_index("SELECT table_id FROM events ORDER BY table_id, seq")
        if rows_end and self._failed:
            self.complete = False  # some end may be missing in both
        self._named = {
            name for name in self._named if isinstance(name, str) and re.fullmatch(r"[ -~]{1,32}", name)
        }

    def _keep(self, table: str, row: Row) -> None:
        """A row that was read, unless it cannot have been written so; the first of each counts."""
        if not isinstance(row[0], str):
            return
        if table == "tables":
            self._heads.setdefault(row[0], row)
        elif table == "events" and _may_be_number(row[1]):
            self._events[row[0]].setdefault(row[1], row[1:])
        elif table == "keys" and isinstance(row[1], str) and isinstance(row[2], int):
            self._keys[row[0]].setdefault(row[1], row[2])

    def _read_leaves(self) -> None:
        """Rows to which no page leads any longer."""
        file = self._file
        if wal.beside(file).exists():
            file = self._copied(file)
            with (
                contextlib.closing(sqlite3.connect(file)) as copy,
                contextlib.suppress(sqlite3.DatabaseError),
            ):
                copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        columns = {
            name: [row[1] for row in self._connection.execute(f"PRAGMA table_info({name})")]
            for name in COLUMNS
        }
        for values in leaf_rows(file, PAGE):
            for name, there in columns.items():
                if _may_be_row(values, there):
                    row = dict(zip(there, values, strict=False))
                    self._keep(name, tuple(row.get(column) for column in COLUMNS[name]))

    def _every(self, table: str) -> Iterator[Row]:
        """All rows of a table that can be read, by their numbers."""
        query = (
            f"SELECT rowid, {self._columns[table]} FROM {table} NOT INDEXED "
            "WHERE rowid >= ? ORDER BY rowid LIMIT ?"
        )
        place, failed, most = 1, 0, -1
        while place < LAST:
            begun = place
            try:
                for number, *row in self._connection.execute(query, (place, most)):
                    yield tuple(row)
                    place, failed = number + 1, 0
                if most < 0 or place == begun:
                    return
                most = -1
            except sqlite3.DatabaseError:
                self._failed += 1
                if most < 0:
                    # Python reads a row ahead: the last one before a damaged page is asked for alone.
                    most = 1
                    continue
                failed += 1
                place += 1 if failed < STEPS else 1 << min(60, failed - STEPS)

    def _in_index(self, query: str, *values: str) -> list[Any]:
        """What an index holds: it lies in other pages than the rows."""
        found = []
        try:
            for (value,) in self._connection.execute(query, values):
                found.append(value)
        except sqlite3.DatabaseError:
            self._failed += 1
        return found

    # --- as an inspection asks for them

    def names(self) -> list[str]:
        if self.pages:
            return sorted(self._named)
        return [name for (name,) in self._connection.execute("SELECT id FROM tables ORDER BY made")]

    def head(self, name: str) -> Row | str:
        if self.pages:
            return self._heads.get(name, "it cannot be read")
        query = f"SELECT {self._columns['tables']} FROM tables WHERE id = ?"
        found: Row = self._connection.execute(query, (name,)).fetchone()
        return found

    def events(self, name: str) -> Iterator[Row | tuple[int, str]]:
        if not self.pages:
            query = f"SELECT {self._columns['events']} FROM events WHERE table_id = ? ORDER BY seq"
            yield from (row[1:] for row in self._connection.execute(query, (name,)))
            return
        known = self._in_index("SELECT seq FROM events WHERE table_id = ? ORDER BY seq", name)
        rows = self._events.get(name, {})
        for number in sorted({*rows, *filter(_may_be_number, known)}):
            yield rows.get(number, (number, "it cannot be read"))

    def keys(self, name: str) -> dict[str, int]:
        if self.pages:
            return dict(self._keys.get(name, {}))
        return dict(self._connection.execute("SELECT hash, seat FROM keys WHERE table_id = ?", (name,)))
