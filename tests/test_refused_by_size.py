"""What is too large, or lies about itself, is refused for what it says: before anything of it is built."""

import json
from collections import Counter

import pytest

from pavage.cli import main
from pavage.formats.record import Record, read_record, write_record
from pavage.games.marienbad import lines
from pavage.match import Match
from pavage.options import BadOption
from pavage.registry import games
from pavage.tiling import BadTiling, check, dump_tiling, load_tiling, patch, shapes, tiling


def drawn(*polygons, **more):
    return json.dumps({"cells": [{"polygon": polygon} for polygon in polygons], **more})


def square(x, y, wide=1, high=1):
    return [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]


# --- codes


@pytest.mark.parametrize("kind, largest", [*shapes.LARGEST.items(), ("penrose", shapes.LARGEST_PENROSE)])
def test_the_largest_board_of_a_kind_is_the_largest(kind, largest, monkeypatch):
    assert len(tiling(f"{kind}-{largest}")) <= shapes.MOST_CELLS
    whole = shapes.penrose if kind == "penrose" else lambda size: shapes.archimedean(kind, size)
    with pytest.raises(BadTiling, match="board_size"):
        whole(largest + 1)
    monkeypatch.setattr(patch, "join_corners", None)  # nothing is built
    with pytest.raises(BadTiling, match="board_size"):
        tiling(f"{kind}-{largest + 1}")


def test_duals_of_duals_of_duals():
    assert len(tiling("dual-dual-H5")) == 37
    for code in ("dual-H26", "dual-" * 3 + "H5", "dual-" * 60 + "H26", "dual-" * 4000 + "H5"):
        with pytest.raises(BadTiling):
            tiling(code)


def test_lines_of_marienbad_that_are_too_long_end_the_search(monkeypatch):
    walks = Counter()
    real = lines._walk

    def counted(*where):
        walks["all"] += 1
        return real(*where)

    monkeypatch.setattr(lines, "_walk", counted)
    for board in ("H26", "S26x26", "H13"):
        walks.clear()
        with pytest.raises(BadOption):
            games()["marienbad"](board=board)
        assert walks["all"] < 4 * 27, "one line is enough to know"
    games()["marienbad"](board="H12")


# --- options


@pytest.mark.parametrize("value", ["\x1e5", "5\x1f", " 7 ", "\x1c11\x1d"])
def test_a_number_with_a_strange_space_is_that_number(value):
    assert games()["hex"](size=value).size == int(value.strip())


@pytest.mark.parametrize("value", ["", "\x1e", "٣", "1_1", "+5", "5.0", "5" * 5000])
def test_what_is_no_number_is_refused_as_one(value):
    with pytest.raises(BadOption):
        games()["hex"](size=value)


# --- drawings


NEARLY = 1.000025
"""So little beside a corner of others that it is hardly one of its own."""
OVERLAPPING = [
    square(0, 1),
    [[2, 0], [2, 1], [NEARLY, NEARLY], [1, 1], [1, 0]],
    square(0, 0),
    square(1, 1),
]
"""No edge crosses another, no corner lies within one, no cell within another: and yet two of them overlap."""


def test_cells_that_overlap_where_corners_meet():
    with pytest.raises(BadTiling, match="overlap"):
        load_tiling(drawn(*OVERLAPPING))
    with pytest.raises(BadTiling, match="overlap"):
        load_tiling(drawn(square(0, 0), [[0, 0], [3, -2], [1, 1]]))


def test_cells_may_meet_in_a_corner():
    board = load_tiling(
        drawn(square(0, 0), square(1, 0), square(1, 1), square(2, 1), square(2, 2), square(1, 2))
    )
    assert len(board.loops) == 1 and len(board.ring) == 6
    around_a_hole = [square(x, y) for x in range(3) for y in range(3) if (x, y) not in ((1, 1), (2, 2))]
    assert len(load_tiling(drawn(*around_a_hole)).loops) == 2, "a hole that touches the outside at a corner"


def test_the_dual_of_a_drawing_is_a_board_or_refused(tmp_path, capsys):
    shapes_of = {
        "overlap": OVERLAPPING,
        "fine": [square(x, y) for x in range(3) for y in range(3)],
        "bent": [
            [[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]],
            [[0, 1], [3, 1], [3, 4], [0, 4]],
            [[3, 4], [4, 4], [4, 9], [0, 9], [0, 4]],
        ],
    }
    for name, polygons in shapes_of.items():
        file = tmp_path / f"{name}.json"
        file.write_text(drawn(*polygons))
        code = main(["tiling", str(file), "--dual", "--lang", "en"])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert code == 0 or len(told.err.splitlines()) == 1, told.err
        assert name != "fine" or code == 0


def test_a_drawing_that_calls_itself_like_one_of_ours_stays_a_drawing():
    board = load_tiling(drawn(*(square(x, y) for x in range(3) for y in range(3)), tiling="R3"))
    assert board.code == "file:R3" and board != tiling("R3")
    game = games()["polygo"](board=board)
    text = write_record(Record(Match(game)))
    assert read_record(text).match.game.tiling == board
    assert load_tiling(dump_tiling(board)) == board
    assert load_tiling(dump_tiling(tiling("R3"))) is tiling("R3"), "the same drawing is R3"


@pytest.mark.parametrize(
    "name", ["a\nb", "file:x\r\n\ny", "\x00", "", "file:", "x" * 9999, "dual-R3", "voronoi-300-1"]
)
def test_the_name_of_a_drawing_stays_on_its_line(name):
    board = load_tiling(drawn(*(square(x, y) for x in range(3) for y in range(3)), tiling=name))
    text = write_record(Record(Match(games()["polygo"](board=board))))
    again = read_record(text).match.game.tiling
    assert again == board and write_record(Record(Match(games()["polygo"](board=again)))) == text


def test_a_number_too_large_to_be_drawn():
    for far in (10**400, -(10**309), 1e7):
        with pytest.raises(BadTiling, match="bad_point"):
            load_tiling(drawn([[0, 0], [far, 0], [0, 1]]))


class Looked(tuple):
    """A box that counts how often it is looked at."""

    looks = 0

    def __getitem__(self, place):
        Looked.looks += 1
        return super().__getitem__(place)


def test_a_stack_is_checked_like_a_row():
    """Boxes that all lie above one another are swept from top to bottom."""
    counts = []
    for box in (lambda i: (0, i, 1000, i + 1), lambda i: (i, 0, i + 1, 1000)):
        boxes = [Looked(box(i)) for i in range(500)]
        Looked.looks = 0
        assert len(list(check._overlapping(boxes, 1.0))) == 499
        counts.append(Looked.looks)
    assert counts[0] == counts[1] < 500 * 30
