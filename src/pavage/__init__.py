"""Pavage: board games on tilings."""

__version__ = "0.1.0"
