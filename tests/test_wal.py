"""SQLite's write-ahead log, damaged in every part: what we say is lost is what SQLite passes over."""

import shutil
import sqlite3
import struct
from contextlib import closing

import pytest

from pavage.store.wal import FRAME_HEADER, HEADER, beside, what_is_wrong

ROUNDS = 6
"""Transactions in the log, a frame each."""


@pytest.fixture(params=[512, 4096])
def store(request, tmp_path):
    """A file with pages of some size, and in its log six rows, each committed by itself."""
    return written(tmp_path, request.param)


def written(folder, page, rows=ROUNDS, each=1, bytes_each=1):
    """A store that was left as by a killed server; so many rows in each transaction."""
    live, left = folder / "live.db", folder / "left.db"
    with closing(sqlite3.connect(live, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={page}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE said (number INTEGER PRIMARY KEY, words BLOB)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for _ in range(rows // each):
            connection.execute("BEGIN")
            for _ in range(each):
                connection.execute("INSERT INTO said (words) VALUES (zeroblob(?))", [bytes_each])
            connection.execute("COMMIT")
        shutil.copy(live, left)
        shutil.copy(beside(live), beside(left))
    return left


def frame(store):
    """How long a frame of this log is."""
    return FRAME_HEADER + struct.unpack(">I", beside(store).read_bytes()[8:12])[0]


def strike(store, place):
    log = bytearray(beside(store).read_bytes())
    log[place] ^= 0x10
    beside(store).write_bytes(log)


def cut(store, by):
    log = beside(store).read_bytes()
    beside(store).write_bytes(log[:-by])


def rows_read(store):
    """How many rows SQLite reads: of a copy, since it tidies up."""
    copy = store.with_name("read.db")
    shutil.copy(store, copy)
    shutil.copy(beside(store), beside(copy))
    with closing(sqlite3.connect(copy)) as connection:
        return connection.execute("SELECT count(*) FROM said").fetchone()[0]


def test_a_log_that_is_whole(store):
    assert beside(store).name == "left.db-wal"
    assert len(beside(store).read_bytes()) == HEADER + ROUNDS * frame(store)
    assert what_is_wrong(store) == "" and rows_read(store) == ROUNDS


def test_where_there_is_no_log_nothing_is_lost(store):
    whole = beside(store).read_bytes()
    for length in (0, 1, HEADER - 1, HEADER):
        beside(store).write_bytes(whole[:length])
        assert what_is_wrong(store) == ""
    beside(store).unlink()
    assert what_is_wrong(store) == ""


PARTS = {
    "the number of the page": 1,
    "whether it ends a transaction": 6,
    "the first salt": 9,
    "the second salt": 15,
    "the first sum": 16,
    "the second sum": 23,
    "the first byte of the page": FRAME_HEADER,
    "the page": FRAME_HEADER + 300,
    "the last byte of the page": -1,
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("number", range(1, ROUNDS))
def test_a_frame_that_was_struck_is_named_with_all_that_it_hides(tmp_path, number, part):
    store = written(tmp_path, 512)
    place = PARTS[part]
    strike(store, HEADER + (number - (place >= 0)) * frame(store) + place)
    behind = ROUNDS - number
    told = f"frame {number} of the write-ahead log is damaged: {behind} transactions behind it are lost"
    assert what_is_wrong(store) == told
    assert rows_read(store) == number - 1, "SQLite reads none of them, and says nothing"


def test_only_the_first_of_two_damaged_frames_is_named(store):
    """From there on nothing counts, so what is wrong further back does not matter."""
    for number in (2, 4):
        strike(store, HEADER + (number - 1) * frame(store) + FRAME_HEADER)
    told = "frame 2 of the write-ahead log is damaged: 4 transactions behind it are lost"
    assert what_is_wrong(store) == told
    strike(store, HEADER + 4 * frame(store) + 9)  # it no longer says to which log it belongs
    assert what_is_wrong(store) == told.replace("4", "3")


def test_transactions_are_counted_and_not_their_frames(tmp_path):
    """What is lost is told in the unit in which people lose it."""
    store = written(tmp_path, 512, rows=12, each=4, bytes_each=300)
    frames = (len(beside(store).read_bytes()) - HEADER) // frame(store)
    assert what_is_wrong(store) == "" and frames > 12
    strike(store, HEADER + FRAME_HEADER)
    assert what_is_wrong(store) == (
        "frame 1 of the write-ahead log is damaged: 3 transactions behind it are lost"
    )


@pytest.mark.parametrize("by", [1, 8, 47, 400, 512 + FRAME_HEADER - 1])
def test_a_last_transaction_that_is_torn_was_never_promised(tmp_path, by):
    """The process was killed while it wrote: whoever asked for it was told nothing yet."""
    store = written(tmp_path, 512)
    cut(store, by)
    assert what_is_wrong(store) == "" and rows_read(store) == ROUNDS - 1
    strike(store, HEADER + FRAME_HEADER)
    assert what_is_wrong(store) == (
        f"frame 1 of the write-ahead log is damaged: {ROUNDS - 2} transactions behind it are lost"
    )


def test_a_last_frame_that_was_struck_hides_nothing_behind_it(store):
    strike(store, HEADER + (ROUNDS - 1) * frame(store) + FRAME_HEADER)
    assert what_is_wrong(store) == "" and rows_read(store) == ROUNDS - 1


def test_what_is_left_of_an_earlier_round_is_no_damage(tmp_path):
    """Once all of the log is in the store, SQLite begins it again from the front and cuts nothing off."""
    live = tmp_path / "live.db"
    with closing(sqlite3.connect(live, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE said (number INTEGER PRIMARY KEY, words BLOB)")
        for _ in range(ROUNDS):
            connection.execute("INSERT INTO said DEFAULT VALUES")
        before = len(beside(live).read_bytes())
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        for _ in range(3):
            connection.execute("INSERT INTO said DEFAULT VALUES")
        assert len(beside(live).read_bytes()) == before, "the same file, with the old frames at its end"
        assert what_is_wrong(live) == ""
        left = tmp_path / "left.db"
        shutil.copy(live, left)
        shutil.copy(beside(live), beside(left))
    assert rows_read(left) == ROUNDS + 3
    strike(left, HEADER + FRAME_HEADER)
    assert what_is_wrong(left) == (
        "frame 1 of the write-ahead log is damaged: 2 transactions behind it are lost"
    )


@pytest.mark.parametrize("place", [0, 3, 5, 9, 13, 16, 23, 24, 31])
def test_a_header_that_was_struck_hides_the_whole_log(tmp_path, place):
    store = written(tmp_path, 4096)
    strike(store, place)
    told = "the header of the write-ahead log is damaged: {} frames are lost"
    assert what_is_wrong(store) == told.format(ROUNDS)
    assert rows_read(store) == 0, "SQLite reads none of them, and says nothing"
    cut(store, 10)
    assert what_is_wrong(store) == told.format(ROUNDS - 1), "a frame that was not written is not lost"
    cut(store, (ROUNDS - 1) * 4120)
    assert what_is_wrong(store) == "", "nothing was behind it"


def test_a_log_of_a_machine_that_reads_the_highest_byte_first(store):
    """A disk may come from another machine: SQLite reads both kinds of log, and so do we."""
    log, length = bytearray(beside(store).read_bytes()), frame(store)

    def summed(text, before=(0, 0)):
        one, two = before
        for first, second in struct.iter_unpack(">2I", text):
            one = (one + first + two) % 2**32
            two = (two + second + one) % 2**32
        return one, two

    log[:4] = struct.pack(">I", 0x377F0683)
    sums = summed(log[:24])
    log[24:HEADER] = struct.pack(">2I", *sums)
    for start in range(HEADER, len(log), length):
        body = log[start : start + 8] + log[start + FRAME_HEADER : start + length]
        sums = summed(body, sums)
        log[start + 16 : start + FRAME_HEADER] = struct.pack(">2I", *sums)
    beside(store).write_bytes(log)
    assert rows_read(store) == ROUNDS, "SQLite finds it whole"
    assert what_is_wrong(store) == ""
    strike(store, HEADER + 2 * length + FRAME_HEADER)
    assert what_is_wrong(store).startswith("frame 3 of the write-ahead log is damaged: 3 transactions")
