"""What a server is told of the file of its store while it runs. What it says of that is in test_health.py."""

import re
import shutil
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from sqlalchemy import make_url

from pavage.store import soundness
from pavage.store.soundness import ENOUGH, Soundness

DAMAGED = "the database is damaged (pavage doctor says more): "


@pytest.fixture
def file(tmp_path):
    """A store, as far as this matters: rows on several pages, and an index."""
    file = tmp_path / "pavage.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE tables (id TEXT PRIMARY KEY, setting TEXT)")
        rows = [(f"t{number}", "x" * 400) for number in range(100)]
        connection.executemany("INSERT INTO tables VALUES (?, ?)", rows)
    return file


def of(file):
    return Soundness(make_url(f"sqlite:///{file}"))


def test_a_sound_file(file):
    sound = of(file)
    assert sound.is_lost() == "" and sound.what_is_wrong() == ""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM tables")
    assert sound.is_lost() == "" and sound.what_is_wrong() == "", "it may grow and shrink"


def test_a_file_that_is_deleted_and_one_in_its_place(file, tmp_path):
    sound = of(file)
    file.rename(tmp_path / "elsewhere.db")
    assert sound.is_lost() == "the file of the database is gone"
    shutil.copy(tmp_path / "elsewhere.db", file)
    assert sound.is_lost() == "the file of the database was exchanged for another: start the server again"
    assert of(file).is_lost() == "", "a server that starts now knows no other"
    (tmp_path / "elsewhere.db").replace(file)
    assert sound.is_lost() == "", "it is back"


def test_the_file_is_the_same_wherever_one_stands(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sound = of("pavage.db")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert sound.is_lost() == "" and sound.what_is_wrong() == ""


@pytest.mark.parametrize(("free", "full"), [(0, True), (ENOUGH - 1, True), (ENOUGH, False)])
def test_a_disk_without_place(file, tmp_path, monkeypatch, free, full):
    asked = []
    monkeypatch.setattr(
        soundness.shutil, "disk_usage", lambda path: asked.append(path) or SimpleNamespace(free=free)
    )
    assert of(file).is_lost() == ("the disk of the database is full" if full else "")
    assert asked == [tmp_path] and ENOUGH == 1_048_576


def test_a_disk_that_does_not_say_how_much_is_free_is_not_full(file, monkeypatch):
    def fails(_):
        raise OSError("no such call here")

    monkeypatch.setattr(soundness.shutil, "disk_usage", fails)
    assert of(file).is_lost() == ""


def test_a_damaged_page_is_told_in_one_line(file):
    sound, data = of(file), file.read_bytes()
    place = 4096 * 4
    file.write_bytes(data[:place] + bytes(4096) + data[place + 4096 :])
    told = sound.what_is_wrong()
    assert re.match(re.escape(DAMAGED) + r"(Page|Tree|On tree) ", told) and "age 5" in told
    assert "\n" not in told and "***" not in told and "  " not in told
    file.write_bytes(data)
    assert sound.what_is_wrong() == ""


def test_only_one_of_several_damaged_pages_is_told(file):
    data = file.read_bytes()
    file.write_bytes(data[: 4096 * 4] + bytes(4096 * 3) + data[4096 * 7 :])
    told = of(file).what_is_wrong()
    assert len(re.findall(r"age [567]\b", told)) == 1


def test_what_is_no_database_any_longer(file):
    sound = of(file)
    file.write_bytes(bytes(8192))
    assert sound.what_is_wrong() == f"{DAMAGED}file is not a database"
    file.unlink()
    assert sound.what_is_wrong() == f"{DAMAGED}unable to open database file"
    assert not file.exists(), "nobody makes a new one by looking"


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://ada:secret@localhost/games"])
def test_what_has_no_file_is_left_to_others(url):
    sound = Soundness(make_url(url))
    assert sound.is_lost() == "" and sound.what_is_wrong() == ""


def test_a_store_that_is_being_written_is_not_damaged(file):
    sound = of(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO tables VALUES ('new', 'x')")
        assert sound.what_is_wrong() == ""
        connection.rollback()
