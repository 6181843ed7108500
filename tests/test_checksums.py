"""Checksums of rows: a promise to every store that was ever written."""

import pytest

from pavage.store.checksums import event_sum, is_whole, table_sum

EVENT = ("t1", 3, 1000, "move", "m1", '{"text":"é"}')


def test_what_older_versions_wrote_is_still_whole():
    """As they computed it: of all values in this order, with the unit separator between them."""
    assert table_sum("t1", 1000, '{"game":"hex"}') == 2343743087
    assert event_sum(*EVENT) == 1807158076


def test_whatever_is_changed_changes_the_sum():
    sums = {event_sum(*EVENT)}
    for place, value in enumerate(EVENT):
        changed = value + (1 if isinstance(value, int) else "x")
        sums.add(event_sum(*EVENT[:place], changed, *EVENT[place + 1 :]))
    assert len(sums) == 7


def test_nothing_can_move_from_one_column_to_the_next():
    moved = [
        ("t1", 1, 23, "move", "", "{}"),
        ("t11", 2, 3, "move", "", "{}"),
        ("t1", 12, 3, "mo", "ve", "{}"),
    ]
    assert len({event_sum(*row) for row in moved}) == 3
    assert table_sum("t1", 1, "{}") != table_sum("t", 11, "{}")


@pytest.mark.parametrize("text", ["", "é", "☃", "\U0001f600", "\udc80", "\x1f"])
def test_every_text_has_one(text):
    """Also half of a character, as a browser can send it."""
    assert 0 <= table_sum(text, 0, text) < 2**32


def test_a_row_without_a_checksum_is_believed():
    assert is_whole(None, 5) is True and is_whole(5, 5) is True
    assert is_whole(4, 5) is False and is_whole(0, 5) is False
