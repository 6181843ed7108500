"""HexaDames: draughts on hexagons, where men are taken home."""

from pavage.games.hexadames.rules import HexaDames, HexaDamesPosition

__all__ = ["HexaDames", "HexaDamesPosition"]
