"""Archimedean tilings, Cairo pentagons, Penrose rhombs, Voronoi cells: what each promises."""

import hashlib
import math
import random
import subprocess
import sys
from collections import Counter

import pytest

from pavage.options import BadOption, Board
from pavage.tiling import CODES, BadTiling, Tiling, dump_tiling, load_tiling, tiling
from pavage.tiling.check import check
from pavage.tiling.names import letters
from pavage.tiling.penrose import penrose
from pavage.tiling.plane import around
from pavage.tiling.voronoi import NEAR, _cell, diagram
from pavage.words import LANGUAGES, words
from pavage.words.complaint import explain

KINDS = {
    488: (4, 8, 8),
    3636: (3, 6, 3, 6),
    3464: (3, 4, 6, 4),
    31212: (3, 12, 12),
    4612: (4, 6, 12),
    33434: (3, 3, 4, 3, 4),
    33344: (3, 3, 3, 4, 4),
    33336: (3, 3, 3, 3, 6),
}
CODES_TRIED = [
    *(f"{kind}-{size}" for kind in KINDS for size in (2, 3, 4, 5)),
    *("cairo-1", "cairo-2", "cairo-5", "cairo-6", "penrose-2", "penrose-3", "penrose-4", "penrose-5"),
    *("voronoi-4-1", "voronoi-12-0", "voronoi-60-7", "voronoi-100-3"),
]


@pytest.fixture(params=CODES_TRIED)
def board(request: pytest.FixtureRequest) -> Tiling:
    return tiling(request.param)


def lengths(board: Tiling) -> list[float]:
    return [math.dist(board.vertices[a], board.vertices[b]) for a, b in board.edges]


def angles(polygon: tuple[tuple[float, float], ...]) -> list[int]:
    """The inner angles in degrees; polygons run clockwise on a screen."""
    turns = [math.atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in around(polygon)]
    return [round(180 - math.degrees(after - turn) % 360) for turn, after in around(turns)]


def inner_vertices(board: Tiling) -> dict[int, list[int]]:
    """The cells around each vertex that does not lie on the border, in their cyclic order."""
    outer = {vertex for edge in board.loops[0] for vertex in edge}
    meeting: dict[int, list[int]] = {}
    for cell in board.cells:
        for vertex in board.corners[cell]:
            meeting.setdefault(vertex, []).append(cell)
    found = {}
    for vertex in set(meeting) - outer:
        x, y = board.vertices[vertex]
        bearing = {
            cell: math.atan2(board.centres[cell][1] - y, board.centres[cell][0] - x) for cell in board.cells
        }
        found[vertex] = sorted(meeting[vertex], key=bearing.__getitem__)
    return found


# --- every board


def test_it_is_a_board(board: Tiling) -> None:
    check(board)
    assert len(board.loops) == 1
    edges = {frozenset(edge) for edge in board.edges}
    assert len(board.vertices) - len(edges) + len(board) == 1
    for cell in board.cells:
        assert len(board.neighbours[cell]) >= 2, "no cell hangs by one edge"
        assert all(cell in board.neighbours[near] for near in board.neighbours[cell])
    border = [edge[0] for edge in board.loops[0]]
    assert len(set(border)) == len(border), "the border never touches itself"
    assert all(board.radius(cell) > 0.1 * board.unit for cell in board.cells)


def test_symmetries_are_automorphisms(board: Tiling) -> None:
    for image in board.symmetries:
        assert sorted(image) == list(board.cells)
        for cell in board.cells:
            assert {image[near] for near in board.neighbours[cell]} == set(board.neighbours[image[cell]])


def test_cells_are_named_by_rows_and_stand_in_their_order(board: Tiling) -> None:
    rows = Counter(name.rstrip("0123456789") for name in board.names)
    assert list(rows) == [letters(row) for row in range(len(rows))]
    assert list(board.names) == [f"{row}{place + 1}" for row, count in rows.items() for place in range(count)]


def test_it_comes_back_from_its_file(board: Tiling) -> None:
    assert load_tiling(dump_tiling(board)) == board


# --- the kinds


@pytest.mark.parametrize(
    ("kind", "cells", "symmetries"),
    [
        *((488, (9, 25, 49, 81, 121), 8), (3636, (13, 43, 91, 157, 241), 12)),
        *((31212, (13, 43, 91, 157, 241), 12), (3464, (13, 25, 61, 85, 145), 12)),
        *((4612, (13, 25, 61, 85, 145), 12), (33434, (13, 37, 73, 121, 181), 4)),
        *((33344, (13, 31, 67, 103, 163), 4), (33336, (19, 37, 91, 127, 217), 6)),
        *(("cairo", (16, 36, 64, 100, 144), 4), ("penrose", (20, 35, 100, 145, 195), 10)),
    ],
)
def test_cells_and_symmetries_by_size(kind: object, cells: tuple[int, ...], symmetries: int) -> None:
    boards = [tiling(f"{kind}-{size}") for size in range(2, 7)]
    assert tuple(map(len, boards)) == cells
    assert all(len(board.symmetries) == symmetries for board in boards[1:])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_inner_vertices_are_those_of_the_name(kind: int, size: int) -> None:
    board = tiling(f"{kind}-{size}")
    figure = KINDS[kind]
    turned = {figure[i:] + figure[:i] for i in range(len(figure))}
    turned |= {way[::-1] for way in turned}
    inner = inner_vertices(board)
    assert len(inner) >= 6
    for cells in inner.values():
        assert tuple(len(board.corners[cell]) for cell in cells) in turned
    for polygon in board.polygons:
        assert set(angles(polygon)) == {180 - 360 // len(polygon)}
    assert lengths(board) == pytest.approx([1] * len(board.edges), abs=1e-7)


def test_octagons_and_squares_alternate_like_a_chessboard() -> None:
    board = tiling("488-5")
    for name, corners in zip(board.names, board.corners, strict=True):
        row, column = ord(name[0]) - ord("a"), int(name[1:]) - 1
        assert len(corners) == (4 if (row + column) % 2 else 8)


def test_cairo_pentagons_are_all_alike() -> None:
    board = tiling("cairo-4")
    for polygon in board.polygons:
        assert sorted(angles(polygon)) == [90, 90, 120, 120, 120]
        edges = sorted(math.dist(a, b) for a, b in around(polygon))
        assert edges == pytest.approx([(math.sqrt(3) - 1) * edges[4], *[edges[4]] * 4], abs=1e-6)
    assert Counter(map(len, inner_vertices(board).values())).keys() == {3, 4}
    assert board.names[:9] == ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1")


def test_penrose_has_two_rhombs_in_the_golden_ratio() -> None:
    board = penrose(9)
    assert lengths(board) == pytest.approx([1] * len(board.edges), abs=1e-7)
    shapes = Counter(tuple(sorted(angles(polygon))) for polygon in board.polygons)
    assert shapes.keys() == {(36, 36, 144, 144), (72, 72, 108, 108)}
    ratio = shapes[72, 72, 108, 108] / shapes[36, 36, 144, 144]
    assert ratio == pytest.approx((1 + math.sqrt(5)) / 2, abs=0.1)


def test_penrose_has_only_the_seven_vertices_that_its_rules_allow() -> None:
    """Each as the angles around it, in turns of 36 degrees."""
    board = penrose(9)
    seen = set()
    for vertex, cells in inner_vertices(board).items():
        turns = [angles(board.polygons[cell])[board.corners[cell].index(vertex) - 1] // 36 for cell in cells]
        ways = [turns[i:] + turns[:i] for i in range(len(turns))]
        seen.add(tuple(min(*ways, *(way[::-1] for way in ways))))
    assert seen == {
        *((2, 4, 4), (3, 3, 4), (2, 2, 2, 4), (1, 2, 1, 3, 3), (2, 2, 2, 2, 2)),
        *((1, 1, 2, 2, 2, 2), (1, 1, 2, 1, 1, 2, 2)),
    }


@pytest.mark.parametrize("size", [6, 7, 8, 11, 16])
def test_large_penrose_boards_are_whole(size: int) -> None:
    board = penrose(size)
    check(board)
    assert len(board.loops) == 1 and len(board.symmetries) == 10


# --- Voronoi


@pytest.mark.parametrize("cells", [4, 5, 7, 10, 23, 60])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_voronoi_fills_its_square_and_has_no_short_edge(cells: int, seed: int) -> None:
    board = tiling(f"voronoi-{cells}-{seed}")
    assert len(board) == cells
    assert min(lengths(board)) > 0.1 * board.unit
    side = 1.6 * math.sqrt(cells)
    outline = {board.vertices[vertex] for edge in board.loops[0] for vertex in edge}
    assert all(min(x, y, side - x, side - y) == pytest.approx(0, abs=1e-6) for x, y in outline)
    area = sum(ax * by - bx * ay for p in board.polygons for (ax, ay), (bx, by) in around(p)) / 2
    assert area == pytest.approx(cells * 1.6**2)


@pytest.mark.parametrize("side", [3.0, 11.0, 40.0])
def test_far_points_count_where_there_are_none_near(side: float) -> None:
    """All are looked at only where those nearby do not settle it: the cells are the same, to the last bit."""
    dice = random.Random(5)
    points = [(dice.random() ** 3 * side, dice.random() * side) for _ in range(60)]
    everywhere = [_cell(point, points, math.inf, side) for point in points]
    assert diagram(points, side) == everywhere
    near = [_cell(point, points, NEAR**2, side) for point in points]
    assert all(one in ([], all) for one, all in zip(near, everywhere, strict=True))
    assert any(near) and (not all(near) or side < 2 * NEAR)


def test_a_seed_means_the_same_board_everywhere() -> None:
    board = tiling("voronoi-60-7")
    assert hashlib.sha256(repr(board.neighbours).encode()).hexdigest()[:16] == "1ff6d4bb7fabbfc4"
    assert board.neighbours != tiling("voronoi-60-8").neighbours


def test_a_board_is_built_once_however_its_code_is_written() -> None:
    assert tiling("Voronoi-020-05") is tiling("voronoi-20-5") is tiling("voronoi-20-5".upper())


def test_three_hundred_cells_are_the_limit() -> None:
    with pytest.raises(BadTiling) as caught:
        tiling("voronoi-301-1")
    assert caught.value.values["largest"] == "voronoi-300-1"


@pytest.mark.parametrize(
    ("code", "largest"),
    [
        *(("S60x60", "S44x44"), ("60x60", "44x44"), ("dual-R99", "R44"), ("H0", "H26"), ("TH19", "TH18")),
        *(("T45", "T44"), ("488-99", "488-22"), ("cairo-23", "cairo-22"), ("penrose-17", "penrose-16")),
        *(("S1000000x2", "S44x44"), ("voronoi-60-1234567", "voronoi-300-12345")),
    ],
)
def test_a_board_too_large_is_answered_with_the_largest(code: str, largest: str) -> None:
    """Wherever a code is read: as a tiling and as an option of a game."""
    with pytest.raises(BadTiling) as caught:
        tiling(code)
    with pytest.raises(BadOption) as refused:
        Board("board", "H3", "board", "plateau").read(code)
    assert len(tiling(largest)) <= 2000
    for language in LANGUAGES:
        assert explain(words(language), caught.value).endswith(f"{largest}.")
        assert explain(words(language), refused.value).endswith(f"{largest}.")


# --- codes


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("CAIRO-06", "cairo-6"),
        ("Penrose-3", "penrose-3"),
        ("voronoi-012-007", "voronoi-12-7"),
        ("488-03", "488-3"),
    ],
)
def test_codes_have_one_spelling(written: str, code: str) -> None:
    assert tiling(written).code == code
    assert Board("board", "H3", "board", "plateau").read(written) == code


@pytest.mark.parametrize(
    "code",
    [
        *("488-0", "488-1", "488-23", "488-9999999", "3636-16", "33336-18", "cairo-0", "cairo-23"),
        *("penrose-1", "penrose-17", "penrose-99999", "voronoi-0-1", "voronoi-3-1", "voronoi-60-9999999"),
    ],
)
def test_too_small_and_too_large(code: str) -> None:
    with pytest.raises(BadTiling, match="board_size"):
        tiling(code)


@pytest.mark.parametrize("code", ["488", "488-", "334-4", "333333-4", "cairo", "voronoi-60", "penrose-4-1"])
def test_unknown_codes(code: str) -> None:
    with pytest.raises(BadTiling, match="unknown_code") as caught:
        tiling(code)
    assert caught.value.values["code"] == code
    for language in LANGUAGES:
        sentence = words(language)("tiling.unknown_code", code=code)
        assert f"{code}" in sentence and "\n" not in sentence


def test_every_code_is_listed_once() -> None:
    assert len({written for written, *_ in CODES}) == len(CODES)


def test_rare_boards_are_loaded_when_they_are_asked_for() -> None:
    seen = "import sys, pavage.tiling; print(*(m for m in sys.modules if m.startswith('pavage.tiling.')))"
    loaded = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True).stdout
    for module in ("archimedean", "cairo", "penrose", "voronoi"):
        assert f"pavage.tiling.{module}" not in loaded
