"""Penrose rhombs, which fill the plane without a period, by the five grids of de Bruijn."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from itertools import combinations

from pavage.tiling.patch import board, rings
from pavage.tiling.plane import Tiling

Rhomb = tuple[complex, ...]

FIFTHS = [cmath.rect(1, math.tau * turn / 5) for turn in range(5)]
SHIFT = 0.2
"""How far each grid lies off the middle: one fifth gives five-fold symmetry."""


def penrose(size: int) -> Tiling:
    """The five rhombs around the middle, and `size` - 1 rings around them, without the spikes of the last."""
    shapes = rhombs(size // 2 + 3)
    middle = [cell for cell, shape in enumerate(shapes) if min(map(abs, shape)) < 0.1]
    return board(f"penrose-{size}", _trimmed([shapes[cell] for cell in rings(shapes, middle, size - 1)]))


def rhombs(reach: int) -> list[Rhomb]:
    """A rhomb for each crossing of two of the lines up to `reach`; grid j has lines across direction j.

    Its corners are the four ways to step over the two lines. Where we stand is told by how many lines of
    each grid lie between, one step of length 1 for each.
    """
    found = []
    for one, other in combinations(range(5), 2):
        for m in range(-reach, reach + 1):
            for n in range(-reach, reach + 1):
                at = _crossing(one, m + SHIFT, other, n + SHIFT)
                steps = [math.ceil((at * turn.conjugate()).real - SHIFT) for turn in FIFTHS]
                corners = []
                for first, second in ((0, 0), (1, 0), (1, 1), (0, 1)):
                    steps[one], steps[other] = m + first, n + second
                    corners.append(sum(step * turn for step, turn in zip(steps, FIFTHS, strict=True)) * 1j)
                found.append(tuple(corners))
    return found


def _trimmed(shapes: list[Rhomb]) -> list[Rhomb]:
    """Without the rhombs that stick out: those with an acute corner where they are alone."""
    while True:
        meeting = Counter(_near(corner) for shape in shapes for corner in shape)
        left = [shape for shape in shapes if all(meeting[_near(corner)] > 1 for corner in _acute(shape))]
        if len(left) == len(shapes):
            return left
        shapes = left


def _near(corner: complex) -> tuple[int, int]:
    return round(corner.real * 1e6), round(corner.imag * 1e6)


def _acute(rhomb: Rhomb) -> Rhomb:
    """The two corners that are farther apart."""
    return max(rhomb[0::2], rhomb[1::2], key=lambda ends: abs(ends[0] - ends[1]))


def _crossing(one: int, first: float, other: int, second: float) -> complex:
    """The point whose distance along direction `one` is `first` and along `other` is `second`."""
    between = math.tau * (other - one) / 5
    return FIFTHS[one] * complex(first, (second - first * math.cos(between)) / math.sin(between))
