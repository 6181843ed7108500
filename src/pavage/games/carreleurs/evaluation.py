"""What a position of Les Carreleurs is worth by the tiles left to lay, and which placements matter.

The value is that of docs/rules.md, section 9. A tile that has no free placement left costs its owner much, so
that looking two turns ahead already shows how to leave no room for a tile of the others.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

from pavage.game import Move
from pavage.games.carreleurs.ratings import Ratings, costs_of, fits
from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition
from pavage.games.leaving import seats_in

STEEPNESS = 0.2
"""How much a difference of one raises the odds, as a power of e."""
LOWEST = 0.002
SNUG, OTHERS = 25, 25
"""Free placements rated for each shape: those that touch most, and some of the others."""
CHEAPEST = 20
"""Lifting placements rated for each shape: those that bring the least into the stock."""
BEST, LUCKY = 50, 50
"""Placements that are searched: those rated best, and some of the others."""


def evaluate(game: Carreleurs, position: CarreleursPosition) -> tuple[float, ...]:
    """Shares of the point: the less there is to lay, and the easier, the more."""
    empty = game.room.full & ~game.covered(position.tiles)
    costs = [0.0] * game.players
    for kind, (held, stuck) in enumerate(costs_of(game)):
        counts = [stock[kind] for stock in position.stocks]
        if any(counts):
            cost = held if fits(game, empty, kind) else held + stuck
            costs = [before + count * cost for before, count in zip(costs, counts, strict=True)]
    inside = seats_in(game.players, position.out)
    least = min(costs[seat] for seat in inside)
    weights = {seat: math.exp(STEEPNESS * (least - costs[seat])) for seat in inside}
    total, spare = sum(weights.values()), 1 - LOWEST * len(inside)
    return tuple(
        LOWEST + spare * weights[seat] / total if seat in weights else 0.0 for seat in range(game.players)
    )


@lru_cache(512)
def order(game: Carreleurs, position: CarreleursPosition) -> Sequence[Move]:
    """The placements that look best at first sight, and some others: a quiet one may leave somebody stuck.

    Where there are few, all of them: then what the search finds out about the end is certain.
    """
    dice = random.Random(crc32(position.board))
    ways = game.ways(position)
    most = BEST + LUCKY
    if sum((free | lifting).bit_count() for free, lifting in ways.values()) <= most:
        snug, others, cheapest = most, 0, most
    else:
        snug, others, cheapest = SNUG, OTHERS, CHEAPEST
    ratings = Ratings(game, position)
    rated: list[tuple[float, Move]] = []
    for shape, (free, lifting) in ways.items():
        rated += ratings.of_free(shape, ratings.touching(shape, free, snug, others, dice))
        rated += ratings.of_lifting(shape, ratings.cheap(shape, lifting, cheapest))
    rated.sort(reverse=True)
    rest = rated[BEST:]
    if len(rest) > LUCKY:
        rest = sorted(dice.sample(rest, LUCKY), reverse=True)
    return [move for _, move in rated[:BEST] + rest] or [game.passing]
