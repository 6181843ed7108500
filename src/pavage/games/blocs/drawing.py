"""Positions of Les Blocs made by hand: tiles are rectangles."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.blocs.notation import tile_name
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.drawn import Drawn

RECTANGLES = True


def pieces(game: Blocs, position: BlocsPosition) -> list[Drawn]:
    covered = [game.grid.covered(tile) for tile in position.tiles]
    return [(position.board[cells[0]], cells) for cells in covered]


def piece_name(game: Blocs, cells: Sequence[int]) -> str:
    return tile_name(game, game.grid.between(min(cells), max(cells)))
