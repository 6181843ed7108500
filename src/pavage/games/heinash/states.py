"""The states of a turn of HeiNasH, and the buttons that moves are made of."""

from __future__ import annotations

from pavage.games.heinash.expressions import SIGNS

LOTS, COLOUR, ROLL, ANSWER, HINT, FREE = STATES = ("lots", "colour", "roll", "answer", "hint", "free")
"""Who chooses a colour is drawn; the colour is chosen; dice roll; an answer; a hint; a stone anywhere."""
DICE = ("die1", "die2", "die3")
"""Not d1, d2, d3: those are cells."""
LOT_OF = ("first:1", "first:2")
FACES = tuple(f"face:{face}" for face in range(1, 7))
BUTTONS = (*DICE, *SIGNS, "done", "none", "pass", "red", "blue", *LOT_OF, *FACES)
