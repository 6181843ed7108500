"""How far off the value of a search may be, by its own account."""

from __future__ import annotations

import math


class Drift:
    """Told now and then what a search holds for the value; in the end it says how much to doubt it."""

    def __init__(self) -> None:
        self._noted: list[tuple[int, float]] = []

    def note(self, done: int, value: float, before: int = 0) -> None:
        """Take down the value after so many simulations, and those of an earlier part.

        Only powers of two count: other reports come when the clock says so, and would make the same search
        doubt itself otherwise each time.
        """
        if done & (done - 1) == 0:
            self._noted.append((before + done, value))

    def doubt(self, value: float, done: int) -> float:
        """What luck does with so few simulations, or how far the value went since half of them."""
        half = next((noted for when, noted in reversed(self._noted) if 2 * when <= done), value)
        return max(luck(value, done), abs(value - half))


def luck(value: float, count: int) -> float:
    """One deviation of a mean of so many games that are won or lost."""
    return math.sqrt(max(0.0, value * (1 - value)) / max(1, count))
