"""Marienbad: Nim on a board. Take stones from one line; whoever takes the last one wins."""

from pavage.games.marienbad.rules import Marienbad, MarienbadPosition

__all__ = ["Marienbad", "MarienbadPosition"]
