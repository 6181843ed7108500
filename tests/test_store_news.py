"""What several servers at one PostgreSQL tell each other, and who of them is the eldest.

Servers of different versions may meet at one database, so channel, words and locks are a promise.
"""

import json
import queue
import threading
import time
import zlib
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from pavage.store import Event, News, open_store
from pavage.store.engine import make_engine
from pavage.store.news import Listening

HERE, ELDEST = 28737, 28738
"""The locks of all versions: who is here, and who is the eldest."""
OWING = News("owing")
SOON = 15
"""Seconds that are more than enough for what takes some thousandths."""


@pytest.fixture
def quiet(empty_postgresql):
    """A database at which nobody is: whoever was there in another test has gone."""
    with psycopg.connect(empty_postgresql, autocommit=True) as connection:
        until(lambda: locks(connection, HERE) == [] == locks(connection, ELDEST))
    return empty_postgresql


@pytest.fixture
def plainly(quiet):
    """Connections of another program, in which every statement counts at once."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(psycopg.connect(quiet, autocommit=True))


@pytest.fixture
def engine(quiet):
    made = make_engine(quiet)
    yield made
    made.dispose()


def until(holds):
    """PostgreSQL notices a moment later that a connection was closed."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < SOON
        time.sleep(0.002)


@contextmanager
def listening(engine, sender="ours", kind=Listening):
    """A server that listens, and a queue of what it was told."""
    told = queue.SimpleQueue()
    heard = kind(engine, sender, told.put)
    try:
        assert heard.ready.wait(SOON)
        yield told
    finally:
        heard.close()


class Still(Listening):
    """One whose thread ends at once: what it does is asked for one by one."""

    def _run(self):
        self.ready.set()


def still(engine=None, sender="ours"):
    told = []
    return Still(engine, sender, told.append), told


def number_of(sender):
    """The lock of a server: half of what a signed number holds, by its name."""
    return zlib.crc32(sender.encode()) // 2


def locks(connection, kind):
    query = "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND granted"
    return sorted(row[0] for row in connection.execute(query, (kind,)))


def arrive(connection, number):
    connection.execute("SELECT pg_advisory_lock(%s, %s)", (HERE, number))
    return connection


# --- what is told


def test_news_say_where_to_look_and_are_the_same_whoever_sent_them():
    news = News("event", "t1", 3, "theirs")
    assert (news.what, news.table, news.seq, news.sender) == ("event", "t1", 3, "theirs")
    assert news == News("event", "t1", 3) and news != News("event", "t1", 4)
    missed = News("missed")
    assert (missed.table, missed.seq, missed.sender) == ("", 0, "")


def test_what_a_store_tells_is_what_other_versions_expect(empty_postgresql, plainly):
    other = plainly()
    other.execute("LISTEN pavage")
    with open_store(empty_postgresql) as store:
        store.create("t1", {}).result(SOON)
        store.append("t1", 0, [Event("move"), Event("chat")]).result(SOON)
        store.tell(News("here", "t1", 5))
        store.forget_talk("t1").result(SOON)
        store.remove("t1").result(SOON)
        told = [json.loads(heard.payload) for heard in other.notifies(timeout=SOON, stop_after=4)]
        assert [each[1:] for each in told] == [
            ["event", "t1", 1],
            ["here", "t1", 5],
            ["talk", "t1", 1],
            ["gone", "t1", 0],
        ]
        assert {each[0] for each in told} == {store._sender}


def test_what_others_tell_is_heard_and_our_own_is_not(engine, plainly):
    other = plainly()
    with listening(engine) as told:
        for sender in ("ours", "theirs"):
            message = json.dumps([sender, "event", f"table of {sender}", 7])
            other.execute("SELECT pg_notify('pavage', %s)", (message,))
        heard = [told.get(timeout=SOON), told.get(timeout=SOON)]
        (news,) = [each for each in heard if each != OWING]
        assert news == News("event", "table of theirs", 7) and news.sender == "theirs"
        assert heard.count(OWING) == 1


def test_messages_are_told_as_they_are():
    ours, told = still()
    ours._hear('["ours", "event", "t1", 1]')
    ours._hear('["theirs", "talk", "t2", 0]')
    assert told == [News("talk", "t2", 0)] and told[0].sender == "theirs"


# --- who is here, and who sees to what somebody owed


def test_a_server_is_known_by_its_locks_as_long_as_it_listens(engine, plainly):
    other = plainly()
    with listening(engine) as told:
        assert told.get(timeout=SOON) == OWING
        assert locks(other, HERE) == [number_of("ours")] and locks(other, ELDEST) == [0]
    until(lambda: locks(other, HERE) == [] == locks(other, ELDEST))


def test_names_of_any_kind_make_a_lock():
    """PostgreSQL takes a number with a sign: half of these would be too large."""
    for sender in ("ours", "theirs", "é", "", "-_-", "another"):
        ours, _ = still(sender=sender)
        assert ours._number == number_of(sender) < 2**31


def test_the_first_sees_to_what_is_owed_and_says_so_once(plainly):
    ours, told = still()
    connection = plainly()
    ours._look_around(connection)
    assert told == [OWING] and locks(connection, ELDEST) == [0]
    ours._look_around(connection)
    assert told == [OWING], "once"


def test_who_is_not_the_eldest_sees_to_nothing_until_the_eldest_has_gone(plainly):
    ours, told = still()
    connection, eldest, other = plainly(), plainly(), arrive(plainly(), 5)
    eldest.execute("SELECT pg_advisory_lock(%s, 0)", (ELDEST,))
    ours._look_around(connection)
    gone(connection, other)
    ours._look_around(connection)
    assert told == [], "the eldest does"
    eldest.execute("SELECT pg_advisory_unlock(%s, 0)", (ELDEST,))
    ours._look_around(connection)
    assert told == [OWING]


def test_the_eldest_sees_to_what_each_owed_who_has_gone(plainly):
    ours, told = still()
    connection, others = plainly(), [arrive(plainly(), number) for number in (5, 6)]
    ours._look_around(connection)
    told.clear()
    others.append(arrive(plainly(), 7))
    ours._look_around(connection)
    assert told == [], "whoever comes owes nothing yet"
    for other in others:
        number = len(told)
        gone(connection, other)
        ours._look_around(connection)
        ours._look_around(connection)
        assert len(told) == number + 1, "once each, whether they were there before us or came later"
    assert told == [OWING] * 3


def gone(connection, other):
    """Close a connection, and wait until the database has noticed."""
    before = len(locks(connection, HERE))
    other.close()
    until(lambda: len(locks(connection, HERE)) < before)


def test_whoever_becomes_the_eldest_again_knows_anew_who_is_here(plainly):
    """Between two connections anything may have happened; all that is owed is looked at once."""
    ours, told = still()
    connection, other = plainly(), arrive(plainly(), 5)
    ours._look_around(connection)
    gone(connection, other)
    ours._eldest = False
    told.clear()
    ours._look_around(connection)
    assert told == [OWING]


def test_when_one_of_two_servers_ends_the_other_sees_to_what_it_owed(engine):
    with ExitStack() as first, ExitStack() as second:
        told = first.enter_context(listening(engine, "first"))
        assert told.get(timeout=SOON) == OWING
        younger = second.enter_context(listening(engine, "second"))
        assert younger.empty(), "there is one who does"
        first.close()
        assert younger.get(timeout=SOON) == OWING


# --- its thread and its connection


class Counting(Listening):
    looks = 0

    def _look_around(self, connection):
        type(self).looks += 1
        super()._look_around(connection)


def test_however_much_is_told_it_looks_around_only_now_and_then(engine, plainly):
    other, begun, Counting.looks = plainly(), time.monotonic(), 0
    with listening(engine, kind=Counting) as told:
        assert told.get(timeout=SOON) == OWING
        for number in range(SOON):
            other.execute("SELECT pg_notify('pavage', %s)", (json.dumps(["theirs", "event", "t1", number]),))
            assert told.get(timeout=SOON) == News("event", "t1", number)
        assert Counting.looks <= 2 + 2 * (time.monotonic() - begun), "twice a second"


def test_after_a_lost_connection_it_knows_that_it_may_have_missed_news_and_is_the_eldest_again(
    engine, plainly
):
    other = plainly()
    with listening(engine) as told:
        assert told.get(timeout=SOON) == OWING
        ended = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s"
        assert other.execute(ended, (ELDEST,)).fetchall() == [(True,)]
        assert [told.get(timeout=SOON), told.get(timeout=SOON)] == [News("missed"), OWING]
        assert locks(other, HERE) == [number_of("ours")] and locks(other, ELDEST) == [0]


def test_a_machine_that_is_gone_is_noticed_within_seconds(engine, monkeypatch):
    """Its locks are held until PostgreSQL notices, and until then nobody sees to what it owed."""
    asked = []

    class Written(psycopg.Connection):
        def execute(self, query, *rest, **named):
            asked.append(query)
            return super().execute(query, *rest, **named)

    monkeypatch.setattr(psycopg, "connect", Written.connect)
    with listening(engine):
        pass
    assert asked[:3] == [
        "SET tcp_keepalives_idle = 1",
        "SET tcp_keepalives_interval = 1",
        "SET tcp_keepalives_count = 3",
    ]


def test_a_database_that_is_away_is_tried_again_now_and_then(tmp_path, monkeypatch):
    tries, connect = queue.SimpleQueue(), psycopg.connect

    def counted(*arguments, **named):
        tries.put(time.monotonic())
        return connect(*arguments, **named)

    monkeypatch.setattr(psycopg, "connect", counted)
    told = []
    ours = Listening(make_engine(f"postgresql://ada@/games?host={tmp_path}"), "ours", told.append)
    first, second = tries.get(timeout=SOON), tries.get(timeout=SOON)
    ours.close()
    assert second - first > 0.2, "not as often as it can"
    assert told == [] and not ours.ready.is_set()


def test_its_thread_has_a_name_keeps_no_program_from_ending_and_ends_soon(engine):
    def threads():
        return {each for each in threading.enumerate() if each.name == "listening-to-other-servers"}

    def ended():
        before = threads()
        ours = Listening(engine, "ours", lambda _: None)
        assert ours.ready.wait(SOON)
        (thread,) = threads() - before
        assert thread.daemon
        begun = time.monotonic()
        ours.close()
        assert not thread.is_alive()
        return time.monotonic() - begun

    assert any(ended() < 1.2 for _ in range(3)), "even on a busy machine, one of three"


def test_whoever_starts_to_listen_hears_all_from_then_on(empty_postgresql):
    """A store that listens is ready when it says so: what others write afterwards is told."""
    told = queue.SimpleQueue()
    with open_store(empty_postgresql) as ours, open_store(empty_postgresql) as theirs:
        heard = ours.listen(told.put)
        try:
            assert heard.ready.is_set() and ours.shared is True
            theirs.create("t1", {}).result(SOON)
            theirs.append("t1", 0, [Event("move")]).result(SOON)
            while (news := told.get(timeout=SOON)) == OWING:
                pass
            assert news == News("event", "t1", 0) and news.sender == theirs._sender
        finally:
            heard.close()
