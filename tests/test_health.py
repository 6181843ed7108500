"""A server whose database was damaged, filled up, deleted or lost says so, and says what it is."""

import json
import os
import resource
import shutil
import sqlite3
import sys
import threading
import time
import urllib.error
from contextlib import closing
from types import SimpleNamespace

import postgres
import pytest
from sqlalchemy import create_engine, event, text
from tables import ask, serving, start

from pavage.cli import main
from pavage.server.site import health as health_of_server
from pavage.store import file_check, open_store
from pavage.store.lock import only_server

TABLE = {"game": "hex", "chairs": [{}, {}]}


@pytest.fixture
def asked_anew(monkeypatch):
    """Each answer is found out, though the last one is not a second old."""
    monkeypatch.setattr(health_of_server, "FRESH", 0.0)
    monkeypatch.setattr(health_of_server, "RARELY", 0)


def said(client):
    answer = client.get("/healthz")
    assert client.get("/healthz/live").text == "ok\n"
    assert answer.text.count("\n") == 1
    return answer.status_code, answer.text


@pytest.mark.usefixtures("asked_anew")
def test_every_damaged_page(tmp_path):
    """Each in turn, while the server runs: it is told, and when the page is as it was all is well."""
    file = tmp_path / "pavage.db"
    with open_store(f"sqlite:///{file}") as store, serving(store=store) as client:
        for _ in range(20):
            assert client.post("/api/tables", json=TABLE).status_code == 201
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = file.read_bytes()
        assert len(whole) > 10 * 4096
        for place in range(4096, len(whole), 4096):
            damaged = bytearray(whole)
            damaged[place : place + 4096] = b"\xa5" * 4096
            file.write_bytes(damaged)
            code, reason = said(client)
            assert code == 503 and reason.startswith("the database is damaged"), (place, reason)
            assert "\npavage_ready 0\n" in client.get("/metrics").text
            file.write_bytes(whole)
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.usefixtures("asked_anew")
def test_a_file_that_is_gone_or_another(tmp_path, monkeypatch):
    """Wherever the server was started, and whoever has changed its folder since."""
    file, elsewhere = tmp_path / "pavage.db", tmp_path / "elsewhere.db"
    monkeypatch.chdir(tmp_path)
    with open_store("sqlite:///pavage.db") as store, serving(store=store) as client:
        monkeypatch.chdir("/")
        assert said(client) == (200, "ok\n")
        file.rename(elsewhere)
        assert said(client) == (503, "the file of the database is gone\n")
        shutil.copy(elsewhere, file)
        assert "exchanged for another" in said(client)[1]
        elsewhere.replace(file)
        assert said(client) == (200, "ok\n"), "it is back"


@pytest.mark.usefixtures("asked_anew")
@pytest.mark.parametrize(
    ("pages", "reason"),
    [
        (0, "the file of the database is empty"),
        (1, "the database is damaged"),
        (9, "the database is damaged"),
    ],
)
def test_a_file_that_is_cut_off(tmp_path, pages, reason):
    file = tmp_path / "pavage.db"
    with open_store(f"sqlite:///{file}") as store, serving(store=store) as client:
        for _ in range(20):
            assert client.post("/api/tables", json=TABLE).status_code == 201
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.truncate(file, pages * 4096)
        for _ in range(3):
            code, line = said(client)
            assert code == 503 and line.startswith(reason), line


@pytest.mark.usefixtures("asked_anew")
def test_a_store_that_somebody_else_has_locked(tmp_path, monkeypatch):
    monkeypatch.setattr(health_of_server, "PATIENCE", 0.05)
    file = tmp_path / "pavage.db"
    with (
        open_store(f"sqlite:///{file}") as store,
        serving(store=store) as client,
        closing(sqlite3.connect(file, isolation_level=None)) as connection,
    ):
        connection.execute("BEGIN EXCLUSIVE")
        assert said(client) == (503, "the database has not answered within 0.05 seconds\n")


@pytest.mark.usefixtures("asked_anew")
def test_a_disk_without_place(tmp_path, monkeypatch):
    with open_store(f"sqlite:///{tmp_path}/pavage.db") as store, serving(store=store) as client:
        monkeypatch.setattr(file_check.shutil, "disk_usage", lambda _: SimpleNamespace(free=5000))
        assert said(client) == (503, "the disk of the database is full\n")


@pytest.mark.usefixtures("asked_anew")
def test_a_store_that_may_only_be_read(tmp_path):
    with open_store(f"sqlite:///{tmp_path}/pavage.db") as store:

        @event.listens_for(store.engine, "begin")
        def only_read(connection):
            connection.exec_driver_sql("PRAGMA query_only = 1")

        with serving(store=store) as client:
            wanted = (503, "the database cannot be written: attempt to write a readonly database\n")
            assert said(client) == wanted


@pytest.mark.usefixtures("asked_anew")
def test_a_store_that_never_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(health_of_server, "PATIENCE", 0.05)
    with open_store(f"sqlite:///{tmp_path}/pavage.db") as store, serving(store=store) as client:
        gate = threading.Event()
        store._writer.do(lambda _: gate.wait(60) and None)
        assert said(client) == (503, "the database has not answered within 0.05 seconds\n")
        gate.set()


@pytest.mark.usefixtures("asked_anew")
def test_a_lost_database(postgresql):
    database = postgres.another(postgresql, "lost")
    address = postgresql.replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with open_store(database) as store, serving(store=store) as client, engine.connect() as connection:
        assert said(client) == (200, "ok\n")
        connection.execute(text("ALTER DATABASE lost ALLOW_CONNECTIONS false"))
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lost'"
        connection.execute(text(end)).all()
        code, reason = said(client)
        assert code == 503 and reason.startswith("the database cannot be written: ")
        connection.execute(text("ALTER DATABASE lost ALLOW_CONNECTIONS true"))
        assert said(client) == (200, "ok\n"), "it is there again"
    engine.dispose()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process can be set on Linux only")
def test_a_full_disk(tmp_path):
    """No file of the server may grow any longer, as on a disk that is full."""
    process, address = start(f"sqlite:///{tmp_path}/pavage.db")
    try:
        told = json.loads(ask(f"{address}api/tables", TABLE))
        before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        assert asked(f"{address}healthz") == (503, "the database cannot be written: disk I/O error\n")
        assert asked(f"{address}api/tables", TABLE)[0] == 503
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
        deadline = time.monotonic() + 60
        while asked(f"{address}healthz") != (200, "ok\n"):
            assert time.monotonic() < deadline, "there is place again"
            time.sleep(0.2)
        assert "game: hex" in ask(f"{address}api/tables/{told['id']}/record")
    finally:
        process.terminate()
        process.communicate(timeout=60)


def asked(address, body=None):
    try:
        return 200, ask(address, body)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_file_with_two_names_is_refused_in_one_line(tmp_path, capsys):
    """Each name would have a write-ahead log of its own, and SQLite would mix them up."""
    file = tmp_path / "pavage.db"
    open_store(f"sqlite:///{file}").close()
    (tmp_path / "elsewhere").mkdir()
    os.link(file, tmp_path / "elsewhere" / "other.db")
    for name in (file, tmp_path / "elsewhere" / "other.db"):
        arguments = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{name}"]
        for language, word in (("en", "a hard link"), ("fr", "un lien dur")):
            assert main([*arguments, "--lang", language]) == 2
            told = capsys.readouterr().err
            assert word in told and str(name) in told and told.count("\n") == 1


def test_a_lock_that_cannot_be_made_is_no_other_server(tmp_path, capsys):
    (tmp_path / "pavage.db-server").mkdir()
    arguments = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{tmp_path}/pavage.db"]
    assert main([*arguments, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert "unable to open" in told and "Another Pavage" not in told and told.count("\n") == 1


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_second_server_by_a_link(tmp_path, linked, capsys):
    folder = tmp_path / "real"
    folder.mkdir()
    file = folder / "pavage.db"
    if linked == "file":
        other = tmp_path / "link.db"
        other.symlink_to(file)
    else:
        (tmp_path / "link").symlink_to(folder, target_is_directory=True)
        other = tmp_path / "link" / "pavage.db"
    with only_server(f"sqlite:///{file}"):
        arguments = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{other}"]
        for language, word in (("en", "Another Pavage server"), ("fr", "Un autre serveur")):
            assert main([*arguments, "--lang", language]) == 2
            told = capsys.readouterr().err
            assert word in told and told.count("\n") == 1
