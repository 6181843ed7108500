"""What HeiNasH declares: its options, its states and the buttons that moves are made of."""

from __future__ import annotations

from pavage.games.heinash.expressions import SIGNS
from pavage.games.heinash.numbering import NAMED, Numbering
from pavage.options import Switch, Whole

LOTS, COLOUR, ROLL, ANSWER, HINT, FREE = STATES = ("lots", "colour", "roll", "answer", "hint", "free")
"""Who chooses a colour is drawn; the colour is chosen; dice roll; an answer; a hint; a stone anywhere."""

DICE = ("die1", "die2", "die3")
"""Not d1, d2, d3: those are cells."""
LOT_OF = ("first:1", "first:2")
FACES = tuple(f"face:{face}" for face in range(1, 7))
BUTTONS = (*DICE, *SIGNS, "done", "none", "pass", "red", "blue", *LOT_OF, *FACES)


class HeiNasHOptions:
    """What a game of HeiNasH may be played with."""

    size = Whole("size", 6, "cells along a side", "cases par côté", 6, 6)
    numbering = Numbering(
        "numbering",
        "balanced",
        "the numbers of the cells: fair to both, by rows, or all 36 of them with commas between",
        "les nombres des cases : équitables, par rangées, ou les 36 séparés par des virgules",
        tuple(NAMED),
    )
    nasty = Switch(
        "nasty",
        False,
        "whoever shows the other an expression puts a stone of their own on it",
        "qui montre une expression à l’autre y pose un pion de sa propre couleur",
    )
    auto = Switch(
        "auto",
        True,
        "after a roll that fits no free cell the stone may go anywhere at once",
        "après un jet qui ne donne aucune case libre, le pion va aussitôt où l’on veut",
    )
    assist = Switch(
        "assist",
        False,
        "the cells that the dice can make are shown",
        "les cases que donnent les dés sont montrées",
    )
