"""HeiNasH: make a number out of three dice, put a stone on it, and join your two sides."""

from pavage.games.heinash.position import HeiNasHPosition
from pavage.games.heinash.rules import HeiNasH

__all__ = ["HeiNasH", "HeiNasHPosition"]
