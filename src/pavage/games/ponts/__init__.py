"""Ponts et Barrages (Bridg-It): bridges for one player are dams for the other."""

from pavage.games.ponts.rules import Ponts, PontsPosition

__all__ = ["Ponts", "PontsPosition"]
