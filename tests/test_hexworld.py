"""HexWorld links: in and out, swapped sides mirrored, errors by column."""

import random

import pytest
from conftest import full
from sgf_trees import random_record

from pavage.formats.bad_text import BadText
from pavage.formats.hexworld import ADDRESS, MOST_CHARACTERS, read_hexworld, write_hexworld
from pavage.formats.record import Record, read_record, write_record
from pavage.games.hex import Hex
from pavage.match import Match
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain


def mirrored(board: bytes, size: int) -> bytes:
    """The board on its long diagonal, colours exchanged: what swapping the pieces does to it."""
    return bytes((0, 2, 1)[board[column * size + row]] for row in range(size) for column in range(size))


@pytest.mark.parametrize(
    ("link", "moves", "result"),
    [
        ("https://hexworld.org/board/#11r9c1,b4:sh4g8", "b4 swap h4 g8", None),
        ("#11c1,h4e7f9,b9c3", "h4 e7 f9 b9 c3", None),
        ("https://hexworld.org/board/#11c1,c2d4c6:rw", "c2 d4 c6", ((1, 0), "resignation")),
        ("#11c1,c2d4:fb", "c2 d4", ((0, 1), "time")),
        ("  http://www.hexworld.org/board/#5nc1,a1\n", "a1", None),
        ("11x11r9c1,A1B2", "a1 b2", None),
        ("#7", "", None),
        ("7c1,", "", None),
        ("#26c1,z26a1", "z26 a1", None),
        ("#5c1,b2:Sa3", "b2 swap a3", None),
    ],
)
def test_reading(link: str, moves: str, result: object) -> None:
    record, notes = read_hexworld(link)
    outcome = record.match.outcome
    assert " ".join(played.text for played in record.match.played) == moves
    assert (outcome and (outcome.returns, outcome.reason)) == result
    assert notes == []


def test_the_two_swaps_read() -> None:
    pieces, _ = read_hexworld("#5c1,a2:sc4")
    assert pieces.match.game.layout(pieces.match.position) == "red:c4 blue:b1 turn:2"
    sides, _ = read_hexworld("#5c1,a2:Sc4")
    assert sides.match.game.layout(sides.match.position) == "red:a2 blue:c4 turn:2 swapped"


def test_passes_make_a_starting_position() -> None:
    record, notes = read_hexworld("#5c1,a1:pb2c3")
    match = record.match
    assert match.game.layout(match.positions[0]) == "red:a1 turn:1"
    assert [played.text for played in match.played] == ["b2", "c3"]
    assert [note.key for note in notes] == ["sgf.note.folded"]


def test_a_pass_at_once_lets_blue_begin() -> None:
    record, notes = read_hexworld("#5c1,:pb2:sd3")
    assert record.match.game.options["first"] == "blue" and not record.match.set_up and not notes
    assert write_hexworld(record) == ADDRESS + "5c1,:pb2:sd3"


def test_later_moves_of_swapped_sides_are_mirrored() -> None:
    match = Match(Hex(size=5, swap="colours"))
    for text in ("a2", "swap", "c4", "e1"):
        match.play(match.game.read(match.position, text))
    link = write_hexworld(Record(match))
    assert link == ADDRESS + "5c1,a2:sd3a5"
    again = read_hexworld(link)[0].match
    assert again.position.board == mirrored(match.position.board, 5)
    assert again.position.turn == match.position.turn


def test_resigning_after_swapped_sides() -> None:
    """Who began, gave black away and resigns is still black for HexWorld, which swaps pieces instead."""
    match = Match(Hex(size=5, swap="colours"))
    for text in ("a2", "swap", "c4"):
        match.play(match.game.read(match.position, text))
    match.resign(0)
    link = write_hexworld(Record(match))
    assert link.endswith("a2:sd3:rb")
    assert read_hexworld(link)[0].match.outcome.returns == match.outcome.returns == (0, 1)


@pytest.mark.parametrize(
    ("start", "link"),
    [
        ("red:a1,b2 blue:c3 turn:2", "a1c3b2"),
        ("red:a1,b2 blue:c3 turn:1", "a1c3b2:p"),
        ("red:a1 blue:c3 turn:1", "a1c3"),
        ("red:a1 blue:c3 turn:2", "a1c3:p"),
        ("blue:c3 turn:1", ":pc3"),
        ("turn:2", ":p"),
    ],
)
def test_positions_set_up(start: str, link: str) -> None:
    game = Hex(size=5)
    match = Match(game, start=game.setup(start))
    assert write_hexworld(Record(match)) == f"{ADDRESS}5c1,{link}"
    again = read_hexworld(link and f"#5c1,{link}")[0].match
    mover = again.game.colour(again.position, again.turn)
    assert (again.position.board, mover) == (match.position.board, game.colour(match.position, match.turn))


def test_round_trip() -> None:
    """A link read and written again is the same link; it shows the same board, or its mirror image."""
    dice = random.Random(5)
    for _ in range(full(2_000)):
        record = random_record(dice)
        match, size = record.match, record.match.game.size
        link = write_hexworld(record)
        again, _ = read_hexworld(link)
        swapped = match.position.swapped and not match.positions[0].swapped
        seen = mirrored(match.position.board, size) if swapped else match.position.board
        assert again.match.position.board == seen
        if not match.set_up:
            assert write_hexworld(again) == link
        if match.outcome and match.outcome.reason != "agreement" and not match.set_up:
            assert again.match.outcome.returns == match.outcome.returns
        text = write_record(again)
        assert write_record(read_record(text)) == text


@pytest.mark.parametrize(
    ("link", "column", "key"),
    [
        ("", 1, "link.no_link"),
        ("https://example.org/", 1, "link.no_link"),
        ("  hello", 3, "link.no_link"),
        ("#11c1;b4", 1, "link.no_link"),
        ("#8x11c1,b4", 2, "link.oblong"),
        ("#99c1,b4", 2, "bad_value"),
        ("#5c1,b4z9", 8, "sgf.no_cell"),
        ("#5c1,b4aa1", 8, "sgf.no_cell"),
        ("#5c1,b4b0", 8, "sgf.no_cell"),
        ("#5c1,b4:x", 8, "link.no_move"),
        ("#5c1,b4 c3", 8, "link.no_move"),
        ("#5c1,b4,c3,d4", 11, "link.no_move"),
        ("#5c1,b4c3b4", 10, "illegal"),
        ("#5c1,b4:rwc3", 11, "illegal"),
        ("  #5c1,b4b4", 10, "illegal"),
        ("#5c1," + "a" * MOST_CHARACTERS, 1, "link.too_long"),
        ("#30,aa1ab2", 2, "bad_value"),
    ],
)
def test_bad_links_name_the_column(link: str, column: int, key: str) -> None:
    with pytest.raises(BadText) as caught:
        read_hexworld(link)
    assert (caught.value.line, caught.value.column, caught.value.key) == (1, column, key)
    for language in LANGUAGES:
        sentence = explain(words(language), caught.value)
        assert "\n" not in sentence and str(column) in sentence and key not in sentence
