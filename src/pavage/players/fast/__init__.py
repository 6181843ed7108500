"""Faster ways to the same answer: bit sets in Python, and the only door to C++."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from pavage.game import Game
from pavage.players.chance import Playout
from pavage.players.fast import hex as fast_hex

PLAYOUTS: dict[str, Callable[[Any], Playout]] = {"hex": fast_hex.fill_playout}
"""Games whose positions can be played out faster than by their rules."""


def playout_of(game: Game[Any]) -> Playout | None:
    """A fast playout for this game, if there is one."""
    make = PLAYOUTS.get(game.name)
    return make(game) if make else None


@cache
def native() -> ModuleType | None:
    """The C++ extension, or None where it could not be built."""
    try:
        return importlib.import_module("pavage.players.fast._native")
    except ImportError:
        return None
