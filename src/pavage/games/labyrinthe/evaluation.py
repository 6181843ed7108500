"""What a position of Labyrinthe is worth by the steps that each king has to go, and which moves matter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from pavage.game import Move, Seat
from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition
from pavage.games.leaving import seats_in

TEMPO = 0.5
"""To be on move is worth half a step."""
PER_STEP = 0.55
"""How much one step less to go raises the odds, as a power of e."""
LOWEST = 0.002
STONES = 9
"""Stones looked at where one is set in a turn."""
PAIRED = 5
"""Stones looked at where two are set: they make ten pairs."""
WIDEST = 4
"""A way that is wider than this is not worth closing yet."""


def evaluate(game: Labyrinthe, position: LabyrinthePosition) -> tuple[float, ...]:
    """Shares of the point: a king counts by his steps to go against those of the others."""
    steps = [float(count) for count in game.distances(position)]
    steps[position.turn] -= TEMPO
    inside = seats_in(game.players, position.out)
    nearest = min(steps[seat] for seat in inside)
    weights = {seat: math.exp(PER_STEP * (nearest - steps[seat])) for seat in inside}
    total = sum(weights.values())
    spare = 1 - LOWEST * len(inside)
    return tuple(
        LOWEST + spare * weights[seat] / total if seat in weights else 0.0 for seat in range(game.players)
    )


def order(game: Labyrinthe, position: LabyrinthePosition) -> Sequence[Move]:
    """Steps that bring the king closer, stones where the others' ways are narrow, then steps aside."""
    turn = position.turn
    steps = game.ways.distances(game.maze(position))[turn]
    moving: list[Move] = []
    if not game.must_place(position):
        moving = sorted(game.king_moves(position), key=lambda move: steps[move[1]])
    here = steps[position.board.index(turn + 1)]
    forward = [move for move in moving if steps[move[1]] < here]
    aside = [move for move in moving if steps[move[1]] == here]
    return [*forward, *_stones(game, position), *aside] or game.moves(position)


def _stones(game: Labyrinthe, position: LabyrinthePosition) -> list[Move]:
    """Stones in the narrow places of the others' shortest ways, the narrowest of the nearest king first."""
    legal = set(game.stone_cells(position))
    worth: dict[int, float] = {}
    for seat in seats_in(game.players, position.out):
        if legal and seat != position.turn:
            for cell, width in _narrows(game, position, seat):
                if cell in legal:
                    worth[cell] = min(width, worth.get(cell, width))
    cells = sorted(worth, key=lambda cell: (worth[cell], cell))
    if game.pose == 1:
        return [(cell,) for cell in cells[:STONES]]
    pairs: list[Move] = []
    for one, other in combinations(sorted(cells[:PAIRED]), 2):
        if other in game.second_cells(position, one):
            pairs.append((one, other))
    return pairs


def _narrows(game: Labyrinthe, position: LabyrinthePosition, seat: Seat) -> list[tuple[int, float]]:
    """The cells of all shortest ways of a king, with how many lie side by side there; nearer ones first."""
    steps = game.ways.distances(game.maze(position))[seat]
    layer = {position.board.index(seat + 1)}
    left = steps[next(iter(layer))]
    found = []
    for ahead in range(1, left + 1):
        layer = {
            near for cell in layer for near in game.tiling.neighbours[cell] if steps[near] == left - ahead
        }
        if len(layer) <= WIDEST:
            found += [(cell, len(layer) + 0.05 * ahead + 0.2 * left) for cell in layer]
    return found
