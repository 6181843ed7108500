"""Stores that were damaged: every damaged page and event is found, and what is whole is known and saved."""

import json
import random
import shutil
import sqlite3
import struct
from collections import deque
from contextlib import closing
from pathlib import Path

import pytest
from conftest import every, full
from sqlalchemy import text
from tables import PEOPLE, Page, serving, set_table, sit

from pavage.cli import main
from pavage.server.doctor import all_wrong
from pavage.store import Damaged, Event, NewerStore, open_store
from pavage.store.inspection import found_tables, looking_through
from pavage.store.leaf_pages import leaf_rows
from pavage.store.wal import beside

BEFORE = Path(__file__).parent / "data" / "before" / "tables.db"
PAGE = 4096


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A store of many tables on many pages, at rest: its file, and what is in it."""
    file = tmp_path_factory.mktemp("kept") / "pavage.db"
    with open_store(f"sqlite:///{file}") as store, serving(store=store) as client:
        for number in range(12):
            name = set_table(client, size=4, options={"size": 4, "swap": "none"}, clock="5m")
            with sit(client, name) as socket:
                page = Page(socket)
                page.type(*[f"{column}{row}" for row in range(1, 3) for column in "abcd"][: number % 8])
                page.send("state", chat=f"well played {number} " + "so well " * 40)
        for number in range(30):
            more = [
                Event("chat", {"person": 0, "name": "Ada", "text": f"{number} " * 60, "at": 1, "t": 999.0})
            ]
            store.append(name, len(store.load(name).entries), more).result(60)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file, found(file)


def found(file):
    """What an inspection finds: whether pages are damaged, each table's events, and what is wrong there."""
    with looking_through(f"sqlite:///{file}") as rows:
        tables = {table.id: table for table in found_tables(rows)}
        return rows.pages, tables, {name: all_wrong(table) for name, table in tables.items()}, rows.complete


def doctor(file, *arguments):
    return main(["doctor", "--lang", "en", "--database", f"sqlite:///{file}", *arguments])


def copied(kept, tmp_path):
    file = tmp_path / "damaged.db"
    shutil.copy(kept[0], file)
    return file


def overwrite(file, place, data):
    with file.open("r+b") as written:
        written.seek(place)
        written.write(data)


def pages_of(file):
    return range(1, file.stat().st_size // PAGE + 1)


def test_a_whole_store_is_whole(kept, capsys):
    pages, tables, wrong, complete = kept[1]
    assert not pages and complete and len(tables) == 12 and not any(wrong.values())
    assert len(pages_of(kept[0])) > 15, "there are pages of every kind"
    assert doctor(kept[0]) == 0 and "Everything adds up: 12 tables" in capsys.readouterr().out


@pytest.mark.parametrize("how", ["random", "zeros", "another"])
def test_every_damaged_page_is_found_and_what_is_called_whole_is(kept, tmp_path, how):
    file, (_, before, _, _) = kept
    dice = random.Random(how)
    for page in every(pages_of(file), 24):
        damaged = copied(kept, tmp_path)
        data = {
            "random": dice.randbytes(PAGE),
            "zeros": bytes(PAGE),
            "another": file.read_bytes()[PAGE * (page % len(pages_of(file))) :][:PAGE],
        }[how]
        overwrite(damaged, PAGE * (page - 1), data)
        pages, tables, wrong, complete = found(damaged)
        assert pages, f"page {page} was overwritten"
        if complete:
            assert before.keys() <= tables.keys(), "no table is forgotten"
        for name, table in tables.items():
            if name in before and not wrong[name] and complete:
                assert table.entries == before[name].entries and table.setting == before[name].setting
            for number, entry in table.entries.items():
                if name in before:
                    assert entry == before[name].entries[number], "what is read is what was written"


INNER = 5
"""How a page begins that leads to rows and holds none."""


def test_no_row_is_lost_with_a_page_that_only_leads_to_it(kept, tmp_path):
    file, (_, before, _, _) = kept
    inner = [page for page in pages_of(file) if file.read_bytes()[PAGE * (page - 1)] == INNER]
    assert inner
    for page in inner:
        damaged = copied(kept, tmp_path)
        overwrite(damaged, PAGE * (page - 1), random.Random(page).randbytes(PAGE))
        pages, tables, wrong, _ = found(damaged)
        assert pages and not any(wrong.values())
        assert {name: table.entries for name, table in tables.items()} == {
            name: table.entries for name, table in before.items()
        }


def test_long_rows_and_those_in_the_log_are_read_from_their_pages_but_none_that_was_deleted(tmp_path):
    file, copy = tmp_path / "a.db", tmp_path / "b.db"
    said = [Event("chat", {"text": f"{seq} " + "x" * 5000 * (seq % 3)}) for seq in range(40)]
    with open_store(f"sqlite:///{file}") as store:
        for name in ("here", "gone"):
            store.create(name, {"keys": [], "long": name * 3000}).result(60)
            store.append(name, 0, said[:39]).result(60)
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("PRAGMA secure_delete=OFF")  # what was deleted stays where it was
            connection.execute("DELETE FROM events WHERE table_id = 'gone'")
            connection.execute("DELETE FROM tables WHERE id = 'gone'")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (root,) = connection.execute(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'events'"
            ).fetchone()
        store.append("here", 39, said[39:]).result(60)
        shutil.copy(file, copy)
        shutil.copy(beside(file), beside(copy))
    assert b"gone" in copy.read_bytes() and copy.read_bytes()[PAGE * (root - 1)] == INNER
    overwrite(copy, PAGE * (root - 1), bytes(PAGE))
    pages, tables, _, _ = found(copy)
    assert pages and tables.keys() == {"here"}
    assert [entry.event for entry in tables["here"].entries.values()] == said


def test_leaves_of_files_that_are_cut_or_changed_anywhere_end_nothing(kept, tmp_path):
    dice, data, file = random.Random(8), kept[0].read_bytes(), tmp_path / "a.db"
    whole = set(leaf_rows(kept[0], PAGE))
    assert whole
    for length in (0, 1, PAGE - 1, PAGE, 5 * PAGE + 77, len(data) - PAGE):
        file.write_bytes(data[:length])
        assert set(leaf_rows(file, PAGE)) <= whole
    for _ in range(full(2000, 40)):
        struck = bytearray(data)
        for _ in range(dice.choice((1, 50, 5000))):
            place = dice.randrange(len(struck))
            place -= dice.choice((0, place % PAGE - dice.randrange(16)))
            struck[place] = dice.choice((0, 13, 128, 255))
        file.write_bytes(struck)
        deque(leaf_rows(file, PAGE), maxlen=0)  # whatever it reads, nothing is raised


def test_several_damaged_pages(kept, tmp_path):
    """Nothing ends it, and what can be read is what was written."""
    dice = random.Random(5)
    for _ in range(full(60, 10)):
        damaged = copied(kept, tmp_path)
        for page in dice.sample(list(pages_of(damaged))[1:], 4):
            overwrite(damaged, PAGE * (page - 1), dice.randbytes(PAGE))
        assert doctor(damaged, "--json") == 1
        shutil.rmtree(tmp_path / "saved", ignore_errors=True)
        (tmp_path / "saved").mkdir()
        assert doctor(damaged, "--json", "--rescue", str(tmp_path / "saved" / "saved.db")) == 1
        assert doctor(tmp_path / "saved" / "saved.db", "--json") == 0, "what was saved adds up"


def test_every_changed_byte_of_an_event_is_found(kept, tmp_path):
    """Where SQLite sees no damage: the text of an event is another, and still JSON."""
    file, (_, before, _, _) = kept
    dice, places = random.Random(3), []
    data = file.read_bytes()
    for name, table in before.items():
        for number, entry in table.entries.items():
            if entry.event.kind == "move":
                whole = f'"text":"{entry.event.data["text"]}"'.encode()
                places += [(name, number, each + 8) for each in _all(data, whole)]
    for _, _, place in dice.sample(places, 12):
        damaged = copied(kept, tmp_path)
        overwrite(damaged, place, b"d" if data[place : place + 1] != b"d" else b"c")
        pages, _, wrong, _ = found(damaged)
        said = [each for damage in wrong.values() for each in damage]
        assert not pages and [each.reason for each in said] == ["it is not what was written"]


def _all(data, part):
    place = data.find(part)
    while place >= 0:
        yield place
        place = data.find(part, place + 1)


def test_a_damaged_event_is_named_and_the_table_not_opened(kept, tmp_path, capsys):
    damaged = copied(kept, tmp_path)
    _, before, _, _ = kept[1]
    name = next(name for name, table in before.items() if table.count == 6)
    with closing(sqlite3.connect(damaged)) as connection, connection:
        change = "UPDATE events SET data = replace(data, '\"t\"', '\"T\"') WHERE table_id = ? AND seq = 2"
        assert connection.execute(change, (name,)).rowcount == 1
    assert doctor(damaged) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{name}, event 2: it is not what was written"
    assert told[1].startswith("Something does not add up in 1 of 12 tables")
    assert told[2].startswith("Whole: ") and name not in told[2] and told[2].count(",") == 10
    with open_store(f"sqlite:///{damaged}") as store:
        with pytest.raises(Damaged):
            store.load(name)
        with serving(store=store) as client:
            answer = client.get(f"/api/tables/{name}/record")
            assert answer.status_code == 503 and "damaged" in answer.json()["error"]
            with sit(client, name) as socket:
                told = socket.receive_json()
                assert told["kind"] == "refused" and "damaged" in told["sentence"]


@pytest.mark.parametrize("data", ["[1]", "{", "null", '{"t": "x"}', '{"move": 5, "t": 1}', "", "\udcff"])
def test_an_event_that_is_nonsense_ends_nothing(tmp_path, data, capsys):
    """As an older version wrote it, without a checksum."""
    file = tmp_path / "a.db"
    shutil.copy(BEFORE, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        name = connection.execute("SELECT table_id FROM events GROUP BY 1 HAVING count(*) > 4").fetchone()[0]
        text = data.encode("utf-8", "surrogateescape")
        connection.execute(
            "UPDATE events SET data = CAST(? AS TEXT), kind = 'move' WHERE table_id = ? AND seq = 1",
            (text, name),
        )
    assert doctor(file, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["tables"], len(told["whole"])) == (9, 8)
    assert {each["table"] for each in told["wrong"]} == {name} and told["wrong"][0]["event"] == 1
    assert doctor(file, "--rescue", str(tmp_path / "saved.db")) == 1
    assert doctor(tmp_path / "saved.db") == 0


def test_an_old_store_is_looked_through_without_being_changed(tmp_path, capsys):
    file = tmp_path / "a.db"
    shutil.copy(BEFORE, file)
    before = file.read_bytes()
    assert doctor(file) == 0 and file.read_bytes() == before
    assert "9 tables" in capsys.readouterr().out
    with open_store(f"sqlite:///{file}") as store:
        assert len(list(store.every())) == 9
    assert doctor(file) == 0


def test_the_first_page_can_be_made_anew(kept, tmp_path, capsys):
    damaged = copied(kept, tmp_path)
    overwrite(damaged, 0, bytes(PAGE))
    assert doctor(damaged, "--rescue", str(tmp_path / "saved.db")) == 1
    told = capsys.readouterr().out
    assert "page 1: file is not a database" in told and "12 tables saved" in told
    assert found(tmp_path / "saved.db")[1].keys() == kept[1][1].keys()


def test_a_rescued_store_is_played_on(kept, tmp_path, capsys):
    """Something said is damaged: nothing else is lost. A move is: the table goes back to before it."""
    damaged, saved = copied(kept, tmp_path), tmp_path / "saved.db"
    _, before, _, _ = kept[1]
    talking, moving, whole = (
        next(name for name, table in before.items() if table.count == count) for count in (5, 6, 7)
    )
    (said,) = (number for number, entry in before[talking].entries.items() if entry.event.kind == "chat")
    with closing(sqlite3.connect(damaged)) as connection, connection:
        for name, number in ((talking, said), (moving, 2)):
            connection.execute("UPDATE events SET data = 'x' WHERE table_id = ? AND seq = ?", (name, number))
    assert doctor(damaged, "--rescue", str(saved)) == 1
    told = capsys.readouterr().out
    assert f"{talking}: 5 of 5 events saved." in told and f"{moving}: 2 of 6 events saved." in told
    assert f"12 tables saved to {saved}." in told
    assert doctor(saved) == 0
    assert doctor(damaged, "--rescue", str(saved)) == 2, "it is never overwritten"
    with open_store(f"sqlite:///{saved}") as store, serving(store=store) as client:
        for name, moves in ((talking, said), (moving, 2), (whole, 5)):
            with sit(client, name) as socket:
                page = Page(socket)
                assert len(page.state["moves"]) == moves and page.state["you"] == [0, 1]
                page.type("a4")


@pytest.mark.parametrize("damaged", [False, True])
def test_a_disk_that_cannot_be_written_is_no_damage(kept, tmp_path, damaged, capsys):
    """SQLite wants to make a file beside the store; where it cannot, a copy is looked through."""
    file = copied(kept, tmp_path)
    if damaged:
        overwrite(file, PAGE * (len(pages_of(file)) // 2), bytes(PAGE))
    (tmp_path / "damaged.db-shm").symlink_to(tmp_path / "nowhere" / "x")
    with pytest.raises(sqlite3.OperationalError), closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT 1 FROM tables")
    assert doctor(file) == int(damaged)
    assert ("adds up: 12 tables" in capsys.readouterr().out) != damaged


def test_a_damaged_log_behind_the_store_is_found(tmp_path, capsys):
    """What SQLite passes over in silence: frames behind a damaged one."""
    file, copy = tmp_path / "a.db", tmp_path / "b.db"
    with open_store(f"sqlite:///{file}") as store:
        store.create("t1", {"keys": []}).result(60)
        with store.engine.connect() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        for seq in range(20):
            store.append("t1", seq, [Event("chat", {"text": str(seq)})]).result(60)
        shutil.copy(file, copy)
        shutil.copy(beside(file), beside(copy))
    with looking_through(f"sqlite:///{copy}") as rows:
        assert rows.pages == [] and rows.complete
    log = beside(copy).read_bytes()
    size = struct.unpack(">I", log[8:12])[0] + 24
    struck = bytearray(log)
    struck[32 + 4 * size + 100] ^= 1
    beside(copy).write_bytes(struck)
    with looking_through(f"sqlite:///{copy}") as rows:
        assert "frame 5 of the write-ahead log is damaged" in rows.pages[0] and not rows.complete
    assert doctor(copy) == 1 and "may also have taken the last events" in capsys.readouterr().out
    beside(copy).write_bytes(log[: 32 + 10 * size + 50])
    with looking_through(f"sqlite:///{copy}") as rows:
        assert rows.pages == [], "a last transaction that is torn was never acknowledged"


def test_a_store_of_a_newer_version(database, capsys):
    with open_store(database) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    with pytest.raises(NewerStore, match=r"version 0999; this one knows 00\d\d\)"):
        open_store(database)
    for command in (["doctor"], ["serve", "--no-browser", "--port", "0"]):
        for language, word in (("en", "newer"), ("fr", "plus récent")):
            assert main([*command, "--lang", language, "--database", database]) == 2
            told = capsys.readouterr().err
            assert word in told and "0999" in told and told.count("\n") == 1


def test_what_is_no_store(tmp_path, capsys):
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection, connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    (tmp_path / "text.db").write_text("no database at all " * 999)
    for name, line in (("other.db", "no tables of Pavage"), ("none.db", "none.db"), ("text.db", "")):
        assert doctor(tmp_path / name) in (1, 2)
        said = capsys.readouterr()
        assert line in said.err + said.out and "Traceback" not in said.err


def test_rows_of_postgresql_are_compared_too(empty_postgresql, capsys, tmp_path):
    with open_store(empty_postgresql) as store, serving(store=store) as client:
        names = [set_table(client, PEOPLE, size=4) for _ in range(3)]
        for name in names:
            with sit(client, name) as socket:
                Page(socket).type("a1", "b2", "c3")
        with store.engine.begin() as connection:
            change = "UPDATE events SET data = replace(data, 'b2', 'b3') WHERE table_id = :name AND seq = 1"
            connection.execute(text(change), {"name": names[1]})
            connection.execute(text("DELETE FROM keys WHERE table_id = :name"), {"name": names[2]})
    arguments = ["doctor", "--lang", "en", "--database", empty_postgresql]
    assert main([*arguments, "--rescue", str(tmp_path / "saved.db")]) == 1
    told = capsys.readouterr().out
    assert f"{names[1]}, event 1: it is not what was written" in told
    assert f"{names[2]}, as it was set: the key of person 1 is not known" in told
    assert f"Whole: {names[0]}." in told and f"{names[1]}: 1 of 3 events saved." in told
    assert found(tmp_path / "saved.db")[2] == {name: [] for name in names}
