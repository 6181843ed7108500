"""Hex: join your two sides before the other does."""

from pavage.games.hex.rules import Hex, HexPosition

__all__ = ["Hex", "HexPosition"]
