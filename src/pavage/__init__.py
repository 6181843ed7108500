"""Pavage: board games on tilings.

    import pavage
    match = pavage.Match(pavage.game("hex", size=5))
    match.push("b4")
    print(match)
    thought = pavage.think(match, "hard", seed=1)

What is listed here is found when it is first asked for, so that `import pavage` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pavage.game import Diagram, Game, IllegalMove, Move, Position, Unreadable
    from pavage.match import Match
    from pavage.options import BadOption
    from pavage.players.thought import Thought
    from pavage.table import chances, think
    from pavage.tiling import Tiling

    def game(name: str, /, **options: object) -> Game[Any]:
        """The game of this name, with these options; the others have their defaults."""


__version__ = "0.1.0"
__all__ = [
    "BadOption",
    "Diagram",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Position",
    "Thought",
    "Tiling",
    "Unreadable",
    "chances",
    "game",
    "think",
]

_PLACES = {
    **dict.fromkeys(["Diagram", "Game", "IllegalMove", "Move", "Position", "Unreadable"], "pavage.game"),
    "BadOption": "pavage.options",
    "Match": "pavage.match",
    "Thought": "pavage.players.thought",
    "Tiling": "pavage.tiling",
    **dict.fromkeys(["chances", "think"], "pavage.table"),
}


def __getattr__(name: str) -> Any:
    if name == "game":
        return importlib.import_module("pavage.game")  # which can be called, as said at its end
    if name not in _PLACES:
        raise AttributeError(f"module 'pavage' has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
