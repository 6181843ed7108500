"""The rotations and reflections that map a board on itself."""

from __future__ import annotations

import cmath
import math

from pavage.tiling.plane import Tiling, mean


def symmetries(tiling: Tiling) -> tuple[tuple[int, ...], ...]:
    """The image of each cell under every isometry that keeps the board, the identity first.

    Such an isometry fixes the middle of all centres, so the image of one far cell and the choice of a
    reflection determine it: at most two candidates for each cell at the same distance.
    """
    middle = complex(*mean(tiling.centres))
    centres = [complex(*centre) - middle for centre in tiling.centres]
    corners = [complex(*vertex) - middle for vertex in tiling.vertices]
    exact = tiling.unit * 1e-4
    find_centre, find_corner = _Places(centres, exact), _Places(corners, exact)
    anchors = centres if max(map(abs, centres)) > exact else corners
    anchor = max(anchors, key=abs)
    found: dict[tuple[int, ...], None] = {tuple(tiling.cells): None}
    for image in anchors:
        if abs(abs(image) - abs(anchor)) > exact:
            continue
        for mirrored in (False, True):
            turn = cmath.rect(1, cmath.phase(image) - cmath.phase(anchor.conjugate() if mirrored else anchor))
            moved = [turn * (z.conjugate() if mirrored else z) for z in centres]
            cells = tuple(find_centre(z) for z in moved)
            if -1 in cells or len(set(cells)) < len(cells):
                continue
            if all(find_corner(turn * (z.conjugate() if mirrored else z)) >= 0 for z in corners) and all(
                len(tiling.corners[cell]) == len(tiling.corners[image]) for cell, image in enumerate(cells)
            ):
                found[cells] = None
    return tuple(found)


class _Places:
    """Which of some points lies where, to within a tolerance."""

    def __init__(self, points: list[complex], tolerance: float) -> None:
        self.points = points
        self.tolerance = tolerance
        self.buckets: dict[tuple[int, int], list[int]] = {}
        for number, point in enumerate(points):
            self.buckets.setdefault(self._bucket(point), []).append(number)

    def _bucket(self, point: complex) -> tuple[int, int]:
        width = self.tolerance * 4
        return math.floor(point.real / width), math.floor(point.imag / width)

    def __call__(self, point: complex) -> int:
        column, row = self._bucket(point)
        for near in ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            for number in self.buckets.get(near, ()):
                if abs(self.points[number] - point) <= self.tolerance:
                    return number
        return -1
