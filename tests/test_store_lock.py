"""One server at an SQLite file: who is refused, why, and that whoever ends lets go."""

import os
import sqlite3
import time
from contextlib import closing

import pytest

from pavage.cli import main
from pavage.store import StoreFailed, open_store
from pavage.store.lock import HasOtherNames, InUse, only_server
from pavage.words import words


@pytest.fixture
def file(tmp_path):
    return tmp_path.resolve() / "pavage.db"


def url(file):
    return f"sqlite:///{file}"


def refusal(file, kind):
    """How a second server is refused, and the sentence that its user reads."""
    with pytest.raises(kind) as refused, only_server(url(file)):
        pass
    return str(refused.value), words("en")(refused.value.phrase)


def test_a_second_server_is_told_which_file_is_in_use(file):
    with only_server(url(file)):
        text, sentence = refusal(file, InUse)
    assert text == str(file)
    assert sentence.startswith(f"Another Pavage server already uses {file}: play there, end it")


def test_a_second_server_is_refused_at_once(file):
    """Nobody waits for a server to end: it may run for months."""

    def quickly():
        begun = time.monotonic()
        refusal(file, InUse)
        return time.monotonic() - begun < 0.9

    with only_server(url(file)):
        assert any(quickly() for _ in range(3)), "even on a busy machine, one of three"


def test_whoever_fails_lets_go_even_while_the_failure_is_looked_at(file):
    """A failure keeps all that was alive when it happened; the lock must not be among it."""
    with pytest.raises(ZeroDivisionError) as failed, only_server(url(file)):
        raise ZeroDivisionError
    with only_server(url(file)):
        assert failed.traceback
    with only_server(url(file)):
        text, _ = refusal(file, InUse)
    with only_server(url(file)):
        assert text == str(file), "whoever was refused holds nothing"


def test_the_store_can_be_written_and_copied_meanwhile(file, tmp_path):
    with only_server(url(file)), open_store(url(file)) as store:
        store.create("t1", {}).result(60)
        with closing(sqlite3.connect(file)) as other:
            assert other.execute("SELECT id FROM tables").fetchall() == [("t1",)]
        assert sorted(path.name for path in tmp_path.glob("*-server")) == ["pavage.db-server"]


def test_a_file_with_two_names_is_refused_and_named(file, tmp_path):
    """Each name would have a write-ahead log of its own, and SQLite would damage the file."""
    file.touch()
    with only_server(url(file)):
        pass  # one name, and a file that is there
    os.link(file, tmp_path / "other.db")
    text, sentence = refusal(file, HasOtherNames)
    assert text == str(file)
    assert sentence.startswith(f"{file} has another name too (a hard link): SQLite would damage it.")
    (tmp_path / "other.db").unlink()
    with only_server(url(file)):
        pass


def test_a_lock_that_cannot_be_made_is_named(file):
    """That is no other server, and the store itself may be whole."""
    beside = file.with_name("pavage.db-server")
    beside.mkdir()
    with pytest.raises(StoreFailed) as refused, only_server(url(file)):
        pass
    assert str(refused.value) == f"{beside}: unable to open database file"


def test_a_lock_that_was_overwritten_is_named(file):
    """As after a failure of the disk. Whoever takes it away can serve again."""
    beside = file.with_name("pavage.db-server")
    beside.write_text("no database at all " * 99)
    with pytest.raises(StoreFailed) as refused, only_server(url(file)):
        pass
    assert str(refused.value) == f"{beside}: file is not a database"
    beside.unlink()
    with only_server(url(file)):
        pass


def test_a_lock_that_was_overwritten_is_told_in_one_line(file, capsys):
    file.with_name("pavage.db-server").write_text("no database at all " * 99)
    assert main(["serve", "--no-browser", "--port", "0", "--lang", "en", "--database", url(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "pavage.db-server: file is not a database" in told
