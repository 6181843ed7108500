"""The thread that writes: what shares a transaction, who is told of a failure, and how it ends."""

import queue
import threading
import time
from concurrent.futures import wait
from types import SimpleNamespace

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from pavage.store import StoreFailed
from pavage.store.engine import make_engine
from pavage.store.writer import LINGER, MOST_AT_ONCE, Writer

SOON = 15
"""Seconds that are more than enough for what takes some thousandths."""


@pytest.fixture
def engine(tmp_path):
    made = make_engine(f"sqlite:///{tmp_path}/pavage.db")
    with made.begin() as connection:
        connection.execute(text("CREATE TABLE said (words TEXT PRIMARY KEY)"))
    yield made
    made.dispose()


@pytest.fixture
def writer(engine):
    made = Writer(engine)
    yield made
    made.close()


@pytest.fixture
def commits(engine):
    """How many rows were there at each commit."""
    counts = []

    @event.listens_for(engine, "commit")
    def count(connection):
        counts.append(connection.execute(text("SELECT count(*) FROM said")).scalar())

    return counts


def says(words):
    """A piece of work."""
    return lambda connection: connection.execute(text("INSERT INTO said VALUES (:words)"), {"words": words})


def said(engine):
    with engine.connect() as connection:
        return list(connection.execute(text("SELECT words FROM said ORDER BY rowid")).scalars())


class Held:
    """While it is open, the writer is busy, and what is asked for waits."""

    def __init__(self, writer):
        self.begun, self.ends = threading.Event(), threading.Event()
        self.done = writer.do(self.work)
        assert self.begun.wait(SOON)

    def work(self, _):
        self.begun.set()
        assert self.ends.wait(SOON)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends.set()


def test_work_is_done_in_the_order_it_came_and_is_on_the_disk_then(writer, engine):
    for number in range(3):
        writer.do(says(str(number))).result(SOON)
        assert said(engine) == [str(each) for each in range(number + 1)]


def test_a_transaction_takes_what_waits_and_no_more_than_so_much(writer, commits):
    with Held(writer) as held:
        waiting = [writer.do(says(str(number))) for number in range(MOST_AT_ONCE + 1)]
    wait([held.done, *waiting], SOON)
    assert commits == [0, 200, 201], "whoever comes last does not wait for ever so many others"


def test_of_what_shares_a_transaction_only_what_is_wrong_fails(writer, engine, commits):
    writer.do(says("twice")).result(SOON)
    commits.clear()
    with Held(writer) as held:
        asked = [writer.do(says(words)) for words in ("one", "twice", "two")]
    wait([held.done, *asked], SOON)
    assert [future.exception(0) is None for future in asked] == [True, False, True]
    assert isinstance(asked[1].exception(0), StoreFailed)
    assert str(asked[1].exception(0)) == "UNIQUE constraint failed: said.words"
    assert said(engine) == ["twice", "one", "two"] and commits == [1, 2, 3], "one by one, then"


def test_of_two_the_first_or_the_second_may_be_wrong(writer, engine):
    writer.do(says("twice")).result(SOON)
    for right, order in (("one", ["twice", "one"]), ("two", ["two", "twice"])):
        with Held(writer) as held:
            asked = {words: writer.do(says(words)) for words in order}
        wait([held.done, *asked.values()], SOON)
        assert asked[right].exception(0) is None
        assert isinstance(asked["twice"].exception(0), StoreFailed)
    assert said(engine) == ["twice", "one", "two"]


def test_work_that_finds_that_it_must_not_write_fails_alone(writer, engine, commits):
    """It is told its own failure, and the others are committed with it."""

    def refuse(_):
        raise KeyError("somebody else was faster")

    with Held(writer) as held:
        first, refused, last = writer.do(says("one")), writer.do(refuse), writer.do(says("two"))
    wait([held.done, first, refused, last], SOON)
    assert first.exception(0) is None and last.exception(0) is None
    assert isinstance(refused.exception(0), KeyError)
    assert said(engine) == ["one", "two"] and commits == [0, 2]


def test_a_failure_that_the_database_did_not_cause_is_told_in_its_own_words(writer):
    def fail(_):
        raise SQLAlchemyError("the connection was taken away")

    with pytest.raises(StoreFailed, match=r"^the connection was taken away$"):
        writer.do(fail).result(SOON)


def test_it_goes_on_after_a_failure(writer, engine):
    assert writer.do(lambda connection: connection.execute(text("nonsense"))).exception(SOON) is not None
    writer.do(says("one")).result(SOON)
    assert said(engine) == ["one"]


def test_whoever_gave_up_waiting_gets_nothing_done(writer, engine):
    with Held(writer) as held:
        given_up, kept = writer.do(says("one")), writer.do(says("two"))
        assert given_up.cancel()
    wait([held.done, kept], SOON)
    assert kept.result(0) is None and said(engine) == ["two"]


def test_what_was_begun_cannot_be_called_back(writer):
    with Held(writer) as held:
        assert not held.done.cancel(), "it may be on the disk already"


@pytest.fixture
def waits(monkeypatch):
    """How often the writer waited for more to come."""
    slept = []
    monkeypatch.setattr("pavage.store.writer.time", SimpleNamespace(sleep=slept.append))
    return slept


def test_it_waits_for_more_only_while_much_is_asked_for(writer, waits):
    for number in range(3):
        writer.do(says(str(number))).result(SOON)
    assert waits == [], "one player is answered as soon as the disk is"
    with Held(writer) as held:
        two = [writer.do(says(words)) for words in ("a", "b")]
    wait([held.done, *two], SOON)
    writer.do(says("c")).result(SOON)
    assert waits == [LINGER], "two at once: there may be more"
    writer.do(says("d")).result(SOON)
    assert waits == [LINGER], "and it was alone, so nobody waits again"


def test_nobody_notices_how_long_it_waits_for_more():
    assert 0 < LINGER < 0.02


def test_whoever_closes_a_busy_writer_does_not_wait_for_more(engine, waits):
    writer = Writer(engine)
    with Held(writer) as held:
        two = [writer.do(says(words)) for words in ("a", "b")]
    wait([held.done, *two], SOON)
    writer.close()
    assert waits == []


def test_what_was_asked_for_is_finished_before_it_is_closed(engine):
    writer = Writer(engine)
    begun = time.monotonic()
    with Held(writer):
        last = writer.do(says("last"))
        closing = threading.Thread(target=writer.close)
        closing.start()
        while not (late := writer.do(says("late"))).done():
            assert time.monotonic() - begun < SOON
    closing.join(SOON)
    assert last.done() and last.exception(0) is None and "last" in said(engine)
    assert isinstance(late.exception(0), RuntimeError) and str(late.exception(0)) == "the store is closed"


def test_nothing_that_is_asked_for_while_it_closes_waits_for_ever(engine, monkeypatch):
    """It comes before the end and is done, or after it and is refused; never in between."""
    closing = []

    class Late(queue.SimpleQueue):
        def put(self, asked):
            if asked is not None:
                closing.append(threading.Thread(target=writer.close))
                closing[0].start()
                closing[0].join(0.05)
            super().put(asked)

    monkeypatch.setattr("pavage.store.writer.queue", SimpleNamespace(SimpleQueue=Late))
    writer = Writer(engine)
    writer.do(says("just in time")).result(5)
    closing[0].join(SOON)
    assert said(engine) == ["just in time"]


def test_its_thread_has_a_name_keeps_no_program_from_ending_and_ends(engine):
    """Whoever looks at a server that hangs sees what each thread is for."""

    def writing():
        return [each for each in threading.enumerate() if each.name == "writing-to-the-store"]

    before = writing()
    writer = Writer(engine)
    (thread,) = [each for each in writing() if each not in before]
    assert thread.daemon, "a program that fails and does not close its store ends all the same"
    with Held(writer):
        closing = threading.Thread(target=writer.close)
        closing.start()
        closing.join(0.05)
        assert closing.is_alive(), "whoever closes it waits"
    closing.join(SOON)
    assert not thread.is_alive()
    writer.close()  # twice is harmless
