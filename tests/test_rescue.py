"""A new store of what was saved of another. Whole stores are rescued in test_damage.py."""

import errno
import os
import sqlite3
from contextlib import closing

import pytest

from pavage.store import Entry, Event, Stored, StoreFailed, open_store
from pavage.store.rescue import rescuing

MOVES = tuple(Entry(seq, 500 + seq, Event("move", {"text": f"a{seq} é"}, f"m{seq}")) for seq in range(3))
PLAYED = Stored("played", 400, {"game": "hex", "name": "Zoé"}, MOVES)
JUST_SET = Stored("just set", 300, {"game": "go"}, ())


def test_what_is_saved_is_a_store_like_others(tmp_path):
    file = tmp_path / "saved.db"
    with rescuing(file) as saved:
        saved.add(PLAYED, {"aa": 0, "bb": 1})
        saved.add(JUST_SET, {})
        assert not file.exists(), "it is there when it is whole"
    assert [each.name for each in tmp_path.iterdir()] == ["saved.db"], "nothing else is left"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with open_store(f"sqlite:///{file}") as store:
        assert sorted(store.ids()) == ["just set", "played"]
        assert store.load("played") == PLAYED and store.load("just set") == JUST_SET
        assert store.seats_of("aa") == ("played", 0) and store.seats_of("bb") == ("played", 1)
        assert store.seats_of("cc") is None
        store.append("played", 3, [Event("move", {"text": "b1"})]).result(60)


def test_a_key_opens_one_table_only(tmp_path):
    """In a damaged store, two tables may claim the same: the first counts, and the second is saved too."""
    with rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {"aa": 0})
        saved.add(JUST_SET, {"aa": 1, "bb": 1})
    with open_store(f"sqlite:///{tmp_path}/saved.db") as store:
        assert store.seats_of("aa") == ("played", 0) and store.seats_of("bb") == ("just set", 1)
        assert sorted(store.ids()) == ["just set", "played"]


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "saved.db"
    file.write_text("mine")
    with pytest.raises(FileExistsError, match="File exists") as refused, rescuing(file):
        pass
    assert (refused.value.errno, refused.value.filename) == (errno.EEXIST, str(file))
    assert file.read_text() == "mine" and list(tmp_path.iterdir()) == [file]


def test_what_an_earlier_attempt_left_is_cleared_away(tmp_path):
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"saved.db.part{ending}").write_text("torn")
    with rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {})
    assert [each.name for each in tmp_path.iterdir()] == ["saved.db"]
    with open_store(f"sqlite:///{tmp_path}/saved.db") as store:
        assert store.load("played") == PLAYED


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_if_anything_goes_wrong_there_is_no_file(tmp_path, error):
    with pytest.raises(error), rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {})
        raise error
    assert list(tmp_path.iterdir()) == []


def test_nothing_beside_it_is_left_and_nothing_stays_open(tmp_path):
    with pytest.raises(ValueError, match="enough"), rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {})
        saved._engine.dispose()
        for ending in ("-wal", "-shm"):
            (tmp_path / f"saved.db.part{ending}").write_text("left by a database that was not closed")
        raise ValueError("enough")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="enough"), rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {})
        assert saved._engine.pool.checkedin() == 1
        raise ValueError("enough")
    assert saved._engine.pool.checkedin() == 0


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    asked = []

    def fsync(number):
        asked.append((os.fstat(number).st_ino, (tmp_path / "saved.db").exists()))
        real(number)

    real = os.fsync
    with rescuing(tmp_path / "saved.db") as saved:
        saved.add(PLAYED, {})
        monkeypatch.setattr(os, "fsync", fsync)
    assert asked == [((tmp_path / "saved.db").stat().st_ino, False)]


def test_what_the_database_refuses_is_said_in_its_words(tmp_path):
    with (
        pytest.raises(StoreFailed, match=r"^UNIQUE constraint failed: tables\.id$"),
        rescuing(tmp_path / "saved.db") as saved,
    ):
        saved.add(PLAYED, {})
        saved.add(PLAYED, {})
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_saved_with_all_its_events_or_not_at_all(tmp_path):
    twice = Stored("twice", 1, {}, (MOVES[0], MOVES[0]))
    with rescuing(tmp_path / "saved.db") as saved:
        saved.add(JUST_SET, {})
        with pytest.raises(Exception, match="UNIQUE"):
            saved.add(twice, {"aa": 0})
    with open_store(f"sqlite:///{tmp_path}/saved.db") as store:
        assert store.ids() == ["just set"] and store.seats_of("aa") is None


def test_the_new_store_may_lie_in_a_new_folder(tmp_path):
    with rescuing(tmp_path / "new" / "deep" / "saved.db") as saved:
        saved.add(JUST_SET, {})
    with open_store(f"sqlite:///{tmp_path}/new/deep/saved.db") as store:
        assert store.ids() == ["just set"]
