"""A square room as sets of cells: where a rectangle fits, and which places of two rectangles overlap.

A set of cells is a whole number with one bit per cell, so that a question about all of
the room is a few shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pavage.games.carreleurs.stocks import Shape
from pavage.games.cell_sets import Cells


class Room:
    """The room of one game, and the shapes that are laid in it. The place of a shape is its top left cell."""

    def __init__(self, size: int, shapes: Sequence[Shape]) -> None:
        self.size = size
        self.full: Cells = (1 << size * size) - 1
        self._columns = [sum(1 << row * size for row in range(height)) for height in range(size + 1)]
        self.within = {
            shape: self.block(Shape(size - shape.height + 1, size - shape.width + 1), 0)
            if max(shape) <= size
            else 0
            for shape in shapes
        }
        """Where each shape stays within the walls."""
        self._meeting: dict[tuple[Shape, int, Shape], Cells] = {}

    def block(self, shape: Shape, place: int) -> Cells:
        """The cells that a shape covers."""
        return ((1 << shape.width) - 1) * self._columns[shape.height] << place

    def cells(self, shape: Shape, place: int) -> tuple[int, ...]:
        return tuple(
            place + row * self.size + column for row in range(shape.height) for column in range(shape.width)
        )

    def fits(self, cells: Cells, shape: Shape) -> Cells:
        """The places where all that the shape covers is among these cells."""
        found = cells & self.full
        for length, step in ((shape.width, 1), (shape.height, self.size)):
            reached = 1
            while reached < length:
                more = min(reached, length - reached)
                found &= found >> more * step
                reached += more
        return found & self.within[shape]

    def meeting(self, shape: Shape, place: int, other: Shape) -> Cells:
        """The places of another shape where it overlaps this one."""
        key = (shape, place, other)
        known = self._meeting.get(key)
        if known is None:
            row, column = divmod(place, self.size)
            top, left = max(0, row - other.height + 1), max(0, column - other.width + 1)
            around = Shape(row + shape.height - top, column + shape.width - left)
            known = self._meeting[key] = self.block(around, top * self.size + left) & self.within[other]
        return known

    def corners(self, shape: Shape, places: Cells) -> Cells:
        """All cells that are a corner of the shape in one of its places."""
        sides = places | places << shape.width - 1
        return sides | sides << (shape.height - 1) * self.size

    def opposite(self, shape: Shape, places: Cells, corner: int) -> Iterator[int]:
        """The corners opposite to this one, over all of the shape’s places that have a corner here."""
        across, down = shape.width - 1, (shape.height - 1) * self.size
        for left in {0, across}:
            for up in {0, down}:
                place = corner - left - up
                if place >= 0 and places >> place & 1:
                    yield place + across - left + down - up

    def between(self, one: int, other: int) -> tuple[Shape, int]:
        """The rectangle that has two cells as opposite corners, and its place."""
        (top, left), (bottom, right) = divmod(one, self.size), divmod(other, self.size)
        top, bottom = sorted((top, bottom))
        left, right = sorted((left, right))
        return Shape(bottom - top + 1, right - left + 1), top * self.size + left
