"""The store, on SQLite and on PostgreSQL: the same tests for both."""

import contextlib
import errno
import queue
import re
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import wait
from pathlib import Path
from types import SimpleNamespace

import pytest
from alembic import command
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError

from pavage.store import Conflict, Entry, Event, Gone, News, Store, StoreFailed, open_store
from pavage.store.backup import back_up, sqlite_file
from pavage.store.default_store import data_folder, default_url
from pavage.store.engine import configuration, make_engine, make_folder_of
from pavage.store.lock import InUse, only_server
from pavage.store.log import wall_time
from pavage.store.schema import metadata
from pavage.store.writer import MOST_AT_ONCE


@pytest.fixture
def store(database):
    with open_store(database) as opened:
        yield opened


def played(*moves: str) -> list[Event]:
    return [Event("move", {"text": move}) for move in moves]


def test_what_was_written_is_read_again(store: Store) -> None:
    store.create("t1", {"game": "hex", "names": ["Zoé", "☃"]}, {"aa": 0, "bb": 1}).result(60)
    store.append("t1", 0, played("a1"), at=1000).result(60)
    store.append("t1", 1, played("b2", "c3"), at=2000).result(60)
    stored = store.load("t1")
    assert stored is not None
    assert stored.setting == {"game": "hex", "names": ["Zoé", "☃"]}
    assert [(e.seq, e.at, e.event.kind, e.event.data["text"]) for e in stored.entries] == [
        (0, 1000, "move", "a1"),
        (1, 2000, "move", "b2"),
        (2, 2000, "move", "c3"),
    ]
    assert [e.seq for e in store.load("t1", after=0).entries] == [1, 2]
    assert store.load("nobody") is None
    assert store.seats_of("bb") == ("t1", 1)
    assert store.seats_of("cc") is None


def test_a_table_that_is_deleted_while_it_is_read_is_not_there(store: Store) -> None:
    """The table and its events are two queries."""
    store.create("t1", {}).result(60)
    store.append("t1", 0, played("a1")).result(60)
    queries = []

    def delete_before_the_second(connection, cursor, statement, *_):
        queries.append(statement)
        if len(queries) == 2:
            store.remove("t1").result(60)

    event.listen(store.engine, "before_cursor_execute", delete_before_the_second)
    try:
        assert store.load("t1") is None
    finally:
        event.remove(store.engine, "before_cursor_execute", delete_before_the_second)


def test_the_insert_is_the_lock(store: Store) -> None:
    store.create("t1", {}).result(60)
    store.append("t1", 0, played("a1")).result(60)
    with pytest.raises(Conflict) as refused:
        store.append("t1", 0, played("b2", "c3")).result(60)
    assert (refused.value.table, refused.value.seq) == ("t1", 0)
    assert str(refused.value) == "table t1 already has an event 0"
    assert [e.event.data["text"] for e in store.load("t1").entries] == ["a1"]


def test_two_writers_at_once_never_both_win(database: str) -> None:
    with open_store(database) as one, open_store(database) as other:
        one.create("t1", {}).result(60)
        for seq in range(30):
            both = [store.append("t1", seq, played(name)) for store, name in ((one, "1"), (other, "2"))]
            wait(both, 20)
            refused = [future for future in both if future.exception() is not None]
            assert len(refused) == 1 and isinstance(refused[0].exception(), Conflict)
        assert len(one.load("t1").entries) == 30


def test_the_same_append_twice_is_stored_once(store: Store) -> None:
    store.create("t1", {}).result(60)
    happened = [Event("move", {"text": "a1"}, mark="abc"), Event("roll", {"text": "6"})]
    store.append("t1", 0, happened).result(60)
    store.append("t1", 0, happened).result(60)
    assert [e.event.kind for e in store.load("t1").entries] == ["move", "roll"]
    for other in (Event("move", {"text": "a1"}, "other"), Event("move", {"text": "b2"}, "abc")):
        with pytest.raises(Conflict):
            store.append("t1", 0, [other]).result(60)
    unmarked = [Event("move", {"text": "b2"})]
    store.append("t1", 2, unmarked).result(60)
    with pytest.raises(Conflict):
        store.append("t1", 2, unmarked).result(60)


def test_one_mistake_does_not_spoil_the_others(store: Store) -> None:
    """All of these are asked for at once, so they share transactions; only the wrong ones fail."""
    store.create("t1", {}).result(60)
    good = [store.append("t1", seq, played(str(seq))) for seq in range(20)]
    homeless = store.append("nowhere", 0, played("x"))
    late = [store.append("t1", seq, played("too late")) for seq in range(5)]
    more = [store.append("t1", seq, played(str(seq))) for seq in range(20, 40)]
    wait([*good, homeless, *late, *more], 20)
    assert all(future.exception() is None for future in [*good, *more])
    assert isinstance(homeless.exception(), Gone)
    assert str(homeless.exception()) == "the table was deleted", "what went wrong, not what was asked"
    assert all(isinstance(future.exception(), Conflict) for future in late)
    assert [e.event.data["text"] for e in store.load("t1").entries] == [str(n) for n in range(40)]


def test_what_a_deadlock_ended_is_done_again(store: Store) -> None:
    """Two servers waited for each other, and PostgreSQL let one of them give way."""
    psycopg = pytest.importorskip("psycopg")
    tries = []

    def work(connection):
        tries.append(connection)
        if len(tries) < 3:
            raise OperationalError("INSERT", {}, psycopg.errors.DeadlockDetected())

    store._writer.do(work).result(60)
    assert len(tries) == 3


def test_of_two_that_share_a_transaction_only_the_wrong_one_fails(store: Store) -> None:
    store.create("t1", {}).result(60)
    gate = threading.Event()
    held = store._writer.do(lambda _: gate.wait(60) and None)
    homeless, good = store.append("nowhere", 0, played("x")), store.append("t1", 0, played("a1"))
    gate.set()
    wait([held, homeless, good], 60)
    assert isinstance(homeless.exception(0), Gone) and good.exception(0) is None
    assert [e.event.data["text"] for e in store.load("t1").entries] == ["a1"]


def test_appends_that_wait_are_committed_together(store: Store) -> None:
    store.create("t1", {}).result(60)
    commits = []
    event.listen(store.engine, "commit", commits.append)
    gate = threading.Event()
    held = store._writer.do(lambda _: gate.wait(60) and None)
    waiting = [store.append("t1", seq, played(str(seq))) for seq in range(50)]
    gate.set()
    wait([held, *waiting], 60)
    assert len(store.load("t1").entries) == 50
    assert len(commits) <= 3


def test_while_much_is_asked_for_the_next_commit_waits_for_more(store: Store, monkeypatch) -> None:
    begun, held, order = threading.Event(), threading.Event(), []
    commits = []
    event.listen(store.engine, "commit", lambda _: commits.append(len(order)))

    def work(name):
        return store._writer.do(lambda _: order.append(name))

    def more_comes(seconds: float) -> None:
        if len(order) == 3:
            late.append(work("late"))

    def hold(_) -> None:
        begun.set()
        assert held.wait(30)
        order.append("first")

    late: list = []
    monkeypatch.setattr("pavage.store.writer.time", SimpleNamespace(sleep=more_comes))
    first = store._writer.do(hold)
    assert begun.wait(30)
    two = [work("second"), work("third")]
    held.set()
    wait([first, *two], 30)
    work("fourth").result(30)
    late[0].result(30)
    assert order == ["first", "second", "third", "fourth", "late"]
    assert commits == [1, 3, 5], "alone at once; then two together; then what came while it waited"


def test_tables_by_when_something_happened(store: Store) -> None:
    for name, at in (("old", 1000), ("new", 3000), ("mid", 2000)):
        store.create(name, {"made": name}).result(60)
        store.append(name, 0, played("a1"), at=at).result(60)
    store.create("just set", {}).result(60)
    assert store.ids() == ["just set", "new", "mid", "old"]
    assert store.unused(2000, 10) == ["old"] and store.unused(2001, 1) == ["old"]
    assert store.unused(2001, 10) == ["old", "mid"], "the oldest first"
    assert [stored.id for stored in store.every()] == ["just set", "new", "mid", "old"]


def test_what_is_removed_is_gone(store: Store) -> None:
    store.create("t1", {}, {"aa": 0}).result(60)
    store.append("t1", 0, [Event("chat", {"text": "secret"}), *played("a1")]).result(60)
    store.forget_talk("t1").result(60)
    assert [e.event.data for e in store.load("t1").entries] == [{"gone": True}, {"text": "a1"}]
    store.remove("t1").result(60)
    assert store.load("t1") is None and store.seats_of("aa") is None
    store.create("t1", {}).result(60)
    assert store.load("t1").entries == ()


def test_keys_can_be_added(store: Store) -> None:
    store.create("t1", {}, {"aa": 0}).result(60)
    store.add_key("t1", "zz", 1).result(60)
    assert store.seats_of("zz") == ("t1", 1)


def test_a_closed_store_takes_nothing_more(database: str) -> None:
    store = open_store(database)
    waiting = store.create("t1", {})
    store.close()
    assert waiting.exception(60) is None, "what was asked for before is finished"
    assert str(store.create("t2", {}).exception(60)) == "the store is closed"
    store.close()  # twice is harmless


def test_whoever_gives_up_waiting_harms_nobody(store: Store) -> None:
    store.create("t1", {}).result(60)
    begun, gate = threading.Event(), threading.Event()
    held = store._writer.do(lambda _: begun.set() or (gate.wait(60) and None))
    assert begun.wait(60), "what shares its transaction could not be called back any more"
    given_up, kept = store.append("t1", 0, played("a1")), store.append("t1", 0, played("b2"))
    assert given_up.cancel()
    gate.set()
    wait([held, kept], 60)
    assert kept.exception() is None
    assert [e.event.data["text"] for e in store.load("t1").entries] == ["b2"]


def test_tables_where_a_computer_owes_a_move(store: Store) -> None:
    settings = {"new": {"owes": True}, "idle": {"name": '"owes":true'}, "two": {"owes": True}}
    for name, setting in settings.items():
        store.create(name, setting).result(60)
    store.append("two", 0, [Event("move", {"t": 1, "owes": True}), Event("chat", {"text": '"owes":true'})])
    store.append("idle", 0, [Event("move"), Event("chat", {"text": "x", "owes": True})]).result(60)
    assert sorted(store.owing()) == ["idle", "new"]
    store.forget_talk("idle").result(60)
    assert sorted(store.owing()) == ["idle", "new"], "what was said is forgotten, not who is to move"
    assert store.load("idle").entries[1].event.data == {"gone": True, "owes": True}


def test_a_key_comes_with_the_event_that_gives_it(store: Store) -> None:
    store.create("t1", {}).result(60)
    store.append("t1", 0, [Event("take")], keys={"zz": 1}).result(60)
    with pytest.raises(Conflict):
        store.append("t1", 0, [Event("take")], keys={"yy": 1}).result(60)
    assert store.seats_of("zz") == ("t1", 1) and store.seats_of("yy") is None


def test_migrations_lead_to_the_schema_and_back(database: str) -> None:
    engine = make_engine(database)
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "head")
    with engine.begin() as connection:
        command.check(configuration(connection))  # raises if the migrations do not lead to schema.py
    with engine.begin() as connection:
        command.downgrade(configuration(connection), "base")
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    engine.dispose()


def test_opening_twice_changes_nothing(database: str) -> None:
    with open_store(database) as store:
        store.create("t1", {}).result(60)
    with open_store(database) as store:
        assert store.ids() == ["t1"]
    assert store.create("t2", {}).exception(60) is not None, "it is closed at the end"


def test_sqlite_waits_for_the_disk(tmp_path) -> None:
    with open_store(f"sqlite:///{tmp_path}/a.db") as store, store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_what_is_no_database_is_refused_in_a_word(tmp_path) -> None:
    (tmp_path / "a.db").write_text("not a database at all, but long enough to look like one" * 40)
    with pytest.raises(StoreFailed, match=r"^file is not a database$"):
        open_store(f"sqlite:///{tmp_path}/a.db")


KILLED = """
import os, sys
from pavage.store import Event, open_store
store = open_store(sys.argv[1])
store.create("t1", {}).result()
for seq in range(10_000):
    store.append("t1", seq, [Event("move", {"text": str(seq)})]).result()
    print(seq, flush=True)
"""


def test_what_was_acknowledged_survives_a_killed_process(tmp_path) -> None:
    database = f"sqlite:///{tmp_path}/a.db"
    process = subprocess.Popen([sys.executable, "-c", KILLED, database], stdout=subprocess.PIPE, text=True)
    seen = -1
    for line in process.stdout:
        seen = int(line)
        if seen >= 25:
            process.kill()
            break
    process.wait(60)
    assert sqlite3.connect(tmp_path / "a.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with open_store(database) as store:
        numbers = [e.seq for e in store.load("t1").entries]
        assert numbers == list(range(len(numbers))) and len(numbers) > seen


def test_when_something_happened_is_the_time_of_the_wall(store: Store) -> None:
    before = time.time()
    store.create("t1", {}).result(60)
    store.append("t1", 0, [Event("move"), Event("roll", mark="m")]).result(60)
    after = time.time()
    stored = store.load("t1")
    for at in (stored.made, *(entry.at for entry in stored.entries)):
        assert 1000 * before - 1 <= at <= 1000 * after
    assert stored.id == "t1" and stored.entries[1] == Entry(1, stored.entries[1].at, Event("roll", {}, "m"))
    assert before - 1 < wall_time() / 1000 < time.time() + 1


def test_words_are_stored_as_they_are_and_without_blanks(store: Store) -> None:
    """What people write stays readable in the database, and `owing` looks for exact text."""
    store.create("t1", {"name": "Zoé", "owes": True}).result(60)
    store.append("t1", 0, [Event("chat", {"text": "☃", "n": [1, 2]})]).result(60)
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT setting FROM tables")).scalar() == '{"name":"Zoé","owes":true}'
        assert connection.execute(text("SELECT data FROM events")).scalar() == '{"text":"☃","n":[1,2]}'


def test_a_table_is_made_with_all_its_keys_or_not_at_all(store: Store) -> None:
    store.create("t1", {}, {"aa": 0, "bb": 3}).result(60)
    assert store.seats_of("aa") == ("t1", 0) and store.seats_of("bb") == ("t1", 3)
    with pytest.raises(StoreFailed):
        store.create("t2", {}, {"cc": 0, "aa": 1}).result(60)
    assert store.load("t2") is None and store.seats_of("cc") is None
    with pytest.raises(StoreFailed, match=r"(?i)unique|duplicate"):
        store.create("t1", {}).result(60)


def test_several_events_are_stored_together_or_not_at_all(store: Store) -> None:
    store.create("t1", {}).result(60)
    store.append("t1", 1, played("b2")).result(60)
    with pytest.raises(StoreFailed):
        store.append("t1", 0, played("a1", "c3"), keys={"kk": 0}).result(60)
    assert [entry.seq for entry in store.load("t1").entries] == [1] and store.seats_of("kk") is None


def test_what_happens_at_one_table_stays_there(store: Store) -> None:
    for name in ("t1", "t2"):
        store.create(name, {}, {name: 0}).result(60)
        store.append(name, 0, [Event("chat", {"text": name}), *played(name)]).result(60)
    store.forget_talk("t1").result(60)
    assert store.load("t2").entries[0].event.data == {"text": "t2"}
    assert store.load("t1").entries[1].event.data == {"text": "t1"}, "only what was said is forgotten"
    store.remove("t1").result(60)
    assert store.ids() == ["t2"] and len(store.load("t2").entries) == 2 and store.seats_of("t2") == ("t2", 0)
    store.try_writing().result(60)
    assert store.ids() == ["t2"], "what is tried leaves nothing"


def test_no_more_than_so_many_share_a_transaction(store: Store) -> None:
    store.create("t1", {}).result(60)
    commits, gate = [], threading.Event()
    event.listen(store.engine, "commit", commits.append)
    held = store._writer.do(lambda _: gate.wait(60) and None)
    waiting = [store.append("t1", seq, played(str(seq))) for seq in range(2 * MOST_AT_ONCE + 1)]
    gate.set()
    wait([held, *waiting], 60)
    assert 3 <= len(commits) <= 4 and MOST_AT_ONCE == 200


def test_only_postgresql_has_news_of_others(tmp_path) -> None:
    with open_store(f"sqlite:///{tmp_path}/a.db") as store:
        assert store.listen(lambda _: None) is None
    assert News("missed") == News("missed", "", 0)


def test_whoever_was_cut_off_knows_that_news_were_missed(empty_postgresql: str) -> None:
    heard: queue.SimpleQueue[News] = queue.SimpleQueue()

    def following() -> News:
        """The next news of tables: who listens also hears that it is the eldest server."""
        while (news := heard.get(timeout=60)).what == "owing":
            pass
        return news

    with open_store(empty_postgresql) as ours, open_store(empty_postgresql) as theirs:
        listening = ours.listen(heard.put)
        try:
            with theirs.engine.begin() as connection:
                ended = connection.execute(
                    # Whoever listens holds a lock that tells others of it, the eldest two; who has gone
                    # cannot be ended again.
                    text(
                        "SELECT pg_terminate_backend(pid) FROM "
                        "(SELECT DISTINCT pid FROM pg_locks WHERE locktype='advisory') AS listening"
                    )
                ).scalars()
                assert list(ended) == [True]
            assert following() == News("missed")
            theirs.create("t1", {}).result(60)
            theirs.append("t1", 0, played("a1")).result(60)
            assert following() == News("event", "t1", 0), "and hears again"
        finally:
            listening.close()
    assert heard.empty()


def test_the_schema() -> None:
    """Names and lengths are a promise to those who read the database with other programs."""
    columns = {
        table.name: {c.name: (str(c.type), c.primary_key, c.nullable) for c in table.columns}
        for table in metadata.sorted_tables
    }
    assert columns == {
        "tables": {
            "id": ("VARCHAR(32)", True, False),
            "made": ("BIGINT", False, False),
            "setting": ("TEXT", False, False),
            "checksum": ("BIGINT", False, True),
        },
        "events": {
            "table_id": ("VARCHAR(32)", True, False),
            "seq": ("INTEGER", True, False),
            "at": ("BIGINT", False, False),
            "kind": ("VARCHAR(16)", False, False),
            "mark": ("VARCHAR(40)", False, False),
            "data": ("TEXT", False, False),
            "checksum": ("BIGINT", False, True),
        },
        "keys": {
            "hash": ("VARCHAR(64)", True, False),
            "table_id": ("VARCHAR(32)", False, False),
            "seat": ("INTEGER", False, False),
        },
    }
    foreign = [
        (key.parent.table.name, key.target_fullname, key.ondelete)
        for t in ("events", "keys")
        for key in metadata.tables[t].foreign_keys
    ]
    assert foreign == [("events", "tables.id", "CASCADE"), ("keys", "tables.id", "CASCADE")]
    assert metadata.tables["events"].c.seq.autoincrement is False
    assert metadata.tables["events"].c.mark.server_default.arg == ""
    (index,) = metadata.tables["keys"].indexes
    assert index.name == "keys_of_a_table" and [c.name for c in index.columns] == ["table_id"]


# --- where it lies, who has it, and a copy of it


def test_the_usual_place(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PAVAGE_DATABASE", "postgresql:///games")
    assert default_url() == "postgresql:///games"
    monkeypatch.delenv("PAVAGE_DATABASE")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    for platform, folder in (
        ("linux", "/home/ada/.local/share/pavage"),
        ("darwin", "/home/ada/Library/Application Support/Pavage"),
        ("win32", "/home/ada/AppData/Local/Pavage"),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        assert data_folder() == Path(folder)
        assert default_url() == f"sqlite:///{Path(folder) / 'pavage.db'}"
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_folder() == Path("/local/Pavage")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/pavage")


def test_sqlite_keeps_what_belongs_together_and_waits_for_others(tmp_path) -> None:
    url = f"sqlite:///{tmp_path}/deep/down/a.db"
    with open_store(url) as store, store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 10_000
    make_engine(url).dispose()  # the folder may be there
    assert make_engine("sqlite://").connect().execute(text("SELECT 1")).scalar() == 1


def test_postgresql_is_spoken_to_by_psycopg_3() -> None:
    engine = make_engine("postgresql://ada@localhost/games")
    assert (engine.url.drivername, engine.pool.size(), engine.pool._pre_ping) == (
        "postgresql+psycopg",
        4,
        True,
    )


def test_one_server_at_a_file(tmp_path) -> None:
    folder = tmp_path / "new" / "deep"
    url = f"sqlite:///{folder}/a.db"
    with only_server(url):
        assert (folder / "a.db-server").exists() and not (folder / "a.db").exists()
        with pytest.raises(InUse) as refused, only_server(url):
            pass
        assert Path(str(refused.value)) == folder / "a.db"
        with only_server(f"sqlite:///{folder}/b.db"), open_store(url) as store:
            assert store.ids() == [], "the store itself can be read"
    with only_server(url):
        pass  # whoever ends lets go
    for shared in ("sqlite://", "postgresql:///games"):
        with only_server(shared), only_server(shared):
            pass


def test_a_copy_while_others_write(tmp_path) -> None:
    url, target = f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db"
    with open_store(url) as store:
        for name in ("t1", "t2"):
            store.create(name, {}).result(60)
        assert back_up(sqlite_file(url), target) == 2
        store.create("t3", {}).result(60)
    assert sqlite3.connect(target).execute("PRAGMA journal_mode").fetchone() == ("delete",)
    with open_store(f"sqlite:///{target}") as copy:
        assert sorted(copy.ids()) == ["t1", "t2"]
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(FileExistsError, match="File exists") as there:
        back_up(sqlite_file(url), target)
    with pytest.raises(FileNotFoundError, match="No such file or directory") as missing:
        back_up(tmp_path / "none.db", tmp_path / "other.db")
    assert (there.value.filename, missing.value.filename) == (str(target), str(tmp_path / "none.db"))
    assert (there.value.errno, missing.value.errno) == (errno.EEXIST, errno.ENOENT)
    assert sqlite_file("postgresql:///games") is None and sqlite_file("sqlite://") == Path("")


def test_a_copy_is_whole_or_there_is_none(tmp_path) -> None:
    """The pages of a table are overwritten: SQLite copies them, and the check of the copy finds it."""
    source, target = tmp_path / "a.db", tmp_path / "copy.db"
    (tmp_path / "none.db").write_text("not a database at all, but long enough to look like one" * 40)
    with pytest.raises(StoreFailed, match="not a database"):
        back_up(tmp_path / "none.db", target)
    with contextlib.closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("CREATE TABLE tables (id TEXT PRIMARY KEY, made INTEGER)")
        connection.executemany("INSERT INTO tables VALUES (?, ?)", [(f"t{n}" * 9, n) for n in range(999)])
    page = bytearray(source.read_bytes())
    assert page.count(b"t500t500") >= 2
    source.write_bytes(page.replace(b"t500t500", b"t999t999", 1))  # the index and the rows disagree
    with pytest.raises(StoreFailed, match="the copy is not whole"):
        back_up(source, target)
    assert not target.exists() and not list(tmp_path.glob("*.part"))


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    make_folder_of(tmp_path / "one/two/pavage.db")
    assert (tmp_path / "one/two").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match=re.escape(f"{tmp_path / 'file/two'}: Not a directory")):
        make_folder_of(tmp_path / "file/two/pavage.db")
