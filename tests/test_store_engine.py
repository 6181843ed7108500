"""How a database is opened: by which program, which version of its tables is known, what it is told."""

from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from pavage.store import Conflict, Event, NewerStore, StoreFailed, engine
from pavage.store.engine import configuration, is_current, make_engine, migrate


def known():
    """All versions of the tables, the newest first."""
    return [each.revision for each in ScriptDirectory.from_config(configuration(None)).walk_revisions()]


def asked(opened, sql):
    with opened.connect() as connection:
        return connection.execute(text(sql)).scalar()


def test_every_connection_waits_for_the_disk_and_wipes_what_is_deleted(tmp_path):
    opened = make_engine(f"sqlite:///{tmp_path}/new/folder/a.db")
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    for name, value in {**pragmas, "busy_timeout": 10_000}.items():
        assert asked(opened, f"PRAGMA {name}") == value
    opened.dispose()


def test_versions_that_are_known_can_be_opened():
    newest, *older = known()
    assert is_current(newest) and not any(is_current(version) for version in [None, *older])


def test_a_version_that_is_not_known_is_named_with_the_newest_that_is():
    with pytest.raises(NewerStore) as refused:
        is_current("0999")
    newest = known()[0]
    assert len(known()) > 1 and newest == max(known())
    assert (refused.value.found, refused.value.known) == ("0999", newest)
    assert str(refused.value) == (f"it was written by a newer Pavage (version 0999; this one knows {newest})")
    assert isinstance(refused.value, StoreFailed)


def test_an_empty_database_gets_all_tables_and_one_of_a_newer_version_nothing(tmp_path):
    opened = make_engine(f"sqlite:///{tmp_path}/a.db")
    migrate(opened)
    assert asked(opened, "SELECT version_num FROM alembic_version") == known()[0]
    assert asked(opened, "SELECT count(*) FROM events") == 0
    migrate(opened)  # twice is harmless
    with opened.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    with pytest.raises(NewerStore):
        migrate(opened)
    assert asked(opened, "SELECT version_num FROM alembic_version") == "0999"
    opened.dispose()


def test_it_may_be_installed_in_a_folder_with_any_name(monkeypatch):
    """Alembic fills in what follows a percent sign."""
    monkeypatch.setattr(engine, "__file__", "/opt/100%/%(here)s/engine.py")
    location = configuration(None).get_main_option("script_location")
    assert Path(location) == Path("/opt/100%/%(here)s/migrations")


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed) as refused:
        make_engine(f"sqlite:///{tmp_path}/file/two/a.db")
    assert str(refused.value) == f"{tmp_path / 'file/two'}: Not a directory"


def test_what_a_conflict_says():
    refused = Conflict("t1", 3)
    assert str(refused) == "table t1 already has an event 3"
    assert (refused.table, refused.seq) == ("t1", 3)


def test_an_event_of_which_nothing_needs_to_be_said():
    one, other = Event("pass"), Event("pass")
    assert (one.data, one.mark) == ({}, "") and one == other and one.data is not other.data
