"""The options of Blocs, and how large the first tile of each player may be."""

from __future__ import annotations

from pavage.options import Choice, Switch, Whole


class BlocsOptions:
    """What a game of Les Blocs may be played with."""

    players = Whole("players", 2, "number of players", "nombre de joueurs", 2, 4)
    board = Whole("board", 12, "cells along a side", "cases par côté", 6, 14)
    limit = Whole(
        "limit",
        0,
        "largest area of a tile that is placed, 0 for as many cells as a side has",
        "plus grande aire d’un pavé posé, 0 pour autant de cases qu’un côté en compte",
        0,
        196,
    )
    opening = Switch(
        "opening",
        True,
        "the first tile of each player but the last is smaller, for balance",
        "le premier pavé de chaque joueur, sauf le dernier, est plus petit, pour l’équilibre",
    )
    block = Choice(
        "block",
        "touch",
        "tiles that form a block with the last one: touch it by an edge or a corner, edge: by an edge, "
        "all: all those with a common edge, rect: any that fill a rectangle",
        "pavés qui forment un bloc avec le dernier : touch le touchent par un côté ou un coin, edge : par un "
        "côté, all : tous ceux qui ont un côté commun, rect : tous ceux qui emplissent un rectangle",
        ("touch", "edge", "all", "rect"),
    )
    choice = Choice(
        "choice",
        "mover",
        "of several blocks: the mover chooses, or the largest is made",
        "entre plusieurs blocs : mover laisse le choix au joueur, largest impose le plus grand",
        ("mover", "largest"),
    )
    cascade = Switch(
        "cascade",
        False,
        "a block may make another block at once, and so on",
        "un bloc peut en former un autre aussitôt, et ainsi de suite",
    )
    merge = Choice(
        "merge",
        "must",
        "a block must be made, or may be left",
        "former un bloc : must, obligatoire, may, facultatif",
        ("must", "may"),
    )
    tie = Choice(
        "tie",
        "draw",
        "equal areas: a draw, or the later player in turn order wins",
        "aires égales : draw, partie nulle, later, le plus loin dans l’ordre du tour gagne",
        ("draw", "later"),
    )


def openings(limit: int, players: int) -> tuple[int, ...]:
    """The largest first tile of each player but the last, who has the full limit."""
    if players == 2:
        return (min(limit, max(3, (2 * limit + 1) // 5)),)
    return tuple(max(1, limit * number // players) for number in range(1, players))
