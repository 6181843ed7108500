"""Stores that were damaged: each loss is named, what is called whole is, and the rest can be played on."""

import json
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from conftest import every, full
from sqlalchemy import text
from tables import PEOPLE, Page, serving, set_table, sit

from pavage.cli import main
from pavage.server.doctor import all_wrong
from pavage.store import Damaged, Event, NewerStore, open_store
from pavage.store.file_check import log_of
from pavage.store.inspection import inspecting

BEFORE = Path(__file__).parent / "data" / "before" / "tables.db"
PAGE, FRAME = 4096, 4096 + 24


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store of many tables on many pages, at rest: its file, and its tables."""
    file = tmp_path_factory.mktemp("whole") / "pavage.db"
    with open_store(f"sqlite:///{file}") as store, serving(store=store) as client:
        for number in range(12):
            name = set_table(client, size=4, options={"size": 4, "swap": "none"}, clock="5m")
            with sit(client, name) as socket:
                page = Page(socket)
                page.type(*[f"{column}{row}" for row in range(1, 3) for column in "abcd"][: number % 8])
                page.send("state", chat=f"well played {number} " + "so well " * 40)
        line = {"person": 0, "name": "Ada", "at": 1, "t": 999.0}
        for number in range(30):
            chat = Event("chat", {**line, "text": f"{number} " * 60})
            store.append(name, len(store.load(name).entries), [chat]).result(60)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file, look_through(file)[1]


@pytest.fixture
def damaged(whole, tmp_path):
    """A copy to be damaged."""
    return Path(shutil.copy(whole[0], tmp_path / "damaged.db"))


@pytest.fixture(params=["with the sqlite3 program", "without"])
def program(request, monkeypatch, tmp_path):
    if request.param == "without":
        monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def look_through(file):
    with inspecting(f"sqlite:///{file}") as store:
        tables = {table.id: table for table in store.tables()}
        wrong = {name: all_wrong(table) for name, table in tables.items()}
        return store.problems, tables, wrong, store.complete


def doctor(file, *arguments):
    return main(["doctor", "--lang", "en", "--database", f"sqlite:///{file}", *arguments])


def overwrite(file, place, data):
    with file.open("r+b") as written:
        written.seek(place)
        written.write(data)


def change(file, *changes):
    with closing(sqlite3.connect(file)) as connection, connection:
        for sql, *values in changes:
            assert connection.execute(sql, values).rowcount == 1


def pages_of(file):
    return range(file.stat().st_size // PAGE)


def check(before, file):
    """Compare what is found with the undamaged store; whether pages are damaged, and all losses are known."""
    problems, tables, wrong, complete = look_through(file)
    for name, found in tables.items():
        assert all(before[name].entries[number] == entry for number, entry in found.entries.items())
    if complete:
        for name, table in before.items():
            named = {damage.event for damage in wrong[name]}
            assert tables[name].setting == table.setting or -1 in named
            assert table.entries.keys() <= tables[name].entries.keys() | named
    return bool(problems), complete


def test_a_whole_store_is_whole(whole, capsys):
    file, tables = whole
    before = file.read_bytes()
    assert doctor(file) == 0 and "Everything adds up: 12 tables" in capsys.readouterr().out
    assert file.read_bytes() == before and len(tables) == 12
    assert len(pages_of(file)) > 15, "there are pages of every kind"


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize("how", ["random", "zeros", "another"])
def test_every_damaged_page_is_found_and_every_loss_named(whole, damaged, how):
    file, before = whole
    data = file.read_bytes()
    for page in every(pages_of(file), 8):
        following = (page + 1) % len(pages_of(file)) * PAGE
        fill = {"random": random.Random(page).randbytes(PAGE), "zeros": bytes(PAGE)}
        shutil.copy(file, damaged)
        overwrite(damaged, page * PAGE, fill.get(how, data[following : following + PAGE]))
        assert check(before, damaged) == (True, True), page


@pytest.mark.usefixtures("program")
def test_no_row_is_lost_with_a_page_that_only_leads_to_it(whole, damaged):
    file, before = whole
    leading = [page for page in pages_of(file) if file.read_bytes()[page * PAGE] == 5]
    assert leading
    for page in [0, *leading]:
        shutil.copy(file, damaged)
        overwrite(damaged, page * PAGE, bytes(PAGE))
        problems, tables, wrong, _ = look_through(damaged)
        assert problems and not any(wrong.values())
        assert {name: table.entries for name, table in tables.items()} == {
            name: table.entries for name, table in before.items()
        }


def test_losses_are_named_by_each_page_of_the_index(tmp_path):
    """Though the page that leads to them is damaged as well, so that there may be losses without a name."""
    file = tmp_path / "a.db"
    with open_store(f"sqlite:///{file}") as store:
        store.create("t1", {"keys": []}).result(60)
        store.append("t1", 0, [Event("chat", {"text": str(seq) * 9}) for seq in range(900)]).result(60)
    with closing(sqlite3.connect(file)) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master"))
    data = file.read_bytes()
    last_rows = data.rfind(b"899899899") // PAGE
    for page in (last_rows, roots["sqlite_autoindex_events_1"] - 1):
        overwrite(file, page * PAGE, bytes(PAGE))
    _, tables, _, complete = look_through(file)
    named = {damage.event for damage in tables["t1"].damage}
    assert not complete and 899 in named and tables["t1"].entries.keys() | named == set(range(900))


def test_no_table_is_named_that_never_was(whole, damaged):
    """In one row, the name of a table has other bytes in its middle."""
    file, before = whole
    data = file.read_bytes()
    for name in (name.encode() for name in list(before)[::4]):
        shutil.copy(file, damaged)
        overwrite(damaged, data.find(name) + 9, b"\0\xff\0")
        assert check(before, damaged) == (True, True) and look_through(damaged)[1].keys() == before.keys()


@pytest.mark.usefixtures("program")
def test_several_damaged_pages_and_a_file_that_is_cut_off(whole, damaged, tmp_path, capsys):
    file, before = whole
    dice, saved = random.Random(5), tmp_path / "saved.db"
    for length in [None, *(dice.randrange(PAGE, file.stat().st_size) for _ in range(full(50, 10)))]:
        damaged.write_bytes(file.read_bytes()[:length])
        for page in dice.sample(pages_of(damaged), min(3, len(pages_of(damaged)))):
            overwrite(damaged, page * PAGE, dice.randbytes(PAGE))
        if doctor(damaged, "--json", "--rescue", str(saved)) == 2:
            assert "nothing in it can be read" in capsys.readouterr().err
            continue
        check(before, damaged)
        assert doctor(saved, "--json") == 0, "what was saved adds up"
        saved.unlink()


def test_a_changed_event_is_named_and_its_table_not_opened(whole, damaged, capsys):
    """SQLite sees no damage: the text of a move is another, and still JSON."""
    place = whole[0].read_bytes().find(b'"text":"b1"') + 8
    overwrite(damaged, place, b"d")
    assert doctor(damaged) == 1
    changed, bad, good, *_ = capsys.readouterr().out.splitlines()
    name, event = changed.removesuffix(": it is not what was written").split(", event ")
    assert whole[1][name].entries[int(event)].event.data["text"] == "b1"
    assert bad.startswith("Something does not add up in 1 of 12 tables")
    assert good.startswith("Whole: ") and name not in good and good.count(",") == 10
    with open_store(f"sqlite:///{damaged}") as store, serving(store=store) as client:
        with pytest.raises(Damaged):
            store.load(name)
        answer = client.get(f"/api/tables/{name}/record")
        assert answer.status_code == 503 and "damaged" in answer.json()["error"]
        with sit(client, name) as socket:
            message = socket.receive_json()
            assert message["kind"] == "refused" and "damaged" in message["sentence"]


@pytest.mark.parametrize("data", ["[1]", "{", "null", '{"t": "x"}', '{"move": 5, "t": 1}', "", "\udcff"])
def test_an_event_that_is_nonsense_ends_nothing(tmp_path, data, capsys):
    """As an older version wrote it, without a checksum; the file itself stays as it is."""
    file = Path(shutil.copy(BEFORE, tmp_path / "a.db"))
    assert doctor(file) == 0 and file.read_bytes() == BEFORE.read_bytes()
    assert "9 tables" in capsys.readouterr().out
    with closing(sqlite3.connect(file)) as connection:
        (name,) = connection.execute("SELECT table_id FROM events GROUP BY 1 HAVING count(*) > 4").fetchone()
    nonsense = "UPDATE events SET data = CAST(? AS TEXT), kind = 'move' WHERE table_id = ? AND seq = 1"
    change(file, [nonsense, data.encode("utf-8", "surrogateescape"), name])
    assert doctor(file, "--json", "--rescue", str(tmp_path / "saved.db")) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["tables"], len(report["whole"])) == (9, 8)
    assert {each["table"] for each in report["wrong"]} == {name} and report["wrong"][0]["event"] == 1
    assert doctor(tmp_path / "saved.db") == 0


def test_a_rescued_store_is_played_on(whole, damaged, tmp_path, capsys):
    """Something said is damaged: nothing else is lost. A move is: the table goes back to before it."""
    saved, before = tmp_path / "new" / "saved.db", whole[1]
    talking, moving, untouched = (
        next(name for name, table in before.items() if table.count == count) for count in (5, 6, 7)
    )
    (chat,) = (number for number, entry in before[talking].entries.items() if entry.event.kind == "chat")
    spoil = "UPDATE events SET data = 'x' WHERE table_id = ? AND seq = ?"
    change(damaged, [spoil, talking, chat], [spoil, moving, 2])
    assert doctor(damaged, "--rescue", str(saved)) == 1
    out = capsys.readouterr().out
    assert f"{talking}: 5 of 5 events saved." in out and f"{moving}: 2 of 6 events saved." in out
    assert f"12 tables saved to {saved}." in out and list(saved.parent.iterdir()) == [saved]
    assert doctor(saved) == 0
    assert doctor(damaged, "--rescue", str(saved)) == 2, "it is never overwritten"
    with open_store(f"sqlite:///{saved}") as store, serving(store=store) as client:
        for name, moves in ((talking, chat), (moving, 2), (untouched, 5)):
            with sit(client, name) as socket:
                page = Page(socket)
                assert len(page.state["moves"]) == moves and page.state["you"] == [0, 1]
                page.type("a4")


def test_a_disk_that_cannot_be_written(whole, damaged, tmp_path, capsys):
    """SQLite wants to make a file beside the store; where it cannot, a copy is looked through."""
    damaged.with_name("damaged.db-shm").symlink_to(tmp_path / "nowhere" / "x")
    assert doctor(damaged) == 0 and "adds up: 12 tables" in capsys.readouterr().out
    overwrite(damaged, 9 * PAGE, bytes(PAGE))
    assert doctor(damaged) == 1 and "adds up: 12 tables" not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits of file sizes")
def test_a_full_disk_is_said_in_one_line_and_leaves_no_file(whole, tmp_path):
    """No file may grow beyond 64 kB."""
    saved = tmp_path / "saved.db"
    command = [sys.executable, "-m", "pavage", "doctor", "--database", f"sqlite:///{whole[0]}"]
    for more, code in ([], 0), (["--rescue", str(saved)], 2):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))  # noqa: E731
        done = subprocess.run([*command, *more], preexec_fn=limit, capture_output=True, text=True, timeout=60)
        assert done.returncode == code and done.stderr.count("\n") == bool(code), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_somebody_else_has_locked_is_not_damaged(damaged, monkeypatch, capsys):
    monkeypatch.setattr("pavage.store.file_check.PATIENCE", 0.0)
    with closing(sqlite3.connect(damaged, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        assert doctor(damaged) == 2 and "database is locked" in capsys.readouterr().err
    assert doctor(damaged) == 0


def test_a_damaged_log_is_found(tmp_path, capsys):
    """SQLite passes over what is behind a damaged frame. What is torn at the end was never promised."""
    file, copy = tmp_path / "a.db", tmp_path / "b.db"
    with open_store(f"sqlite:///{file}") as store:
        store.create("t1", {"keys": []}).result(60)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for seq in range(20):
            store.append("t1", seq, [Event("chat", {"text": str(seq)})]).result(60)
        shutil.copy(file, copy)
        log = log_of(file).read_bytes()
        rounds = []
        for seq in (20, 21, 22):
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            store.append("t1", seq, [Event("chat", {})]).result(60)
            rounds.append(log_of(file).read_bytes())
            assert len(rounds[-1]) == len(log), "SQLite writes from the front again"
            assert look_through(file)[0] == [], "old frames behind the last new one are no damage"
        torn = Path(shutil.copy(file, tmp_path / "torn.db"))
        log_of(torn).write_bytes(rounds[2][:32] + rounds[1][32:])
        assert look_through(torn)[0] == [], "nor if the power went before the first new one"
    for struck, read in ((None, 20), (2, 0), (10, 0), (32 + 4 * FRAME + 100, 2), (len(log) - 5, 19)):
        data = bytearray(log)
        if struck:
            data[struck] ^= 1
        log_of(copy).write_bytes(data)
        problems, tables, _, complete = look_through(copy)
        lost = 20 - read if read < 19 else 0
        assert problems == [f"the write-ahead log is damaged: {lost} transactions are lost"] * bool(lost)
        assert tables["t1"].count == read and complete == (not lost)
    log_of(copy).write_bytes(log[: 32 + 10 * FRAME + 50])
    assert look_through(copy)[0] == []
    for place, data in ((40, b"x"), (8, bytes(100)), (0, random.Random(1).randbytes(2 * FRAME))):
        log_of(copy).write_bytes(log)
        overwrite(log_of(copy), place, data)
        assert doctor(copy) == 1 and "may also have taken the last events" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program on Windows")
def test_what_the_sqlite3_program_recovers_is_added(whole, damaged, tmp_path, monkeypatch):
    """A script stands for a program whose `.recover` finds everything; not each that is installed has it."""
    program = tmp_path / "sqlite3"
    program.write_text(
        f"""#!{sys.executable}
import sqlite3, sys
if sys.argv[-1].startswith(".recover"):
    print(*sqlite3.connect({str(whole[0])!r}).iterdump(), sep="\\n")
else:
    sqlite3.connect(sys.argv[-1]).executescript(sys.stdin.read())
"""
    )
    program.chmod(0o700)
    overwrite(damaged, PAGE, bytes(damaged.stat().st_size - PAGE))
    assert doctor(damaged) == 2
    monkeypatch.setenv("PATH", str(tmp_path))
    problems, tables, wrong, _ = look_through(damaged)
    assert problems and len(tables) == 12 and not any(wrong.values())


def test_a_store_of_a_newer_version(database, capsys):
    with open_store(database) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    with pytest.raises(NewerStore, match=r"version 0999; this one knows 00\d\d\)"):
        open_store(database)
    for command in (["doctor"], ["serve", "--no-browser", "--port", "0"]):
        for language, word in (("en", "newer"), ("fr", "plus récent")):
            assert main([*command, "--lang", language, "--database", database]) == 2
            line = capsys.readouterr().err
            assert word in line and "0999" in line and line.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (None, "no such file"),
        (b"", "it holds no tables of Pavage"),
        (b"no database at all " * 999, "nothing in it can be read"),
        ("CREATE TABLE songs (name TEXT)", "it holds no tables of Pavage"),
    ],
)
def test_what_is_no_store(tmp_path, data, line, capsys):
    file = tmp_path / "other.db"
    if isinstance(data, bytes):
        file.write_bytes(data)
    elif data:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(data)
    assert doctor(file) == 2
    said = capsys.readouterr().err
    assert line in said and said.count("\n") == 1


def test_rows_of_postgresql_are_compared_too(empty_postgresql, capsys, tmp_path):
    with open_store(empty_postgresql) as store, serving(store=store) as client:
        names = [set_table(client, PEOPLE, size=4) for _ in range(4)]
        for name in names:
            with sit(client, name) as socket:
                Page(socket).type("a1", "b2", "c3")
        with store.engine.begin() as connection:
            changed = "UPDATE events SET data = replace(data, 'b2', 'b3') WHERE table_id = :name AND seq = 1"
            connection.execute(text(changed), {"name": names[1]})
            connection.execute(text("DELETE FROM keys WHERE table_id = :name"), {"name": names[2]})
            # One row cannot be read, as where a page is damaged.
            connection.execute(text("ALTER TABLE events RENAME TO rows"))
            fails = (
                f"CASE WHEN table_id = '{names[3]}' AND seq = 1 THEN (seq / 0)::text ELSE data END AS data"
            )
            connection.execute(
                text(
                    f"CREATE VIEW events AS SELECT table_id, seq, at, kind, mark, {fails}, checksum FROM rows"
                )
            )
    saved = tmp_path / "saved.db"
    arguments = ["doctor", "--lang", "en", "--database", empty_postgresql, "--rescue", str(saved)]
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert f"{names[1]}, event 1: it is not what was written" in out
    assert f"{names[2]}, as it was set: the key of person 1 is not known" in out
    assert f"{names[3]}, event 1: division by zero" in out
    assert f"Whole: {names[0]}." in out and f"{names[1]}: 1 of 3 events saved." in out
    assert look_through(saved)[2] == {name: [] for name in names}
