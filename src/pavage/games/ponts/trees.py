"""Two forests without a common edge, as large as can be: the heart of perfect play.

Whoever wants to join two nodes and moves second wins exactly if two trees without a common edge span the same
nodes, among them these two (Lehman 1964). Edges go one by one into two forests; where neither takes the edge,
a chain of exchanges makes room for it, found by searching along the cycles it closes (matroid union).
"""

from __future__ import annotations

from collections.abc import Sequence

NOWHERE = -1
Edge = tuple[int, int]


class Forests:
    """The two forests, over nodes from 0 to `nodes` - 1. Edges are numbered as they are added."""

    def __init__(self, nodes: int) -> None:
        self.edges: list[Edge] = []
        self.where: list[int] = []
        """The forest that each edge is in, or NOWHERE."""
        self.inside: list[list[list[int]]] = [[[] for _ in range(nodes)] for _ in range(2)]
        """For each forest, the edges at each node."""
        self.groups = [list(range(nodes)) for _ in range(2)]
        self.clumps = list(range(nodes))
        """Nodes known to be spanned by both forests: edges between them are never of use."""

    def add(self, edge: Edge) -> bool:
        """Put an edge into one of the forests, if there is any way to hold it beside all the others."""
        number = len(self.edges)
        self.edges.append(edge)
        self.where.append(NOWHERE)
        if _head(self.clumps, edge[0]) == _head(self.clumps, edge[1]):
            return False
        for forest in (0, 1):
            if not self._joins(forest, edge):
                self._settle([(number, forest)], forest, edge)
                return True
        return self._exchange(number)

    def path(self, forest: int, start: int, goal: int) -> list[int]:
        """The edges between two nodes of a tree, in order from the start."""
        above, depth = self._rooted(forest)
        return self._climb(above, depth, start, goal)

    def side(self, forest: int, start: int, without: int) -> set[int]:
        """The nodes that a tree still holds together with the start when an edge is taken away."""
        seen, queue = {start}, [start]
        for node in queue:
            for number in self.inside[forest][node]:
                near = self._other(number, node)
                if number != without and near not in seen:
                    seen.add(near)
                    queue.append(near)
        return seen

    def _exchange(self, new: int) -> bool:
        """Search for the shortest chain of exchanges: being shortest, it leaves no cycle in either forest."""
        rooted = [self._rooted(forest) for forest in (0, 1)]
        makes_room_for = {new: NOWHERE}
        queue = [new]
        for number in queue:
            edge = self.edges[number]
            for forest in (0, 1):
                if self.where[number] == forest:
                    continue
                if not self._joins(forest, edge):
                    steps = [(number, forest)]
                    while makes_room_for[number] != NOWHERE:
                        steps.append((makes_room_for[number], self.where[number]))
                        number = makes_room_for[number]
                    self._settle(steps, forest, edge)
                    return True
                for other in self._climb(*rooted[forest], *edge):
                    if other not in makes_room_for:
                        makes_room_for[other] = number
                        queue.append(other)
        for number in queue:
            one, other = (_head(self.clumps, node) for node in self.edges[number])
            self.clumps[one] = other
        return False

    def _settle(self, steps: Sequence[tuple[int, int]], forest: int, edge: Edge) -> None:
        """Move edges to their new forests; the edge that started the chain joins two trees of its forest."""
        for number, target in steps:
            one, other = self.edges[number]
            if self.where[number] != NOWHERE:
                self.inside[self.where[number]][one].remove(number)
                self.inside[self.where[number]][other].remove(number)
            self.inside[target][one].append(number)
            self.inside[target][other].append(number)
            self.where[number] = target
        groups = self.groups[forest]
        groups[_head(groups, edge[0])] = _head(groups, edge[1])

    def _joins(self, forest: int, edge: Edge) -> bool:
        groups = self.groups[forest]
        return _head(groups, edge[0]) == _head(groups, edge[1])

    def _other(self, number: int, node: int) -> int:
        one, other = self.edges[number]
        return other if one == node else one

    def _rooted(self, forest: int) -> tuple[list[int], list[int]]:
        """For each node the edge that leads to the root of its tree, and its depth."""
        nodes = len(self.clumps)
        above, depth = [NOWHERE] * nodes, [-1] * nodes
        inside = self.inside[forest]
        for root in range(nodes):
            if depth[root] >= 0:
                continue
            depth[root] = 0
            queue = [root]
            for node in queue:
                for number in inside[node]:
                    near = self._other(number, node)
                    if depth[near] < 0:
                        depth[near] = depth[node] + 1
                        above[near] = number
                        queue.append(near)
        return above, depth

    def _climb(self, above: list[int], depth: list[int], start: int, goal: int) -> list[int]:
        """The edges of the path between two nodes of one rooted tree."""
        up: list[int] = []
        down: list[int] = []
        while start != goal:
            if depth[start] >= depth[goal]:
                up.append(above[start])
                start = self._other(above[start], start)
            else:
                down.append(above[goal])
                goal = self._other(above[goal], goal)
        return up + down[::-1]


def _head(groups: list[int], node: int) -> int:
    while groups[node] != node:
        groups[node] = groups[groups[node]]
        node = groups[node]
    return node
