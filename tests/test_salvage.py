"""The rows of an SQLite file that is damaged, asked for directly. What a doctor says is in test_damage.py."""

import shutil
import sqlite3
import struct
import tempfile
from contextlib import closing, contextmanager

import pytest

from pavage.store import Entry, Event, NewerStore, Stored, StoreFailed, salvage
from pavage.store.log import event_row, table_row
from pavage.store.rescue import rescuing
from pavage.store.salvage import SqliteRows
from pavage.store.wal import beside

PAGE = 4096
LOST = "it cannot be read"
TABLES = {"ccc": 1000, "bbb": 2000, "aaa": 3000}
"""When each was made: the last by name is the first."""
SAID = [f'{{"text":"{number} {"x" * 600}"}}' for number in range(30)]
EVENTS = {
    name: [
        tuple(event_row(name, seq, made + seq, "chat", f"m{seq}", text).values())[1:]
        for seq, text in enumerate(SAID)
    ]
    for name, made in TABLES.items()
}
HEADS = {name: tuple(table_row(name, made, f'{{"game":"{name}"}}').values()) for name, made in TABLES.items()}
KEYS = {name: {f"{name}-{seat}": seat for seat in range(2)} for name in TABLES}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store at rest, with rows on several pages."""
    file = tmp_path_factory.mktemp("whole") / "whole.db"
    with rescuing(file) as saved:
        for name, made in TABLES.items():
            entries = [
                Entry(seq, made + seq, Event("chat", {"text": text[9:-2]}, f"m{seq}"))
                for seq, text in enumerate(SAID)
            ]
            saved.add(Stored(name, made, {"game": name}, tuple(entries)), KEYS[name])
    return file


@pytest.fixture
def file(whole, tmp_path, monkeypatch):
    """A copy of it. Behind a damaged page, fewer numbers are tried one by one than a large store needs."""
    monkeypatch.setattr(salvage, "STEPS", 200)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return shutil.copy(whole, tmp_path / "a.db")


def write(file, *changes):
    with closing(sqlite3.connect(file)) as connection, connection:
        for sql, *values in changes:
            connection.execute(sql, values)


def roots(file):
    """The first page of each table and index."""
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("SELECT name, rootpage FROM sqlite_schema"))


def page(file, number):
    return file.read_bytes()[PAGE * (number - 1) :][:PAGE]


def below(file, number):
    """The pages to which a page leads that leads to others, in their order."""
    data = page(file, number)
    assert data[0] in (2, 5)
    places = struct.unpack(
        f">{int.from_bytes(data[3:5], 'big')}H", data[12 : 12 + 2 * int.from_bytes(data[3:5], "big")]
    )
    return [struct.unpack(">I", data[place : place + 4])[0] for place in (*places, 8)]


def strike(file, *numbers):
    """Pages that the disk gives back empty."""
    with file.open("r+b") as written:
        for number in numbers:
            written.seek(PAGE * (number - 1))
            written.write(bytes(PAGE))


def strike_log(file):
    """Beside the store there is a log whose beginning is damaged, so that rows are read one by one."""
    beside(file).write_bytes(b"no log" * 4096)


@contextmanager
def looking(file):
    with closing(SqliteRows(file)) as rows:
        yield rows


def everything(rows):
    return (
        {name: rows.head(name) for name in rows.names()},
        {name: list(rows.events(name)) for name in rows.names()},
        {name: rows.keys(name) for name in rows.names()},
    )


def test_a_whole_store(file):
    with looking(file) as rows:
        assert (rows.pages, rows.complete) == ([], True)
        assert rows.names() == ["ccc", "bbb", "aaa"], "as they were made"
        assert everything(rows) == (HEADS, EVENTS, KEYS)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            rows._connection.execute("DELETE FROM events")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        rows.names()


def test_rows_are_read_as_they_were_when_it_began(file):
    write(file, ["PRAGMA journal_mode=WAL"])
    with looking(file) as rows:
        write(file, ["DELETE FROM events WHERE seq > 5"], ["DELETE FROM tables WHERE id = 'aaa'"])
        assert everything(rows) == (HEADS, EVENTS, KEYS)
    with looking(file) as rows:
        assert rows.names() == ["ccc", "bbb"] and len(list(rows.events("bbb"))) == 6


def test_with_a_damaged_log_all_that_is_in_the_file_is_read(file):
    strike_log(file)
    with looking(file) as rows:
        assert rows.pages == ["the header of the write-ahead log is damaged: 5 frames are lost"]
        assert not rows.complete, "nobody knows what was in the log"
        assert rows.names() == ["aaa", "bbb", "ccc"]
        assert everything(rows) == (HEADS, EVENTS, KEYS)
        assert rows.head("nobody") == LOST and list(rows.events("nobody")) == [] and rows.keys("nobody") == {}


@pytest.mark.parametrize("damaged", [False, True])
def test_what_is_no_text_any_longer_is_still_read(file, damaged):
    write(file, ["UPDATE events SET kind = CAST(x'61ff' AS TEXT) WHERE seq = 3"])
    if damaged:
        strike_log(file)
    with looking(file) as rows:
        found = list(rows.events("aaa"))
    assert found[3] == (3, 3003, "a\udcff", *EVENTS["aaa"][3][3:])
    assert found[:3] + found[4:] == EVENTS["aaa"][:3] + EVENTS["aaa"][4:]


@pytest.mark.parametrize("damaged", [False, True])
def test_a_store_from_before_there_were_checksums(file, damaged):
    write(file, *([f"ALTER TABLE {table} DROP COLUMN checksum"] for table in ("events", "tables")))
    if damaged:
        strike_log(file)
    with looking(file) as rows:
        assert everything(rows) == (
            {name: (*head[:-1], None) for name, head in HEADS.items()},
            {name: [(*row[:-1], None) for row in events] for name, events in EVENTS.items()},
            KEYS,
        )


def test_rows_from_before_there_were_checksums_are_known_by_their_pages(file):
    """Such rows are shorter than the table says, and there may be younger ones beside them."""
    young = tuple(event_row("aaa", 30, 3030, "chat", "", "{}").values())
    write(
        file,
        ["ALTER TABLE events DROP COLUMN checksum"],
        ["ALTER TABLE events ADD COLUMN checksum BIGINT"],
        ["INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", *young],
    )
    strike(file, roots(file)["events"])
    with looking(file) as rows:
        assert rows.pages and rows.names() == ["aaa", "bbb", "ccc"]
        found = {name: list(rows.events(name)) for name in rows.names()}
    old = {name: [(*row[:-1], None) for row in events] for name, events in EVENTS.items()}
    assert found == {**old, "aaa": [*old["aaa"], young[1:]]}


def test_rows_that_nobody_can_have_written_so_are_passed_over(file):
    """A damaged page can hold anything."""
    row = "INSERT INTO events VALUES (?, ?, 1, 'chat', '', '{}', 0)"
    write(
        file,
        *([row, "bbb", seq] for seq in (-1, 99_999, 100_000, 1 << 40, "x", 4.5)),
        [row, b"bbb", 99_998],
        ["INSERT INTO tables VALUES (?, 1, '{}', 0)", b"bbb"],
        ["INSERT INTO keys VALUES ('bad', 'bbb', 'x')"],
        ["INSERT INTO keys VALUES (x'00', 'bbb', 1)"],
        ["INSERT INTO keys VALUES ('nobody', x'00', 1)"],
    )
    strike_log(file)
    with looking(file) as rows:
        heads, events, keys = everything(rows)
    assert heads == HEADS and keys == KEYS
    assert events == {**EVENTS, "bbb": [*EVENTS["bbb"], (99_999, 1, "chat", "", "{}", 0)]}


def test_rows_of_other_tables_are_not_taken_for_ours(file):
    """A page does not say to which table it belongs: its rows do."""
    row = ["bbb", 77, 1, "chat", "", "{}", 5]
    others = [
        [*row[:place], wrong, *row[place + 1 :]] for place in range(7) for wrong in (None, b"x", "no", 9)
    ]
    others = [other for other in others if not _is_event(other)]
    assert len(others) > 15
    write(
        file,
        ["CREATE TABLE other (a, b, c, d, e, f, g)"],
        ["CREATE TABLE longer (a, b, c, d, e, f, g, h)"],
        ["CREATE TABLE shorter (a, b, c, d, e)"],
        *(["INSERT INTO other VALUES (?, ?, ?, ?, ?, ?, ?)", *other] for other in others),
        ["INSERT INTO longer VALUES (?, ?, ?, ?, ?, ?, ?, 0)", *row],
        ["INSERT INTO shorter VALUES (?, ?, ?, ?, ?)", *row[:5]],
    )
    strike(file, roots(file)["events"])
    with looking(file) as rows:
        assert everything(rows) == (HEADS, EVENTS, KEYS)


def _is_event(row):
    kinds = (str, int, int, str, str, str)
    right = all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=False))
    return right and (row[6] is None or isinstance(row[6], int))


@pytest.mark.parametrize("name", ["a", " ~", "x" * 32, "", "x" * 33, "é", "a\nb", "\x7f"])
def test_names_that_no_table_has_are_passed_over(file, name):
    write(file, ["INSERT INTO tables VALUES (?, 4000, '{}', 0)", name])
    strike_log(file)
    with looking(file) as rows:
        assert (name in rows.names()) == (name in ("a", " ~", "x" * 32))
        assert set(rows.names()) <= {*TABLES, name}


def test_tables_are_known_by_their_events_and_by_what_the_index_says(file):
    strike(file, roots(file)["tables"])
    with looking(file) as rows:
        assert rows.pages and rows.complete, "the index says which tables there were"
        assert everything(rows) == (dict.fromkeys(TABLES, LOST), EVENTS, KEYS)
    strike(file, roots(file)["sqlite_autoindex_tables_1"])
    with looking(file) as rows:
        assert not rows.complete, "there may have been tables without events"
        assert everything(rows) == (dict.fromkeys(TABLES, LOST), EVENTS, KEYS)


def test_events_of_a_damaged_page_are_known_by_the_index(file):
    """They are missing in the middle and at the end, and it is known how many."""
    pages = below(file, roots(file)["events"])
    assert len(pages) > 6
    strike(file, pages[3], pages[-1])
    with looking(file) as rows:
        assert rows.complete and not any(line.startswith("***") for line in rows.pages)
        assert any(f"age {number}" in line for line in rows.pages for number in (pages[3], pages[-1]))
        heads, events, keys = everything(rows)
    assert heads == HEADS and keys == KEYS
    lost = {(name, row[0]) for name in TABLES for row in events[name] if row[1:] == (LOST,)}
    assert ("aaa", 29) in lost and 5 < len(lost) < 20
    assert events == {
        name: [(row[0], LOST) if (name, row[0]) in lost else row for row in EVENTS[name]] for name in TABLES
    }


def test_all_is_told_that_does_not_agree(file):
    """Every page can be read, but two rows are not those of the index."""
    data = file.read_bytes()
    for name in (b"aaa", b"bbb"):
        assert data.count(name + b'\x07\xd0{"game"') + data.count(name + b'\x0b\xb8{"game"') == 1
    data = data.replace(b'bbb\x07\xd0{"game"', b'bbc\x07\xd0{"game"')
    file.write_bytes(data.replace(b'aaa\x0b\xb8{"game"', b'aac\x0b\xb8{"game"'))
    with looking(file) as rows:
        assert rows.pages == [f"row {row} missing from index sqlite_autoindex_tables_1" for row in (2, 3)]
        assert rows.names() == ["aaa", "aac", "bbb", "bbc", "ccc"] and rows.complete
        assert rows.head("bbb") == LOST and list(rows.events("bbb")) == EVENTS["bbb"]


def test_a_damaged_index_loses_nothing(file):
    index = roots(file)["sqlite_autoindex_events_1"]
    strike(file, index)
    with looking(file) as rows:
        assert rows.pages and rows.complete
        assert everything(rows) == (HEADS, EVENTS, KEYS)
    strike(file, below(file, roots(file)["events"])[-1])
    with looking(file) as rows:
        assert not rows.complete, "the last events may be missing in both"
        _, events, _ = everything(rows)
    assert {**events, "aaa": 0} == {**EVENTS, "aaa": 0}
    assert events["aaa"] == EVENTS["aaa"][: len(events["aaa"])] and 20 < len(events["aaa"]) < 30


def test_rows_to_which_no_page_leads_are_read_also_those_in_the_log(file, tmp_path):
    copy = tmp_path / "b.db"
    late = tuple(event_row("aaa", 30, 3030, "chat", "late", "{}").values())
    write(file, ["PRAGMA journal_mode=WAL"])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", late)
        connection.commit()
        shutil.copy(file, copy)
        shutil.copy(beside(file), beside(copy))
    strike(copy, roots(file)["events"])
    before = copy.read_bytes(), beside(copy).read_bytes()
    with looking(copy) as rows:
        assert rows.pages and rows.complete
        assert everything(rows) == (HEADS, {**EVENTS, "aaa": [*EVENTS["aaa"], late[1:]]}, KEYS)
    assert before == (copy.read_bytes(), beside(copy).read_bytes()), "only a copy is changed"
    assert not list((tmp_path / "temporary").iterdir()), "and it is gone"


def test_keys_to_which_no_page_leads_are_read(file):
    write(file, *(["INSERT INTO keys VALUES (?, 'bbb', 1)", f"{number:064}"] for number in range(200)))
    assert len(below(file, roots(file)["keys"])) > 2
    strike(file, roots(file)["keys"])
    with looking(file) as rows:
        assert everything(rows) == (
            HEADS,
            EVENTS,
            KEYS | {"bbb": KEYS["bbb"] | {f"{n:064}": 1 for n in range(200)}},
        )


@pytest.mark.parametrize("struck", [[0], [3], [3, 4, 5], [2, 6, 8], [9], [*range(10)]])
def test_rows_are_read_on_behind_each_damaged_page(file, struck):
    """Number by number: here, every page has but one row."""
    write(
        file,
        ["DELETE FROM events"],
        *(
            ["INSERT INTO events VALUES ('aaa', ?, 1, 'chat', '', ?, 0)", seq, "x" * 3000]
            for seq in range(10)
        ),
    )
    pages = below(file, roots(file)["events"])
    assert len(pages) == 10
    strike(file, *(pages[seq] for seq in struck))
    with looking(file) as rows:
        assert [row[1] for row in rows._every("events")] == [seq for seq in range(10) if seq not in struck]
        assert [len(row) for row in rows.events("aaa")] == [2 if seq in struck else 6 for seq in range(10)]


def test_rows_with_numbers_far_behind_those_of_a_damaged_page_are_read(file):
    """The steps grow, so that it ends."""
    names = "table_id, seq, at, kind, data"
    write(
        file,
        ["DELETE FROM events"],
        *(
            [
                f"INSERT INTO events (rowid, {names}) VALUES (?, 'aaa', ?, 1, 'chat', ?)",
                number,
                seq,
                "x" * 3000,
            ]
            for seq, number in enumerate((1, 2, 1 << 40, 1 << 42, 1 << 60))
        ),
    )
    strike(file, below(file, roots(file)["events"])[2])
    with looking(file) as rows:
        assert [row[1] for row in rows._every("events")] == [0, 1, 3, 4]


def test_a_store_that_somebody_else_keeps_for_himself_is_not_damaged(file, monkeypatch):
    monkeypatch.setattr(salvage, "PATIENCE", 0.0)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreFailed, match=r"^database is locked$"):
            SqliteRows(file)
    with looking(file) as rows:
        assert rows.pages == []


def test_a_first_page_that_is_damaged_is_made_anew(file, tmp_path):
    strike(file, 1)
    before = file.read_bytes()
    with looking(file) as rows:
        assert rows.pages[0] == "page 1: file is not a database"
        assert everything(rows) == (HEADS, EVENTS, KEYS) and rows.complete
        (folder,) = (tmp_path / "temporary").iterdir()
        assert folder.name.startswith("pavage-doctor-")
    assert file.read_bytes() == before and not list((tmp_path / "temporary").iterdir())


def test_a_first_page_that_cannot_be_made_anew(file, tmp_path):
    """It leads to pages that are not there."""
    file.write_text("no store")
    with pytest.raises(StoreFailed, match=r"^file is not a database$") as refused:
        SqliteRows(file)
    assert refused.value.__cause__ is not None
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize("missing", ["tables", "events", "keys"])
def test_what_is_no_store_of_ours(file, missing):
    write(file, [f"DROP TABLE {missing}"])
    with pytest.raises(StoreFailed, match=r"^it holds no tables of Pavage$"):
        SqliteRows(file)


def test_a_store_of_a_newer_version_is_not_read_unless_it_is_damaged(file):
    write(file, ["UPDATE alembic_version SET version_num = '0999'"])
    with pytest.raises(NewerStore, match="0999"):
        SqliteRows(file)
    strike_log(file)
    with looking(file) as rows:
        assert everything(rows) == (HEADS, EVENTS, KEYS)


@pytest.mark.parametrize("sql", ["DELETE FROM alembic_version", "DROP TABLE alembic_version"])
def test_a_store_that_does_not_say_its_version_is_read(file, sql):
    write(file, [sql])
    with looking(file) as rows:
        assert everything(rows) == (HEADS, EVENTS, KEYS) and rows.pages == []


def test_where_nothing_can_be_written_a_copy_is_read_with_its_log(file, tmp_path):
    """SQLite wants a file beside the store. What was written last is in the log."""
    copy = tmp_path / "b.db"
    write(file, ["PRAGMA journal_mode=WAL"])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM events WHERE seq = 29")
        connection.commit()
        shutil.copy(file, copy)
        shutil.copy(beside(file), beside(copy))
    copy.with_name("b.db-shm").symlink_to(tmp_path / "nowhere" / "x")
    with looking(copy) as rows:
        assert rows.pages == [] and rows.complete
        assert everything(rows) == (HEADS, {name: events[:29] for name, events in EVENTS.items()}, KEYS)
        assert len(list((tmp_path / "temporary").iterdir())) == 1
    assert not list((tmp_path / "temporary").iterdir())
