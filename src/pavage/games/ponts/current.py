"""The board as an electric network, as in Shannon's machine for this game.

Every bridge that can still be built is a resistor of one ohm between two groups of islands. The better the
current flows from side to side, the closer is the colour that builds, and the bridge with the highest tension
is the one both players want. Blue's network is the dual of Red's: what conducts for one resists the other.
"""

from __future__ import annotations

from functools import lru_cache
from math import dist

from pavage.games.ponts.ground import RED
from pavage.games.ponts.network import GOAL, START, network

Current = tuple[float, tuple[tuple[int, float], ...]]


@lru_cache(maxsize=4096)
def current(size: int, board: bytes) -> Current:
    """Red's conductance from top to bottom, and the tension on each free bridge, the highest first and
    among equals the one nearest to the middle.

    Islands are taken out one by one, each star of resistors replaced by the mesh that conducts alike; going
    back, every island has the mean tension of its star. Only for positions that are not over.
    """
    heads, bridges = network(size, board, RED)
    start, goal = heads[START], heads[GOAL]
    conducts: list[dict[int, float]] = [{} for _ in heads]
    for _, one, other in bridges:
        conducts[one][other] = conducts[other][one] = conducts[one].get(other, 0.0) + 1.0
    stars = []
    for node in dict.fromkeys(heads):
        star = list(conducts[node].items())
        if node in (start, goal) or not star:
            continue
        total = sum(share for _, share in star)
        stars.append((node, star, total))
        for place, (one, share) in enumerate(star):
            mine = conducts[one]
            del mine[node]
            for other, more in star[:place]:
                mine[other] = conducts[other][one] = mine.get(other, 0.0) + share * more / total
    tension = [0.0] * len(heads)
    tension[start] = 1.0
    for node, star, total in reversed(stars):
        tension[node] = sum(tension[near] * share for near, share in star) / total
    drops = [(cell, abs(tension[one] - tension[other])) for cell, one, other in bridges]
    width, middle = 2 * size + 1, (size, size)
    drops.sort(key=lambda drop: (-round(drop[1], 9), dist(divmod(drop[0], width), middle)))
    return conducts[start][goal], tuple(drops)
