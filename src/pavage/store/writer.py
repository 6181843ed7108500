"""One thread that writes: what is asked for while it waits for the disk is committed together afterwards."""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from pavage.store.failures import Gone, StoreFailed

Work = Callable[[Connection], None]

MOST_AT_ONCE = 200
"""Pieces of work in one transaction."""
LINGER = 0.003
"""Seconds that it waits for more while much is asked for: a commit costs more than several pieces do."""

FOREIGN_KEY_VIOLATION, DEADLOCK = "23503", "40P01"
"""SQLSTATEs of PostgreSQL."""


class Writer:
    """Does pieces of work in the order they come. A future is done when its work is on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[tuple[Work, Future[None]] | None] = queue.SimpleQueue()
        self._closed = False
        self._asking = threading.Lock()
        """Held while something is asked for, so that nothing comes behind what ends the thread."""
        self._thread = threading.Thread(target=self._run, name="writing-to-the-store", daemon=True)
        self._thread.start()

    def do(self, work: Work) -> Future[None]:
        done: Future[None] = Future()
        with self._asking:
            if self._closed:
                done.set_exception(RuntimeError("the store is closed"))
            else:
                self._queue.put((work, done))
        return done

    def close(self) -> None:
        """Finish what was asked for, and end the thread."""
        with self._asking:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going, batch = True, list[tuple[Work, Future[None]] | None]()
        while going:
            busy = len(batch) > 1
            batch = [self._queue.get()]
            if busy and batch[0] is not None:
                time.sleep(LINGER)
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get())
            going = None not in batch
            # Whoever gave up waiting before it was begun gets nothing done; later it cannot be called back.
            self._commit([a for a in batch if a is not None and a[1].set_running_or_notify_cancel()])

    def _commit(self, batch: list[tuple[Work, Future[None]]]) -> None:
        """All together; if that fails, one by one, so that nobody suffers for another's mistake.

        What PostgreSQL ended because it and another server waited for each other is done again.
        """
        refused: dict[int, Exception] = {}
        try:
            with self._engine.begin() as connection:
                for number, (work, _) in enumerate(batch):
                    try:
                        work(connection)
                    except SQLAlchemyError:
                        raise
                    except Exception as error:
                        refused[number] = error  # it found that it must not write, and wrote nothing
        except SQLAlchemyError as error:
            if len(batch) > 1 or _sqlstate(error) == DEADLOCK:
                for asked in batch:
                    self._commit([asked])
                return
            batch[0][1].set_exception(_failure(error))
            return
        for number, (_, done) in enumerate(batch):
            if number in refused:
                done.set_exception(refused[number])
            else:
                done.set_result(None)


def _failure(error: SQLAlchemyError) -> StoreFailed:
    """A row that refers to a missing row belongs to a table that was deleted; nothing else is referred to."""
    if isinstance(error, IntegrityError):
        sqlite = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
        if sqlite or _sqlstate(error) == FOREIGN_KEY_VIOLATION:
            return Gone()
    return StoreFailed(str(error.__cause__ or error))


def _sqlstate(error: SQLAlchemyError) -> str:
    """What PostgreSQL calls an error; empty for others."""
    return getattr(error.orig, "sqlstate", None) or "" if isinstance(error, DBAPIError) else ""
