"""Which blocks a tile completes, in each of the four readings of what a block is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from pavage.games.blocs.grid import Grid

LEAST = 3
"""Tiles in a block, the last one included."""


def body_of(grid: Grid, tiles: Sequence[int]) -> int:
    """Cells and bonds of all these tiles."""
    body = 0
    for tile in tiles:
        body |= grid.body[tile]
    return body


def union_of(grid: Grid, tiles: Sequence[int]) -> int:
    """The cells of all these tiles."""
    union = 0
    for tile in tiles:
        union |= grid.mask[tile]
    return union


def laid_after(
    grid: Grid, laid: tuple[tuple[int, ...], ...], joined: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    """For each block on the board the tiles as they were laid, once these have been joined too."""
    if not joined:
        return laid
    known = {union_of(grid, tiles): tiles for tiles in laid}
    for group in joined:
        parts = [known.pop(grid.mask[tile], (tile,)) for tile in group]
        known[union_of(grid, group)] = tuple(sorted(tile for tiles in parts for tile in tiles))
    return tuple(sorted(known.values()))


def blocks(grid: Grid, tiles: Sequence[int], body: int, placed: int, reading: str) -> list[int]:
    """The rectangles that are blocks once `placed` lies beside `tiles`, of which `body` is the body."""
    # A block is larger than the tile, so on one side at least a whole strip of cells is covered.
    full = [strip if strip and body & strip == strip else 0 for strip in grid.sides[placed]]
    if not any(full):
        return []
    if reading == "all":
        return _with_all_neighbours(grid, tiles, placed)
    if reading == "rect":
        near, bounds = list(tiles), _any_bounds(grid, body, placed)
    else:
        around = (grid.halo if reading == "touch" else grid.edge)[placed]
        near = [tile for tile in tiles if grid.mask[tile] & around]
        if len(near) + 1 < LEAST:
            return []
        bounds = _near_bounds(grid, near, full, placed)
    whole = body | grid.body[placed]
    found = []
    for top, left, bottom, right in product(*bounds):
        block = grid.at(top, left, bottom, right)
        if block == placed or (whole ^ grid.mask[block]) & grid.test[block]:
            continue
        inside = [tile for tile in near if grid.mask[tile] & grid.mask[block]]
        area = grid.area[placed] + sum(grid.area[tile] for tile in inside)
        if len(inside) + 1 >= LEAST and area == grid.area[block]:
            found.append(block)
    return sorted(found)


def _near_bounds(grid: Grid, near: Sequence[int], full: Sequence[int], placed: int) -> list[list[int]]:
    """For each side, where it may lie: as it is, or at the far edge of the tiles beyond it.

    Beside the placed tile a block holds only tiles that touch it there, and cuts none: so these all end on
    one line, and there is one place at most where the block can end.
    """
    far = (grid.top, grid.left, grid.bottom, grid.right)
    bounds = []
    for edges, strip in zip(far, full, strict=True):
        ends = {edges[tile] for tile in near if grid.mask[tile] & strip} if strip else ()
        bounds.append([edges[placed], *ends] if len(ends) == 1 else [edges[placed]])
    return bounds


def _any_bounds(grid: Grid, body: int, placed: int) -> list[list[int]]:
    """For each side, where it may lie: as far as the cells beyond it are covered, and no tile is cut."""
    top, left = grid.top[placed], grid.left[placed]
    bottom, right = grid.bottom[placed], grid.right[placed]
    whole, last, beside, below = body | grid.mask[placed], grid.side - 1, grid.cells, 2 * grid.cells

    def fits(box: tuple[int, int, int, int], edge: tuple[int, int, int, int] | None, bonds: int) -> bool:
        mask = grid.mask[grid.at(*box)]
        return whole & mask == mask and not (edge and body & grid.mask[grid.at(*edge)] << bonds)

    def column(number: int) -> tuple[int, int, int, int] | None:
        return (top, number, bottom, number) if number >= 0 else None

    def row(number: int) -> tuple[int, int, int, int] | None:
        return (number, left, number, right) if number >= 0 else None

    return [
        [n for n in range(top, -1, -1) if fits((n, left, bottom, right), row(n - 1), below)],
        [n for n in range(left, -1, -1) if fits((top, n, bottom, right), column(n - 1), beside)],
        [n for n in range(bottom, last + 1) if fits((top, left, n, right), row(n), below)],
        [n for n in range(right, last + 1) if fits((top, left, bottom, n), column(n), beside)],
    ]


def _with_all_neighbours(grid: Grid, tiles: Sequence[int], placed: int) -> list[int]:
    """The tile with all tiles that have an edge in common with it, if that is a rectangle."""
    near = [tile for tile in tiles if grid.mask[tile] & grid.edge[placed]]
    if len(near) + 1 < LEAST:
        return []
    block = grid.of_mask.get(union_of(grid, [placed, *near]))
    return [] if block is None else [block]
