"""A new SQLite store, made of what could be saved of another: complete, or not there."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from sqlalchemy import Connection, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.backup import back_up
from pavage.store.engine import make_engine, make_folder_of, migrate
from pavage.store.entries import Stored
from pavage.store.failures import StoreFailed
from pavage.store.log import dumped, event_row, table_row
from pavage.store.schema import events, keys, tables


@contextlib.contextmanager
def rescuing(target: Path) -> Iterator[Connection]:
    """Make a new store in this file, on the disk at the end; if anything goes wrong there is no file."""
    make_folder_of(target)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="pavage-rescue-") as folder:
        file = Path(folder) / "rescued.db"
        engine = make_engine(f"sqlite:///{file}")
        try:
            migrate(engine)
            with engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreFailed(str(error.__cause__ or error)) from error
        finally:
            engine.dispose()
        back_up(file, target)


def add_table(connection: Connection, stored: Stored, seats: Mapping[str, int]) -> None:
    """Add a table and the seats that keys open, by their hashes; a key opens the first table only."""
    event_rows = [
        event_row(stored.id, each.seq, each.at, each.event.kind, each.event.mark, dumped(each.event.data))
        for each in stored.entries
    ]
    key_rows = [{"hash": hashed, "table_id": stored.id, "seat": seat} for hashed, seat in seats.items()]
    connection.execute(insert(tables), [table_row(stored.id, stored.made, dumped(stored.setting))])
    if event_rows:
        connection.execute(insert(events), event_rows)
    if key_rows:
        connection.execute(sqlite.insert(keys).on_conflict_do_nothing(), key_rows)
