"""Ports: the border of a board cut into stretches, neighbours sharing one cell, and its middle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pavage.tiling import Tiling

Port = tuple[int, ...]


def cut_ring(ring: Sequence[int], pairs: int) -> tuple[Port, ...]:
    """Twice as many ports as pairs, clockwise; port i and port i + pairs are opposite.

    Each port has both its ends, so that it shares one cell with the next. A cut between two cells would be a
    point where four areas meet, and on a full board nobody might be joined.
    """
    count = 2 * pairs
    cuts = [place * len(ring) // count for place in range(count)]
    ends = [*cuts[1:], len(ring)]
    return tuple(
        tuple(ring[place % len(ring)] for place in range(begin, end + 1))
        for begin, end in zip(cuts, ends, strict=True)
    )


def middle(tiling: Tiling) -> frozenset[int]:
    """The centre cell; all of them where several lie equally near the middle, as on an even square."""
    count = len(tiling)
    x = math.fsum(x for x, _ in tiling.centres) / count
    y = math.fsum(y for _, y in tiling.centres) / count
    away = [math.dist((x, y), centre) for centre in tiling.centres]
    return frozenset(cell for cell in tiling.cells if away[cell] < min(away) + tiling.unit / 1000)
