"""Positions of Le Labyrinthe made by hand: a king for each player, and stones."""

from __future__ import annotations

from pavage.games.labyrinthe.rules import Labyrinthe
from pavage.games.labyrinthe.ways import STONE


def palette(game: Labyrinthe) -> tuple[int, ...]:
    return (*range(1, game.players + 1), STONE)
