"""The Tiling: polygons side by side in the plane, and all that follows from them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from pavage.display import Displayed, shortened
from pavage.phrase import PhrasedError

T = TypeVar("T")
Point = tuple[float, float]

FILE = "file:"
"""How the code begins of a tiling that somebody drew: no code of ours does."""
TOLERANCE = 1e-5
"""Corners closer than this share of a mean edge are one vertex."""


class BadTiling(PhrasedError, ValueError):
    """A tiling that cannot be played on: why, where, and what would be right."""

    def __init__(self, key: str, cell: str = "", **values: object) -> None:
        details = ", ".join(f"{name}={value!r}" for name, value in values.items())
        text = " ".join(part for part in (key, f"at cell {cell}" if cell else "", details) if part)
        super().__init__(text, f"tiling.{key}", cell=cell, **values)
        self.cell = cell


@dataclass(frozen=True, eq=False, repr=False)
class Tiling(Displayed):
    """Cells that lie edge to edge. Polygons run clockwise on a screen, where y points down.

    A cell is an index. Two cells are neighbours if they share an edge, never if they only share a corner.
    All else is computed once from the polygons, so that what is drawn is what is played.
    """

    code: str
    names: tuple[str, ...]
    polygons: tuple[tuple[Point, ...], ...]
    sides: tuple[tuple[int, ...], ...] = ()
    """Cells of each side, clockwise from the top; two sides share a cell that lies in their corner."""
    labels: tuple[tuple[str, tuple[int, ...], Point], ...] = field(default=(), repr=False)
    """What is written along the border: text, the line of cells it names, where it stands."""

    def __repr__(self) -> str:
        return shortened(f"<Tiling {self.code}: {len(self)} cells>")

    def __len__(self) -> int:
        return len(self.polygons)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiling):
            return NotImplemented
        return (self.code, self.names, self.polygons) == (other.code, other.names, other.polygons)

    def __hash__(self) -> int:
        return hash((self.code, len(self.polygons)))

    def __reduce__(self) -> tuple[object, ...]:
        """Only the drawing travels between processes; the rest is computed again where it is used."""
        return (Tiling, (self.code, self.names, self.polygons, self.sides, self.labels))

    @cached_property
    def cells(self) -> range:
        return range(len(self.polygons))

    @cached_property
    def index(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        return tuple(mean(polygon) for polygon in self.polygons)

    @cached_property
    def unit(self) -> float:
        """The mean length of an edge: the measure for stones, bands and tolerances."""
        return mean_edge(self.polygons)

    @cached_property
    def _joined(self) -> tuple[tuple[Point, ...], tuple[tuple[int, ...], ...]]:
        return join_corners(self.polygons, self.unit * TOLERANCE)

    @property
    def vertices(self) -> tuple[Point, ...]:
        """Each corner once, however many cells meet there."""
        return self._joined[0]

    @property
    def corners(self) -> tuple[tuple[int, ...], ...]:
        """The vertices of each cell, clockwise."""
        return self._joined[1]

    @cached_property
    def edges(self) -> dict[tuple[int, int], int]:
        """The cell on the right of each directed edge: walking along it, the cell lies clockwise."""
        return {edge: cell for cell in self.cells for edge in around(self.corners[cell])}

    @cached_property
    def across(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cell behind each of its edges, -1 outside.

        On hexagons edge d faces direction d: east, then clockwise.
        """
        return tuple(
            tuple(self.edges.get((end, begin), -1) for begin, end in around(self.corners[cell]))
            for cell in self.cells
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(cell for cell in row if cell >= 0) for row in self.across)

    @cached_property
    def border(self) -> frozenset[int]:
        """Cells with an edge that belongs to no other cell."""
        return frozenset(cell for cell in self.cells if -1 in self.across[cell])

    @cached_property
    def loops(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The closed walks along the border, each as directed edges with the board on the right.

        The first is the outer one, clockwise from its top left; any other goes round a hole.
        """
        from pavage.tiling.border import border_loops

        return border_loops(self)

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """The border cells in the order the outer boundary meets them, clockwise from the top left."""
        ring: list[int] = []
        for edge in self.loops[0]:
            cell = self.edges[edge]
            if not ring or ring[-1] != cell:
                ring.append(cell)
        if len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
        return tuple(ring)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Every rotation and reflection that maps the board on itself, as the image of each cell.

        The identity comes first.
        """
        from pavage.tiling.symmetry import symmetries

        return symmetries(self)

    def dual(self) -> Tiling:
        """The tiling whose cells are the inner vertices of this one: its corners are our centres.

        To play on the cells of one is to play on the crossings of the other.
        """
        from pavage.tiling.dual import dual

        return dual(self)

    def radius(self, cell: int) -> float:
        """The largest circle around the centre that stays in the cell."""
        x, y = self.centres[cell]
        return min(distance_to_line((x, y), a, b) for a, b in around(self.polygons[cell]))


def around(ring: Sequence[T]) -> Iterable[tuple[T, T]]:
    """Each element with the one after it, the last with the first."""
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def mean_edge(polygons: Sequence[Sequence[Point]]) -> float:
    lengths = [math.dist(a, b) for polygon in polygons for a, b in around(polygon)]
    return math.fsum(lengths) / len(lengths)


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return abs(cross) / math.dist(a, b)


def _beside(bucket: int, within: float) -> tuple[int, ...]:
    """The buckets that reach within the tolerance, a quarter of a bucket, of a place in this one."""
    if within < 0.3:
        return bucket - 1, bucket
    return (bucket, bucket + 1) if within > 0.7 else (bucket,)


def join_corners(
    polygons: Sequence[Sequence[Point]], tolerance: float
) -> tuple[tuple[Point, ...], tuple[tuple[int, ...], ...]]:
    """One vertex for all corners within the tolerance, found through a grid of buckets."""
    vertices: list[Point] = []
    buckets: dict[tuple[int, int], list[int]] = {}
    width = tolerance * 4

    def vertex(point: Point) -> int:
        across, down = point[0] / width, point[1] / width
        column, row = math.floor(across), math.floor(down)
        for near_column in _beside(column, across - column):
            for near_row in _beside(row, down - row):
                for known in buckets.get((near_column, near_row), ()):
                    if math.dist(vertices[known], point) <= tolerance:
                        return known
        vertices.append(point)
        buckets.setdefault((column, row), []).append(len(vertices) - 1)
        return len(vertices) - 1

    corners = tuple(tuple(vertex(point) for point in polygon) for polygon in polygons)
    return tuple(vertices), corners
