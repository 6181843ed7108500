"""Boards as terminal text: every cell has its own place, and no colour is needed to read them."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from pavage.registry import board_of, games, scene_of
from pavage.scene import Band, Mark, Moment, Piece, Scene, plain_board
from pavage.tiling import tiling
from pavage.view.characters import spots, visible
from pavage.view.text import SGR, STONES, draw, draw_names, sign, sign_of, stone


def hex_scene(size, layout, last=""):
    game = games()["hex"](size=size)
    position = game.setup(layout)
    moment = Moment(position, (game.site(last),) if last else (), outcome=game.outcome(position))
    return board_of(game), scene_of(game, moment)


def empty(board):
    return Scene(board.id, (), (), (), None, None)


def bare_board(code):
    """A board without a game: cells, labels, nothing on it."""

    class Anything:
        players = 2

    Anything.tiling = tiling(code)
    return plain_board(Anything)


def test_rhombus_of_three():
    board, scene = hex_scene(3, "red:b2 blue:c1 turn:1", last="c1")
    assert draw(board, scene, colour=False) == [
        "a b c",
        " ━━━━━━━",
        "1╲· ·(○)",
        " 2╲· ● ·╲",
        "  3╲· · ·╲",
        "   ━━━━━━━",
    ]


def test_rhombus_of_three_large():
    board, scene = hex_scene(3, "red:b2 blue:c1 turn:1", last="c1")
    assert draw(board, scene, 80, 24, colour=False, cursor=4) == [
        "  a   b   c",
        "   ╱ ╲ ╱ ╲ ╱ ╲",
        "1 │ · │ · │(○)│",
        "   ╲ ╱ ╲ ╱ ╲ ╱ ╲",
        "  2 │ · │[●]│ · │",
        "     ╲ ╱ ╲ ╱ ╲ ╱ ╲",
        "    3 │ · │ · │ · │",
        "       ╲ ╱ ╲ ╱ ╲ ╱",
    ]


def test_winning_chain_is_marked_without_colour():
    board, scene = hex_scene(3, "red:b1,b2,a3,c3 blue:c1,c2 turn:2", last="a3")
    assert draw(board, scene, colour=False)[2:5] == ["1╲· ◆ ○╲", " 2╲· ◆ ○╲", "  3(◆)· ●╲"]


def test_ascii_needs_no_unicode():
    board, scene = hex_scene(5, "red:b1,b2 blue:c1,c2 turn:1", last="c2")
    for height in (None, 40):
        text = "\n".join(draw(board, scene, 80, height, colour=False, unicode=False))
        assert text.isascii()
        assert text.count("X") == text.count("O") == 2


def test_colours_of_stones_and_sides():
    board, scene = hex_scene(3, "red:b2 blue:c2 turn:1")
    lines = draw(board, scene, colour=True)
    assert f"\x1b[{SGR['red']}ma\x1b[0m" in lines[0]
    assert lines[1].strip().startswith(f"\x1b[{SGR['red']}m━")
    assert f"\x1b[{SGR['blue']}m1╲\x1b[0m" in lines[2]
    assert f"\x1b[{SGR['red']};1m●" in lines[3] and f"\x1b[{SGR['blue']};1m○" in lines[3]
    assert [visible(line) for line in lines] == draw(board, scene, colour=False)


def test_no_colour_means_no_escape():
    board, scene = hex_scene(5, "red:b2 blue:c2 turn:1", last="c2")
    assert "\x1b" not in "".join(draw(board, scene, 80, 40, colour=False, cursor=3))


@pytest.mark.parametrize(("size", "wide", "high"), [(11, 36, 14), (13, 42, 16)])
def test_big_boards_stay_small(size, wide, high):
    board, scene = hex_scene(size, "turn:1")
    lines = draw(board, scene, 80, 18, colour=False)
    assert len(lines) <= high
    assert max(map(len, lines)) <= wide
    assert "".join(lines).count("·") == size * size


@pytest.mark.parametrize(
    "code", ["R2", "R5", "R13", "H1", "H3", "H5", "S3x3", "S7x4", "T1", "T3", "T7", "TH2", "TH4", "dual-H4"]
)
def test_every_cell_has_its_own_place(code):
    board = tiling(code)
    for width in (1, 2, 3):
        places = spots(board.centres, [width] * len(board), board.unit)
        assert len(set(places)) == len(board)
        for line in {line for line, _ in places}:
            columns = sorted(column for other, column in places if other == line)
            assert all(b - a > width for a, b in pairwise(columns))


@pytest.mark.parametrize("code", ["H3", "S3x3", "T3", "TH2", "R4"])
def test_places_keep_the_order_of_centres(code):
    """Left stays left and high stays high."""
    board = tiling(code)
    places = spots(board.centres, [1] * len(board), board.unit)
    for (x, y), (line, column) in zip(board.centres, places, strict=True):
        for (other_x, other_y), (other_line, other_column) in zip(board.centres, places, strict=True):
            assert not (other_y > y + board.unit / 9 and other_line <= line)
            assert not (other_x > x + board.unit / 3 and other_column <= column)


def test_cells_of_no_grid_have_places():
    """Centres of which hardly two have the same height."""
    points = [((7 * i % 31) + (i * i % 13) / 7, (11 * i % 29) + i / 37) for i in range(60)]
    places = spots(points, [2] * 60, 3.0)
    assert len(set(places)) == 60
    assert len({line for line, _ in places}) < 60


def test_names_at_their_places():
    board = tiling("H2")
    assert draw_names([(board.names, board.centres, "")], board.unit, colour=False) == [
        "  b1  c1",
        "a2  b2  c2",
        "  a3  b3",
    ]


@pytest.mark.parametrize("code", ["H3", "S3x3", "T3"])
def test_other_shapes_show_each_cell_once(code):
    board = bare_board(code)
    lines = draw(board, empty(board), colour=False)
    assert "".join(lines).count("·") == len(board.names)


def test_squares_have_labels():
    board = bare_board("S3x3")
    assert draw(board, empty(board), colour=False) == ["  a b c", "1 · · ·", "2 · · ·", "3 · · ·"]


def test_each_colour_has_its_own_stone():
    for unicode in (True, False):
        signs = [stone(colour, unicode, winning) for colour in SGR for winning in (False, True)]
        assert len(set(signs)) == len(signs) == 12
        assert all(len(sign) == 1 for sign in signs)
    assert "".join(STONES[False]).isascii()


def test_three_colours_on_one_board():
    board = bare_board("H2")
    pieces = tuple(Piece(cell, colour) for cell, colour in enumerate(("red", "blue", "yellow")))
    scene = Scene(board.id, pieces, (Mark("target", (5,)), Mark("select", (3,))), (), None, None)
    text = "\n".join(draw(board, scene, colour=False))
    assert re.sub(r"[ \n]", "", text) == "●b1○c1▲a2<·b2>·c2✚a3·b3"


def test_every_shape_has_its_own_sign():
    shapes = [("stone", "neutral"), ("wall", "neutral")]
    shapes += [(shape, colour) for shape in ("stone", "solid", "king") for colour in SGR]
    for unicode in (True, False):
        signs = [sign(Piece(0, colour, shape), unicode) for shape, colour in shapes]
        assert len(set(signs)) == len(signs) == 20
        assert all(len(each) == 1 and (unicode or each.isascii()) for each in signs)


def test_a_king_stands_for_its_player():
    scene = Scene("", (Piece(3, "blue", "king"),), (), (), None, None)
    assert (sign_of(scene, "blue"), sign_of(scene, "red")) == ("♔", "●")


def test_cells_without_coordinates_bear_their_names():
    board = bare_board("H2")
    pieces = (Piece(0, "red", "king"), Piece(3, "neutral", "wall"), Piece(6, "blue", "solid"))
    scene = Scene(board.id, pieces, (Mark("last", (6,)),), (), None, None)
    assert draw(board, scene, colour=False, cursor=4) == ["  ♚b1 ·c1", "·a2 █b2[·c2]", "  ·a3(◇b3)"]


def test_cells_that_are_touched_and_those_that_may_be_next():
    board = bare_board("S3x3")
    pieces = tuple(Piece(cell, "neutral") for cell in (0, 1, 2))
    marks = (Mark("select", (0, 1)),)
    scene = Scene(board.id, pieces, marks, (), 0, None, (0, 1), (2, 5))
    assert draw(board, scene, colour=False)[1:3] == ["1<◉|◉>◉", "2 · · ✚"]


def test_void_cells_are_left_out():
    board = replace(bare_board("S3x3"), void=frozenset([0, 8]))
    assert draw(board, empty(board), colour=False) == ["  a b c", "1   · ·", "2 · · ·", "3 · ·"]


@pytest.mark.parametrize("code", ["penrose-3", "voronoi-20-1", "cairo-2", "488-4"])
def test_boards_without_rows_show_every_name_once(code):
    board = bare_board(code)
    text = " ".join(draw(board, empty(board), colour=False))
    assert sorted(re.findall(r"·([a-z]+[0-9]+)", text)) == sorted(board.names)


def test_bands_that_belong_to_nobody():
    hexagon = bare_board("H2")
    board = replace(hexagon, bands=(Band("neutral", (hexagon.polygons[0][3:6])),))
    assert draw(board, empty(board))
