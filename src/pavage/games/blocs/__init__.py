"""Blocs: three tiles or more that make a rectangle become a single tile, yours."""

from pavage.games.blocs.rules import Blocs, BlocsPosition

__all__ = ["Blocs", "BlocsPosition"]
