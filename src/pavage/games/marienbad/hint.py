"""A move of Marienbad in words."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.marienbad.rules import Marienbad, MarienbadPosition
from pavage.phrase import Phrase


def told(game: Marienbad, position: MarienbadPosition, move: Move) -> Phrase | None:
    """The stones that are taken."""
    cells = [game.sites[cell] for cell in sorted(move[:-1])]
    return Phrase(f"marienbad.told.{'one' if len(cells) == 1 else 'many'}", (("cells", ", ".join(cells)),))
