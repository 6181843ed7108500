"""A PostgreSQL server of our own for the tests, on a socket in a temporary folder, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import create_engine, text

from devtools.needs import postgresql


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a running server with an empty database."""
    tools = postgresql()
    assert tools is not None
    folder = Path(tempfile.mkdtemp(prefix="pavage-pg-"))
    # PostgreSQL will not run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres")

    def run(program: str, *arguments: str) -> None:
        command = [*user, str(tools / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=60)

    data = str(folder / "data")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    run("initdb", "-D", data, "-A", "trust", "-U", "pavage", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
    try:
        run("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql://pavage@/postgres?host={folder}"
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def another(url: str, name: str) -> str:
    """The address of one more database on this server, empty."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?")


def empty(url: str) -> None:
    """Drop all there is in the database at this address."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
