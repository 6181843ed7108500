"""The options of HeiNasH, and the numbers of its cells: ours, by rows, or as somebody wants them."""

from __future__ import annotations

from pavage.games.heinash.arithmetic.expressions import HIGHEST
from pavage.options import Choice, Switch, Whole

BALANCED = (
    *(13, 22, 32, 3, 17, 8),
    *(19, 9, 27, 20, 29, 10),
    *(23, 28, 1, 16, 34, 6),
    *(2, 24, 14, 4, 21, 18),
    *(25, 31, 33, 36, 12, 26),
    *(7, 11, 5, 15, 35, 30),
)
"""Cells that mirror each other in the diagonal a1–f6 carry numbers that are rolled about equally often."""
NATURAL = tuple(range(1, HIGHEST + 1))
NAMED = {"balanced": BALANCED, "natural": NATURAL}


class Numbering(Choice):
    """One of the two words, or all 36 numbers, rows from the top; the choices are those a form offers."""

    def takes(self) -> str:
        return f"{', '.join(self.choices)}, 13,22,32 … (1..{HIGHEST})"

    def parse(self, value: object) -> str | None:
        word = "".join(str(value).lower().split())
        if word in self.choices:
            return word
        parts = word.split(",")
        if len(parts) != HIGHEST or not all(part.isascii() and part.isdigit() for part in parts):
            return None
        numbers = [int(part) if len(part) < 4 else 0 for part in parts]
        return ",".join(map(str, numbers)) if sorted(numbers) == list(NATURAL) else None


def numbers_of(word: str) -> tuple[int, ...]:
    """The number of each cell, cell by cell."""
    return NAMED[word] if word in NAMED else tuple(int(part) for part in word.split(","))


class HeiNasHOptions:
    """What a game of HeiNasH may be played with."""

    size = Whole("size", 6, "cells along a side", "cases par côté", 6, 6)
    numbering = Numbering(
        "numbering",
        "balanced",
        "the numbers of the cells: fair to both, by rows, or all 36 of them, separated by commas",
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
