"""A position of HEXTRA: tiles, cards, motifs, what is being decided, and what was announced."""

from __future__ import annotations

from dataclasses import dataclass

from pavage.game import Move, Seat
from pavage.games.leaving import OutPosition

LETTERS = "VORB"
TILES = 10
LOST = -1
FOUR = 0b01111
"""The transformation cards; the fifth bit is HEXTRA."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the transformation sheet: whose which tile was announced how, and whether it stands."""

    colour: int
    number: int
    move: Move
    stands: bool


@dataclass(frozen=True, slots=True)
class HextraPosition(OutPosition):
    """Tiles and cards, what is being decided, and the sheet on which every announcement stands."""

    colour: int = 0
    """The colour whose turn it is; somebody else may have to act, be it chance or a judge."""
    dealt: tuple[tuple[int, ...], ...] = ()
    """For each colour the numbers of the motifs it was dealt."""
    motifs: tuple[int, ...] = ()
    """For each colour the number of its motif, 0 while it has none."""
    tiles: tuple[tuple[int, ...], ...] = ()
    """For each colour the cells of its tiles by number; LOST for one that was lost with its number."""
    cards: tuple[int, ...] = ()
    """For each colour a bit for every card that lies face up."""
    asked: bool = False
    """Whether the colour has to say if it uses HEXTRA."""
    second: bool = False
    """Whether HEXTRA was used in this turn."""
    claim: Move = ()
    """An announcement that the others have to judge."""
    judges: tuple[Seat, ...] = ()
    """Who has not judged it yet."""
    passes: int = 0
    winners: tuple[int, ...] = ()
    """The colours that have realised their motif."""
    ended: str = ""
    """Why the game is over: motif, tiles, passes."""
    log: tuple[Logged, ...] = ()
