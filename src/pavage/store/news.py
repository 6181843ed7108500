"""What several servers at one PostgreSQL tell each other: that something was written at a table.

A message is sent by the transaction that writes, so it arrives if that was committed, and only then. It says
where to look, never what happened: that stands in the log.

And who of them is there: each server holds a lock as long as it is connected, and one of them, the eldest,
one more. What was owed by a server whose lock is gone, the eldest sees to; if it was the eldest itself,
another one takes its lock, and does.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

if TYPE_CHECKING:
    import psycopg

CHANNEL = "pavage"
LOOK = 0.5
"""Seconds between two looks at whether the server ends, and before a lost connection is tried again."""

HERE, ELDEST = 0x7041, 0x7042
"""The first numbers of the locks that say who is here, and who is the eldest."""
KEEPALIVE = {"tcp_keepalives_idle": 1, "tcp_keepalives_interval": 1, "tcp_keepalives_count": 3}
"""How soon PostgreSQL notices that a machine is gone, in seconds; that a process ended, it sees at once."""
_LOCKS = """
    SELECT objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND classid = %s
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


@dataclass(frozen=True, slots=True)
class News:
    """Something was written at a table by another server; no table if some news may have been missed."""

    what: str
    """`event`, `talk` that was forgotten, `gone`; `missed`; `owing`: what computers owe is ours to do;
    `here`: who has a page of a table or a class there, each a bit of `seq`. That is never written."""
    table: str = ""
    seq: int = 0
    sender: str = field(default="", compare=False)


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
        self._number = zlib.crc32(sender.encode()) >> 1
        """The lock by which others know that we are here."""
        self._eldest = False
        self._others: frozenset[int] = frozenset()
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
            # The database went away: what was said meanwhile is lost, and so are our locks.
            known, self._eldest = True, False
            self._ending.wait(LOOK)

    def _listen(self, again: bool) -> None:
        import psycopg

        arguments, named = self._engine.dialect.create_connect_args(self._engine.url)
        with psycopg.connect(*arguments, **named, autocommit=True) as connection:
            for name, seconds in KEEPALIVE.items():
                connection.execute(f"SET {name} = {seconds}")
            connection.execute(f"LISTEN {CHANNEL}")
            connection.execute("SELECT pg_advisory_lock(%s, %s)", (HERE, self._number))
            self.ready.set()
            if again:
                self._tell(News("missed"))
            looked = 0.0
            while not self._ending.is_set():
                if time.monotonic() - looked >= LOOK:
                    self._look_around(connection)
                    looked = time.monotonic()
                for heard in connection.notifies(timeout=LOOK, stop_after=1):
                    self._hear(heard.payload)

    def _look_around(self, connection: psycopg.Connection) -> None:
        """Become the eldest if nobody is; as the eldest, see who has gone."""
        if not self._eldest:
            row = connection.execute("SELECT pg_try_advisory_lock(%s, 0)", (ELDEST,)).fetchone()
            self._eldest = row is not None and bool(row[0])
            if not self._eldest:
                return
            self._others = self._here(connection)
            self._tell(News("owing"))
        here = self._here(connection)
        if self._others - here:
            self._tell(News("owing"))
        self._others = here

    def _here(self, connection: psycopg.Connection) -> frozenset[int]:
        """The servers that are connected."""
        return frozenset(row[0] for row in connection.execute(_LOCKS, (HERE,)))

    def _hear(self, payload: str) -> None:
        sender, what, table, seq = json.loads(payload)
        if sender != self._sender:
            self._tell(News(what, table, seq, sender))
