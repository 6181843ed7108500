"""HEXTRA: build your motif with tiles that transformations of the plane put down."""

from pavage.games.hextra.position import HextraPosition
from pavage.games.hextra.rules import Hextra

__all__ = ["Hextra", "HextraPosition"]
