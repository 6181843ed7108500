"""Our record: exact both ways, and clear about what is wrong in a bad one."""

import random

import pytest
from conformance import random_match
from hypothesis import given, settings
from hypothesis import strategies as st

from pavage.clock import parse_control
from pavage.formats.record import BadRecord, Record, read_record, write_record
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain

SMALL = """pavage 1
game: hex
rules: 1
option players: 2
option size: 3
option swap: colours
option first: red
option no_centre: off
seat 1: Claire
seat 2: hard
clock: 10m+5s
event: Club evening
result: 0 1 connection

{Begun in haste.}
b2 @3.25 swap @1.5 {Of course.}
a1 @2 b1 {} @0.25
c1 b3
"""


def test_a_small_record_reads_as_it_was_written() -> None:
    text = SMALL.replace(" {} @0.25", " @0.25")
    record = read_record(text)
    assert write_record(record) == text
    assert record.seats == ("Claire", "hard")
    assert record.headers == {"event": "Club evening"}
    assert record.match.comment == "Begun in haste."
    assert [p.seconds for p in record.match.played] == [3.25, 1.5, 2, 0.25, None, None]
    assert record.match.outcome.returns == (0, 1)


def test_times_are_charged_to_the_clock() -> None:
    record = read_record(SMALL.replace("\nc1 b3", "").replace("0 1 connection", "*"))
    clock = record.match.clock
    assert clock.left == pytest.approx((600 - 3.25 - 2 + 10, 600 - 1.5 - 0.25 + 10))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(2, 7),
    st.sampled_from(["colours", "mirror", "none"]),
    st.text(st.characters(blacklist_categories=("Cs",)), max_size=40),
    st.sampled_from([None, "10m", "10m+5s", "1m+3x10s", "3d/move"]),
)
def test_round_trip(seed: int, size: int, swap: str, comment: str, clock: str | None) -> None:
    dice = random.Random(seed)
    source = random_match(Hex(size=size, swap=swap), dice)
    match = Match(source.game, parse_control(clock) if clock else None)
    now = 0.0
    for played in source.played[: dice.randrange(len(source.played) + 1)]:
        now += dice.random()
        match.play(played.move, now)
        if dice.random() < 0.2:
            match.say(comment)
    if match.outcome is None and dice.random() < 0.5:
        dice.choice([lambda: match.resign(0), lambda: [match.agree_to_draw(s) for s in (0, 1)]])()
    text = write_record(Record(match, ("A", "B"), {"note": "x: y"}))
    again = read_record(text)
    assert write_record(again) == text
    assert again.match.positions == match.positions
    assert again.match.outcome == match.outcome
    assert [(p.seconds, p.comment) for p in again.match.played] == [
        (p.seconds, p.comment) for p in match.played
    ]


def test_a_position_set_up_by_hand_is_kept() -> None:
    game = Hex(size=4)
    match = Match(game, start=game.setup("red:a1,b2 blue:c3 turn:2"))
    match.play(game.read(match.position, "d4"))
    text = write_record(Record(match))
    assert "start: red:a1,b2 blue:c3 turn:2\n" in text
    assert read_record(text).match.positions == match.positions


@pytest.mark.parametrize(
    ("change", "key", "line"),
    [
        (lambda t: "", "not_a_record", 1),
        (lambda t: "(;FF[4]GM[11])", "not_a_record", 1),
        (lambda t: t.replace("pavage 1", "pavage 9"), "not_a_record", 1),
        (lambda t: t[:60], "truncated_record", 5),
        (lambda t: t.split("\n\n")[0], "truncated_record", 13),
        (lambda t: t.replace("rules: 1", "rules 1"), "bad_header", 3),
        (lambda t: t.replace("rules: 1", "game: hex"), "bad_header", 3),
        (lambda t: t.replace("game: hex\n", ""), "no_game", 1),
        (lambda t: t.replace("game: hex", "game: chess"), "unknown_game", 2),
        (lambda t: t.replace("rules: 1", "rules: 7"), "other_rules", 3),
        (lambda t: t.replace("size: 3", "size: 99"), "bad_value", 5),
        (lambda t: t.replace("option size", "option sise"), "unknown_option", 5),
        (lambda t: t.replace("10m+5s", "soon"), "bad_time", 11),
        (lambda t: t.replace("c1 b3", "c1 z99"), "unknown_cell", 18),
        (lambda t: t.replace("c1 b3", "c1 b2"), "illegal", 18),
        (lambda t: t.replace("c1 b3", "c1 {never closed"), "open_comment", 18),
        (lambda t: t.replace("{Begun in haste.}", "@4"), "time_without_move", 15),
        (lambda t: t.replace("0 1 conn", "1 0 conn"), "other_result", 13),
        (lambda t: t.replace("0 1 connection", "*"), "other_result", 13),
        (lambda t: t.replace("c1 b3", "").replace("0 1 connection", "7 resignation"), "bad_result", 13),
        (lambda t: t + "x" * (1 << 20), "record_too_long", 1),
    ],
)
def test_bad_records_name_the_line_and_the_reason(change, key: str, line: int) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(change(SMALL))
    assert (caught.value.key, caught.value.line) == (key, line)
    for language in LANGUAGES:
        sentence = explain(words(language), caught.value)
        assert "\n" not in sentence and str(line) in sentence and key not in sentence


def test_long_records_are_read_in_linear_time_and_refused() -> None:
    """A megabyte of nonsense is looked at once: the first bad move ends it."""
    head = SMALL.split("\n\n")[0]
    with pytest.raises(BadRecord, match="illegal"):
        read_record(f"{head}\n\n" + "b2 \n" * 200_000)
