"""One server at an SQLite file: a second one would not learn what the first one writes."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from pavage.store.backup import sqlite_file


class InUse(RuntimeError):
    """Another server has this file."""


@contextlib.contextmanager
def only_server(url: str) -> Iterator[None]:
    """Hold the store at this address for one server; the system lets go when a process ends, however it does.

    The lock is a transaction in a file of its own beside the store, so that the store can be read and copied.
    It lies beside the file itself, by whatever links that is reached.
    """
    store = sqlite_file(url)
    if store is None or not store.name:
        yield
        return
    store = store.resolve()
    store.parent.mkdir(parents=True, exist_ok=True)
    beside = store.with_name(f"{store.name}-server")
    with contextlib.closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise InUse(str(store)) from error
        yield
