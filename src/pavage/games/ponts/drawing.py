"""Positions of Ponts et Barrages made by hand: stones lie on white cells only."""

from __future__ import annotations

from pavage.games.ponts.rules import Ponts


def cells(game: Ponts) -> tuple[int, ...]:
    return game.ground.white
