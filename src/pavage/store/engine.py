"""The database itself: how it is opened, and how its tables are brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url

from pavage.store.failures import NewerStore, StoreFailed

PATIENCE = 10.0
"""Seconds to wait for somebody else who is writing."""


def make_engine(url: str) -> Engine:
    """SQLite in WAL mode that waits for the disk, or PostgreSQL as it is."""
    address = make_url(url)
    if address.get_backend_name() == "postgresql":
        # Whoever installs us with PostgreSQL has psycopg 3; the plain name would mean version 2.
        return create_engine(address.set(drivername="postgresql+psycopg"), pool_size=4, pool_pre_ping=True)
    if address.database:
        make_folder_of(Path(address.database))
    engine = create_engine(address, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def make_folder_of(file: Path) -> None:
    """So that a new store can be written there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed(f"{file.parent}: {error.strerror}") from error


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring the tables up to date; an empty database gets them all."""
    with engine.begin() as connection:
        if not is_current(version_of(connection)):
            command.upgrade(configuration(connection), "head")


def version_of(connection: Connection) -> str | None:
    """The version of the tables; None if there are none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def is_current(version: str | None) -> bool:
    """Whether tables of this version are up to date; raises NewerStore if a newer Pavage has made them."""
    known = [script.revision for script in ScriptDirectory.from_config(configuration(None)).walk_revisions()]
    if version is not None and version not in known:
        raise NewerStore(version, known[0])
    return version == known[0]


def configuration(connection: Any) -> Config:
    """What Alembic needs to know, given a connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
