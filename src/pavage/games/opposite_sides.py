"""Games in which every colour begins at a side of a hexagon and goes to the opposite one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pavage.game import Game
from pavage.scene import Band, side_bands

SIDES = {2: (0, 3), 3: (0, 2, 4), 6: (0, 1, 2, 3, 4, 5)}
"""Where each seat begins, by the number of players."""


def goal_bands(game: Game[Any], sides: Sequence[int]) -> tuple[Band, ...]:
    """The side that somebody goes to has their colour."""
    goal_of = {(side + 3) % 6: game.colours[seat] for seat, side in enumerate(sides)}
    bands = side_bands(game, game.tiling.sides, [goal_of.get(side, "") for side in range(6)])
    return tuple(band for band in bands if band.colour)
