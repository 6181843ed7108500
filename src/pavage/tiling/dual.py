"""The dual of a tiling: a cell for every inner vertex."""

from __future__ import annotations

import math

from pavage.tiling.check import check
from pavage.tiling.names import names_by_rows, row_and_number
from pavage.tiling.plane import FILE, BadTiling, Tiling, mean


def dual(tiling: Tiling) -> Tiling:
    """Cells at the inner vertices, whose corners are the centres of the cells that met there.

    Hexagons give triangles and triangles hexagons: the dual of H5 has the 96 triangles of TH4, whose own
    dual is H4.
    """
    on_border = {vertex for loop in tiling.loops for edge in loop for vertex in edge}
    meeting: dict[int, list[int]] = {}
    for cell in tiling.cells:
        for vertex in tiling.corners[cell]:
            meeting.setdefault(vertex, []).append(cell)
    polygons = []
    for vertex, cells in meeting.items():
        if vertex in on_border:
            continue
        x, y = tiling.vertices[vertex]

        def bearing(cell: int, x: float = x, y: float = y) -> float:
            cx, cy = tiling.centres[cell]
            return math.atan2(cy - y, cx - x) % math.tau

        polygons.append(tuple(tiling.centres[cell] for cell in sorted(cells, key=bearing)))
    if not polygons:
        raise BadTiling("no_inner_vertex", code=tiling.code)
    names = names_by_rows([mean(polygon) for polygon in polygons], tiling.unit)
    order = sorted(range(len(names)), key=lambda cell: row_and_number(names[cell]))
    drawn = Tiling(
        f"dual-{tiling.code}", tuple(names[cell] for cell in order), tuple(polygons[cell] for cell in order)
    )
    if FILE in tiling.code:
        check(drawn)  # cells that turn inwards may give a dual that is no board
    return drawn
