"""Which cells of Hex-n matter: where somebody wins or goes out at once, and those on good ways."""

from __future__ import annotations

import random
from collections import Counter

from pavage.games.cell_sets import Cells
from pavage.games.hexn.rules import HexN, HexNPosition
from pavage.games.hexn.ways import Pairs

BLOCKED_BOARDS = 30
"""How many times the board is strewn with blocks to see which ways hold."""
KEPT, KEPT_IN_A_DUEL = 12, 15
"""How many cells are worth a look, with several opponents and with one."""


def on_good_ways(game: HexN, position: HexNPosition, allowed: Cells) -> list[int]:
    """The cells that matter most to the mover; against one opponent, to either: each way bars the other.

    Every fourth cell is blocked at random, again and again: a cell counts as often as it lies on a shortest
    way that is left. So ways that hold count most, and bottlenecks on them. The same position always gives
    the same cells.
    """
    free, *stones = game.ways.by_code(position.board, game.players)
    duel = position.alive.bit_count() == 2
    mover = game.colour(position, position.turn)
    colours = [c for c in range(game.players) if c == mover or (duel and position.alive >> c & 1)]
    dice = random.Random(position.board)
    places = game.ways.full.bit_length()
    counted: Counter[int] = Counter()
    for _ in range(BLOCKED_BOARDS // len(colours)):
        for colour in colours:
            blocked = dice.getrandbits(places) & dice.getrandbits(places)
            open_cells = stones[colour] | free & ~blocked
            found = [game.ways.shortest(open_cells, *pair) for pair in game.joining[colour]]
            _, best = min((way for way in found if way[0]), default=(0, 0))
            counted.update(game.ways.each(best & allowed))
    return [cell for cell, _ in counted.most_common(KEPT_IN_A_DUEL if duel else KEPT)]


def threats(game: HexN, position: HexNPosition) -> tuple[Cells, Cells]:
    """The cells where the mover wins at once, and those where another could put it out or win next."""
    ways, mover = game.ways, game.colour(position, position.turn)
    free, *stones = ways.by_code(position.board, game.players)
    wins, forced = free, 0
    for colour, own in enumerate(stones):
        if position.alive >> colour & 1:
            straits = ways.straits(own | free, free, game.joining[colour])
            if colour == mover:
                forced |= straits
            else:
                wins &= straits
    if not game.assigned:
        for colour, own in enumerate(stones):
            if position.alive >> colour & 1:
                links = linking(game, own, free, game.joining[colour])
                if colour == mover:
                    wins |= links
                else:
                    forced |= links
    return wins, forced


def linking(game: HexN, own: Cells, free: Cells, pairs: Pairs) -> Cells:
    """The empty cells where one more stone joins a pair of ports."""
    found = 0
    for begin, end in pairs:
        found |= _reach(game, own, begin) & _reach(game, own, end) & free
    return found


def _reach(game: HexN, own: Cells, port: Cells) -> Cells:
    """The port, and every cell beside a stone that is joined to it."""
    new, reached = own & port, port
    left = own
    while new:
        left ^= new
        near = game.ways.spread(new)
        reached |= near
        new = near & left
    return reached
