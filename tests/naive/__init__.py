"""Slow and obvious second versions of some games, written from docs/rules.md alone."""
