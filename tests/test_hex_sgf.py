"""Hex in SGF: both swaps, stones set up, times and results, and the habits of other programs."""

import random
import time
from pathlib import Path

import pytest
from conftest import full
from sgf_trees import random_comment, random_record, shape

from pavage.clock import parse_control
from pavage.formats.hex_sgf import HexSgf, read_hex_sgf
from pavage.formats.hex_tree import hex_tree
from pavage.formats.record import Record, read_record, write_record
from pavage.formats.sgf import Node, decode_sgf, read_sgf, write_sgf
from pavage.games.hex import Hex
from pavage.match import Match

GOOD = Path(__file__).parent / "data" / "sgf" / "good"


def sample(name: str) -> HexSgf:
    return read_hex_sgf(decode_sgf((GOOD / name).read_bytes()))


def moves(read: HexSgf) -> str:
    return " ".join(played.text for played in read.record.match.played)


def layout(read: HexSgf) -> str:
    match = read.record.match
    return match.game.layout(match.position)


def notes(read: HexSgf) -> list[str]:
    return [note.key.removeprefix("sgf.note.") for note in read.notes]


# --- the two swaps


def test_pieces_are_mirrored_and_black_moves_next() -> None:
    read = read_hex_sgf("(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c3])")
    assert read.record.match.game.swap == "mirror"
    assert layout(read) == "red:c3 blue:b1 turn:2"


def test_sides_are_exchanged_and_white_moves_next() -> None:
    read = read_hex_sgf("(;GM[11]SZ[5]PB[Ann]PW[Bob];B[a2];W[swap-sides];W[c3])")
    match = read.record.match
    assert match.game.swap == "colours"
    assert layout(read) == "red:a2 blue:c3 turn:2 swapped"
    assert read.record.seats == ("Ann", "Bob")
    assert [played.seat for played in match.played] == [0, 1, 0]


@pytest.mark.parametrize(
    ("head", "line", "swap"),
    [
        ("", ";B[a2];W[swap];B[c3]", "mirror"),
        ("", ";B[a2];W[swap];W[c3]", "colours"),
        ("", ";B[a2];W[swap]", "mirror"),
        ("AP[HexGui:0.10.GIT]", ";B[a2];W[swap]", "colours"),
        ("AP[HexGui:0.10.GIT]", ";B[a2];W[swap-pieces]", "mirror"),
        ("AP[HexGui:0.9.GIT]", ";B[a2];W[swap-pieces]", "colours"),
        ("AP[HexGui:0.8]", ";B[a2];W[swap-pieces]", "colours"),
        ("AP[HexGui:0.9]", ";B[a2];W[swap-pieces];B[c3]", "mirror"),
        ("", ";B[a2];W[swap-pieces];W[c3]", "colours"),
        ("SO[http://www.littlegolem.com]", ";W[ab];B[swap]", "mirror"),
        ("", ";B[A2];W[ Swap-Sides ];W[C3]", "colours"),
        ("RU[no-swap]", ";B[a2];W[c3]", "none"),
        ("AP[HexGui:0.10]", ";B[a2];W[c3]", "colours"),
        ("AP[PlayHex:0.0.0]", ";B[a2];W[c3]", "mirror"),
    ],
)
def test_which_swap_is_meant(head: str, line: str, swap: str) -> None:
    assert read_hex_sgf(f"(;GM[11]SZ[5]{head}{line})").record.match.game.swap == swap


# --- files of other programs


def test_hexgui() -> None:
    read = sample("hexgui.sgf")
    assert moves(read) == "a3 swap f6 g5 d8 e7"
    assert read.record.match.game.swap == "colours"
    assert read.record.match.played[3].comment == "The\nusual [bridge]."
    assert notes(read) == ["variations"]
    assert "(;W[h7]C[Better?];B[f7];W[e8])" in write_sgf([read.tree]).replace("\n", "")


def test_hexgui_before_0_10_said_pieces_and_meant_sides() -> None:
    read = sample("hexgui-0.9.sgf")
    assert layout(read) == "red:b4,e4 blue:d5 turn:1 swapped"
    assert "swap-sides" in write_sgf([read.tree]) and "swap-pieces" not in write_sgf([read.tree])


def test_hexgui_setup() -> None:
    match = sample("hexgui-setup.sgf").record.match
    assert match.game.layout(match.positions[0]) == "red:c2,d3 blue:b4,c4 turn:2"
    assert [played.text for played in match.played] == ["d2", "e2"]


def test_playhex() -> None:
    record = sample("playhex.sgf").record
    match = record.match
    assert record.seats == ("Zoé [bot]", "nadia")
    assert record.headers["date"] == "2025-03-14" and record.headers["white rating"] == "1512?"
    assert str(match.clock.control) == "10m+5s"  # once written in milliseconds
    assert [played.seconds for played in match.played] == [None, 7, 14, 13, 19]
    assert match.outcome.returns == (0, 1) and match.outcome.reason == "resignation"
    assert match.played[0].comment == "nadia: glhf"


def test_playhex_byoyomi() -> None:
    match = sample("playhex-byoyomi.sgf").record.match
    assert str(match.clock.control) == "1m+3x30s"
    assert [played.seconds for played in match.played] == [10, 18, None]
    assert match.outcome.reason == "time" and match.outcome.returns == (1, 0)


def test_little_golem_writes_w_for_the_first_player_who_is_pb() -> None:
    read = sample("littlegolem.hsgf")
    assert moves(read) == "a13 swap j4 e10 j9"
    assert layout(read) == "red:j4,j9 blue:m1,e10 turn:2"
    assert read.record.seats == ("Ann B.", "the;]")
    assert read.record.match.outcome.returns == (1, 0)
    text = write_sgf([read.tree])
    assert ";B[a13];W[swap-pieces];B[j4];W[e10];B[j9];W[resign]" in text.replace("\n", "")
    assert write_record(read_hex_sgf(text).record) == write_record(read.record)


@pytest.mark.parametrize(("turn", "kept"), [("", None), ("x", None), ("W", "B"), ("b", "W")])
def test_little_golem_may_say_that_it_is_nobodys_turn(turn: str, kept: str | None) -> None:
    read = read_hex_sgf(f"(;AW[c3];PL[{turn}]W[gc])")
    assert read.tree.children[0].first("PL") == kept
    assert write_record(read_hex_sgf(write_sgf([read.tree])).record) == write_record(read.record)


def test_little_golem_without_swap() -> None:
    read = sample("littlegolem-no-swap.hsgf")
    assert layout(read) == "red:k2,g4 blue:f4,f6 turn:1"
    assert "event" not in read.record.headers
    assert read.record.match.outcome.returns == (0, 1)


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("empty-nodes.sgf", "a1 b2", []),
        ("old-names.sgf", "a1 b2", []),
        ("latin-1.sgf", "a1", []),
        ("two-games.sgf", "a1", ["games"]),
        ("white-first.sgf", "b2 c3 a2", []),
        ("passes.sgf", "d3 f4 f3", ["folded"]),
    ],
)
def test_other_files(name: str, line: str, said: list[str]) -> None:
    read = sample(name)
    assert (moves(read), notes(read)) == (line, said)


@pytest.mark.parametrize("path", sorted(GOOD.iterdir()), ids=lambda path: path.name)
def test_samples_survive_being_written(path: Path) -> None:
    """The tree reads as the same game, and is then written as it was; so does the record by itself."""
    read = sample(path.name)
    text = write_sgf([read.tree])
    again = read_hex_sgf(text)
    assert write_record(again.record) == write_record(read.record)
    assert shape(read_hex_sgf(write_sgf([again.tree])).tree) == shape(again.tree)
    by_record = read_hex_sgf(write_sgf([hex_tree(read.record)]))
    assert write_record(by_record.record) == write_record(read.record)
    assert write_record(read_record(write_record(read.record))) == write_record(read.record)


# --- what our rules do not know


@pytest.mark.parametrize(
    ("line", "start", "played"),
    [
        (";B[a1];B[b2];W[c3]", "red:a1,b2 turn:2", "c3"),
        (";B[a1];W[b2];AB[e5]PL[B];B[c3]", "red:a1,e5 blue:b2 turn:1", "c3"),
        (";B[a1];W[b2];AE[a1];B[c3]", "blue:b2 turn:1", "c3"),
        ("AB[a1][b2]AW[c3]", "red:a1,b2 blue:c3 turn:2", ""),
        ("AB[a1]AW[c3];W[d4]", "red:a1 blue:c3 turn:2", "d4"),
        ("AB[a2];W[swap-pieces];B[c3]", "red:a2 turn:2", "swap c3"),
        ("AB[a2];W[swap-sides];W[c3]", "red:a2 turn:2", "swap c3"),
        (";B[a2];W[b2];B[c3];W[swap-pieces];B[d4]", "red:b2 blue:b1,c3 turn:1", "d4"),
        (";B[a2];W[b2];B[c3];W[swap-sides];W[d4]", "red:a2,c3 blue:b2 turn:1 swapped", "d4"),
        (";B[a2];W[pass]", "red:a2 turn:1", ""),
    ],
)
def test_all_else_goes_into_the_starting_position(line: str, start: str, played: str) -> None:
    read = read_hex_sgf(f"(;GM[11]SZ[5]{line})")
    match = read.record.match
    assert match.game.layout(match.positions[0]) == start
    assert moves(read) == played


def test_names_stay_with_people_when_sides_change_late() -> None:
    read = read_hex_sgf("(;GM[11]SZ[5]PB[Ann]PW[Bob];B[a2];W[b2];B[c3];W[swap-sides];W[d4])")
    match = read.record.match
    assert read.record.seats == ("Ann", "Bob")
    assert match.played[0].seat == 0 and match.position.board[match.game.site("d4")] == 2


def test_comments_before_the_starting_position_are_kept() -> None:
    match = read_hex_sgf("(;GM[11]SZ[5]C[root];B[a1]C[one];B[b2]C[two];W[c3]C[three];C[four])").record.match
    assert match.comment == "root\none\ntwo"
    assert match.played[0].comment == "three\nfour"


# --- results


@pytest.mark.parametrize(
    ("result", "returns", "reason"),
    [
        ("B+Resign", (1, 0), "resignation"),
        ("W+R", (0, 1), "resignation"),
        ("W+T", (0, 1), "time"),
        ("B+Forfeit", (1, 0), "forfeit"),
        ("B", (1, 0), "resignation"),
        ("W+", (0, 1), "resignation"),
        ("0", (0.5, 0.5), "agreement"),
        ("Draw", (0.5, 0.5), "agreement"),
    ],
)
def test_results(result: str, returns: tuple[float, float], reason: str) -> None:
    outcome = read_hex_sgf(f"(;GM[11]SZ[5]RE[{result}];B[a1])").record.match.outcome
    assert (outcome.returns, outcome.reason) == (returns, reason)


@pytest.mark.parametrize("result", ["?", "Void", "", "maybe"])
def test_results_that_say_nothing(result: str) -> None:
    assert read_hex_sgf(f"(;GM[11]SZ[5]RE[{result}];B[a1])").record.match.outcome is None


def test_the_board_decides_against_re() -> None:
    read = read_hex_sgf("(;GM[11]SZ[2]RE[W+];B[a1];W[b1];B[a2])")
    assert read.record.match.outcome.returns == (1, 0)
    assert notes(read) == ["other_result"]


def test_re_after_swap_sides_names_the_colour() -> None:
    read = read_hex_sgf("(;GM[11]SZ[5]PB[Ann]PW[Bob]RE[B+Resign];B[a2];W[swap-sides];W[c3])")
    assert read.record.match.outcome.returns == (0, 1)  # Bob has black now
    assert "RE[B+Resign]" in write_sgf([hex_tree(read.record)])


# --- round trips


def test_round_trip_of_records() -> None:
    dice = random.Random(11)
    for _ in range(full(2_000)):
        record = random_record(dice)
        text = write_sgf([hex_tree(record)])
        read = read_hex_sgf(text)
        assert write_record(read.record) == write_record(record), text
        assert write_sgf([hex_tree(read.record)]) == text


@pytest.mark.parametrize("clock", ["10m", "10m+5s", "1m+3x10s", "3d/move", "90.5s+0.25s"])
@pytest.mark.parametrize("swap", ["colours", "mirror"])
def test_round_trip_of_clocks(clock: str, swap: str) -> None:
    match = Match(Hex(size=4, swap=swap), parse_control(clock))
    for text, spent in (("b2", 3.25), ("swap", 70.0), ("a1", 0.125), ("d4", 12.0), ("d3", None)):
        match.play(match.game.read(match.position, text), spent=spent)
    text = write_sgf([hex_tree(Record(match))])
    again = read_hex_sgf(text).record
    assert write_record(again) == write_record(Record(match))
    assert again.match.clock.left == match.clock.left
    # Programs that do not know our SPENT find the same in BL and WL, where time only runs down.
    if clock in ("10m", "10m+5s"):
        without = [node for root in read_sgf(text) for node in root.every()]
        for node in without:
            node.properties.pop("SPENT", None)
        assert [p.seconds for p in read_hex_sgf(write_sgf(without[:1])).record.match.played] == [
            p.seconds for p in match.played
        ]


def test_round_trip_of_variations() -> None:
    """Trees with variations anywhere keep them, and their main line is the game."""
    dice = random.Random(3)
    for _ in range(full(500)):
        record = random_record(dice)
        root = hex_tree(record)
        for node in list(root.line()):
            if node.children and dice.random() < 0.3:
                node.children.append(Node({"B": ["a1"], "C": [random_comment(dice)]}, [Node({"W": ["b2"]})]))
        text = write_sgf([root])
        read = read_hex_sgf(text)
        assert write_record(read.record) == write_record(record)
        assert shape(read.tree) == shape(root)


CELLS = [f"{chr(97 + column)}{row + 1}" for row in range(26) for column in range(26)]


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[26]" + "".join(f";B[{cell}]C[{'x' * 1400}]" for cell in CELLS[:600]) + ")",
        "(;SZ[26]" + (";AB" + "".join(f"[{cell}]" for cell in CELLS[:48])) * 1990 + ")",
        "(;SZ[26]" + f";C[{'x' * 500}]" * 1990 + ")",
        "(;SZ[26]" + ";B[];W[]" * 990 + ")",
        "(;SZ[26];B[a2]" + ";W[swap-pieces];B[swap-sides]" * 900 + ")",
        "(;SZ[26]" + "(;B[a1]BL[5]C[hello])" * 19_990 + ")",
        "(;AB" + "[a1]" * 99_000 + ")",
    ],
    ids=["twice", "setup", "comments", "passes", "swaps", "bush", "values"],
)
def test_the_largest_files_are_quick(text: str) -> None:
    """About half a second for the slowest here; a square of the length would take minutes."""
    before = time.process_time()
    read_hex_sgf(text)
    assert time.process_time() - before < 5
