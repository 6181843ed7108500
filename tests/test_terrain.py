"""What hangs together on a tiling and whether a way leads out, compared with plain sets of cells."""

import random

import pytest

from pavage.games.cell_sets import cells_of, set_of
from pavage.games.polygo.terrain import Terrain, terrain
from pavage.tiling import tiling

BOARDS = ["S5x4", "H4", "T4"]


def reached(board, start, ground):
    """The cells to which one comes from a cell over others of `ground`."""
    found, due = {start}, [start]
    while due:
        for near in board.neighbours[due.pop()]:
            if near in ground and near not in found:
                found.add(near)
                due.append(near)
    return found


def beside(board, cells):
    return {near for cell in cells for near in board.neighbours[cell]}


def cases(name):
    """A board, its terrain, and cells chosen at random, few and many."""
    board, dice = tiling(name), random.Random(name)
    for share in (0.2, 0.5, 0.8, 1.0) * 5:
        chosen = [{cell for cell in board.cells if dice.random() < share} for _ in range(3)]
        yield board, terrain(board), dice, *chosen


@pytest.mark.parametrize("name", BOARDS)
def test_a_terrain_knows_its_tiling(name):
    board, land = tiling(name), terrain(tiling(name))
    assert land.cells == len(board) and cells_of(land.everything) == list(board.cells)
    assert [cells_of(near) for near in land.near] == [sorted(near) for near in board.neighbours]
    assert cells_of(land.border) == sorted(board.border)
    assert [sorted(ways) for ways in land.ways] == [sorted(near) for near in board.neighbours]
    assert terrain(board) is land and Terrain(board).near == land.near


@pytest.mark.parametrize("name", BOARDS)
def test_a_walk_goes_as_far_as_the_ground_or_to_an_exit(name):
    met = set()
    for board, land, dice, ground, exits, _ in cases(name):
        start = dice.choice(list(board.cells))
        whole = reached(board, start, ground)
        assert land.flood(start, set_of(ground), 0) == (set_of(whole), set_of(beside(board, whole)), False)
        seen, near, out = land.flood(start, set_of(ground), set_of(exits))
        assert out == bool(whole & exits)
        met.add(out)
        assert start in cells_of(seen) and set(cells_of(seen)) <= whole
        assert set(cells_of(seen)) - {start} <= set(cells_of(near)) <= beside(board, whole)
        assert out == bool(set(cells_of(seen)) & exits)
    assert met == {True, False}


def test_a_walk_stops_at_once_where_it_meets_an_exit():
    land = terrain(tiling("S5x1"))
    assert land.flood(2, land.everything, 0b00100) == (0b00100, 0b01010, True)
    assert land.flood(0, land.everything, 0b00010) == (0b00011, 0b00010, True)
    assert land.flood(0, land.everything, 0b00100) == (0b00111, 0b00111, True)
    assert land.flood(0, 0b11011, 0b00100) == (0b00011, 0b00111, False), "the exit is not on the ground"


@pytest.mark.parametrize("name", BOARDS)
def test_what_hangs_together_with_seeds(name):
    for board, land, _, ground, seeds, _ in cases(name):
        expected = {cell for seed in seeds & ground for cell in reached(board, seed, ground)}
        assert land.connected(set_of(seeds), set_of(ground)) == set_of(expected)
    assert land.connected(0, land.everything) == 0 == land.connected(land.everything, 0)


@pytest.mark.parametrize("name", BOARDS)
def test_the_pieces_of_the_ground(name):
    for board, land, _, ground, _, _ in cases(name):
        found = [frozenset(cells_of(piece)) for piece in land.pieces(set_of(ground))]
        assert len(found) == len(set(found))
        assert set(found) == {frozenset(reached(board, cell, ground)) for cell in ground}


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_enclosed_is_found_once_with_what_lies_beside_it(name):
    counted = 0
    for board, land, dice, ground, doubtful, _ in cases(name):
        exits = {cell for cell in ground if dice.random() < 0.1}
        wanted = set_of(doubtful & ground), set_of(ground), set_of(exits)
        found = [(frozenset(cells_of(seen)), set(cells_of(near))) for seen, near in land.enclosed(*wanted)]
        pieces = {frozenset(reached(board, cell, ground)) for cell in doubtful & ground}
        closed = {piece for piece in pieces if not piece & exits}
        assert {piece for piece, _ in found} == closed and len(found) == len(closed)
        assert all(near == beside(board, piece) for piece, near in found)
        counted += len(found)
    assert counted > 10


@pytest.mark.parametrize("name", BOARDS)
def test_what_lies_around_cells(name):
    for board, land, _, cells, _, _ in cases(name):
        assert land.around(set_of(cells)) == set_of(beside(board, cells))


@pytest.mark.parametrize("name", BOARDS)
def test_a_walk_looks_first_towards_the_border(name):
    """So that it leaves the board soon: the last way of each cell comes closest, by steps to the border."""
    board = tiling(name)
    steps, shore = dict.fromkeys(board.border, 0), list(board.border)
    for cell in shore:
        for near in board.neighbours[cell]:
            if near not in steps:
                steps[near] = steps[cell] + 1
                shore.append(near)
    assert max(steps.values()) > 0
    for ways in terrain(board).ways:
        assert [steps[way] for way in ways] == sorted((steps[way] for way in ways), reverse=True)
