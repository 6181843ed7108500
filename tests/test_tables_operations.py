"""What somebody who runs a server needs: doctor, backup, health, numbers, logs, a server that ends well."""

import asyncio
import gc
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tables import OURS, Never, Page, ask, serving, set_table, sit, start

from pavage.cli import main
from pavage.server.site.guard import HEADERS
from pavage.server.site.metrics import Lines
from pavage.store import Event, open_store
from pavage.store.default_store import default_url


@pytest.fixture
def url(tmp_path):
    """A store with one game of two moves."""
    url = f"sqlite:///{tmp_path}/pavage.db"
    with open_store(url) as store, serving(store=store) as client:
        name = set_table(client)
        with sit(client, name) as socket:
            Page(socket).type("a1", "b2")
    return url


def test_the_doctor(url, capsys):
    assert main(["doctor", "--lang", "en", "--database", url]) == 0
    assert capsys.readouterr().out == "Everything adds up: 1 tables, 2 events.\n"
    with open_store(url) as store:
        (name,) = store.ids()
        store.append(name, 2, [Event("move", {"move": [0], "t": 5})]).result(60)
    assert main(["doctor", "--lang", "en", "--database", url]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{name}, event 2: move: IllegalMove") and "1 of 1 tables (3 events)" in told
    assert main(["doctor", "--json", "--database", url]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["tables"], told["events"], told["wrong"][0]["event"]) == (1, 3, 2)


def test_a_backup_of_a_store_in_use(url, tmp_path, capsys):
    copy = tmp_path / "copy.db"
    with open_store(url) as store:  # somebody has it open, and its last words lie in the -wal file
        (name,) = store.ids()
        store.append(name, 2, [Event("move", {"move": [12], "t": 5.0, "text": "c3"})]).result(60)
        assert main(["backup", str(copy), "--lang", "en", "--database", url]) == 0
    assert capsys.readouterr().out == f"1 tables copied to {copy}.\n"
    assert sqlite3.connect(copy).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(tmp_path.glob("copy.db?*"))
    with open_store(f"sqlite:///{copy}") as store:
        assert len(store.load(name).entries) == 3
    assert main(["doctor", "--database", f"sqlite:///{copy}"]) == 0
    assert main(["backup", str(copy), "--lang", "en", "--database", url]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, line",
    [
        (["backup"], "FILE"),
        (["backup", "x.db", "--database", "postgresql://a:secret@b/c"], "use pg_dump"),
        (["backup", "x.db", "--database", "sqlite:////nowhere/at/all.db"], "no such file"),
        (
            ["doctor", "--database", "nonsense"],
            "“nonsense” is not the address of a store: for a file, sqlite:///",
        ),
        (["doctor", "--database", "oracle://a:secret@b/c"], "The store b/c cannot be used"),
        (["serve", "--database", "nonsense", "--port", "0", "--no-browser"], "“nonsense” is not the address"),
        (
            ["serve", "--database", "sqlite://", "--port", "0", "--no-browser"],
            "“sqlite://” is not the address",
        ),
        (["doctor", "--database", "sqlite:///:memory:"], "“sqlite:///:memory:” is not the address"),
        (
            ["backup", "x.db", "--database", "sqlite:///file:a?mode=memory&uri=true"],
            "is not the address of a",
        ),
        (
            ["serve", "--database", f"sqlite:///{__file__}/a.db", "--port", "0", "--no-browser"],
            "The store sqlite",
        ),
        (["serve", "--public", "games.example", "--no-browser"], "--public"),
        (["serve", "--forget-after", "0", "--no-browser"], "--forget-after"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments, line, capsys):
    assert main([*arguments, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert line in told and told.count("\n") == 1 and "secret" not in told


def test_where_the_store_lies(monkeypatch, tmp_path):
    monkeypatch.delenv("PAVAGE_DATABASE", raising=False)
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert default_url() == f"sqlite:///{tmp_path}/pavage/pavage.db"
    monkeypatch.setenv("PAVAGE_DATABASE", "sqlite:///elsewhere.db")
    assert default_url() == "sqlite:///elsewhere.db"


def test_health(monkeypatch):
    with serving() as client:
        answer = client.get("/healthz")
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert client.get("/healthz/ready").text == client.get("/healthz/live").text == "ok\n"
        monkeypatch.setattr("pavage.server.site.health.FRESH", 0.0)
        client.get("/healthz")
        time.sleep(1.01)  # what was just said is said again for a second
        monkeypatch.setattr(client.app.state.rooms.store, "try_writing", lambda: 1 / 0)
        answer = client.get("/healthz")
        assert (answer.status_code, answer.text) == (
            503,
            "the database cannot be written: division by zero\n",
        )
        assert client.get("/healthz/live").status_code == 200, "it need not be started again"
        assert "\npavage_ready 0\n" in client.get("/metrics").text


def test_metrics():
    with serving(Never(1)) as client:
        with sit(client, set_table(client, ({}, {"level": "easy"}))) as socket:
            page = Page(socket)
            page.after(touch=[12])
            page.send("refused", touch=[13])
            answer = client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        for line in answer.text.splitlines():
            assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+({le="[\d.+Inf]+"})? [\d.e+-]+', line), line
        found = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if line[0] != "#")
        assert (found["pavage_sockets"], found["pavage_rooms"], found["pavage_searches"]) == ("1", "1", "1")
        assert found["pavage_append_seconds_count"] == "1" and found["pavage_refusals_total"] == "1"
        assert float(found["pavage_append_seconds_sum"]) > 0


def test_what_a_callback_or_a_task_raises_is_counted_and_logged(caplog):
    def callback(secret):
        raise ZeroDivisionError

    async def task():
        raise LookupError

    async def both():
        asyncio.get_running_loop().call_soon(callback, "hush")
        await asyncio.wait([asyncio.create_task(task())])
        gc.collect()

    with serving() as client:
        client.portal.call(both)
        assert client.app.state.metrics.failures == 2
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert {record.exc_info[0] for record in errors} == {ZeroDivisionError, LookupError}
    assert not any("hush" in Lines().format(record) for record in errors)


def test_a_public_address(tmp_path):
    body = {"game": "hex", "chairs": [{}, {}]}
    with serving(public="https://games.example") as client:

        def answer(host, origin):
            return client.post("/api/tables", json=body, headers={"host": host, "origin": origin}).status_code

        assert answer("games.example", "https://games.example") == 201
        assert answer("games.example", "http://games.example") == 403
        assert answer("games.example", "https://evil.example") == 403
        assert answer("evil.example", "https://evil.example") == 421
        assert answer("127.0.0.1", OURS) == 201
        assert answer("127.0.0.1", "https://games.example") == 403


def test_the_policy_is_strict():
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy


def test_a_server_ends_well_and_its_log_is_json(tmp_path):
    process, address = start(f"sqlite:///{tmp_path}/pavage.db", "--log")
    body = {"game": "hex", "chairs": [{"name": "Zoé"}, {"name": "Bo"}], "clock": "5m"}
    told = json.loads(ask(f"{address}api/tables", body))
    assert ask(f"{address}healthz") == "ok\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    _, log = process.communicate(timeout=60)
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"started", "table set", "ended"} <= {line["what"] for line in lines}
    assert all({"at", "level", "what"} <= set(line) for line in lines)
    assert "Zoé" not in log and not any(key in log for key in told["keys"]), "nobody's name or key is in it"
    with open_store(f"sqlite:///{tmp_path}/pavage.db") as store:
        (passed,) = store.load(told["id"]).entries
        assert passed.event.kind == "passed" and passed.event.data["left"][0] < 299.9


def test_the_bot_of_the_documentation_plays_a_game(tmp_path):
    text = (Path(__file__).parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    process, address = start(f"sqlite:///{tmp_path}/pavage.db")
    small = program.replace('"size": 5', '"size": 2').replace("beginner", "random")
    small = small.replace("127.0.0.1:8000", address.split("/")[2])
    try:
        done = subprocess.run([sys.executable, "-c", small], capture_output=True, text=True, timeout=60)
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert re.match(r"You (won|lost): ", done.stdout) and done.returncode == 0, done.stderr


def test_a_killed_server_is_started_again(tmp_path):
    process, address = start(f"sqlite:///{tmp_path}/pavage.db")
    told = json.loads(ask(f"{address}api/tables", {"game": "hex", "chairs": [{}, {}]}))
    process.kill()
    process.communicate(timeout=60)
    process, address = start(f"sqlite:///{tmp_path}/pavage.db")
    assert "game: hex" in ask(f"{address}api/tables/{told['id']}/record")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (0, "", "")
