"""What several servers at one PostgreSQL tell each other: that something was written at a table.

A message is sent by the transaction that writes, so it arrives if that was committed, and only then. It says
where to look, never what happened: that stands in the log.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, text

CHANNEL = "pavage"
LOOK = 0.5
"""Seconds between two looks at whether the server ends, and before a lost connection is tried again."""

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


@dataclass(frozen=True, slots=True)
class News:
    """Something was written at a table by another server; no table if some news may have been missed."""

    what: str
    """`event`, `talk` that was forgotten, `gone`; or `missed`."""
    table: str = ""
    seq: int = 0


def announce(connection: Connection, sender: str, news: News) -> None:
    """Tell the other servers, once this transaction is committed. Where there are none, nothing is done."""
    if connection.dialect.name == "postgresql":
        message = json.dumps([sender, news.what, news.table, news.seq])
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})


class Listening:
    """A thread that hears what other servers announce, on a connection of its own."""

    def __init__(self, engine: Engine, sender: str, tell: Callable[[News], None]) -> None:
        """`sender` is this server, whose own news are not told; `tell` is called in the thread."""
        self._engine, self._sender, self._tell = engine, sender, tell
        self._ending = threading.Event()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listening-to-other-servers", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join(10)

    def _run(self) -> None:
        import psycopg

        known = False
        while not self._ending.is_set():
            with contextlib.suppress(psycopg.Error):
                self._listen(known)
            # The database went away: what was said meanwhile is lost.
            known = True
            self._ending.wait(LOOK)

    def _listen(self, again: bool) -> None:
        import psycopg

        arguments, named = self._engine.dialect.create_connect_args(self._engine.url)
        with psycopg.connect(*arguments, **named, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.ready.set()
            if again:
                self._tell(News("missed"))
            while not self._ending.is_set():
                for heard in connection.notifies(timeout=LOOK):
                    self._hear(heard.payload)

    def _hear(self, payload: str) -> None:
        sender, what, table, seq = json.loads(payload)
        if sender != self._sender:
            self._tell(News(what, table, seq))
