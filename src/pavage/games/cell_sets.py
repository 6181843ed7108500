"""Sets of cells as whole numbers, one bit for each cell: what makes rules and playouts fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pavage.games.lattice_rows import in_rows
from pavage.tiling import Tiling

Cells = int
"""A set of cells. The bit of a cell has the cell's number, but in a `BoardSets`."""


def lowest_bit(cells: Cells) -> Cells:
    return cells & -cells


def bits(cells: Cells) -> Iterator[Cells]:
    """The bits of a set, one by one."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def lowest(cells: Cells) -> int:
    """The first cell of a set."""
    return (cells & -cells).bit_length() - 1


def cells_of(cells: Cells) -> list[int]:
    """The cells of a set, in order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def set_of(cells: Iterable[int]) -> Cells:
    together = 0
    for cell in cells:
        together |= 1 << cell
    return together


class BoardSets:
    """Sets of cells whose bits lie as the cells do, where they lie in rows: `spread` is then a few shifts."""

    def __init__(self, tiling: Tiling) -> None:
        places, shifts = in_rows(tiling) or (tuple(tiling.cells), ())
        self.bit: tuple[Cells, ...] = tuple(1 << place for place in places)
        self.cell_at = {bit: cell for cell, bit in enumerate(self.bit)}
        self.full: Cells = sum(self.bit)
        self.near = {self.bit[cell]: self.set_of(tiling.neighbours[cell]) for cell in tiling.cells}
        self.spread = _by_shifts(shifts) if shifts else self._by_cells

    def set_of(self, cells: Iterable[int]) -> Cells:
        together = 0
        for cell in cells:
            together |= self.bit[cell]
        return together

    def each(self, cells: Cells) -> Iterator[int]:
        """The cells of a set."""
        return (self.cell_at[bit] for bit in bits(cells))

    def _by_cells(self, cells: Cells) -> Cells:
        near = 0
        for bit in bits(cells):
            near |= self.near[bit]
        return near


def _by_shifts(shifts: Sequence[int]) -> Callable[[Cells], Cells]:
    """All neighbours of a set, and some places that are no cells: whoever asks looks at cells only."""
    a, b, c = (*shifts, shifts[0])[:3]  # squares have two; one twice does no harm

    def spread(cells: Cells) -> Cells:
        return cells << a | cells >> a | cells << b | cells >> b | cells << c | cells >> c

    return spread
