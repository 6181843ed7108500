"""Announcements: what a claim says, where its image lies, whether it is valid, and all valid ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from pavage.games.hextra.geometry.lattice import (
    CELL,
    MIRRORS,
    NEIGHBOURS,
    POINTS,
    Point,
    is_mirror,
    norm,
    primitive,
    reflected,
    rotated,
    translated,
    turns_along,
    twice_inner,
)

CARDS = ("sa", "sc", "t", "r")
SA, SC, T, R = range(4)
X = 4
"""The fifth card, HEXTRA."""
CENTRES = {SA: 2, SC: 1, T: 2, R: 1}
"""How many centres the characteristics of each transformation name."""


class Characteristics(NamedTuple):
    """What determines a transformation: cells of placed tiles, and the sixths of a rotation."""

    centres: tuple[int, ...]
    sixths: int = 0


class Claim(NamedTuple):
    """A card, an antecedent, characteristics, and the cell that the player points at."""

    card: int
    antecedent: int
    how: Characteristics
    cell: int


class Group(NamedTuple):
    """The claims with one card, antecedent and image; late in a game there are many for each."""

    card: int
    antecedent: int
    cell: int
    ways: Sequence[Characteristics]

    def claim(self, number: int = 0) -> Claim:
        return Claim(self.card, self.antecedent, self.ways[number], self.cell)


class Mathematics(NamedTuple):
    """The options that say which transformations there are."""

    any_axis: bool
    half_turns: bool


def image(card: int, antecedent: int, how: Characteristics, rules: Mathematics) -> Point | None:
    """Where a transformation takes a tile; None if it is none that the rules know."""
    point = POINTS[antecedent]
    first = POINTS[how.centres[0]]
    if card == SC:
        return rotated(point, first, 3)
    if card == R:
        return None if abs(how.sixths) == 3 and not rules.half_turns else rotated(point, first, how.sixths)
    second = POINTS[how.centres[1]]
    if card == T:
        return translated(point, first, second)
    if not rules.any_axis and not is_mirror(first, second):
        return None
    return reflected(point, first, second)


def fault(claim: Claim, occupied: Sequence[int], rules: Mathematics) -> str:
    """What is wrong with a claim, as a key; nothing if it is valid. `occupied` is not 0 where a tile lies."""
    found = image(claim.card, claim.antecedent, claim.how, rules)
    if found is None:
        return "no_image"
    if CELL.get(found) != claim.cell:
        return "elsewhere"
    return misplaced(claim.cell, occupied)


def misplaced(cell: int, occupied: Sequence[int]) -> str:
    """Why no tile can be put on a cell, wherever it comes from."""
    if occupied[cell]:
        return "occupied"
    return "" if any(occupied[near] for near in NEIGHBOURS[cell]) else "apart"


class Ground:
    """The tiles of a position as centres: what they let a tile reach.

    For an antecedent and a cell each transformation that would lead from one to the other is computed and
    looked up among the tiles: trying all pairs of tiles would be many times slower.
    """

    def __init__(self, placed: Sequence[int], rules: Mathematics) -> None:
        self.placed = placed
        self.rules = rules
        self.there = frozenset(placed)
        self._lines: dict[Point, dict[int, list[int]]] = {}

    @cached_property
    def frontier(self) -> tuple[int, ...]:
        """The empty cells that touch a tile."""
        return tuple(sorted({near for cell in self.placed for near in NEIGHBOURS[cell]} - self.there))

    @cached_property
    def frontier_set(self) -> frozenset[int]:
        return frozenset(self.frontier)

    @cached_property
    def vectors(self) -> dict[Point, list[Characteristics]]:
        """The pairs of tiles that each translation leads between."""
        found: dict[Point, list[Characteristics]] = {}
        points = [(cell, *POINTS[cell]) for cell in self.placed]
        for start, q, r in points:
            for end, q2, r2 in points:
                if start != end:
                    found.setdefault((q2 - q, r2 - r), []).append(Characteristics((start, end)))
        return found

    def _across(self, direction: Point) -> dict[int, list[int]]:
        """The tiles on each line perpendicular to a direction."""
        lines = self._lines.get(direction)
        if lines is None:
            lines = self._lines[direction] = {}
            for cell in self.placed:
                lines.setdefault(twice_inner(POINTS[cell], direction), []).append(cell)
        return lines

    def _on_axis(self, point: Point, target: Point) -> Sequence[int]:
        """The tiles on the line that would reflect one point to the other."""
        direction, count = primitive((target[0] - point[0], target[1] - point[1]))
        length = norm(direction)
        if length not in MIRRORS and not self.rules.any_axis:
            return ()
        return self._across(direction).get(twice_inner(point, direction) + count * length, ())

    def ways(self, card: int, antecedent: int, cell: int) -> Sequence[Characteristics]:
        """All characteristics with which a card takes a tile to a cell; an axis is named once."""
        point, target = POINTS[antecedent], POINTS[cell]
        vector = (target[0] - point[0], target[1] - point[1])
        if card == T:
            return self.vectors.get(vector, ())
        if card == SA:
            return [Characteristics(pair) for pair in combinations(self._on_axis(point, target), 2)]
        found = []
        for sixths, (q, r) in turns_along(vector):
            if sixths == 3 if card == SC else sixths != 3 or self.rules.half_turns:
                centre = CELL.get((point[0] + q, point[1] + r))
                if centre in self.there:
                    assert centre is not None
                    found.append(Characteristics((centre,), sixths if card == R else 0))
        return found

    def valid(self, cards: Sequence[int], own: Sequence[int]) -> Iterator[Group]:
        """Every valid claim, by card, antecedent and cell."""
        for card in cards:
            for antecedent in own:
                for cell in self.frontier:
                    ways = self.ways(card, antecedent, cell)
                    if ways:
                        yield Group(card, antecedent, cell, ways)

    def first_way(self, card: int, own: Sequence[int], cell: int) -> Claim | None:
        """One valid claim with a card for an empty cell, if there is any; found without listing others."""
        if card != T:
            for antecedent in own:
                if ways := self.ways(card, antecedent, cell):
                    return Claim(card, antecedent, ways[0], cell)
            return None
        q2, r2 = POINTS[cell]
        for antecedent in own:
            q, r = POINTS[antecedent]
            for start in self.placed:
                q1, r1 = POINTS[start]
                end = CELL.get((q1 + q2 - q, r1 + r2 - r))
                if end is not None and end in self.there:
                    return Claim(card, antecedent, Characteristics((start, end)), cell)
        return None
