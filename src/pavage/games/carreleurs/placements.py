"""What can be said of each placement in a room before the first tile lies there; for the computer’s sake."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pavage.games.carreleurs.room import Cells, Room, each
from pavage.games.carreleurs.stocks import Shape


class Placements:
    """All placements of some shapes in a room: what they exclude, and what they lie along."""

    def __init__(self, room: Room, shapes: Sequence[Shape]) -> None:
        self.room = room
        self.shapes = tuple(shapes)
        self.number = {shape: number for number, shape in enumerate(shapes)}
        self._rims: dict[Shape, dict[int, tuple[Cells, int]]] = {}
        self._clear: dict[tuple[Shape, int], tuple[Cells, ...]] = {}

    def clear(self, shape: Shape, place: int) -> tuple[Cells, ...]:
        """For each shape, by its number, the places where it does not overlap this placement."""
        known = self._clear.get((shape, place))
        if known is None:
            meeting = self.room.meeting
            known = tuple(self.room.within[other] & ~meeting(shape, place, other) for other in self.shapes)
            self._clear[shape, place] = known
        return known

    def always_leaves_room(self, shape: Shape, places: Sequence[tuple[Cells, Shape]]) -> bool:
        """Whether one of these places of other shapes stays free wherever this one is laid."""
        return any(
            left.bit_count() > (other.height + shape.height - 1) * (other.width + shape.width - 1)
            for left, other in places
        )

    def snug(
        self, shape: Shape, free: Cells, filled: Cells, most: int, others: int, dice: random.Random
    ) -> list[tuple[float, int]]:
        """The places that touch most, and some of the others, each with the share of its rim that touches."""
        if shape not in self._rims:
            self._rims[shape] = {place: self._rim(shape, place) for place in each(self.room.within[shape])}
        rims = self._rims[shape]
        length = 2 * (shape.height + shape.width)
        touching = []
        for place in each(free):
            beside, walls = rims[place]
            touching.append((((beside & filled).bit_count() + walls) / length, place))
        touching.sort(reverse=True)
        rest = touching[most:]
        return touching[:most] + (rest if len(rest) <= others else dice.sample(rest, others))

    def _rim(self, shape: Shape, place: int) -> tuple[Cells, int]:
        """The cells beside a placement, and how many of its edges lie along the walls."""
        room = self.room
        row, column = divmod(place, room.size)
        bottom, right = row + shape.height, column + shape.width
        across, down = Shape(1, shape.width), Shape(shape.height, 1)
        beside = walls = 0
        for inside, strip, at in (
            (row > 0, across, place - room.size),
            (bottom < room.size, across, bottom * room.size + column),
            (column > 0, down, place - 1),
            (right < room.size, down, place + shape.width),
        ):
            if inside:
                beside |= room.block(strip, at)
            else:
                walls += strip.area
        return beside, walls
