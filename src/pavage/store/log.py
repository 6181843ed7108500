"""The log: read at once, written by one thread that commits many appends together.

An append is acknowledged only when it is durable. Whoever appends says which number the first event gets; if
somebody else was faster the append does nothing and raises Conflict. The same append sent twice, known by its
mark and its words, succeeds twice and is stored once.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from pavage.store.checksums import event_sum, is_whole, table_sum
from pavage.store.engine import make_engine, migrate
from pavage.store.entries import Entry, Event, Stored
from pavage.store.failures import Conflict, Damaged, StillUsed, StoreFailed
from pavage.store.news import Listening, News, announce
from pavage.store.schema import events, tables
from pavage.store.schema import keys as all_keys
from pavage.store.writer import Writer

OWES = '"owes":true'
"""How an event says that a computer owes a move after it. What people write looks otherwise in JSON."""

DAMAGE = ("malformed", "not a database", "Could not decode")
"""How a database says that a page, or a text, is not what was written."""


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

    @property
    def shared(self) -> bool:
        """Whether several servers may use it at once. An SQLite file has but one."""
        return self.engine.dialect.name == "postgresql"

    def listen(self, tell: Callable[[News], None]) -> Listening | None:
        """Be told, in a thread of its own, what other servers write here, and when one of them has died."""
        if not self.shared:
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
            connection.execute(insert(tables).values(table_row(table, wall_time(), dumped(setting))))
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
            event_row(table, seq + place, now, event.kind, event.mark, dumped(event.data))
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

    def tell(self, news: News) -> None:
        """Tell the other servers at this database something that need not be kept, if there are any."""
        if self.shared:
            self._writer.do(lambda connection: announce(connection, self._sender, news))

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

    def remove(self, table: str, unless_since: int | None = None) -> Future[None]:
        """Forget a table and all its events; raises StillUsed if something happened `unless_since`."""

        def work(connection: Connection) -> None:
            if unless_since is not None:
                # Nobody can insert an event while the row that it refers to is locked.
                connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
                used = select(events.c.seq).where(events.c.table_id == table, events.c.at >= unless_since)
                if connection.execute(used.limit(1)).first() is not None:
                    raise StillUsed(table)
            self._delete(connection, table)
            announce(connection, self._sender, News("gone", table))

        return self._writer.do(work)

    def sweep(self) -> None:
        """Empty SQLite's write-ahead log: what was removed could be read in that file for long."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @staticmethod
    def _delete(connection: Connection, table: str) -> None:
        for rows, where in (
            (events, events.c.table_id),
            (all_keys, all_keys.c.table_id),
            (tables, tables.c.id),
        ):
            connection.execute(delete(rows).where(where == table))

    def forget_talk(self, table: str) -> Future[None]:
        """Take the words out of what was said at a table; that something was said stays, so numbers do.

        Other servers are told up to which event: what is said later stays.
        """

        def work(connection: Connection) -> None:
            said = (events.c.table_id == table) & (events.c.kind == "chat")
            last = -1
            for row in connection.execute(select(events).where(said)).all():
                last = max(last, row.seq)
                kept = dumped({"gone": True, "owes": True} if OWES in row.data else {"gone": True})
                changed = event_row(table, row.seq, row.at, row.kind, row.mark, kept)
                connection.execute(events.update().where(said, events.c.seq == row.seq).values(changed))
            announce(connection, self._sender, News("talk", table, last))

        return self._writer.do(work)

    # --- reading

    def load(self, table: str, after: int = -1) -> Stored | None:
        """A table with the events after a number; None if there is no such table."""
        with self._reading() as connection:
            # The events first: had the table been deleted before they were read, it is not there afterwards.
            rows = connection.execute(
                select(events).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
            ).all()
            head = connection.execute(select(tables).where(tables.c.id == table)).first()
            if head is None:
                return None
            return Stored(head.id, head.made, setting_of(head), tuple(entry_of(row) for row in rows))

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection; what the database cannot read raises Damaged, or StoreFailed if it is not there."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            reason = str(error.__cause__ or error).partition(" with text ")[0]  # never what people wrote
            raise (Damaged if any(word in reason for word in DAMAGE) else StoreFailed)(reason) from error

    def seats_of(self, hashed: str) -> tuple[str, int] | None:
        """The table and the seat that a key opens, by its hash."""
        with self._reading() as connection:
            row = connection.execute(
                select(all_keys.c.table_id, all_keys.c.seat).where(all_keys.c.hash == hashed)
            ).first()
            return (row.table_id, row.seat) if row else None

    def ids(self) -> list[str]:
        """All tables, those first where something happened last."""
        with self._reading() as connection:
            return list(connection.execute(_by_use().order_by(_LAST.desc())).scalars())

    def ids_of(self, kind: str) -> list[str]:
        """All tables of a kind: those whose setting begins with this word."""
        begins = tables.c.setting.startswith(f'{{"{kind}":', autoescape=True)
        with self._reading() as connection:
            return list(connection.execute(select(tables.c.id).where(begins)).scalars())

    def unused(self, before: int, most: int) -> list[str]:
        """So many tables at most where nothing has happened since, the oldest first."""
        query = _by_use().having(before > _LAST).order_by(_LAST).limit(most)
        with self._reading() as connection:
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
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def try_writing(self) -> Future[None]:
        """Set a table where something happens and take it away again, all on the disk; raises if that fails.

        It asks the database for all that a new table needs: pages that can be read, and place for more.
        """
        name = secrets.token_urlsafe(16)

        def work(connection: Connection) -> None:
            connection.execute(insert(tables).values(table_row(name, wall_time(), "{}")))
            connection.execute(insert(events).values(event_row(name, 0, wall_time(), "chat", "", "{}")))
            connection.execute(insert(all_keys).values(hash=name, table_id=name, seat=0))
            self._delete(connection, name)

        return self._writer.do(work)

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


def table_row(name: str, made: int, setting: str) -> dict[str, Any]:
    """A row of `tables`."""
    return {"id": name, "made": made, "setting": setting, "checksum": table_sum(name, made, setting)}


def event_row(table: str, seq: int, at: int, kind: str, mark: str, data: str) -> dict[str, Any]:
    """A row of `events`."""
    told = {"table_id": table, "seq": seq, "at": at, "kind": kind, "mark": mark, "data": data}
    return {**told, "checksum": event_sum(table, seq, at, kind, mark, data)}


def setting_of(row: Row[Any]) -> dict[str, Any]:
    """The setting in a row of `tables`; raises Damaged if it is not what was written."""
    return _whole(row.setting, row.checksum, table_sum(row.id, row.made, row.setting))


def entry_of(row: Row[Any]) -> Entry:
    """The event in a row of `events`; raises Damaged if it is not what was written."""
    expected = event_sum(row.table_id, row.seq, row.at, row.kind, row.mark, row.data)
    return Entry(row.seq, row.at, Event(row.kind, _whole(row.data, row.checksum, expected), row.mark))


def _whole(text: str, checksum: int | None, expected: int) -> dict[str, Any]:
    """The JSON object that a row holds."""
    if not is_whole(checksum, expected):
        raise Damaged("it is not what was written")
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise Damaged("it cannot be read") from None
    if not isinstance(data, dict):
        raise Damaged("it is not what was written")
    return data


def wall_time() -> int:
    return time.time_ns() // 1_000_000


def dumped(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
