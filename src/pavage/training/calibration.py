"""How often searches are right: the factor by which the logit of what they find must grow.

What a search finds is a mean of what the network thinks, and too careful. Games played to the end tell by how
much: little in the opening, more and more with the stones on the board.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

POLICY, PROVED, CHECKED, CHECK_WON = 1, 2, 4, 8
"""Flags of a row: has a policy; result proved; searches played on from there; the mover then won."""
USUAL_CELLS = 121
"""Plies are counted as on 11×11; smaller boards have as many less."""
BANDS = ((1, 8), (9, 16), (17, 24), (25, 32), (33, 121))
"""Stones on 11×11."""
CENTRES = (5.0, 12.5, 20.5, 28.5, 40.0)
USUAL = 1.4
"""The factor where nothing is known."""
BELIEF = 20.0
"""How much that weighs: as much as some two hundred games."""
SHARPEST = 4.0
"""Beyond that factor something else is wrong."""
NEWEST = 50_000
"""Positions of each band, at the most, that a factor is fitted to."""


def usual_ply(size: int, plies: Any) -> Any:
    """Stones on a board of 11×11 that is as full."""
    return plies * (USUAL_CELLS / (size * size))


def band_of(size: int, plies: Any) -> Any:
    """The number of the band of each."""
    np = importlib.import_module("numpy")
    return np.searchsorted([last + 0.5 for _, last in BANDS[:-1]], usual_ply(size, plies))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Factors of the logit, one for each band."""

    factors: tuple[float, ...] = (USUAL,) * len(BANDS)
    sharpness: float = USUAL
    """One factor for all, with which the network's file tells people a chance."""

    def factors_at(self, plies: Any) -> Any:
        """Between the middles of two bands, what lies between their factors."""
        return importlib.import_module("numpy").interp(plies, CENTRES, self.factors)


def calibrated(parts: Iterable[tuple[int, Any]]) -> Calibration:
    """Factors by the games that searches played from positions of these tables, newest first."""
    np = importlib.import_module("numpy")
    found: list[list[tuple[Any, Any]]] = [[] for _ in BANDS]
    counts = [0] * len(BANDS)
    for size, rows in parts:
        rows = rows[rows["flags"] & (POLICY | PROVED | CHECKED) == POLICY | CHECKED]
        bands = band_of(size, rows["ply"])
        for band in range(len(BANDS)):
            chosen = rows[bands == band]
            if counts[band] < NEWEST and len(chosen):
                counts[band] += len(chosen)
                found[band].append((chosen["value"] / 65535.0, chosen["flags"] & CHECK_WON != 0))
        if min(counts) >= NEWEST:
            break
    nothing = (np.zeros(0), np.zeros(0, dtype=bool))
    means, won = zip(*(map(np.concatenate, zip(nothing, *band, strict=True)) for band in found), strict=True)
    factors = tuple(map(_factor, means, won))
    return Calibration(factors, _factor(np.concatenate(means), np.concatenate(won)))


def _factor(means: Any, won: Any) -> float:
    """Fitted in Newton's way."""
    np = importlib.import_module("numpy")
    means = np.clip(means, 0.01, 0.99)
    x, factor = np.log(means / (1 - means)), USUAL
    for _ in range(20):
        chance = 1 / (1 + np.exp(-factor * x))
        slope = (x * (won - chance)).sum() - BELIEF * (factor - USUAL)
        bend = (x * x * chance * (1 - chance)).sum() + BELIEF
        factor = float(min(SHARPEST, max(1 / SHARPEST, factor + slope / bend)))
    return round(factor, 3)
