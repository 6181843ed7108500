"""What an inspection says of each row, whatever is wrong with it. Damaged pages are in test_damage.py."""

import json

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from pavage.store import Event, StoreFailed, open_store
from pavage.store.checksums import event_sum, table_sum
from pavage.store.inspection import SETTING, Damage, EngineRows, found_tables, looking_through

CHANGED = "it is not what was written"
MISSING = "it is missing"
GONE = "a part of the disk is gone"


class Struck(EngineRows):
    """Rows of a database that fails at some queries: those of these words, and those for these events."""

    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def _all(self, query):
        asked = query.compile()
        if any(word in str(asked) for word in self.words) or asked.params.get("seq_1") in self.numbers:
            cause = OSError(f"{GONE}\nand nobody knows why")
            raise OperationalError(str(asked), {}, cause) from cause
        return super()._all(query)

    def write(self, sql, **values):
        with self._engine.begin() as connection:
            connection.execute(text(sql), values)


@pytest.fixture
def rows(tmp_path):
    with open_store(f"sqlite:///{tmp_path}/pavage.db") as store:
        store.create("t1", {"game": "hex"}, {"aa": 0, "bb": 1}).result(60)
        happened = [Event("move", {"text": str(number)}, mark=f"m{number}") for number in range(5)]
        store.append("t1", 0, happened, at=1000).result(60)
        yield Struck(store.engine)


def only(rows):
    (found,) = found_tables(rows)
    return found


def texts(found):
    return {number: entry.event.data["text"] for number, entry in found.entries.items()}


def test_a_whole_table(rows):
    found = only(rows)
    assert rows.names() == ["t1"] == [found.id]
    assert found.setting == {"game": "hex"} and found.made > 1_000_000
    assert texts(found) == {number: str(number) for number in range(5)}
    stored = found.stored()
    assert (stored.id, stored.made, stored.setting) == ("t1", found.made, {"game": "hex"})
    assert [(each.seq, each.at, each.event.kind, each.event.mark) for each in stored.entries] == [
        (number, 1000, "move", f"m{number}") for number in range(5)
    ]
    assert found.keys == {"aa": 0, "bb": 1}
    assert (found.damage, found.kinds, found.count) == ([], {}, 5)
    assert rows.pages == [] and rows.complete


def test_a_table_without_events(rows):
    rows.write("DELETE FROM events")
    found = only(rows)
    assert (found.damage, found.count, found.stored().entries) == ([], 0, ())


@pytest.mark.parametrize("gone", [[0], [1, 2], [0, 1, 3]])
def test_missing_events_are_known_by_their_neighbours(rows, gone):
    rows.write(f"DELETE FROM events WHERE seq IN ({', '.join(map(str, gone))})")
    found = only(rows)
    assert found.damage == [Damage(number, MISSING) for number in gone]
    assert found.count == 5 and len(found.stored().entries) == gone[0]


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("data", '{"text": "7"}', CHANGED),
        ("kind", "chat", CHANGED),
        ("mark", "other", CHANGED),
        ("at", 1001, CHANGED),
        ("checksum", 7, CHANGED),
    ],
)
def test_a_changed_event(rows, column, value, reason):
    rows.write(f"UPDATE events SET {column} = :value WHERE seq = 3", value=value)
    found = only(rows)
    assert found.damage == [Damage(3, reason)] and list(found.kinds) == [3]
    assert sorted(found.entries) == [0, 1, 2, 4] and found.count == 5
    assert len(found.stored().entries) == 3


@pytest.mark.parametrize(
    ("at", "data", "reason"),
    [(1000, "{", "it is no JSON"), (1000, "[1]", CHANGED), ("late", "{}", CHANGED), (1000, "{}", None)],
)
def test_what_was_written_wrongly(rows, at, data, reason):
    """With the checksum that it should have."""
    checksum = event_sum("t1", 3, at, "move", "", data)
    row = {"at": at, "data": data, "checksum": checksum}
    rows.write(
        "UPDATE events SET at = :at, mark = '', data = :data, checksum = :checksum WHERE seq = 3", **row
    )
    assert only(rows).damage == ([Damage(3, reason)] if reason else [])


@pytest.mark.parametrize(
    ("setting", "right", "reason"),
    [('{"game": "go"}', False, CHANGED), ("no", True, "it is no JSON"), ('{"game": "go"}', True, None)],
)
def test_a_changed_setting(rows, setting, right, reason):
    made = only(rows).made
    checksum = table_sum("t1", made, setting if right else json.dumps({"game": "hex"}))
    rows.write(
        "UPDATE tables SET setting = :setting, checksum = :checksum", setting=setting, checksum=checksum
    )
    found = only(rows)
    assert found.damage == ([Damage(SETTING, reason)] if reason else [])
    assert found.setting == (None if reason else {"game": "go"}) and len(found.entries) == 5


def test_what_cannot_be_read_is_read_one_by_one(rows):
    rows.words = ("ORDER BY events.seq",)
    assert texts(only(rows)) == {number: str(number) for number in range(5)}
    rows.numbers = (2, 4)
    found = only(rows)
    assert found.damage == [Damage(2, GONE), Damage(4, GONE)] and sorted(found.entries) == [0, 1, 3]
    assert found.kinds == {}
    rows.words = ("FROM events",)
    assert only(rows).damage == [Damage(0, GONE)]


def test_heads_and_keys_that_cannot_be_read(rows):
    rows.words = ("tables.setting", "FROM keys")
    found = only(rows)
    assert found.damage == [Damage(SETTING, GONE)] and found.setting is None
    assert found.keys == {} and len(found.entries) == 5
    assert Struck(rows._engine).head("nobody") == "list index out of range"


def test_what_is_not_there(tmp_path):
    with (
        pytest.raises(FileNotFoundError, match=r"\[Errno 2\] No such file or directory: '.*none.db'"),
        looking_through(f"sqlite:///{tmp_path}/none.db"),
    ):
        pass
    with (
        pytest.raises(StoreFailed, match="connection") as refused,
        looking_through("postgresql+psycopg://127.0.0.1:1/nobody"),
    ):
        pass
    assert "sqlalche.me" not in str(refused.value), "what the database said, without advice for programmers"
