"""A position of HeiNasH, the states of a turn, and the buttons that moves are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from pavage.game import Position, Seat
from pavage.games.heinash.arithmetic.expressions import SIGNS, Dice

LOTS, COLOUR, ROLL, ANSWER, HINT, FREE = STATES = ("lots", "colour", "roll", "answer", "hint", "free")
"""Who chooses a colour is drawn; the colour is chosen; dice roll; an answer; a hint; a stone anywhere."""
DICE = ("die1", "die2", "die3")
"""Not d1, d2, d3: those are cells."""
LOT_OF = ("first:1", "first:2")
FACES = tuple(f"face:{face}" for face in range(1, 7))
BUTTONS = (*DICE, *SIGNS, "done", "none", "pass", "red", "blue", *LOT_OF, *FACES)


@dataclass(frozen=True, slots=True)
class HeiNasHPosition(Position):
    """Stones, the state of the turn, who is active in it, who plays Red, and the dice on the table."""

    state: str = LOTS
    active: Seat = 0
    """Who rolled or will roll; before the colours are known, who chooses."""
    red: Seat = 0
    dice: Dice = ()
    newest: tuple[int, str] = field(default=(-1, ""), compare=False)
    """The cell of the last stone and the expression that led there: to be shown, no part of the position."""
    hinted: bool = field(default=False, compare=False)
    """That stone came by a hint."""
