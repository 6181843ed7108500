"""Races and duels: boards side by side, compared."""
