"""Nombres croisés: find the pawns from the sums of the lines."""

from pavage.games.nombres.rules import Nombres

__all__ = ["Nombres"]
