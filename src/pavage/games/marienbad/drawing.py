"""Positions of Marienbad made by hand: the stones are nobody's."""

from __future__ import annotations

from pavage.games.marienbad.rules import Marienbad


def palette(game: Marienbad) -> tuple[int, ...]:
    return (game.stone,)
