"""The options of PolyGo and its relatives, and their presets."""

from __future__ import annotations

from collections.abc import Mapping

from pavage.games.polygo.stones import Stones
from pavage.options import Board, Choice, Switch, Text, Value, Whole


class PolyGoOptions:
    """What a game of PolyGo may be played with."""

    players = Whole("players", 2, "number of players", "nombre de joueurs", 2, 6)
    board = Board(
        "board", "S7x7", "the board: a code or a drawing", "le plateau : un code ou un dessin", browsed=True
    )
    mixed = Choice(
        "mixed",
        "remove",
        "stones surrounded by several colours: remove takes them off at once, keep leaves them until "
        "nobody can play",
        "les pions cernés par plusieurs couleurs : remove les retire aussitôt, keep les laisse jusqu’à ce "
        "que plus personne ne puisse jouer",
        ("remove", "keep"),
    )
    lakes = Choice(
        "lakes",
        "fill",
        "empty cells surrounded by one colour: fill colours them at once, keep leaves them to be played",
        "les cases vides cernées par une couleur : fill les remplit aussitôt, keep les laisse à jouer",
        ("fill", "keep"),
    )
    placement = Choice(
        "placement",
        "libre",
        "where to play: libre on cells that are free for you, blanche on any empty cell until the first "
        "sweep",
        "où jouer : libre, sur les cases libres pour vous ; blanche, sur toute case vide jusqu’au premier "
        "balayage",
        ("libre", "blanche"),
    )
    par = Switch(
        "par",
        False,
        "compare cells minus par, the stones that each places if nothing is ever captured",
        "comparer les cases moins le par, c’est-à-dire les pions que chacun pose s’il n’y a aucune prise",
    )
    komi = Whole("komi", 0, "points given to player 2", "points donnés au joueur 2", 0, 99)
    tie = Choice(
        "tie",
        "draw",
        "equal scores: draw, or province for the larger of the largest provinces",
        "à égalité : draw, partie nulle ; province, la plus grande des provinces l’emporte",
        ("draw", "province"),
    )
    score = Choice(
        "score",
        "cells",
        "what counts: all your cells, or province for only your largest one",
        "ce qui compte : cells, toutes vos cases ; province, votre plus grande province seulement",
        ("cells", "province"),
    )
    beforehand = Stones(
        "setup",
        "",
        "stones placed beforehand as a handicap, seat:cell, such as 1:b1,2:c2",
        "pions posés d’avance comme handicap, joueur:case, par exemple 1:b1,2:c2",
    )
    urn = Text(
        "urn",
        "0",
        "stones in the urn of each colour at first, which help counting and limit nothing",
        "pions dans l’urne de chaque couleur au début, qui aident à compter et ne limitent rien",
        r"auto|\d{1,3}",
        "auto, 0..999",
        ("0", "auto"),
    )
    swap = Choice(
        "swap",
        "none",
        "with two players, the second may answer the first stone by exchanging colours",
        "à deux joueurs, le second peut répondre au premier pion en échangeant les couleurs",
        ("none", "colours"),
    )


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "document": {"par": False, "tie": "draw"},
    "balanced": {"par": True, "tie": "province"},
}
