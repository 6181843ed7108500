"""The options of Les Carreleurs, by the table of stocks it is played with."""

from __future__ import annotations

from collections.abc import Mapping

from pavage.games.carreleurs.stocks import SIDES, TABLE, Stock
from pavage.options import Choice, Numbers, Switch, Text, Value, Whole

_SIDE = "|".join(map(str, SIDES))
BOARDS = tuple(sorted({stock.board for stock in TABLE.values()}))


class CarreleursOptions:
    """What a game of Les Carreleurs may be played with."""

    players = Whole("players", 2, "number of players", "nombre de joueurs", 2, 4)
    board = Numbers("board", 14, "cells along a wall of the room", "cases par côté de la pièce", BOARDS)
    stock = Choice(
        "stock",
        "auto",
        "the tiles of each player; auto: those made for this room and this number of players",
        "les pavés de chaque joueur ; auto : ceux prévus pour cette pièce et ce nombre de joueurs",
        ("auto", *TABLE),
    )
    rotation = Switch("rotation", True, "tiles may be turned", "on peut tourner les pavés")
    lift = Choice(
        "lift",
        "tile",
        "when a tile may take up others: tile if it has no free placement itself, any always, "
        "blocked if none of your tiles has one",
        "quand un pavé peut en enlever d’autres : tile s’il n’a lui-même aucune pose libre, "
        "any toujours, blocked si aucun de vos pavés n’en a",
        ("tile", "any", "blocked"),
    )
    ko = Choice(
        "ko",
        "seal",
        "what ends the lifting: seal (a tile that lifted others stays for good), "
        "area (what is lifted must be smaller), none (only max_plies)",
        "ce qui arrête les déposes : seal (un pavé qui en a enlevé d’autres est scellé), "
        "area (ce que l’on enlève doit être plus petit), none (seulement max_plies)",
        ("seal", "area", "none"),
    )
    max_plies = Whole(
        "max_plies", 200, "turns at most, with ko=none", "tours au plus, avec ko=none", 1, 10_000
    )
    extra = Text(
        "extra",
        "none",
        "handicap: a tile that only the first player has, such as 1x2",
        "handicap : un pavé que seul le premier joueur a en plus, par exemple 1x2",
        rf"none|({_SIDE})x({_SIDE})",
        f"none, 1x2, 2x3 … ({', '.join(map(str, SIDES))})",
    )


def presets_for(table: Mapping[str, Stock]) -> dict[str, dict[str, Value]]:
    """Each stock with the room and the players it is made for."""
    return {
        name: {"board": stock.board, "players": stock.players, "stock": name} for name, stock in table.items()
    }
