"""Running a server: a backup is restored and played on, and the files in examples/server say what is true."""

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import postgres
import pytest
from tables import Page, serving, set_table, sit
from test_matrix import routes

from devtools.needs import postgresql as tools
from pavage.cli import main
from pavage.cli.common.arguments import Parser
from pavage.cli.serve import arguments
from pavage.server import limits
from pavage.server.app import create_app
from pavage.server.site.metrics import Metrics
from pavage.store import open_store
from pavage.words import words

EXAMPLES = Path(__file__).parent.parent / "examples" / "server"


def moves(client, name, *more):
    """What was played at a table, after these moves."""
    with sit(client, name) as socket:
        page = Page(socket)
        page.type(*more)
        return [move["text"] for move in page.state["moves"]]


def test_a_backup_is_restored_and_played_on(tmp_path, capsys):
    """As docs/operations.md says: the server runs while it is made; then the store is damaged."""
    file, copy = tmp_path / "pavage.db", tmp_path / "backup.db"
    url = f"sqlite:///{file}"
    with open_store(url) as store, serving(store=store) as client:
        name = set_table(client, clock="5m")
        race = client.post("/api/contests", json={"mode": "race", "names": ["", ""]}).json()["players"][0][
            "id"
        ]
        assert moves(client, name, "a1", "b2") == ["a1", "b2"]
        assert main(["backup", str(copy), "--database", url]) == 0
        moves(client, name, "c3")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as damaged:
        damaged.seek(2 * 4096)
        damaged.write(os.urandom(2 * 4096))
    late, rescued = tmp_path / "late.db", tmp_path / "rescued.db"
    assert main(["backup", str(late), "--lang", "en", "--database", url]) == 2
    assert "cannot be used" in capsys.readouterr().err and not list(tmp_path.glob("late.db*"))
    assert main(["doctor", "--database", url, "--rescue", str(rescued)]) == 1
    assert main(["backup", str(late), "--database", f"sqlite:///{rescued}"]) == 0
    assert main(["doctor", "--database", f"sqlite:///{late}"]) == 0
    for ending in ("-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
    shutil.copy(copy, file)
    capsys.readouterr()
    assert main(["doctor", "--lang", "en", "--database", url]) == 0
    assert capsys.readouterr().out.startswith("Everything adds up: 2 tables")
    with open_store(url) as store, serving(store=store) as client:
        assert moves(client, name) == ["a1", "b2"], "as it was when the copy was made"
        assert moves(client, name, "d4") == ["a1", "b2", "d4"], "with the keys that people have"
        with sit(client, race) as socket:
            assert Page(socket, keys=[]).state["you"] == [0]


def test_a_dump_of_postgresql_is_restored_and_played_on(postgresql, tmp_path):
    url = postgres.another(postgresql, "dumped")
    with open_store(url) as store, serving(store=store) as client:
        name = set_table(client)
        moves(client, name, "a1", "b2")
        dump = tmp_path / "pavage.dump"
        subprocess.run([tools() / "pg_dump", "--format=custom", "-f", dump, url], check=True, timeout=60)
        moves(client, name, "c3")
    again = postgres.another(postgresql, "restored")
    subprocess.run([tools() / "pg_restore", "--no-owner", "-d", again, dump], check=True, timeout=60)
    assert main(["doctor", "--database", again]) == 0
    with open_store(again) as store, serving(store=store) as client:
        assert moves(client, name, "d4") == ["a1", "b2", "d4"]


def counted():
    """The names of all numbers that are given out."""
    text = Metrics().text(0, 0, True)
    return {line.split("{")[0].split()[0] for line in text.splitlines() if not line.startswith("#")}


@pytest.mark.parametrize("file", ["grafana.json", "pavage.rules.yml"])
def test_dashboard_and_alarms_ask_for_numbers_that_there_are(file):
    named = set(re.findall(r"pavage_\w+", (EXAMPLES / file).read_text(encoding="utf-8")))
    assert named - {"pavage_addresses"} <= counted() and "pavage_ready" in named


def test_the_dashboard_shows_every_number():
    shown = (EXAMPLES / "grafana.json").read_text(encoding="utf-8")
    told = json.loads(shown)
    assert len({panel["id"] for panel in told["panels"]}) == len(told["panels"]) == 9
    missing = {name for name in counted() if name.removesuffix("_sum").removesuffix("_count") not in shown}
    assert missing == {"pavage_start_time_seconds"}


def test_every_number_is_explained():
    text = (EXAMPLES.parent.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    plain = {re.sub(r"_(bucket|sum|count)$", "", name) for name in counted()}
    assert [name for name in sorted(plain) if f"`{name}`" not in text] == []


def test_the_unit_starts_the_server_with_options_that_there_are():
    unit = (EXAMPLES / "pavage.service").read_text(encoding="utf-8")
    command = shlex.split(re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1])
    assert command[1] == "serve"
    parser = Parser("serve", words("en"))
    arguments(parser)
    given = parser.read(command[2:])
    assert (given.port, given.public, given.no_browser) == ("8000", "https://games.example", True)
    for line in unit.splitlines():
        assert not line or line[0] in "#[" or re.match(r"^\w+=", line), line


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_the_proxies_agree_with_the_server(file):
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    assert "127.0.0.1:8000" in text and "games.example" in text
    assert "/metrics" in text and "/healthz" in text
    size = int(re.search(r"(?:client_max_body_size|max_size) (\d+)", text)[1])
    assert size * 1024 == limits.BODY
    assert text.count("{") == text.count("}")
    headers = (EXAMPLES / "pavage_proxy.conf").read_text(encoding="utf-8")
    assert "X-Forwarded-For $remote_addr;" in headers, "what a visitor claims is not passed on"


def test_nginx_passes_on_every_socket():
    """A route for sockets that its one location does not match would be answered by 426 behind nginx."""
    text = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
    pattern = re.search(r"location ~ (\S+) \{[^}]*Upgrade", text)[1]
    sockets = [each.split()[1] for each in routes(create_app().routes) if each.startswith("SOCKET")]
    assert len(sockets) >= 2 and all(re.search(pattern, path) for path in sockets)
