"""Tournaments as they are played, and the relay."""
