"""PolyGo on squares, hexagons and triangles: the same rules, with defaults of their own."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.polygo.rules import PolyGo


class TetraGo(PolyGo):
    """PolyGo on squares."""

    name = "tetrago"
    board = replace(PolyGo.board, offered=("S6x6", "S7x7", "S12x12", "S14x14"), browsed=False)


class HexaGo(PolyGo):
    """PolyGo on hexagons, where stones in mixed company stay until nobody can play."""

    name = "hexago"
    board = replace(PolyGo.board.but("H5"), browsed=False)
    players = PolyGo.players.but(3)
    mixed = PolyGo.mixed.but("keep")
    urn = PolyGo.urn.but("auto")


class TriaGo(PolyGo):
    """PolyGo on triangles."""

    name = "triago"
    board = replace(PolyGo.board.but("TH3"), browsed=False)
