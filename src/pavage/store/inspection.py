"""Look through a store, damaged or not: what can be read of each table, and what is wrong with the rest.

Nothing is changed, and no damage ends it.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, select
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.backup import sqlite_file
from pavage.store.engine import is_current, make_engine, migrate, version_of
from pavage.store.entries import Entry
from pavage.store.failures import Damaged, StoreFailed
from pavage.store.file_check import log_of, lost_transactions, open_read_only, page_problems
from pavage.store.log import entry_of, setting_of
from pavage.store.salvage import salvage
from pavage.store.schema import events, keys, metadata, tables

SETTING = -1
"""The number of what comes before the first event."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that cannot be read or is not what was written; `event` is its number, or SETTING."""

    event: int
    reason: str
    kind: str = ""
    """The kind of the event, as far as that can be read."""


@dataclass(slots=True)
class FoundTable:
    """A table, as far as it can be read: its events by number, its seats by the hash of their keys."""

    id: str
    made: int = 0
    setting: Mapping[str, Any] | None = None
    entries: dict[int, Entry] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    damage: list[Damage] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many events there were."""
        return max([SETTING, *self.entries, *(damage.event for damage in self.damage)]) + 1


@dataclass(slots=True)
class Inspection:
    """A store that is being looked through."""

    connection: Connection
    problems: list[str]
    """What is wrong with the database itself."""
    complete: bool
    """Whether every event that is lost is named; otherwise the ends of tables may be missing."""

    def tables(self) -> Iterator[FoundTable]:
        """All tables, each with what is wrong with its rows."""
        for name in self.connection.scalars(select(tables.c.id).order_by(tables.c.made, tables.c.id)).all():
            found = FoundTable(name)
            _read_setting(self.connection, found)
            _read_events(self.connection, found)
            with contextlib.suppress(SQLAlchemyError):
                seats = select(keys.c.hash, keys.c.seat).where(keys.c.table_id == name)
                found.keys = {row.hash: row.seat for row in self.connection.execute(seats)}
            yield found


@contextlib.contextmanager
def inspecting(url: str) -> Iterator[Inspection]:
    """Look through the store at an address."""
    file = sqlite_file(url)
    with contextlib.ExitStack() as closing:
        try:
            source = _open_file(file, closing) if file else (make_engine(url), [], True)
            engine, problems, complete = source
            closing.callback(engine.dispose)
            # Where each query is a transaction of its own, PostgreSQL goes on after one that fails.
            connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            closing.enter_context(connection)
            if file:
                connection.exec_driver_sql("BEGIN")  # a server may write meanwhile
            is_current(version_of(connection))  # or it says that a newer Pavage has made it
            yield Inspection(connection, problems, complete)
        except SQLAlchemyError as error:
            raise StoreFailed(_reason(error)) from error


def _open_file(
    file: Path, closing: contextlib.ExitStack, is_copy: bool = False
) -> tuple[Engine, list[str], bool]:
    """Open all that can be read of a file; also what is wrong with it, and whether all losses are known."""
    if not file.is_file():
        raise FileNotFoundError(2, "No such file or directory", str(file))
    lost = lost_transactions(log_of(file).read_bytes()) if log_of(file).exists() else 0
    problems = [f"the write-ahead log is damaged: {lost} transactions are lost"] if lost else []
    try:
        raw = open_read_only(file)
        closing.callback(raw.close)
        raw.execute("BEGIN")
        problems += page_problems(raw)
        if problems:
            salvaged, complete = salvage(_copied(file, closing))
            return make_engine(f"sqlite:///{salvaged}"), problems, complete and not lost
        names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        if is_copy or error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise StoreFailed(str(error)) from error
        # Where nothing can be written SQLite cannot even read: it wants a file beside the store.
        return _open_file(_copied(file, closing), closing, is_copy=True)
    if not metadata.tables.keys() <= names:
        raise StoreFailed("it holds no tables of Pavage")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    with engine.connect() as connection:
        if is_current(version_of(connection)):
            return engine, [], True
    engine = make_engine(f"sqlite:///{_copied(file, closing)}")
    migrate(engine)
    return engine, [], True


def _copied(file: Path, closing: contextlib.ExitStack) -> Path:
    """A copy that is gone afterwards."""
    folder = tempfile.TemporaryDirectory(prefix="pavage-doctor-")
    copy = Path(closing.enter_context(folder)) / "copy.db"
    for ending in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(f"{file}{ending}", f"{copy}{ending}")
    return copy


def _read_setting(connection: Connection, found: FoundTable) -> None:
    try:
        row = connection.execute(select(tables).where(tables.c.id == found.id)).one()
        found.made, found.setting = row.made, setting_of(row)
    except (SQLAlchemyError, Damaged) as error:
        found.damage.append(Damage(SETTING, _reason(error)))


def _read_events(connection: Connection, found: FoundTable) -> None:
    """Read all events at once; if that fails, one by one."""
    here = events.c.table_id == found.id
    try:
        rows = list(connection.execute(select(events).where(here).order_by(events.c.seq)))
    except SQLAlchemyError:
        rows = []
        for number in connection.scalars(select(events.c.seq).where(here)).all():
            try:
                rows += connection.execute(select(events).where(here, events.c.seq == number))
            except SQLAlchemyError as error:
                found.damage.append(Damage(number, _reason(error)))
    for row in rows:
        try:
            found.entries[row.seq] = entry_of(row)
        except Damaged as error:
            found.damage.append(Damage(row.seq, _reason(error), row.kind))
    known = {*found.entries, *(damage.event for damage in found.damage)}
    found.damage += [Damage(number, "it is missing") for number in range(found.count) if number not in known]


def _reason(error: Exception) -> str:
    """What the database said, without advice for programmers."""
    return (str(error.__cause__ or error).strip() or type(error).__name__).splitlines()[0]
