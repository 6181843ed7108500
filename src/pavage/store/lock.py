"""One server at an SQLite file: a second one would not learn what the first one writes."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from pavage.phrase import PhrasedError
from pavage.store.backup import sqlite_file
from pavage.store.engine import make_folder_of
from pavage.store.failures import StoreFailed


class InUse(PhrasedError):
    """Another server has this file."""

    def __init__(self, store: Path) -> None:
        super().__init__(str(store), "cli.serve.in_use", file=store)


class HasOtherNames(PhrasedError):
    """The file has several names (hard links), and would have a write-ahead log for each."""

    def __init__(self, store: Path) -> None:
        super().__init__(str(store), "cli.serve.other_names", file=store)


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
    make_folder_of(store)
    if store.exists() and store.stat().st_nlink > 1:
        raise HasOtherNames(store)
    beside = store.with_name(f"{store.name}-server")
    with contextlib.ExitStack() as closing:
        try:
            connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
            closing.callback(connection.close)
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InUse(store) from error
            raise StoreFailed(f"{beside}: {error}") from error
        yield
