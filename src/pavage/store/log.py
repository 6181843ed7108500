"""The log: read at once, written by one thread that commits many appends together.

An append is acknowledged only when it is durable. Whoever appends says which number the first event gets; if
somebody else was faster the append does nothing and raises Conflict. The same append sent twice, known by its
mark and its words, succeeds twice and is stored once.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.engine import make_engine, migrate
from pavage.store.entries import Entry, Event, Stored
from pavage.store.failures import Conflict, StoreFailed
from pavage.store.news import Listening, News, announce
from pavage.store.schema import events, tables
from pavage.store.schema import keys as all_keys
from pavage.store.writer import Writer

OWES = '"owes":true'
"""How an event says that a computer owes a move after it. What people write looks otherwise in JSON."""


def open_store(url: str) -> Store:
    """The store at an address such as `sqlite:///pavage.db`, its tables brought up to date."""
    engine = make_engine(url)
    try:
        migrate(engine)
    except SQLAlchemyError as error:
        raise StoreFailed(str(error.__cause__ or error)) from error
    return Store(engine)


class Store:
    """All tables of one database. Close it, or use it as a context."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writer = Writer(engine)
        self._sender = secrets.token_urlsafe(8)
        """What other servers at this database call us."""
        dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
        self._quiet_insert = dialect.insert(events).on_conflict_do_nothing().returning(events.c.seq)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Finish what was asked for, then close the database."""
        self._writer.close()
        self.engine.dispose()

    def listen(self, tell: Callable[[News], None]) -> Listening | None:
        """Be told, in a thread of its own, what other servers write here. SQLite has but one server."""
        if self.engine.dialect.name != "postgresql":
            return None
        listening = Listening(self.engine, self._sender, tell)
        listening.ready.wait(10)
        return listening

    # --- writing

    def create(
        self, table: str, setting: Mapping[str, Any], seats: Mapping[str, int] | None = None
    ) -> Future[None]:
        """A new table, and who may act for its seats, by the hash of their keys."""

        def work(connection: Connection) -> None:
            made = {"id": table, "made": wall_time(), "setting": _dump(setting)}
            connection.execute(insert(tables).values(made))
            for hashed, seat in (seats or {}).items():
                connection.execute(insert(all_keys).values(hash=hashed, table_id=table, seat=seat))

        return self._writer.do(work)

    def append(
        self,
        table: str,
        seq: int,
        happened: Sequence[Event],
        at: int | None = None,
        keys: Mapping[str, int] | None = None,
    ) -> Future[None]:
        """Events that follow each other, the first with this number: all of them are stored, or none.

        With them, the hashes of keys that they give out, and the seats these open.
        """
        given = [{"hash": hashed, "table_id": table, "seat": seat} for hashed, seat in (keys or {}).items()]
        now = wall_time() if at is None else at
        rows = [
            {
                "table_id": table,
                "seq": seq + place,
                "at": now,
                "kind": event.kind,
                "mark": event.mark,
                "data": _dump(event.data),
            }
            for place, event in enumerate(happened)
        ]

        def work(connection: Connection) -> None:
            if connection.execute(self._quiet_insert, rows[0]).first() is None:
                self._check_same(connection, rows[0])
                return
            if rows[1:]:
                connection.execute(insert(events), rows[1:])
            if given:
                connection.execute(insert(all_keys), given)
            announce(connection, self._sender, News("event", table, seq + len(rows) - 1))

        return self._writer.do(work)

    def _check_same(self, connection: Connection, row: Mapping[str, Any]) -> None:
        """What stands there is what we were to write, sent before; or it is somebody else's."""
        here = (events.c.table_id == row["table_id"]) & (events.c.seq == row["seq"])
        found = connection.execute(select(events.c.mark, events.c.data).where(here)).first()
        if not row["mark"] or found is None or tuple(found) != (row["mark"], row["data"]):
            raise Conflict(row["table_id"], row["seq"])

    def add_key(self, table: str, hashed: str, seat: int) -> Future[None]:
        """One more key for a seat."""
        return self._writer.do(
            lambda connection: connection.execute(
                insert(all_keys).values(hash=hashed, table_id=table, seat=seat)
            ).close()
        )

    def remove(self, table: str) -> Future[None]:
        """Forget a table and all that happened there."""

        def work(connection: Connection) -> None:
            for rows, where in (
                (events, events.c.table_id),
                (all_keys, all_keys.c.table_id),
                (tables, tables.c.id),
            ):
                connection.execute(delete(rows).where(where == table))
            announce(connection, self._sender, News("gone", table))

        return self._writer.do(work)

    def forget_talk(self, table: str) -> Future[None]:
        """Take the words out of what was said at a table; that something was said stays, so numbers do."""

        def work(connection: Connection) -> None:
            said = (events.c.table_id == table) & (events.c.kind == "chat")
            owing = events.c.data.contains(OWES, autoescape=True)
            for which, kept in ((~owing, {"gone": True}), (owing, {"gone": True, "owes": True})):
                connection.execute(events.update().where(said, which).values(data=_dump(kept)))
            announce(connection, self._sender, News("talk", table))

        return self._writer.do(work)

    # --- reading

    def load(self, table: str, after: int = -1) -> Stored | None:
        """A table with the events after a number; None if there is no such table."""
        with self.engine.connect() as connection:
            head = connection.execute(select(tables).where(tables.c.id == table)).first()
            if head is None:
                return None
            rows = connection.execute(
                select(events).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
            )
            entries = tuple(
                Entry(row.seq, row.at, Event(row.kind, json.loads(row.data), row.mark)) for row in rows
            )
            return Stored(head.id, head.made, json.loads(head.setting), entries)

    def seats_of(self, hashed: str) -> tuple[str, int] | None:
        """The table and the seat that a key opens, by its hash."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(all_keys.c.table_id, all_keys.c.seat).where(all_keys.c.hash == hashed)
            ).first()
            return (row.table_id, row.seat) if row else None

    def ids(self) -> list[str]:
        """All tables, those first where something happened last."""
        with self.engine.connect() as connection:
            return list(connection.execute(_by_use().order_by(_LAST.desc())).scalars())

    def unused(self, before: int, most: int) -> list[str]:
        """So many tables at most where nothing has happened since, the oldest first."""
        query = _by_use().having(before > _LAST).order_by(_LAST).limit(most)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def owing(self) -> list[str]:
        """The tables where a computer owes a move: the last event says so, or the setting."""
        last = (
            select(events.c.table_id, func.max(events.c.seq).label("seq"))
            .group_by(events.c.table_id)
            .subquery()
        )
        query = (
            select(tables.c.id)
            .outerjoin(last, last.c.table_id == tables.c.id)
            .outerjoin(events, (events.c.table_id == tables.c.id) & (events.c.seq == last.c.seq))
            .where(func.coalesce(events.c.data, tables.c.setting).contains(OWES, autoescape=True))
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def check(self) -> None:
        """Whether the database can be read; raises if not."""
        with self.engine.connect() as connection:
            connection.execute(select(tables.c.id).limit(1)).first()

    def every(self) -> Iterator[Stored]:
        """All tables, one after the other."""
        for table in self.ids():
            stored = self.load(table)
            if stored is not None:
                yield stored


_LAST = func.coalesce(func.max(events.c.at), tables.c.made)
"""When something last happened at a table."""


def _by_use() -> Select[Any]:
    joined = select(tables.c.id).outerjoin(events, events.c.table_id == tables.c.id)
    return joined.group_by(tables.c.id, tables.c.made)


def wall_time() -> int:
    return time.time_ns() // 1_000_000


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
