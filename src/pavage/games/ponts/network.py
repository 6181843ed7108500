"""The board of one colour as a graph: islands, and the white cells as possible bridges between them.

Node 0 is the side a colour starts from, node 1 the side it wants to reach. A white cell joins two islands of
Red and keeps apart two islands of Blue, and the other way round: the two networks are duals of each other.
"""

from __future__ import annotations

from functools import cache

from pavage.games.ponts.ground import RED, ground
from pavage.games.ponts.trees import NOWHERE, Forests

START, GOAL = 0, 1

Bridge = tuple[int, int, int]
"""A free white cell, and the two groups of islands it would join."""


@cache
def ends(size: int, code: int) -> dict[int, tuple[int, int]]:
    """The two islands that each white cell lies between."""
    land = ground(size)
    last = land.width - 1

    def island(x: int, y: int) -> int:
        along, across = (y, x) if code == RED else (x, y)
        if along in (0, last):
            return START if along == 0 else GOAL
        return 2 + (along // 2 - 1) * size + across // 2

    found = {}
    for cell in land.white:
        y, x = divmod(cell, land.width)
        upright = (x % 2 == 1) == (code == RED)
        found[cell] = (
            (island(x, y - 1), island(x, y + 1)) if upright else (island(x - 1, y), island(x + 1, y))
        )
    return found


def network(size: int, board: bytes, code: int) -> tuple[list[int], list[Bridge]]:
    """The group that each island belongs to, and the bridges that can still be built.

    A group is named by one of its islands. Bridges within a group join nothing new and are left out.
    """
    between = ends(size, code)
    group = list(range(size * (size - 1) + 2))

    def head(node: int) -> int:
        while group[node] != node:
            group[node] = group[group[node]]
            node = group[node]
        return node

    for cell, (one, other) in between.items():
        if board[cell] == code:
            group[head(one)] = head(other)
    heads = [head(node) for node in range(len(group))]
    bridges = [
        (cell, heads[one], heads[other])
        for cell, (one, other) in between.items()
        if not board[cell] and heads[one] != heads[other]
    ]
    return heads, bridges


def winning_bridges(size: int, board: bytes, code: int) -> set[int] | None:
    """Bridges that win for this colour if it is to move; None if it loses, an empty set if all bridges win.

    Imagine one bridge more, from side to side, that the other player has just destroyed. The mover wins if,
    with it, two trees without a common bridge spanned both sides: the answer is a bridge of one tree that
    mends the other. If there are two such trees even without it, any bridge will do.
    """
    heads, bridges = network(size, board, code)
    start, goal = heads[START], heads[GOAL]
    forests = Forests(len(heads))
    for _, one, other in bridges:
        forests.add((one, other))
    if not forests.add((start, goal)):
        return set()
    imagined = len(bridges)
    if forests.add((start, goal)):
        return None
    broken = forests.where[imagined]
    assert broken != NOWHERE
    side = forests.side(broken, start, without=imagined)
    path = forests.path(1 - broken, start, goal)
    return {
        bridges[number][0] for number in path if (bridges[number][1] in side) != (bridges[number][2] in side)
    }
