"""PolyGo and its relatives: settle from the border, surround what does not reach it."""

from pavage.games.polygo.rules import PolyGo, PolyGoPosition
from pavage.games.polygo.variants import HexaGo, TetraGo, TriaGo

__all__ = ["HexaGo", "PolyGo", "PolyGoPosition", "TetraGo", "TriaGo"]
