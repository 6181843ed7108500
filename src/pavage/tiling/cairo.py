"""Cairo pentagons: a pentagon for each corner of the tiling 3.3.4.3.4, which makes all of them alike."""

from __future__ import annotations

import cmath

from pavage.tiling.archimedean import Shape, endless
from pavage.tiling.patch import DIGITS, board, rings
from pavage.tiling.plane import Tiling


def cairo(size: int) -> Tiling:
    """Four pentagons around the middle, and `size` - 1 rings around them: 2 `size` pentagons a side."""
    shapes = pentagons(size + 1)
    middle = [cell for cell, shape in enumerate(shapes) if min(map(abs, shape)) < 0.1]
    return board(f"cairo-{size}", [shapes[cell] for cell in rings(shapes, middle, size - 1)], row=0.5)


def pentagons(reach: int) -> list[Shape]:
    """Its corners are the centres of the three triangles and two squares that meet where it lies."""
    meeting: dict[complex, list[complex]] = {}
    for shape in endless(33434, reach):
        centre = sum(shape) / len(shape)
        for corner in shape:
            near = complex(round(corner.real, DIGITS - 3), round(corner.imag, DIGITS - 3))
            meeting.setdefault(near, []).append(centre)
    return [
        tuple(sorted(centres, key=lambda centre: cmath.phase(centre - corner)))
        for corner, centres in meeting.items()
        if len(centres) == 5
    ]
