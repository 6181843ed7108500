"""The options of HeiNasH."""

from __future__ import annotations

from pavage.games.heinash.numbering import NAMED, Numbering
from pavage.options import Switch, Whole


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
