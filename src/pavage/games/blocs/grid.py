"""All the rectangles of a square board, each with what is asked about it as sets of bits.

A rectangle is a number, and a set of cells is a whole number with a bit for each cell. Two more such rows of
bits follow where it matters what tiles hold together: in the first a cell is bound to the one on its right,
in the second to the one below. So one look tells whether a rectangle is full and cut by no tile.
"""

from __future__ import annotations

from functools import lru_cache


class Grid:
    """The rectangles of an N×N board. The lists run parallel: `area[r]` is the area of rectangle `r`."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.cells = side * side
        self.spans = [(low, high) for low in range(side) for high in range(low, side)]
        self._span = {span: number for number, span in enumerate(self.spans)}
        self.top: list[int] = []
        self.left: list[int] = []
        self.bottom: list[int] = []
        self.right: list[int] = []
        self.area: list[int] = []
        self.mask: list[int] = []
        self.body: list[int] = []
        """Cells and bonds of a tile that lies there; the bodies of several tiles are joined by `|`."""
        self.test: list[int] = []
        """The cells that must be covered, and the bonds across the border that must not be there."""
        self.sides: list[tuple[int, int, int, int]] = []
        """The strips of cells beyond each side: above, left, below, right; 0 beyond the board."""
        self.edge: list[int] = []
        """All cells that have an edge in common with the rectangle, outside it."""
        self.halo: list[int] = []
        """All cells that touch the rectangle, be it at a corner, outside it."""
        for top, bottom in self.spans:
            for left, right in self.spans:
                self._add(top, left, bottom, right)
        self.of_mask = {mask: number for number, mask in enumerate(self.mask)}
        self.scan = list(zip(range(len(self.mask)), self.mask, self.test, strict=True))

    def _add(self, top: int, left: int, bottom: int, right: int) -> None:
        last, m, box = self.side - 1, self.cells, self._box
        mask = box(top, left, bottom, right)
        sides = (
            box(top - 1, left, top - 1, right) if top else 0,
            box(top, left - 1, bottom, left - 1) if left else 0,
            box(bottom + 1, left, bottom + 1, right) if bottom < last else 0,
            box(top, right + 1, bottom, right + 1) if right < last else 0,
        )
        along = box(top, left, bottom, right - 1) if left < right else 0
        down = box(top, left, bottom - 1, right) if top < bottom else 0
        across = sides[1] | (box(top, right, bottom, right) if right < last else 0)
        over = sides[0] | (box(bottom, left, bottom, right) if bottom < last else 0)
        around = box(max(top - 1, 0), max(left - 1, 0), min(bottom + 1, last), min(right + 1, last))
        self.top.append(top)
        self.left.append(left)
        self.bottom.append(bottom)
        self.right.append(right)
        self.area.append((bottom - top + 1) * (right - left + 1))
        self.mask.append(mask)
        self.body.append(mask | along << m | down << 2 * m)
        self.test.append(mask | across << m | over << 2 * m)
        self.sides.append(sides)
        self.edge.append(sides[0] | sides[1] | sides[2] | sides[3])
        self.halo.append(around & ~mask)

    def _box(self, top: int, left: int, bottom: int, right: int) -> int:
        row = ((1 << right - left + 1) - 1) << left
        cells = 0
        for number in range(top, bottom + 1):
            cells |= row << number * self.side
        return cells

    def at(self, top: int, left: int, bottom: int, right: int) -> int:
        """The rectangle between two rows and two columns."""
        return self._span[top, bottom] * len(self.spans) + self._span[left, right]

    def between(self, one: int, other: int) -> int:
        """The rectangle that has these two cells as opposite corners."""
        (row, column), (other_row, other_column) = divmod(one, self.side), divmod(other, self.side)
        return self.at(
            min(row, other_row), min(column, other_column), max(row, other_row), max(column, other_column)
        )

    def placed(self, height: int, width: int, cell: int) -> int | None:
        """The rectangle of a shape with its top left corner on a cell; None if it leaves the board."""
        top, left = divmod(cell, self.side)
        if top + height > self.side or left + width > self.side:
            return None
        return self.at(top, left, top + height - 1, left + width - 1)

    def shape(self, rectangle: int) -> tuple[int, int]:
        """Height and width."""
        return (
            self.bottom[rectangle] - self.top[rectangle] + 1,
            self.right[rectangle] - self.left[rectangle] + 1,
        )

    def corner(self, rectangle: int) -> int:
        """The top left cell."""
        return self.top[rectangle] * self.side + self.left[rectangle]

    def last(self, rectangle: int) -> int:
        """The bottom right cell."""
        return self.bottom[rectangle] * self.side + self.right[rectangle]

    def corners(self, rectangle: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both pairs of opposite corners."""
        n = self.side
        top, left, bottom, right = (
            self.top[rectangle] * n,
            self.left[rectangle],
            self.bottom[rectangle] * n,
            self.right[rectangle],
        )
        return (top + left, bottom + right), (top + right, bottom + left)

    def covered(self, rectangle: int) -> tuple[int, ...]:
        """All its cells, row by row."""
        columns = range(self.left[rectangle], self.right[rectangle] + 1)
        rows = range(self.top[rectangle], self.bottom[rectangle] + 1)
        return tuple(row * self.side + column for row in rows for column in columns)

    def cells_of(self, some: int) -> tuple[int, ...]:
        """The cells of a set."""
        return tuple(cell for cell in range(self.cells) if some >> cell & 1)


@lru_cache(9)
def grid(side: int) -> Grid:
    """Games on boards of the same size share their rectangles."""
    return Grid(side)
