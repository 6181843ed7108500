"""Boards as terminal text: every cell has its own place, and no colour is needed to read them."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from pavage.registry import board_of, games, scene_of
from pavage.scene import Band, Label, Mark, Moment, Piece, Scene, plain_board
from pavage.tiling import tiling
from pavage.view.text import SGR, STONES, draw, draw_names, draw_with_places, sign, sign_of, stone
from pavage.view.text.characters import Canvas, spots, visible


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
        assert len(set(signs)) == len(signs) == 14
        assert all(len(sign) == 1 for sign in signs)
    assert "".join(STONES[False]).isascii()


def test_three_colours_on_one_board():
    board = replace(bare_board("H2"), labels=())
    pieces = tuple(Piece(cell, colour) for cell, colour in enumerate(("red", "blue", "yellow")))
    scene = Scene(board.id, pieces, (Mark("target", (5,)), Mark("select", (3,))), (), None, None)
    text = "\n".join(draw(board, scene, colour=False))
    assert re.sub(r"[ \n]", "", text) == "●b1○c1▲a2<·b2>·c2✚a3·b3"


def test_every_shape_has_its_own_sign():
    shapes = [("stone", "neutral"), ("wall", "neutral")]
    shapes += [(shape, colour) for shape in ("stone", "solid", "king") for colour in SGR]
    for unicode in (True, False):
        signs = [sign(Piece(0, colour, shape), unicode) for shape, colour in shapes]
        assert len(set(signs)) == len(signs) == 23
        assert all(len(each) == 1 and (unicode or each.isascii()) for each in signs)


def test_a_king_stands_for_its_player():
    scene = Scene("", (Piece(3, "blue", "king"),), (), (), None, None)
    assert (sign_of(scene, "blue"), sign_of(scene, "red")) == ("♔", "●")


def test_cells_without_coordinates_bear_their_names():
    board = replace(bare_board("H2"), labels=())
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


# --- tiles over several cells


def rectangle(board, name, height, width, **more):
    """A tile by its top left cell."""
    letter, row = name[0], int(name[1:])
    names = [f"{chr(ord(letter) + c)}{row + r}" for r in range(height) for c in range(width)]
    cells = tuple(board.names.index(each) for each in names)
    return Piece(cells[0], more.pop("colour", "red"), "tile", cells, **more)


def tiled(*pieces, marks=(), code="S6x5", **more):
    board = bare_board(code)
    made = tuple(rectangle(board, *piece[:3], **(piece[3] if len(piece) > 3 else {})) for piece in pieces)
    scene = Scene(board.id, made, marks, (), None, None)
    return draw(board, scene, colour=False, **more)


def test_tiles_have_outlines_signs_and_areas():
    assert tiled(("a1", 3, 4, {"text": "12"}), ("e1", 2, 2, {"colour": "blue", "text": "4"})) == [
        "  a b c d e f",
        "1 ┌─────┐ ┌○┐",
        "2 │ ●12 │ └4┘",
        "3 └─────┘ · ·",
        "4 · · · · · ·",
        "5 · · · · · ·",
    ]


def test_narrow_tiles():
    pieces = [("a1", 1, 5, {"text": "5"}), ("f1", 4, 1, {"text": "4"}), ("a3", 1, 1, {"text": "1"})]
    pieces += [("c3", 2, 1, {"text": "2"}), ("a5", 1, 2, {"text": "2"})]
    assert tiled(*pieces)[1:] == [
        "1 ╶●5─────╴ ╷",
        "2 · · · · · ●",
        "3 ● · ● · · 4",
        "4 · · 2 · · ╵",
        "5 ●2╴ · · · ·",
    ]


def test_tiles_that_are_sealed_lifted_or_have_won():
    pieces = [("a1", 3, 3, {"sealed": True}), ("d1", 3, 3, {"colour": "blue"}), ("a4", 2, 3)]
    marks = (Mark("lift", (3,)), Mark("win", (18,)))
    assert tiled(*pieces, marks=marks)[1:] == [
        "1 ╔═══╗ ┌┄┄┄┐",
        "2 ║ ◆ ║ ┆ ↑ ┆",
        "3 ╚═══╝ └┄┄┄┘",
        "4 ┏━◆━┓ · · ·",
        "5 ┗━━━┛ · · ·",
    ]


def test_tiles_in_ascii():
    pieces = [("a1", 3, 3, {"sealed": True, "text": "9"}), ("d1", 3, 3, {"colour": "blue", "text": "9"})]
    drawn = tiled(*pieces, ("a4", 1, 3), ("f4", 2, 1), marks=(Mark("lift", (3,)),), unicode=False)
    assert "\n".join(drawn).isascii()
    assert drawn[1:] == [
        "1 +===+ +^^^+",
        "2 !#9 ! ^^9 ^",
        "3 +===+ +^^^+",
        "4 -X--- . . X",
        "5 . . . . . |",
    ]


def test_the_last_tile_and_the_cursor_hide_no_sign():
    last = (Mark("last", (0, 1, 2, 6, 7, 8)),)
    assert tiled(("a1", 2, 3, {"text": "6"}), marks=last, cursor=1)[1:3] == ["1 (●6]┐ · · ·", "2 └───┘ · · ·"]
    assert (
        tiled(("a1", 1, 3, {"text": "3"}), marks=(Mark("last", (0, 1, 2)),), cursor=0)[1] == "1[(●3)╴ · · ·"
    )


def test_a_tile_in_the_hand_lies_over_what_is_there():
    marks = (Mark("ghost", (7, 8, 13, 14)), Mark("select", (7,)))
    assert tiled(("a1", 3, 3), marks=marks)[1:4] == ["1 ┌───┐ · · ·", "2 │<░>░ · · ·", "3 └─░░░ · · ·"]


def test_a_tile_of_no_rectangle_has_its_sign_on_every_cell():
    board = bare_board("S3x3")
    scene = Scene(board.id, (Piece(0, "blue", "tile", (0, 1, 3)),), (), (), None, None)
    assert draw(board, scene, colour=False)[1:3] == ["1 ○ ○ ·", "2 ○ · ·"]


# --- texts in cells, sums, coordinates


def test_letters_below_and_numbers_beside_a_hexagon():
    board = bare_board("H3")
    assert draw(board, empty(board), colour=False) == [
        "  1 · · ·",
        " 2 · · · ·",
        "3 · · · · ·",
        " 4 · · · · e",
        "  5 · · · d",
        "     a b c",
    ]


def test_hexagon_tiles_bear_their_numbers():
    board = replace(bare_board("H2"), labels=())
    pieces = (Piece(3, "green", "tile", text="V1"), Piece(4, "pink", "tile", text="R10"))
    scene = Scene(board.id, pieces, (Mark("last", (4,)),), (), None, None)
    assert draw(board, scene, colour=False) == [
        "  ·b1 ·c1",
        "·a2 △V1(R10)",
        "  ·a3 ·b3",
    ]


def axial(side):
    """A hexagon whose cells are named by axial coordinates, r to the upper right."""
    board = bare_board(f"H{side}")
    middle = board.names.index(f"{chr(ord('a') + side - 1)}{side}")
    (x0, y0), step = board.centres[middle], board.unit * 3**0.5
    names = []
    for x, y in board.centres:
        r = round((y0 - y) / (1.5 * board.unit))
        names.append(f"({round((x - x0) / step - r / 2)},{r})")
    return replace(board, names=tuple(names), labels=())


def test_axial_coordinates_stand_at_the_ends_of_lines():
    board = axial(2)
    cell = board.names.index("(0,0)")
    scene = Scene(board.id, (Piece(cell, "red", "tile", text="O1"),), (), (), None, None)
    assert draw(board, scene, colour=False) == [
        "        q-1  q0",
        "  r1  ·   ·    q1",
        "r0  ·   ●O1 ·",
        " r-1  ·   ·",
    ]


def test_numbers_are_written_in_the_cells():
    board = replace(bare_board("S3x2"), inscribed=("1", "22", "3", "4", "5", "16"))
    scene = Scene(board.id, (Piece(1, "red"),), (Mark("last", (1,)), Mark("target", (5,))), (), None, None)
    assert draw(board, scene, colour=False, cursor=3) == [
        "    a   b   c",
        "1    1(●22)  3",
        "2 [  4]  5 ✚16",
    ]


def sums_board():
    """Rows on the right, columns below, one diagonal above on the left: as sums stand."""
    board = bare_board("S2x2")
    (x, y), unit = board.centres[0], board.unit
    labels = [Label("1", (x + 2 * unit, y), (0, 1)), Label("2", (x + 2 * unit, y + unit), (2, 3))]
    labels += [Label("10", (x, y + 2 * unit), (0, 2)), Label("0", (x + unit, y + 2 * unit), (1, 3))]
    return replace(board, labels=(*labels, Label("2", (x - unit, y - unit), (0, 3))))


def test_sums_say_whether_they_are_met():
    board = sums_board()
    marks = (Mark("met", (0, 1)), Mark("broken", (0, 2)), Mark("met", (3, 0)))
    scene = replace(empty(board), marks=marks)
    assert draw(board, scene, colour=False) == ["2✓", "    ·   ·   1✓", "    ·   ·   2", "    10✗ 0"]
    text = "\n".join(draw(board, scene, colour=False, unicode=False))
    assert text.isascii() and "10!" in text and "1=" in text
    assert "\x1b[1;7m10✗" in "\n".join(draw(board, scene))


def test_labels_that_would_meet_go_further():
    board = sums_board()
    more = (*board.labels, Label("7", (board.centres[0][0], board.centres[0][1] + 3 * board.unit), (2,)))
    lines = draw(replace(board, labels=more), empty(board), colour=False)
    assert [line.split() for line in lines[3:]] == [["10", "0"], ["7"]]


# --- marks


def test_marks_on_empty_cells_and_on_pieces():
    board = bare_board("S4x1")
    marks = (Mark("tint", (0, 1)), Mark("text", (0, 2), text="×"), Mark("heat", (3,), value=0.42))
    scene = Scene(board.id, (Piece(1, "red"),), marks, (), None, None)
    assert draw(board, scene, colour=False)[1] == "1▒×▒● × 4"


def test_targets_of_several_colours_have_several_signs():
    board = bare_board("S3x1")
    marks = (Mark("target", (0,)), Mark("target", (1,), colour="red"), Mark("target", (2,), colour="blue"))
    scene = replace(empty(board), marks=marks)
    assert draw(board, scene, colour=False)[1] == "1 ✚ ✚ ✖"


def test_geometry_is_marked_on_the_cells():
    board = bare_board("S7x1")
    marks = (Mark("axis", (0, 2)), Mark("arrow", (3, 4)), Mark("turn", (6, 0), value=60.0))
    assert draw(board, replace(empty(board), marks=marks), colour=False)[1] == "1|·|·|·|·→· ·+·+"


# --- boards that do not fit


def test_a_board_is_cut_around_the_cursor_and_the_last_move():
    board = bare_board("S20x20")
    near = replace(empty(board), marks=(Mark("last", (21,)),))
    lines = draw(board, near, 12, 6, colour=False, cursor=0, cut=True)
    assert len(lines) == 6 and max(map(len, lines)) <= 12
    assert "[·]" in "".join(lines) and "(·)" in "".join(lines) and "a b" in lines[0]
    far = draw(board, near, 12, 6, colour=False, cursor=399, cut=True)
    assert "[·]" in far[-1] and "(·)" not in "".join(far)
    assert far[0].split() == list("opqrst"), "the coordinates of its columns stay"
    assert len(draw(board, near, 12, 6, colour=False)) == 21, "unless it may be cut it is whole"


def test_a_canvas_without_focus_shows_its_middle():
    canvas = Canvas(False, True)
    canvas.put(0, 0, "abcdefghi")
    assert canvas.lines(canvas.window((3, 1))) == ["def"]
    assert canvas.lines(canvas.window((3, 1), [(0, 8)])) == ["ghi"]
    far = canvas.window((3, 1), [(0, 0), (0, 8)])
    assert canvas.lines(far) == ["abc"], "the first of two that are far apart"
    assert canvas.lines(canvas.window((30, 1))) == ["abcdefghi"]


@pytest.mark.parametrize(("name", "signs"), [("hexn", "●○▲"), ("labyrinthe", "♚♔")])
@pytest.mark.parametrize("height", [16, 60])
def test_whose_side_it_is_can_be_seen_without_colours(name, signs, height):
    """Small and large: the sign of its player stands in the middle of each side."""
    game = games()[name]()
    scene = scene_of(game, Moment(game.start()))
    board = board_of(game, scene.board)
    drawn = "\n".join(draw(board, scene, 100, height, colour=False, cut=True))
    lying = Counter(sign_of(scene, piece.colour) for piece in scene.pieces)
    for one in signs:
        sides = sum(sign_of(scene, band.colour) == one for band in board.bands)
        assert sides and drawn.count(one) == sides + lying[one]
    assert all(one not in "\n".join(draw(board, scene, 100, height, cut=True)) for one in signs[2:])


def test_a_part_of_a_leaning_board_has_its_coordinates():
    """Wherever the cursor is: the letter of a column above its first cell, the number of a row before it."""
    game = games()["hex"](size=26)
    board = board_of(game)
    scene = scene_of(game, Moment(game.start()))
    for name in ("n13", "a1", "z26", "a26", "z1", "c20", "x4"):
        cell = board.names.index(name)
        lines, places = draw_with_places(board, scene, 43, 18, colour=False, cursor=cell, cut=True)
        assert len(lines) <= 18 and max(map(len, lines)) <= 43
        seen = {
            other: (int(line), int(column))
            for other, (line, column) in enumerate(places)
            if 0 <= line < len(lines)
            and 0 <= column < len(lines[int(line)])
            and lines[int(line)][int(column)] == "·"
        }
        assert seen[cell] is not None
        top = min(line for line, _ in seen.values())
        letters = [line for line in lines[: top + 1] if line.strip()]
        for other, (line, column) in seen.items():
            if line == top and name in ("n13", "z26", "a26", "c20"):  # the first rows are cut away
                assert letters[0][column] == board.names[other][0], name
        numbers = {line: board.names[other][1:] for other, (line, _) in seen.items()}
        for line, number in numbers.items():
            before = re.findall(r"\w+", lines[line].split("·")[0])
            assert before == [number], (name, line)


def test_nothing_is_left_of_a_number_that_was_cut():
    """At 80 × 24 the 12 of this row begins at the edge of the part that is seen."""
    game = games()["hex"](size=19)
    board, scene = board_of(game), scene_of(game, Moment(game.start()))
    for height in range(12, 19):
        lines = draw(board, scene, 43, height, colour=False, cursor=board.names.index("j10"), cut=True)
        for line in lines[1:]:
            assert len(re.findall(r"\d+", line.split("·")[0])) <= 1, line
