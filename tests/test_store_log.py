"""The log on SQLite, directly: what is read of damaged rows, what is forgotten, and what is tried.

What holds for every database is in test_store.py.
"""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event, text

from pavage.store import Conflict, Damaged, Entry, Event, News, StoreFailed, open_store
from pavage.store.file_check import log_of
from pavage.store.log import OWES

SOON = 15
"""Seconds that are more than enough for what takes some thousandths."""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "pavage.db"


@pytest.fixture
def store(file):
    with open_store(f"sqlite:///{file}") as opened:
        opened.create("t1", {"game": "hex"}, {"aa": 0}).result(SOON)
        yield opened


@pytest.fixture
def write(store):
    """Change the database behind the store's back, as a disk does."""

    def change(sql, *values):
        with closing(sqlite3.connect(store.engine.url.database)) as connection, connection:
            connection.execute(sql, values)

    return change


def moves(*texts):
    return [Event("move", {"text": each}, mark=f"m{each}") for each in texts]


def read(store, table="t1"):
    return [entry.event.data for entry in store.load(table).entries]


# --- what a disk has changed


def test_a_row_that_is_not_what_was_written_is_not_played_on(store, write):
    store.append("t1", 0, moves("a1", "b2")).result(SOON)
    for column, changed in (("at", "at + 1"), ("kind", "'chat'"), ("mark", "'mx'"), ("data", "'{}'")):
        (before,) = column_of(store, column, 1)
        write(f"UPDATE events SET {column} = {changed} WHERE seq = 1")
        with pytest.raises(Damaged, match=r"^it is not what was written$"):
            store.load("t1")
        write(f"UPDATE events SET {column} = ? WHERE seq = 1", before)
        assert len(read(store)) == 2
    write("UPDATE events SET seq = 7 WHERE seq = 1")
    with pytest.raises(Damaged, match=r"^it is not what was written$"):
        store.load("t1")


def column_of(store, column, seq):
    with store.engine.connect() as connection:
        query = text(f"SELECT {column} FROM events WHERE seq = :seq")
        return connection.execute(query, {"seq": seq}).one()


@pytest.mark.parametrize("changed", ["made = made + 1", """setting = '{"game":"hexx"}'"""])
def test_a_table_that_is_not_as_it_was_set_is_not_opened(store, write, changed):
    write(f"UPDATE tables SET {changed}")
    with pytest.raises(Damaged, match=r"^it is not what was written$"):
        store.load("t1")


def test_rows_from_before_there_were_checksums_are_believed(store, write):
    store.append("t1", 0, moves("a1"), at=1000).result(SOON)
    write("UPDATE tables SET checksum = NULL, made = 900")
    write("UPDATE events SET checksum = NULL, at = 950")
    stored = store.load("t1")
    assert (stored.id, stored.made, stored.setting) == ("t1", 900, {"game": "hex"})
    assert stored.entries == (Entry(0, 950, Event("move", {"text": "a1"}, "ma1")),)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("{", "it cannot be read"),
        ("", "it cannot be read"),
        pytest.param('{"a":' + 99_999 * "[", "it cannot be read", id="deep"),
        ("[1]", "it is not what was written"),
        ("null", "it is not what was written"),
    ],
)
def test_a_row_without_checksum_that_is_nonsense(store, write, data, reason):
    store.append("t1", 0, moves("a1")).result(SOON)
    write("UPDATE events SET checksum = NULL, data = ?", data)
    with pytest.raises(Damaged) as refused:
        store.load("t1")
    assert str(refused.value) == reason


@pytest.mark.parametrize("where", ["events SET data", "tables SET setting"])
def test_a_text_that_is_none_any_more_is_damage_and_not_told_on(store, write, where):
    """The highest bit of a byte was struck. Players are told that the table is damaged, not to try again;
    and the log of the server does not tell what they wrote."""
    store.append("t1", 0, [Event("chat", {"text": "my secret"})]).result(SOON)
    write(f"UPDATE {where} = CAST(? AS TEXT)", b'{"text":"my secre\xf4"}')
    with pytest.raises(Damaged, match="Could not decode to UTF-8") as refused:
        store.load("t1")
    assert "secre" not in str(refused.value)


def test_a_page_that_is_none_any_more_is_damage(store, file):
    store.append("t1", 0, moves("a1")).result(SOON)
    store.close()
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        ((page,),) = connection.execute(query).fetchall()
    struck = bytearray(file.read_bytes())
    struck[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(struck)
    with open_store(f"sqlite:///{file}") as again:
        with pytest.raises(Damaged, match=r"^database disk image is malformed$"):
            again.load("t1")
        assert again.seats_of("aa") == ("t1", 0), "what is elsewhere is read"


@pytest.mark.parametrize("ask", ["load", "ids", "ids_of", "unused", "owing", "seats_of"])
def test_a_database_that_does_not_answer_is_no_damage(store, write, ask):
    """Nothing can be said of the table: perhaps it can be read in a minute."""
    for table in ("events", "keys", "tables"):
        write(f"ALTER TABLE {table} RENAME TO {table}_elsewhere")
    given = {"load": ["t1"], "ids_of": ["game"], "unused": [9, 9], "seats_of": ["aa"]}.get(ask, [])
    with pytest.raises(StoreFailed) as failed:
        getattr(store, ask)(*given)
    assert not isinstance(failed.value, Damaged)
    assert str(failed.value) in ("no such table: tables", "no such table: keys", "no such table: events")


# --- writing


def test_the_same_append_again_is_known_by_table_number_mark_and_words(store):
    """Of several tables where the same was played, the right one is compared."""
    for name in ("t0", "t2"):
        store.create(name, {}).result(SOON)
        store.append(name, 0, moves("x", "a1")).result(SOON)
    store.append("t1", 0, moves("a1", "b2")).result(SOON)
    store.append("t1", 0, moves("a1", "b2")).result(SOON)
    store.append("t1", 1, moves("b2")).result(SOON)
    for seq, happened in ((0, moves("b2")), (1, moves("a1")), (0, moves("x"))):
        with pytest.raises(Conflict) as refused:
            store.append("t1", seq, happened).result(SOON)
        assert (refused.value.table, refused.value.seq) == ("t1", seq)
    assert read(store) == [{"text": "a1"}, {"text": "b2"}]


def test_an_event_that_was_taken_away_meanwhile_is_a_conflict(store):
    """Another server forgot the table between our attempt and our look at what is there."""
    row = {"table_id": "t1", "seq": 3, "mark": "m", "data": "{}"}
    with store.engine.connect() as connection, pytest.raises(Conflict):
        store._check_same(connection, row)


def test_all_that_happens_at_once_follows_each_other_and_brings_its_keys(store):
    store.append("t1", 0, moves("a1", "b2", "c3"), at=1000, keys={"bb": 1, "cc": 2}).result(SOON)
    assert [(entry.seq, entry.at) for entry in store.load("t1").entries] == [(0, 1000), (1, 1000), (2, 1000)]
    assert [store.seats_of(key) for key in ("bb", "cc")] == [("t1", 1), ("t1", 2)]
    assert read(store) == [{"text": "a1"}, {"text": "b2"}, {"text": "c3"}]


def test_events_are_read_from_the_first_or_after_a_number(store):
    store.append("t1", 0, moves("a1", "b2", "c3")).result(SOON)
    assert [entry.seq for entry in store.load("t1").entries] == [0, 1, 2]
    for after in range(-1, 4):
        assert [entry.seq for entry in store.load("t1", after).entries] == list(range(after + 1, 3))


def test_what_was_said_is_forgotten_line_by_line(store):
    """When, by whom and that something was said stays, and who is to move."""
    happened = [
        Event("chat", {"text": "one"}, "m1"),
        Event("move", {"text": "a1"}, "m2"),
        Event("chat", {"text": "two", "owes": True}, "m3"),
        Event("chat", {"text": '"owes":true'}, "m4"),
    ]
    for seq, each in enumerate(happened):
        store.append("t1", seq, [each], at=1000 + seq).result(SOON)
    store.forget_talk("t1").result(SOON)
    gone = {"gone": True}
    assert store.load("t1").entries == (
        Entry(0, 1000, Event("chat", gone, "m1")),
        Entry(1, 1001, Event("move", {"text": "a1"}, "m2")),
        Entry(2, 1002, Event("chat", {**gone, "owes": True}, "m3")),
        Entry(3, 1003, Event("chat", gone, "m4")),
    )


def test_what_was_removed_cannot_be_read_in_any_file(store, file):
    store.append("t1", 0, [Event("chat", {"text": "my secret"})]).result(SOON)
    store.remove("t1").result(SOON)
    assert b"my secret" in log_of(file).read_bytes(), "SQLite keeps what it wrote before, for a while"
    store.sweep()
    assert log_of(file).read_bytes() == b"" and b"my secret" not in file.read_bytes()


def test_a_closed_store_is_one_file_that_can_be_copied(store, file):
    store.append("t1", 0, moves("a1")).result(SOON)
    assert log_of(file).exists()
    store.close()
    assert [each.name for each in file.parent.iterdir()] == ["pavage.db"]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (1,)


# --- looking for tables


def test_tables_of_a_kind_by_the_first_word_of_their_setting(store):
    """The word is taken as it is: nothing in it stands for other letters."""
    for name, setting in (("a", {"a_c": 1}), ("b", {"abc": 1}), ("c", {"x": 1, "a_c": 1}), ("d", {"%": 1})):
        store.create(name, setting).result(SOON)
    assert store.ids_of("a_c") == ["a"] and store.ids_of("abc") == ["b"]
    assert store.ids_of("%") == ["d"] and store.ids_of("game") == ["t1"] and store.ids_of("gam") == []


def test_tables_that_nobody_used_since_by_when_they_were_set_or_played(store, write):
    """A table where nothing happened is as old as it is; one where something did, as young as that."""
    write("UPDATE tables SET checksum = NULL, made = 1000")
    for name, at in (("old", [100, 200]), ("new", [3000, 50])):
        store.create(name, {}).result(SOON)
        for seq, each in enumerate(at):
            store.append(name, seq, moves("a1"), at=each).result(SOON)
    assert store.ids() == ["new", "t1", "old"]
    assert store.unused(3001, 9) == ["old", "t1", "new"] and store.unused(3000, 9) == ["old", "t1"]
    assert store.unused(3001, 2) == ["old", "t1"] and store.unused(200, 9) == []


def test_who_owes_a_move_is_what_the_last_event_of_that_table_says(store):
    for name, last in (("yes", {"owes": True}), ("no", {"text": "a1"})):
        store.create(name, {"owes": name == "no"}).result(SOON)
        store.append(name, 0, [Event("move", {"owes": name == "no"}), Event("move", last)]).result(SOON)
    store.create("set", {"owes": True}).result(SOON)
    assert sorted(store.owing()) == ["set", "yes"] and OWES == '"owes":true'


def test_a_table_that_is_removed_while_all_are_read_is_passed_over(store):
    for name in ("t2", "t3"):
        store.create(name, {}).result(SOON)
    names = store.ids()
    found = []
    for stored in store.every():
        found.append(stored.id)
        if len(found) == 1:
            store.remove(names[1]).result(SOON)
    assert found == [names[0], names[2]]


# --- whether it can be written


def test_what_is_tried_leaves_nothing(store, file):
    before = dump(file)
    store.try_writing().result(SOON)
    store.try_writing().result(SOON)
    assert dump(file) == before


def dump(file):
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize("table", ["tables", "events", "keys"])
@pytest.mark.parametrize("way", ["INSERT", "DELETE"])
def test_whatever_a_new_table_needs_is_tried(store, write, table, way):
    """Wherever the database fails, the health of the server says so before somebody loses a game."""
    write(f"CREATE TRIGGER no BEFORE {way} ON {table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    with pytest.raises(StoreFailed, match=r"^the disk is full$"):
        store.try_writing().result(SOON)


# --- one server only


def test_a_file_has_nobody_to_tell(store):
    commits = []
    event.listen(store.engine, "commit", commits.append)
    store.tell(News("here", "t1", 1))
    assert store.shared is False and store.listen(lambda _: None) is None
    store.create("t2", {}).result(SOON)
    assert len(commits) == 1, "only what was set is written"


def test_every_store_has_a_name_of_its_own(store, tmp_path):
    """By it, each server knows its own news among those of others."""
    with open_store(f"sqlite:///{tmp_path}/other.db") as other:
        assert len(store._sender) >= 8 and store._sender != other._sender
