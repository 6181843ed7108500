"""What a position of Blocs is worth: areas, and what the blocks that wait for their last tile will change.

A block that can be made can be made by anybody: whoever comes first takes all of it. So each is worth to
the mover what others have in it, and keeps others from what the mover has in it. Players take the largest in
turn; with two of them that do not overlap, whoever prepared both gets one. These are the double threats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from pavage.game import Move
from pavage.games.blocs.blocks import body_of
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.blocs.threats import Merge, Outlook, exchanges, merges, outlook
from pavage.games.blocs.touching import Hand, endings, settle
from pavage.games.leaving import next_in, seats_in

LOWEST = 0.002
CALM, OPEN = 3.0, 0.12
"""How many cells of difference count much: this many on a full board, and more for each empty cell."""
WIDTH = 18
"""Moves worth looking at."""
QUIET = 12
"""Tiles without a block among them."""
NONE = -1
REMEMBERED = 4_000
"""Positions whose moves are kept in mind: a search that goes deeper comes by again."""
AT_STAKE = 3
"""A block in preparation is looked at from so many cells on."""
SAFER = 0.1
"""What a cell of one's own is worth in a larger tile, against one that is won."""


def evaluate(game: Blocs, position: BlocsPosition) -> tuple[float, ...]:
    """Shares of the point, by the areas to be expected."""
    areas = [float(area) for area in game.areas(position)]
    for seat, won in enumerate(exchanges(game, merges(game, position), position.turn, position.out)):
        areas[seat] += won
    scale = CALM + OPEN * position.board.count(0)
    inside = seats_in(game.players, position.out)
    most = max(areas[seat] for seat in inside)
    weights = {seat: math.exp((areas[seat] - most) / scale) for seat in inside}
    total = sum(weights.values())
    spare = 1 - LOWEST * len(inside)
    return tuple(
        LOWEST + spare * weights[seat] / total if seat in weights else 0.0 for seat in range(game.players)
    )


@lru_cache(REMEMBERED)
def order(game: Blocs, position: BlocsPosition) -> Sequence[Move]:
    """Blocks to make and tiles to place, by what they bring and what they leave to the next player."""
    most = game.allowance(position)
    view = outlook(game, position, AT_STAKE)
    making = [merge for merge in view.now if game.grid.area[merge.tile] <= most]
    worth = [(_worth_of_block(game, position, view.now, merge), merge.tile, merge.block) for merge in making]
    tiles = _worth_of_tiles(game, position, view)
    worth += [(value, tile, NONE) for value, tile in _spread(tiles)]
    worth.sort(key=lambda entry: -entry[0])
    found: list[Move] = []
    for _, tile, block in worth:
        move = _move(game, position, tile, block)
        if move is not None:
            found.append(move)
            if len(found) == WIDTH:
                break
    return found or list(game.moves(position))[:WIDTH]


def _worth_of_block(game: Blocs, position: BlocsPosition, waiting: Sequence[Merge], merge: Merge) -> float:
    """What others have in it, the new tile, and what comes after; own tiles are safer in it."""
    seat, out = position.turn, position.out
    left = [other for other in waiting if not other.mask & merge.mask]
    after = exchanges(game, left, next_in(seat + 1, game.players, out), out)[seat]
    return merge.total - merge.areas[seat] + game.grid.area[merge.tile] + SAFER * merge.areas[seat] + after


def _worth_of_tiles(game: Blocs, position: BlocsPosition, view: Outlook) -> list[tuple[float, int]]:
    """Tiles that make no block: their area, and what comes after."""
    seat, most, out = position.turn, game.allowance(position), position.out
    following = next_in(seat + 1, game.players, out)
    body = body_of(game.grid, position.tiles)
    making = {merge.tile for merge in view.now}
    calm = exchanges(game, view.now, following, out)[seat]
    waiting = 0  # the cells of all blocks that can be made
    for merge in view.now:
        waiting |= merge.mask
    found, plain, largest = [], [], 1
    for tile, mask, area, _ in game.placements:
        if body & mask or area > most:
            continue
        if tile not in view.after and not mask & waiting:
            # Nothing changes but the area: only the largest of these matter.
            if area >= largest:
                largest = area
                plain.append((area + calm, tile))
        elif tile not in making:
            left = [merge for merge in view.now if not merge.mask & mask]
            left += view.after.get(tile, ())
            found.append((area + exchanges(game, left, following, out)[seat], tile))
    return found + [entry for entry in plain if entry[0] == largest + calm]


def _spread(tiles: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """The best tiles; of equal ones, some from all over the board."""
    tiles.sort(key=lambda entry: (-entry[0], entry[1]))
    found: list[tuple[float, int]] = []
    for _, equal in groupby(tiles, key=lambda entry: entry[0]):
        group = list(equal)
        step = max(1, len(group) // (QUIET - len(found)))
        found += group[step // 2 :: step][: QUIET - len(found)]
        if len(found) == QUIET:
            break
    return found


def _move(game: Blocs, position: BlocsPosition, tile: int, block: int) -> Move | None:
    """The move that places a tile and makes a block, or none; None if the rules do not allow this choice."""
    hand = Hand(position.tiles, placed=tile, grown=tile)
    settle(game, hand)
    corners = (game.grid.corner(block), game.grid.last(block)) if block != NONE else (game.done,)
    for rest in endings(game, hand):
        if not rest or rest[: len(corners)] == corners:
            return (*game.touches[tile], *rest)
    return None
