"""The options of Nombres croisés."""

from __future__ import annotations

from pavage.games.nombres.puzzle import BOARDS
from pavage.options import Choice, Switch, Text, Whole


class NombresOptions:
    """What a game of Nombres croisés may be played with."""

    players = Whole("players", 1, "number of players", "nombre de joueurs", 1, 1)
    board = Text(
        "board",
        "6x6",
        "the board: rows x columns, or H and the side of a hexagon",
        "le plateau : rangées x colonnes, ou H et le côté d’un hexagone",
        r"\d{1,2}[xX]\d{1,2}|[hH]\d{1,2}",
        BOARDS,
        ("4x4", "5x5", "6x6", "H4"),
    )
    diag = Choice(
        "diag",
        "none",
        "diagonals that have sums too: d falling, a rising, da both",
        "diagonales qui ont aussi leur somme : d descendantes, a montantes, da les deux",
        ("none", "d", "a", "da"),
    )
    unique = Switch(
        "unique",
        True,
        "the puzzle has one solution only; off: every grid that fits is right",
        "la grille a une seule solution ; off : toute grille qui convient est juste",
    )
    theme = Choice(
        "theme",
        "free",
        "what the pawns show: braille hides a word",
        "ce que montrent les pions : braille cache un mot",
        ("free", "braille"),
    )
    grade = Choice(
        "grade",
        "any",
        "how hard it is, from 1 to 4; from 2 on only with diagonals or hexagons",
        "la difficulté, de 1 à 4 ; à partir de 2, seulement avec diagonales ou hexagones",
        ("any", "1", "2", "3", "4"),
    )
    seed = Text(
        "seed",
        "none",
        "a number: the same number makes the same puzzle",
        "un nombre : le même nombre donne la même grille",
        r"none|\d{1,18}",
        "0, 1, 2 …",
    )
    line = Text(
        "puzzle",
        "none",
        "a puzzle of your own, as JSON or in one line",
        "une grille à vous, en JSON ou en une ligne",
        r"(?s).+",
        "JSON, 2x2/R2,0/C1,1",
    )
