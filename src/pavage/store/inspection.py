"""A store looked through, damaged or not: every row that can be read, and what is wrong with the others.

Nothing is written, and nothing that is found ends it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.backup import sqlite_file
from pavage.store.checksums import event_sum, is_whole, table_sum
from pavage.store.engine import make_engine, must_be_known
from pavage.store.entries import Entry, Event, Stored
from pavage.store.failures import StoreFailed
from pavage.store.salvage import SqliteRows
from pavage.store.schema import events, keys, tables

SETTING = -1
"""The number of what comes before the first event."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that cannot be read or is not what was written; `event` is its number, or SETTING."""

    event: int
    reason: str


@dataclass(slots=True)
class FoundTable:
    """A table, as far as it can be read."""

    id: str
    made: int = 0
    setting: Mapping[str, Any] | None = None
    entries: dict[int, Entry] = field(default_factory=dict)
    """By number."""
    keys: dict[str, int] = field(default_factory=dict)
    """The people whom keys are for, by the hash of the key."""
    damage: list[Damage] = field(default_factory=list)
    kinds: dict[int, str] = field(default_factory=dict)
    """Of damaged events, as far as that can be read."""

    @property
    def count(self) -> int:
        """How many events there were."""
        numbers = [*self.entries, *(damage.event for damage in self.damage)]
        return max(numbers, default=SETTING) + 1

    def stored(self) -> Stored:
        """The events before the first that is damaged or missing."""
        assert self.setting is not None
        end = next(number for number in range(self.count + 1) if number not in self.entries)
        return Stored(self.id, self.made, self.setting, tuple(self.entries[number] for number in range(end)))


class Rows(Protocol):
    """What a database still gives: rows as they are stored, or why not."""

    pages: list[str]
    """What is wrong with the database itself."""
    complete: bool
    """Whether all is known that there was: otherwise the ends of tables may be missing."""

    def names(self) -> list[str]: ...
    def head(self, name: str) -> tuple[Any, ...] | str:
        """Id, when it was made, setting and checksum; or why it cannot be read."""
        ...

    def events(self, name: str) -> Iterator[tuple[Any, ...] | tuple[int, str]]:
        """Number, time, kind, mark, data and checksum of each; or a number and why it cannot be read."""
        ...

    def keys(self, name: str) -> dict[str, int]: ...


@contextlib.contextmanager
def looking_through(url: str) -> Iterator[Rows]:
    """The rows of the store at an address."""
    file = sqlite_file(url)
    if file is not None:
        if not file.is_file():
            raise FileNotFoundError(2, "No such file or directory", str(file))
        with contextlib.closing(SqliteRows(file)) as rows:
            yield rows
        return
    engine = make_engine(url)
    try:
        yield EngineRows(engine)
    except SQLAlchemyError as error:
        raise StoreFailed(str(error.__cause__ or error)) from error
    finally:
        engine.dispose()


class EngineRows:
    """Rows of a database that looks after its own pages."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with engine.connect() as connection:
            must_be_known(MigrationContext.configure(connection).get_current_revision())
        self.pages: list[str] = []
        self.complete = True

    def _all(self, query: Any) -> list[tuple[Any, ...]]:
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(query)]

    def names(self) -> list[str]:
        return [name for (name,) in self._all(select(tables.c.id).order_by(tables.c.made))]

    def head(self, name: str) -> tuple[Any, ...] | str:
        try:
            return self._all(select(tables).where(tables.c.id == name))[0]
        except (SQLAlchemyError, IndexError) as error:
            return _reason(error)

    def events(self, name: str) -> Iterator[tuple[Any, ...] | tuple[int, str]]:
        here = events.c.table_id == name
        columns = [events.c[each] for each in ("seq", "at", "kind", "mark", "data", "checksum")]
        try:
            yield from self._all(select(*columns).where(here).order_by(events.c.seq))
            return
        except SQLAlchemyError as error:
            whole = _reason(error)
        try:
            numbers = [number for (number,) in self._all(select(events.c.seq).where(here))]
        except SQLAlchemyError:
            yield 0, whole
            return
        for number in sorted(numbers):
            try:
                yield from self._all(select(*columns).where(here, events.c.seq == number))
            except SQLAlchemyError as error:
                yield number, _reason(error)

    def keys(self, name: str) -> dict[str, int]:
        try:
            found = self._all(select(keys.c.hash, keys.c.seat).where(keys.c.table_id == name))
            return {str(key): int(seat) for key, seat in found}
        except SQLAlchemyError:
            return {}


def _reason(error: Exception) -> str:
    return (str(error.__cause__ or error).strip() or type(error).__name__).splitlines()[0]


def found_tables(rows: Rows) -> Iterator[FoundTable]:
    """All tables, each with what is wrong with its rows."""
    for name in rows.names():
        found = FoundTable(name, keys=rows.keys(name))
        _read_head(found, rows.head(name))
        expected = 0
        for row in rows.events(name):
            number = row[0]
            for missing in range(expected, number):
                found.damage.append(Damage(missing, "it is missing"))
            expected = max(expected, number + 1)
            _read_event(found, row)
        yield found


def _read_head(found: FoundTable, row: tuple[Any, ...] | str) -> None:
    if isinstance(row, str):
        found.damage.append(Damage(SETTING, row))
        return
    _, found.made, text, checksum = row
    setting, wrong = _read(text, checksum, table_sum(found.id, found.made, text), isinstance(found.made, int))
    if wrong:
        found.damage.append(Damage(SETTING, wrong))
    else:
        found.setting = setting


def _read_event(found: FoundTable, row: tuple[Any, ...] | tuple[int, str]) -> None:
    if len(row) == 2:
        found.damage.append(Damage(*row))
        return
    number, at, kind, mark, text, checksum = row
    typed = isinstance(at, int) and isinstance(kind, str) and isinstance(mark, str)
    expected = event_sum(found.id, number, at, kind, mark, text)
    data, wrong = _read(text, checksum, expected, typed)
    if wrong:
        found.damage.append(Damage(number, wrong))
        found.kinds[number] = str(kind)
    else:
        found.entries[number] = Entry(number, at, Event(kind, data, mark))


def _read(text: Any, checksum: Any, expected: int, typed: bool) -> tuple[dict[str, Any], str]:
    """What a row holds; or what is wrong with it."""
    if not is_whole(checksum, expected):
        return {}, "it is not what was written"
    if not isinstance(text, str):
        return {}, "it is no text"
    try:
        told = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}, "it is no JSON"
    if not typed or not isinstance(told, dict):
        return {}, "it is not what was written"
    return told, ""
