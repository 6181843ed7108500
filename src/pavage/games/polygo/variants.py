"""PolyGo on squares, hexagons and triangles: the same rules, with defaults of their own."""

from __future__ import annotations

from pavage.games.polygo.declared import declared_with
from pavage.games.polygo.rules import PolyGo


class TetraGo(PolyGo):
    """PolyGo on squares."""

    name = "tetrago"
    declared = declared_with(board="S7x7")


class HexaGo(PolyGo):
    """PolyGo on hexagons, where stones in mixed company stay until nobody can play."""

    name = "hexago"
    declared = declared_with(board="H5", players=3, mixed="keep")


class TriaGo(PolyGo):
    """PolyGo on triangles."""

    name = "triago"
    declared = declared_with(board="TH3")
