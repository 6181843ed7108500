"""The store, on SQLite and on PostgreSQL: the same tests for both."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import wait

import pytest
from alembic import command
from sqlalchemy import event, inspect, text

from pavage.store import Conflict, Event, Store, StoreFailed, open_store
from pavage.store.engine import configuration, make_engine


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


def test_the_insert_is_the_lock(store: Store) -> None:
    store.create("t1", {}).result(60)
    store.append("t1", 0, played("a1")).result(60)
    with pytest.raises(Conflict) as refused:
        store.append("t1", 0, played("b2", "c3")).result(60)
    assert refused.value.seq == 0
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
    with pytest.raises(Conflict):
        store.append("t1", 0, [Event("move", {"text": "a1"}, mark="other")]).result(60)


def test_one_mistake_does_not_spoil_the_others(store: Store) -> None:
    """All of these are asked for at once, so they share transactions; only the wrong ones fail."""
    store.create("t1", {}).result(60)
    good = [store.append("t1", seq, played(str(seq))) for seq in range(20)]
    homeless = store.append("nowhere", 0, played("x"))
    late = [store.append("t1", seq, played("too late")) for seq in range(5)]
    more = [store.append("t1", seq, played(str(seq))) for seq in range(20, 40)]
    wait([*good, homeless, *late, *more], 20)
    assert all(future.exception() is None for future in [*good, *more])
    assert isinstance(homeless.exception(), StoreFailed)
    assert all(isinstance(future.exception(), Conflict) for future in late)
    assert [e.event.data["text"] for e in store.load("t1").entries] == [str(n) for n in range(40)]


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
    assert store.create("t2", {}).exception(60) is not None


def test_whoever_gives_up_waiting_harms_nobody(store: Store) -> None:
    store.create("t1", {}).result(60)
    gate = threading.Event()
    held = store._writer.do(lambda _: gate.wait(60) and None)
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


def test_sqlite_waits_for_the_disk(tmp_path) -> None:
    with open_store(f"sqlite:///{tmp_path}/a.db") as store, store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_what_is_no_database_is_refused_in_a_word(tmp_path) -> None:
    (tmp_path / "a.db").write_text("not a database at all, but long enough to look like one" * 40)
    with pytest.raises(StoreFailed, match="not a database"):
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
