"""Labyrinthe: take your king across a maze that everybody builds."""

from pavage.games.labyrinthe.rules import Labyrinthe, LabyrinthePosition

__all__ = ["Labyrinthe", "LabyrinthePosition"]
