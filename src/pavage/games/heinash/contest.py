"""How HeiNasH is raced: everybody alone with the same rolls, and the most points win."""

from __future__ import annotations

from pavage.games.heinash.race import HeiNasHRace, RacePosition
from pavage.games.heinash.rules import HeiNasH


def raced(game: HeiNasH, seed: int) -> HeiNasHRace:
    return HeiNasHRace(numbering=game.numbering, assist=game.assist, seed=seed)


def marked(game: HeiNasHRace, position: RacePosition) -> int:
    return position.roll


def met(game: HeiNasHRace, position: RacePosition) -> int:
    return position.points
