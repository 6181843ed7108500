"""Les Carreleurs: lay all your tiles in a room that is barely large enough."""

from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile

__all__ = ["Carreleurs", "CarreleursPosition", "Tile"]
