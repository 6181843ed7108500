"""What somebody wants printed, as plain data: the same for the command line and for the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pavage.formats.record import read_record
from pavage.game import Game
from pavage.registry import games
from pavage.tiling import dump_tiling
from pavage.tiling.files import load_tiling

KINDS = (
    *("board", "real", "kit", "pieces", "puzzles"),
    *("rules", "lesson", "teacher", "record", "tournament"),
)
"""A board; everything at the size of the real game; cards and tiles; pawns; puzzles; texts; a game; slips."""

Report = Callable[[float], None]
"""Told how much is done, from 0 to 1."""


def unheard(share: float) -> None:
    """Where nobody waits to be told."""


@dataclass(frozen=True, slots=True)
class Order:
    """One print."""

    game: str
    kind: str = "board"
    options: Mapping[str, Any] = field(default_factory=dict)
    paper: str = "a4"
    ink: str = "colour"
    cell: float | None = None
    """Millimetres across a cell; None: as large as fits."""
    coordinates: bool = True
    bands: bool = True
    backs: bool = True
    """Whether cards and tiles have backs, on every second page."""
    position: str = ""
    """What lies on the board, as `setup` reads it."""
    record: str = ""
    """A game as text, in any format that we read."""
    every: int = 10
    """Moves between two diagrams of a game."""
    count: int = 4
    """Puzzles on a page."""
    sheets: int = 1
    """Pages of puzzles."""
    seed: int = 1
    grade: int | None = None
    text: str = ""
    """Words to be found in Braille, a puzzle each."""
    folded: bool = False
    """Two pages side by side, in the order of a booklet to fold."""
    names: tuple[str, ...] = ()
    """Who takes part."""
    tournament: str = ""
    """The file of a tournament."""

    tiling: str = ""
    """A board of one's own, as `pavage tiling --json` writes it."""

    def made(self) -> Game[Any]:
        """The game with its options."""
        if not self.tiling:
            return games()[self.game](**self.options)
        # A record without a move is a game on its board that has not begun.
        options = [f"option {name}: {value}" for name, value in self.options.items()]
        board = dump_tiling(load_tiling(self.tiling))
        lines = ["pavage 1", f"game: {self.game}", *options, f"tiling: {board}", "", ""]
        return read_record("\n".join(lines)).match.game
