"""Rows read from the pages of an SQLite file by ourselves: what SQLite itself reads there, and no more."""

import sqlite3
import struct
from contextlib import closing

import pytest

from pavage.store.leaf_pages import _varint, leaf_rows

SIZE = 512
"""Bytes of a page in these files: the least that SQLite knows, so that a few rows need many pages."""
LEAF = 13
SCHEMA = ("table", "rows", "rows", 2, "CREATE TABLE rows (a, b)")


def make(file, rows, *more, size=SIZE):
    """A file with a table of these rows; further SQL changes it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={size}")
        connection.execute("PRAGMA secure_delete=OFF")  # what was deleted stays where it was
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE rows (a, b)")
        connection.executemany("INSERT INTO rows VALUES (?, ?)", rows)
        connection.execute("COMMIT")
        for sql in more:
            connection.execute(sql)
    return file


def read(file):
    return list(leaf_rows(file, SIZE))


def leaves(file, root=2):
    """The numbers of all pages of a file that begin as leaves do; the first is of the schema."""
    data = file.read_bytes()
    return [number for number in range(root, len(data) // SIZE + 1) if data[SIZE * (number - 1)] == LEAF]


def change(file, place, *numbers, form="B"):
    with file.open("r+b") as written:
        written.seek(place)
        written.write(struct.pack(f">{len(numbers)}{form}", *numbers))


def test_rows_are_read_with_the_values_that_were_written(tmp_path):
    """Whole numbers have one to eight bytes, 0 and 1 none at all."""
    numbers = [sign * (1 << bits) - less for bits in range(63) for sign in (1, -1) for less in (0, 1)]
    values = [*numbers, 0, 1, 2, -(1 << 63), (1 << 63) - 1, None, "", "x", "Zoé ☃", b"", b"\0\xff", "y" * 200]
    rows = [(value, place) for place, value in enumerate(values)]
    assert read(make(tmp_path / "a.db", rows)) == [SCHEMA, *rows]


def test_pages_of_many_short_rows(tmp_path):
    """More than 256 in one."""
    rows = [(number % 2, None) for number in range(1000)]
    assert list(leaf_rows(make(tmp_path / "a.db", rows, size=4096), 4096)) == [SCHEMA, *rows]


def test_a_text_that_is_none_any_longer_is_kept_as_it_is(tmp_path):
    """What is wrong with it is told by the checksum of its row."""
    file = make(tmp_path / "a.db", [("before", 1)], "INSERT INTO rows VALUES (CAST(x'61ff62' AS TEXT), 2)")
    assert read(file) == [SCHEMA, ("before", 1), ("a\udcffb", 2)]


def test_a_row_with_what_we_never_write_is_left_out(tmp_path):
    assert read(make(tmp_path / "a.db", [("one", 1), ("half", 0.5), ("two", 2)])) == [
        SCHEMA,
        ("one", 1),
        ("two", 2),
    ]


@pytest.mark.parametrize(
    ("size", "lengths"),
    [
        (SIZE, range(440, 560)),
        (SIZE, range(940, 1060)),
        (SIZE, range(1450, 1560)),
        (SIZE, [0, 5000, 20_000]),
        (4096, [4040, 4060, 4070, 4100, 4500, 4600, 8100, 8200, 8600, 12_300]),
    ],
)
def test_rows_of_every_length_are_read_to_their_end(tmp_path, size, lengths):
    """Too long for its page, a row goes on in pages of its own: how much stays, the format says."""
    rows = [(length, ("".join(map(chr, range(33, 127))) * 300)[:length]) for length in lengths]
    assert list(leaf_rows(make(tmp_path / "a.db", rows, size=size), size)) == [SCHEMA, *rows]


@pytest.mark.parametrize("number", [1, 127, 128, 16_383, 16_384, 1 << 40, 1 << 55, 1 << 56, -1, -(1 << 63)])
def test_rows_are_read_whatever_number_they_have(tmp_path, number):
    """It takes one to nine bytes before the values."""
    file = make(tmp_path / "a.db", [], f"INSERT INTO rows (rowid, a, b) VALUES ({number}, 'a', 5)")
    assert read(file) == [SCHEMA, ("a", 5)]


@pytest.mark.parametrize("value", [5, 256 + 5, 1 << 56, (1 << 64) - 1, 0x123456789ABCDEF])
def test_numbers_of_nine_bytes(value):
    """Seven bits in each, and eight in the last."""
    high = [128 | value >> 8 >> 7 * place & 127 for place in reversed(range(8))]
    assert _varint(b"before" + bytes([*high, value & 255]) + b"behind", 6) == (value, 15)


def test_what_was_deleted_is_not_read_though_it_is_still_there(tmp_path):
    """So many pages are free that two of them are needed to list them."""
    rows = [(number, "gone" * 100) for number in range(300)]
    file = make(tmp_path / "a.db", rows, "DELETE FROM rows WHERE a > 2")
    assert len(leaves(file)) > 290 and file.read_bytes().count(b"gonegone") > 290
    assert read(file) == [SCHEMA, *rows[:3]]


def test_rows_in_pages_that_were_free_and_are_used_again_are_read(tmp_path):
    """Their numbers still stand behind the end of the list of free pages."""
    rows = [(number, "gone" * 100) for number in range(20)]
    more = [(number, "here" * 100) for number in range(20, 35)]
    file = make(tmp_path / "a.db", rows, "DELETE FROM rows WHERE a > 2")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA secure_delete=OFF")
        connection.executemany("INSERT INTO rows VALUES (?, ?)", more)
    assert struct.unpack(">I", file.read_bytes()[36:40]) == (2,), "pages are still free"
    assert sorted(read(file), key=str) == sorted([SCHEMA, *rows[:3], *more], key=str)


def test_a_list_of_free_pages_that_is_damaged_ends_nothing(tmp_path):
    rows = [(number, "x" * 400) for number in range(9)]
    file = make(tmp_path / "a.db", rows)
    last = leaves(file)[-1]
    assert set(read(file)) == {SCHEMA, *rows}
    for first in (0, 1, 10_000, 0xFFFFFFFF):
        change(file, 32, first, form="I")
        assert set(read(file)) == {SCHEMA, *rows}, "there is no such page, and the first is never free"
    change(file, 32, last, form="I")  # a page that says it is the next itself, and lists more than it can
    change(file, SIZE * (last - 1), last, 0xFFFFFFFF, *[0] * (SIZE // 4 - 3), leaves(file)[0], form="I")
    assert set(read(file)) == {SCHEMA, *rows[1:-1]}


def cells(file, page):
    """Where the rows of a page begin, as it says itself."""
    data = file.read_bytes()[SIZE * (page - 1) :][:SIZE]
    count = struct.unpack(">H", data[3:5])[0]
    return struct.unpack(f">{count}H", data[8 : 8 + 2 * count])


@pytest.mark.parametrize("place", [SIZE - 1, SIZE, 0xFFFF])
def test_of_a_damaged_page_the_other_rows_are_read(tmp_path, place):
    rows = [(number, f"row {number}") for number in range(10, 15)]
    file = make(tmp_path / "a.db", rows)
    change(file, SIZE + 8 + 2 * 2, place, form="H")
    assert read(file) == [SCHEMA, *rows[:2], *rows[3:]]


def test_a_page_that_claims_to_hold_too_many_rows(tmp_path):
    """It is read to its end, and what is no row there is left out."""
    rows = [(number, f"row {number}") for number in range(10, 15)]
    file = make(tmp_path / "a.db", rows)
    change(file, SIZE + 3, 0xFFFF, form="H")
    found = read(file)
    assert found[: 1 + len(rows)] == [SCHEMA, *rows]
    assert all(row in rows for row in found[1:] if len(row) == 2 and row[0] in range(10, 15))
    assert len(found) < SIZE


def test_a_row_that_claims_to_be_longer_than_the_file(tmp_path):
    """Nobody looks for it in all pages again and again, though its pages lead back to themselves."""
    rows = [(number, "x" * 600) for number in range(3)]
    file = make(tmp_path / "a.db", rows)
    (page,) = leaves(file)
    first, second, _ = cells(file, page)
    change(file, SIZE * (page - 1) + first, 0xFF, 0x7F)
    assert read(file) == [SCHEMA, *rows[1:]]
    assert page == 2 and file.read_bytes()[SIZE * 2 :].startswith(b"\0\0\0\0xxxx")
    change(file, SIZE * 2, 3, form="I")
    assert read(file) == [SCHEMA, *rows[1:]]
    change(file, SIZE * (page - 1) + second, 0x87, 0x7F)  # 1023, more than there was: it goes on in no page
    assert read(file) == [SCHEMA, *rows[2:]]


def test_a_row_that_goes_on_where_there_is_no_page_is_left_out(tmp_path):
    rows = [(number, "x" * 600) for number in range(3)]
    file = make(tmp_path / "a.db", rows)
    whole = file.read_bytes()
    (page,) = leaves(file)
    begins, count = SIZE * (page - 1) + cells(file, page)[1], len(whole) // SIZE
    (after,) = (
        place for place in range(begins, begins + SIZE - 4) if whole[place : place + 5] == b"x\0\0\0\x04"
    )
    for wrong in (0, count + 1, 0xFFFFFFFF, (1 << 24) + 4):
        change(file, after + 1, wrong, form="I")
        assert read(file) == [SCHEMA, rows[0], rows[2]]


def test_a_row_whose_columns_are_longer_than_itself_is_left_out(tmp_path):
    """The kinds of its columns stand before them, behind how many bytes they take."""
    rows = [("abc", "de"), ("fgh", "ij")]
    file = make(tmp_path / "a.db", rows)
    place = SIZE + cells(file, 2)[0] + 2
    assert file.read_bytes()[place : place + 3] == bytes([3, 2 * 3 + 13, 2 * 2 + 13])
    change(file, place + 2, 2 * 3 + 13)
    assert read(file) == [SCHEMA, rows[1]]
    change(file, place + 2, 2 * 1 + 13)
    assert read(file) == [SCHEMA, ("abc", "d"), rows[1]], "shorter ones can be read"
    for kind in (7, 10, 11):
        change(file, place + 2, kind)
        assert read(file) == [SCHEMA, rows[1]], "no such column is written"


@pytest.mark.parametrize("length", [0, 1, SIZE - 1])
def test_a_file_without_a_whole_page_has_no_rows(tmp_path, length):
    file = make(tmp_path / "a.db", [(1, 2)])
    file.write_bytes(file.read_bytes()[:length])
    assert read(file) == []


def test_a_file_that_is_cut_off_is_read_to_the_last_whole_page(tmp_path):
    rows = [(number, "x" * 400) for number in range(5)]
    file = make(tmp_path / "a.db", rows)
    data, pages = file.read_bytes(), leaves(file)
    assert len(pages) == 5
    file.write_bytes(data[: SIZE * (pages[2] - 1)])
    assert read(file) == [SCHEMA, *rows[:2]]
    file.write_bytes(data[: SIZE * pages[2]])
    assert read(file) == [SCHEMA, *rows[:3]]
    make(tmp_path / "b.db", [(number, "x") for number in range(9)])
    file.write_bytes((tmp_path / "b.db").read_bytes()[:-1])
    assert read(file) == [SCHEMA]
