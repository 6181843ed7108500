"""Hex-n: two to six players, each with two opposite ports to join; whoever is cut off is out."""

from pavage.games.hexn.rules import Hex3, Hex6, HexN, HexNPosition

__all__ = ["Hex3", "Hex6", "HexN", "HexNPosition"]
