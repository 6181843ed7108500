"""A new SQLite store, made of what could be saved of another: whole, or not there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sqlalchemy import Engine, insert
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.engine import make_engine, migrate
from pavage.store.entries import Stored
from pavage.store.failures import StoreFailed
from pavage.store.log import dumped, event_row, table_row
from pavage.store.schema import events, keys, tables


class Rescued:
    """A store that is being filled."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known = set[str]()

    def add(self, stored: Stored, opening: Mapping[str, int]) -> None:
        """A table, and the people whom its keys are for, by the hash of the key."""
        given = {key: person for key, person in opening.items() if key not in self._known}
        self._known |= given.keys()
        happened = [
            event_row(stored.id, each.seq, each.at, each.event.kind, each.event.mark, dumped(each.event.data))
            for each in stored.entries
        ]
        with self._engine.begin() as connection:
            row = table_row(stored.id, stored.made, dumped(stored.setting))
            connection.execute(insert(tables).values(row))
            if happened:
                connection.execute(insert(events), happened)
            for key, person in given.items():
                connection.execute(insert(keys).values(hash=key, table_id=stored.id, seat=person))


@contextlib.contextmanager
def rescuing(target: Path) -> Iterator[Rescued]:
    """A new store in this file, on the disk at the end; if anything goes wrong there is no file."""
    if target.exists():
        raise FileExistsError(17, "File exists", str(target))
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    engine = make_engine(f"sqlite:///{part}")
    try:
        migrate(engine)
        yield Rescued(engine)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        engine.dispose()
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except SQLAlchemyError as error:
        raise StoreFailed(str(error.__cause__ or error)) from error
    finally:
        engine.dispose()
        for ending in ("", "-wal", "-shm"):
            part.with_name(f"{part.name}{ending}").unlink(missing_ok=True)
