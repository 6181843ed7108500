"""Collect all rows of a damaged SQLite file in a new one. Every page is read by SQLite itself.

A page that holds rows could be a small table of its own. So each page in turn becomes the only page of an
empty table, and what that table then holds is read row by row, whatever became of the pages that led there.
Where the `sqlite3` program is installed and has `.recover`, what that finds is added.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pavage.store.engine import make_engine, migrate
from pavage.store.failures import StoreFailed
from pavage.store.file_check import PAGE, decoded

Row = tuple[Any, ...]

MAX_EVENTS = 100_000
TABLE_ID = re.compile(r"[!-~]{1,32}")
"""No table has another name, and no event a higher number, but a damaged page can hold any."""
ANY_PAGE = """
    PRAGMA journal_mode=DELETE;
    CREATE TABLE page (a, b, c, d, e, f, g);
    CREATE INDEX page_index ON page (a, b, c);
"""


def salvage(copy: Path) -> tuple[Path, bool]:
    """Make a new store of a copy, which is changed; return whether all tables and events are in it.

    What was there and cannot be read is in it with an empty text.
    """
    target = copy.with_name("salvaged.db")
    engine = make_engine(f"sqlite:///{target}")
    migrate(engine)
    engine.dispose()
    with closing(sqlite3.connect(target)) as new:
        new.executescript(ANY_PAGE)
        first_page = target.read_bytes()[:PAGE]
        file = _with_log(copy, first_page)
        with closing(_open(file)) as old:
            ids = _copy(old, new, "SELECT id, 0, '' FROM tables INDEXED BY sqlite_autoindex_tables_1")
            settings = _copy(old, new, "SELECT * FROM tables NOT INDEXED")
            numbers = _copy(
                old, new, "SELECT table_id, seq, 0 FROM events INDEXED BY sqlite_autoindex_events_1"
            )
            data = _copy(old, new, "SELECT * FROM events NOT INDEXED")
            _copy(old, new, "SELECT * FROM keys NOT INDEXED")
            page_size = old.execute("PRAGMA page_size").fetchone()
        for row in _recovered_rows(file):
            _insert(new, row)
        # What is no page of ours is not read as one, unless the damage is to blame.
        if page_size == (PAGE,) or new.execute("SELECT count(*) FROM tables").fetchone() == (0,):
            _replace_first_page(file, first_page)
            for row in _page_rows(file):
                _insert(new, row)
        for query in ("SELECT table_id FROM events", "SELECT table_id FROM keys"):
            new.execute(f"INSERT OR IGNORE INTO tables SELECT table_id, 0, '', NULL FROM ({query})")
        new.commit()
        if new.execute("SELECT count(*) FROM tables").fetchone() == (0,):
            raise StoreFailed("nothing in it can be read")
    return target, (ids or settings) and (numbers or data)


def _with_log(copy: Path, first_page: bytes) -> Path:
    """Make one file of a copy and its write-ahead log.

    If the first page is lost, that of a new store takes its place: it leads to the same tables.
    """
    file = copy.with_name("damaged.db")
    for _ in range(2):
        try:
            with closing(_open(copy)) as old, closing(sqlite3.connect(file)) as new:
                old.execute("SELECT 1 FROM tables, events, keys WHERE 0")
                old.backup(new)
            break
        except sqlite3.DatabaseError:
            _replace_first_page(copy, first_page)
    return file


def _open(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.text_factory = decoded
    connection.execute("PRAGMA writable_schema=ON")  # though it leads to pages that are not there
    return connection


def _replace_first_page(file: Path, first_page: bytes) -> None:
    pages = file.stat().st_size // PAGE
    with file.open("r+b") as written:  # with this number of pages, none of them known to be free
        written.write(first_page[:28] + pages.to_bytes(4, "big") + bytes(8) + first_page[40:])


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, query: str) -> bool:
    """Copy what a query gives; whether no damage ended it."""
    try:
        for row in old.execute(query):
            _insert(new, row)
    except sqlite3.DatabaseError:
        return False
    return True


def _until_damage(connection: sqlite3.Connection, query: str, values: Row = ()) -> Iterator[Row]:
    with contextlib.suppress(sqlite3.DatabaseError):
        yield from connection.execute(query, values)


def _page_rows(file: Path) -> Iterator[Row]:
    """The rows and the index entries of each page."""
    with closing(_open(file)) as connection:
        connection.execute("PRAGMA journal_mode=MEMORY")
        connection.execute("PRAGMA synchronous=OFF")
        for number in range(2, file.stat().st_size // PAGE + 1):
            connection.execute("UPDATE sqlite_master SET rootpage = ? WHERE tbl_name = 'page'", (number,))
            connection.execute("PRAGMA writable_schema=RESET")  # which reads the schema again
            connection.execute("PRAGMA writable_schema=ON")
            yield from _until_damage(connection, "SELECT a, b, c FROM page INDEXED BY page_index")
            for rowid in list(_until_damage(connection, "SELECT rowid FROM page NOT INDEXED")):
                yield from _until_damage(connection, "SELECT * FROM page WHERE rowid = ?", rowid)


def _recovered_rows(file: Path) -> Iterator[Row]:
    """What the `sqlite3` program recovers. That of Debian 12 was built without what `.recover` needs."""
    program = shutil.which("sqlite3")
    if program is None:
        return
    target = file.with_name("recovered.db")
    command = [program, "-batch", "-init", os.devnull]
    recover = [*command, str(file), ".recover --ignore-freelist"]
    with subprocess.Popen(recover, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as recovering:
        subprocess.run([*command, str(target)], stdin=recovering.stdout, capture_output=True, check=False)
    with closing(_open(target)) as connection:
        for (name,) in list(_until_damage(connection, "SELECT name FROM sqlite_master WHERE type = 'table'")):
            skipped = 4 if name.startswith("lost_and_found") else 0
            yield from (row[skipped:] for row in _until_damage(connection, f'SELECT * FROM "{name}"'))


def _insert(new: sqlite3.Connection, row: Row) -> None:
    """Put a row where its columns belong. An entry of the index of events shows that there was such a one."""
    values = (*row, *[None] * 7)[:7]
    if not TABLE_ID.fullmatch(str(values[1] if isinstance(values[1], str) else values[0])):
        return
    match values:
        case (str(), int(), str(), int() | None, None, None, None):
            new.execute("REPLACE INTO tables VALUES (?, ?, ?, ?)", values[:4])
        case (str(), str(), int(), None, None, None, None):
            new.execute("REPLACE INTO keys VALUES (?, ?, ?)", values[:3])
        case (str(), int(seq), int(), str(), str(), str(), int() | None) if 0 <= seq < MAX_EVENTS:
            new.execute("REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        case (str(), int(seq), int(), None, None, None, None) if 0 <= seq < MAX_EVENTS:
            new.execute("INSERT OR IGNORE INTO events VALUES (?, ?, 0, '', '', '', NULL)", values[:2])
