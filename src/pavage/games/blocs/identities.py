"""What a block says about numbers: 12 + 8 + 10 = 30, and the identity that its tiles draw, if any."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.blocs.grid import Grid


def equality(grid: Grid, tiles: Sequence[int]) -> str:
    """The areas in the order of the tiles, and their sum."""
    areas = [grid.area[tile] for tile in tiles]
    return f"{' + '.join(map(str, areas))} = {sum(areas)}"


def identity(grid: Grid, tiles: Sequence[int]) -> str:
    """The product that the tiles of a block multiply out; nothing if they do not lie in rows and columns."""
    rows = sorted({(grid.top[tile], grid.bottom[tile]) for tile in tiles})
    columns = sorted({(grid.left[tile], grid.right[tile]) for tile in tiles})
    if len(rows) * len(columns) != len(tiles):
        return ""  # tiles fill the block, so with fewer of them some reach over several rows or columns
    heights = [bottom - top + 1 for top, bottom in rows]
    widths = [right - left + 1 for left, right in columns]
    total = sum(heights) * sum(widths)
    if len(heights) == 2 and heights == widths:
        x, y = heights
        return f"({x} + {y})² = {x}² + 2×{x}×{y} + {y}² = {total}"
    if len(widths) == 1:
        heights, widths = widths, heights
    products = " + ".join(f"{height}×{width}" for height in heights for width in widths)
    return f"{_sum(heights)} × {_sum(widths)} = {products} = {total}"


def _sum(numbers: Sequence[int]) -> str:
    text = " + ".join(map(str, numbers))
    return f"({text})" if len(numbers) > 1 else text
