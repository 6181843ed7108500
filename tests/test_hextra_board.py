"""HEXTRA's board: how places are told without coordinates, how far it is shown, and what a position says."""

from dataclasses import FrozenInstanceError, replace

import pytest

from pavage.games.hextra.geometry.growing_board import board_name, board_of_side, side_shown
from pavage.games.hextra.geometry.lattice import CELL, POINTS, SIDE, STEPS, board_tiling, ring_of
from pavage.games.hextra.geometry.places import place_told, point_told, tile_name
from pavage.games.hextra.position import FOUR, LETTERS, LOST, TILES, HextraPosition, Logged
from pavage.phrase import Phrase

SIDES = {
    "left": (-1, 0),
    "right": (1, 0),
    "up_left": (-1, -1),
    "up_right": (1, -1),
    "down_left": (-1, 1),
    "down_right": (1, 1),
}
"""Where each lies on a screen, whose y points down; what is simplest to say comes first."""


def laid(*rows):
    """Tiles of each colour on these points, by their numbers; None for one that was lost."""
    tiles = tuple(tuple(LOST if point is None else CELL[point] for point in row) for row in rows)
    board = bytearray(len(POINTS))
    for colour, row in enumerate(tiles, 1):
        for cell in row:
            if cell != LOST:
                board[cell] = colour
    return HextraPosition(bytes(board), 0, tiles=tiles)


def seen(tile, point):
    """The side on which a point lies that is some steps from a tile in a straight line."""
    (x0, y0), (x1, y1) = (board_tiling().centres[CELL[each]] for each in (tile, point))
    signs = tuple(0 if abs(d) < 0.01 else 1 if d > 0 else -1 for d in (x1 - x0, y1 - y0))
    return next(side for side, found in SIDES.items() if found == signs)


def beside(tile, side, steps=1):
    values = (("tile", tile), ("steps", str(steps)))
    near = Phrase(f"hextra.place.{side}", values)
    return near if steps == 1 else Phrase("hextra.place.far", (("near", near), *values))


def test_tiles_are_named_by_colour_and_number():
    position = laid([(0, 0)], [(1, 0), None, (2, 0)], [(0, 1)], [(5, 5), (-1, 0)])
    named = {tile_name(position, CELL[q, r]) for q, r in [(0, 0), (1, 0), (2, 0), (0, 1), (5, 5), (-1, 0)]}
    assert named == {"V1", "O1", "O3", "R1", "B1", "B2"}
    assert place_told(position, CELL[2, 0]) == Phrase("hextra.place.on", (("tile", "O3"),))


@pytest.mark.parametrize("tile", [(0, 0), (3, -2)])
@pytest.mark.parametrize("step", STEPS)
def test_places_are_told_from_a_tile_as_one_sees_them(tile, step):
    position = laid([], [tile])
    for steps in (1, 2, 3, 4):
        point = (tile[0] + steps * step[0], tile[1] + steps * step[1])
        if point != (0, 0):
            assert place_told(position, CELL[point]) == beside("O1", seen(tile, point), steps)
    far = (tile[0] + 5 * step[0], tile[1] + 5 * step[1])
    assert place_told(position, CELL[far]) == Phrase("hextra.place.apart"), "nobody counts so far"


def test_the_nearest_tile_is_told_and_of_several_the_simplest_to_say():
    point = (3, 3)
    around = {seen(point, (3 + q, 3 + r)): (3 + q, 3 + r) for q, r in STEPS}
    opposite = {"left": "right", "up": "down", "right": "left", "down": "up"}
    told = {"_".join(opposite[word] for word in side.split("_")): tile for side, tile in around.items()}
    assert set(told) == set(SIDES)
    tiles = [told[side] for side in SIDES]
    for first, side in enumerate(SIDES):
        assert point_told(laid(tiles[first:]), point) == beside("V1", side)
    far = laid([told["down_right"]], [(3 - 2, 3), (3 + 2, 3)])
    assert point_told(far, point) == beside("V1", "down_right"), "one step comes before two"


def test_the_middle_and_what_is_in_no_line_with_a_tile():
    position = laid([(1, 0)])
    assert place_told(position, CELL[0, 0]) == Phrase("hextra.place.middle"), "though it is beside a tile"
    assert place_told(laid([(0, 0)]), CELL[0, 0]) == Phrase("hextra.place.on", (("tile", "V1"),))
    assert place_told(position, CELL[2, 1]) == Phrase("hextra.place.apart")


def test_places_at_the_edge_of_the_lattice_and_behind_it():
    edge = (SIDE - 1, 0)
    position = laid([edge])
    assert point_told(position, (SIDE, 0)) == beside("V1", "right")
    assert point_told(position, (SIDE + 3, 0)) == beside("V1", "right", 4)
    assert point_told(position, (SIDE + 4, 0)) == Phrase("hextra.place.apart")
    assert point_told(position, (SIDE - 2, 0)) == beside("V1", "left")


@pytest.mark.parametrize(("ring", "side"), [(0, 4), (1, 4), (2, 5), (7, 10), (36, 39), (37, 40), (39, 40)])
def test_the_board_shows_all_tiles_and_two_rings_around_them(ring, side):
    assert side_shown(laid([(0, 0)], [(0, ring)])) == side
    assert side_shown(laid([(0, -ring), (0, 0)])) == side


def test_tiles_that_were_lost_do_not_make_it_larger():
    assert side_shown(laid([None, (2, 0), None], [])) == 5
    assert side_shown(laid([None])) == 4 and side_shown(laid()) == 4


def test_the_board_that_is_shown_is_cut_from_the_middle_of_the_whole_one():
    whole = board_tiling()
    assert board_name() == "hextra-4" and board_name(7) == "hextra-7"
    board = board_of_side(whole, "hextra-5")
    cells = [cell for cell in range(len(POINTS)) if ring_of(cell) < 5]
    assert (board.id, board.unit, board.patterned) == ("hextra-5", 1.0, True)
    assert board.names == tuple(whole.names[cell] for cell in cells)
    assert board.polygons == tuple(whole.polygons[cell] for cell in cells)
    assert board.centres == tuple(whole.centres[cell] for cell in cells)
    assert len(set(board.radii)) == 1 and len(board.radii) == 61
    assert 0.6 < board.radii[0] < 3**0.5 / 2, "a stone fits into its hexagon, whose edge is 1"


def test_a_position_says_nothing_that_has_not_happened():
    position = HextraPosition(b"\0", 2)
    assert (position.colour, position.passes, position.ended) == (0, 0, "")
    assert position.asked is False and position.second is False
    for name in ("dealt", "motifs", "tiles", "cards", "claim", "judges", "winners", "log"):
        assert getattr(position, name) == ()


def test_positions_are_values():
    """They are compared and kept in sets, and nobody changes one that somebody else holds."""
    entry = Logged(0, 1, (5,), True)
    one, other = (replace(laid([(0, 0)]), log=(entry,)) for _ in range(2))
    assert one == other and len({one, other}) == 1 and one != replace(one, passes=1)
    assert replace(entry, stands=False) not in {entry}
    for value, name in ((one, "passes"), (entry, "stands")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)
        assert not hasattr(value, "__dict__"), "a search holds thousands of them"


def test_the_letters_and_cards_of_the_rules():
    assert (LETTERS, TILES) == ("VORB", 10)
    assert [bool(FOUR & 1 << card) for card in range(5)] == [True] * 4 + [False], "HEXTRA is none of the four"
    assert LOST not in range(len(POINTS))
