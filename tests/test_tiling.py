"""Tilings: what holds on every board, the formulas of docs/rules.md, and the door for users’ files."""

import itertools
import json
import math
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pavage.tiling import BadTiling, dump_tiling, load_tiling, read_tiling, tiling
from pavage.tiling.border import side_arcs
from pavage.tiling.names import letters
from pavage.tiling.plane import Tiling
from pavage.tiling.shapes import hexagon

CODES = [
    *("R1", "R2", "R5", "R11", "R26", "H1", "H2", "H5", "H8", "S1x1", "S7x7", "S4x3", "S1x5"),
    *("T1", "T3", "T7", "TH1", "TH3", "TH6", "dual-H5", "dual-R4", "dual-TH4", "dual-S6x4", "dual-dual-H5"),
]


@pytest.fixture(params=CODES)
def board(request: pytest.FixtureRequest) -> Tiling:
    return tiling(request.param)


def test_adjacency_is_symmetric_and_never_with_itself(board: Tiling) -> None:
    for cell in board.cells:
        assert cell not in board.neighbours[cell]
        assert len(set(board.neighbours[cell])) == len(board.neighbours[cell])
        for near in board.neighbours[cell]:
            assert cell in board.neighbours[near]


def test_euler(board: Tiling) -> None:
    edges = {frozenset(edge) for edge in board.edges}
    assert len(board.loops) == 1
    assert len(board.vertices) - len(edges) + len(board) == 1


def test_symmetries_are_a_group_of_automorphisms(board: Tiling) -> None:
    group = set(board.symmetries)
    assert board.symmetries[0] == tuple(board.cells)
    assert len(group) == len(board.symmetries)
    for image in board.symmetries:
        assert sorted(image) == list(board.cells)
        for cell in board.cells:
            assert {image[near] for near in board.neighbours[cell]} == set(board.neighbours[image[cell]])
        for other in board.symmetries:
            assert tuple(image[cell] for cell in other) in group


def test_border_ring_and_sides(board: Tiling) -> None:
    assert set(board.ring) == board.border
    for one, after in zip(board.ring, board.ring[1:], strict=False):
        shared = set(board.corners[one]) & set(board.corners[after])
        assert shared, "consecutive ring cells touch"
    for side in board.sides:
        assert set(side) <= board.border
    if board.sides:
        assert set().union(*board.sides) == board.border


def test_polygons_run_clockwise_around_their_centres(board: Tiling) -> None:
    for cell in board.cells:
        polygon = board.polygons[cell]
        area = sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
        )
        assert area > 0
        assert 0 < board.radius(cell) < math.dist(polygon[0], board.centres[cell]) + 1e-9


def test_names_are_distinct_and_found(board: Tiling) -> None:
    assert len(board.index) == len(board)
    assert all(board.names[board.index[name]] == name for name in board.names)


def test_json_round_trip_is_exact(board: Tiling) -> None:
    again = load_tiling(dump_tiling(board))
    assert again == board and again.sides == board.sides
    assert again.neighbours == board.neighbours
    assert dump_tiling(again) == dump_tiling(board)


def test_pickle(board: Tiling) -> None:
    assert pickle.loads(pickle.dumps(board)) == board


@pytest.mark.parametrize(
    ("code", "cells", "symmetries"),
    [
        *(("R7", 49, 4), ("H3", 19, 12), ("H4", 37, 12), ("H5", 61, 12), ("H6", 91, 12), ("S6x6", 36, 8)),
        *(("S3x5", 15, 4), ("T7", 49, 6), ("TH3", 54, 12)),
    ],
)
def test_counts(code: str, cells: int, symmetries: int) -> None:
    assert len(tiling(code)) == cells
    assert len(tiling(code).symmetries) == symmetries


def test_triangles_follow_the_formulas() -> None:
    """T: (i, j±1), and below for even j, above for odd j."""
    board = tiling("T6")
    cell = {(i, j): board.index[f"{letters(i)}{j + 1}"] for i in range(6) for j in range(2 * i + 1)}
    for (i, j), number in cell.items():
        third = (i + 1, j + 1) if j % 2 == 0 else (i - 1, j - 1)
        expected = {cell[place] for place in ((i, j - 1), (i, j + 1), third) if place in cell}
        assert set(board.neighbours[number]) == expected


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_hexagon_of_triangles_follows_the_formulas(m: int) -> None:
    board = tiling(f"TH{m}")
    length = [2 * m + 1 + 2 * (i if i < m else 2 * m - 1 - i) for i in range(2 * m)]
    cell = {(i, j): board.index[f"{letters(i)}{j + 1}"] for i in range(2 * m) for j in range(length[i])}
    assert len(cell) == len(board)
    for (i, j), number in cell.items():
        if i < m:
            below = (i + 1, j + 1) if i < m - 1 else (m, j)
            third = below if j % 2 == 0 else (i - 1, j - 1)
        else:
            above = (i - 1, j + 1) if i > m else (m - 1, j)
            third = above if j % 2 == 0 else (i + 1, j - 1)
        expected = {cell[place] for place in ((i, j - 1), (i, j + 1), third) if place in cell}
        assert set(board.neighbours[number]) == expected


def test_hexagonal_directions_and_centre() -> None:
    board = tiling("H5")
    centre = board.index["e5"]
    assert board.centres[centre] == pytest.approx((0, 0))
    names = [board.names[near] for near in board.across[centre]]
    assert names == ["f5", "e6", "d6", "d5", "e4", "f4"]  # E, SE, SW, W, NW, NE


def test_sides_of_the_hexagon() -> None:
    board = tiling("H3")
    assert [board.names[cell] for cell in board.sides[0]] == ["c1", "d1", "e1"]
    assert [board.names[cell] for cell in board.sides[3]] == ["c5", "b5", "a5"]
    assert board.ring[0] == board.index["c1"]
    assert len(board.ring) == 12


def test_triangle_board_of_three_rows() -> None:
    """Test 2.8: the inner cells of T3."""
    board = tiling("T3")
    assert sorted(board.names[cell] for cell in board.cells if cell not in board.border) == ["b2", "c2", "c4"]
    assert {board.names[near] for near in board.neighbours[board.index["b2"]]} == {"a1", "b1", "b3"}


def test_hexagons_and_triangles_are_each_others_dual() -> None:
    triangles = tiling("H5").dual()
    model = tiling("TH4")
    assert len(triangles) == len(model) == 96
    assert _profile(triangles) == _profile(model)
    assert _profile(model.dual()) == _profile(tiling("H4"))
    corners = set().union(*({_near(p) for p in polygon} for polygon in triangles.polygons))
    assert corners == {_near(centre) for centre in tiling("H5").centres}


def _near(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _profile(board: Tiling) -> list[list[int]]:
    """How far the other cells are from each cell: the same for boards that differ only in their drawing."""
    profile = []
    for start in board.cells:
        distance = {start: 0}
        queue = [start]
        for cell in queue:
            for near in board.neighbours[cell]:
                if near not in distance:
                    distance[near] = distance[cell] + 1
                    queue.append(near)
        profile.append(sorted(distance.values()))
    return sorted(profile)


def test_a_board_without_inner_vertex_has_no_dual() -> None:
    with pytest.raises(BadTiling, match="no_inner_vertex"):
        tiling("S1x5").dual()


def test_side_arcs_cover_the_boundary_once() -> None:
    for code in ("R4", "R5", "H3", "S3x4", "T4"):
        board = tiling(code)
        arcs = side_arcs(board, board.sides)
        length = sum(math.dist(a, b) for arc in arcs for a, b in itertools.pairwise(arc))
        assert length == pytest.approx(len(board.loops[0]))
        for arc, after in zip(arcs, (*arcs[1:], arcs[0]), strict=True):
            assert arc[-1] == pytest.approx(after[0])


def test_hex_sides_meet_at_the_acute_corner_and_halfway_at_the_obtuse_one() -> None:
    board = tiling("R3")
    top, right, *_ = side_arcs(board, board.sides)
    assert top[0] == pytest.approx((-math.sqrt(3) / 2, -0.5))  # the upper left vertex of a1
    assert board.vertices and right[0] == pytest.approx(
        (2.25 * math.sqrt(3), -0.75)
    )  # middle of an edge of c1


@pytest.mark.parametrize(
    "code", ["", "R", "R0", "R45", "R99999999999", "H30", "Q7", "S0x3", "S1000x1000", "dual-R1"]
)
def test_bad_codes(code: str) -> None:
    with pytest.raises(BadTiling):
        tiling(code)


def test_letters_go_on_after_z() -> None:
    assert [letters(n) for n in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        *("a", "z", "aa", "ab", "az", "ba", "zz", "aaa")
    ]


# --- files of users


def cells(*polygons: list[tuple[float, float]]) -> str:
    return json.dumps({"cells": [{"polygon": [list(p) for p in polygon]} for polygon in polygons]})


def square(x: float, y: float, size: float = 1) -> list[tuple[float, float]]:
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


@pytest.mark.parametrize(
    ("text", "key", "cell"),
    [
        ("{", "not_json", ""),
        ("[" * 100_000, "not_json", ""),
        ("[]", "no_cells", ""),
        ('{"cells": []}', "cell_count", ""),
        ('{"cells": [{"polygon": [[0, 0], [1, 0]]}]}', "bad_polygon", "1"),
        ('{"cells": [7]}', "bad_polygon", "1"),
        ('{"cells": [{"polygon": [[0, 0], [1, 0], [NaN, 1]]}]}', "bad_point", "1"),
        ('{"cells": [{"polygon": [[0, 0], [1, 0], [1e999, 1]]}]}', "bad_point", "1"),
        ('{"cells": [{"polygon": [[0, 0], [1, 0], [true, 1]]}]}', "bad_point", "1"),
        ('{"cells": [{"polygon": [[0, 0], [1, 0], ["2", 1]]}]}', "bad_point", "1"),
        (cells([(0, 0), (1, 0), (2, 0)]), "flat_polygon", "1"),
        (cells([(0, 0), (2, 2), (2, 0), (0, 2)]), "flat_polygon", "1"),
        (cells([(0, 0), (3, 3), (3, 0), (0, 2)]), "crossing", "a1"),
        (cells(square(0, 0), square(0.5, 0.5)), "crossing", "a1"),
        (cells(square(0, 0), square(0, 0)), "overlap", "a2"),
        (cells(square(0, 0, 4), square(1, 1)), "overlap", "a1"),
        (cells(square(0, 0), square(1, 0.5)), "corner_within_edge", "b1"),
        (cells(square(0, 0), square(5, 5)), "not_connected", "b1"),
        (cells(square(0, 0), square(1, 1)), "not_connected", "b1"),
        (
            cells(
                [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1.5), (0, 1)],
                [(0, 0), (0, -1), (2, -1), (2, 0), (1, 0)],
            ),
            "two_common_edges",
            "",
        ),
        ('{"cells": [{"name": "A 1", "polygon": [[0,0],[1,0],[1,1]]}]}', "bad_name", "1"),
        ('{"cells": [{"polygon": [[0,0],[1,0],[1,1]]}], "sides": [["q9"]]}', "bad_sides", "q9"),
        ('{"cells": [{"polygon": [[0,0],[1,0],[1,1]]}], "sides": 3}', "bad_sides", ""),
    ],
)
def test_bad_files_are_refused_with_the_reason_and_the_cell(text: str, key: str, cell: str) -> None:
    with pytest.raises(BadTiling) as caught:
        load_tiling(text)
    assert caught.value.key == f"tiling.{key}"
    if cell:
        assert caught.value.cell == cell


def test_names_given_twice_are_refused() -> None:
    data = json.loads(dump_tiling(tiling("S2x2")))
    data["cells"][3]["name"] = "a1"
    with pytest.raises(BadTiling, match="name_twice"):
        load_tiling(json.dumps(data))


def test_two_thousand_cells_are_the_limit() -> None:
    assert len(load_tiling(dump_tiling(tiling("S50x40")))) == 2000
    rows = [square(x, 0) for x in range(2001)]
    with pytest.raises(BadTiling, match="cell_count"):
        load_tiling(cells(*rows))


def test_a_file_is_known_by_its_name(tmp_path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(dump_tiling(tiling("T3")))
    assert read_tiling(path).code == "file:mine"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadTiling, match="not_json"):
        read_tiling(path)


def test_polygons_may_run_either_way_round_and_corners_may_be_a_little_off() -> None:
    off = [(1.000001, 0.000001), (2, 0), (2, 1), (1, 0.999999)]
    board = load_tiling(cells(square(0, 0)[::-1], off))
    assert board.neighbours == ((1,), (0,))


def test_a_hole_is_a_loop_of_its_own() -> None:
    ring = [square(x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)]
    board = load_tiling(cells(*ring))
    assert len(board.loops) == 2
    edges = {frozenset(edge) for edge in board.edges}
    assert len(board.vertices) - len(edges) + len(board) + len(board.loops) == 2


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 40))
def test_any_connected_patch_of_hexagons_is_a_board(seed: int, size: int) -> None:
    """Random patches, with holes and cells that touch at nothing but an edge, obey Euler and load back."""
    dice = random.Random(seed)
    patch = {(0, 0)}
    while len(patch) < size:
        q, r = dice.choice(sorted(patch))
        dq, dr = dice.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
        patch.add((q + dq, r + dr))
    board = load_tiling(cells(*(list(hexagon(q, r)) for q, r in sorted(patch))))
    edges = {frozenset(edge) for edge in board.edges}
    assert len(board.vertices) - len(edges) + len(board) + len(board.loops) == 2
    assert load_tiling(dump_tiling(board)) == board
