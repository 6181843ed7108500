"""Positions of Les Blocs made by hand: tiles are rectangles."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.blocs.notation import tile_name
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.drawn import Drawn, words_of

RECTANGLES = True


def pieces(game: Blocs, position: BlocsPosition) -> list[Drawn]:
    covered = [game.grid.covered(tile) for tile in position.tiles]
    return [(position.board[cells[0]], cells) for cells in covered]


def as_text(game: Blocs, drawn: Sequence[Drawn], moves: int) -> str:
    def name(cells: tuple[int, ...]) -> str:
        (top, left), (bottom, right) = (divmod(cell, game.grid.side) for cell in (min(cells), max(cells)))
        return tile_name(game, game.grid.at(top, left, bottom, right))

    words = words_of(drawn, dict(enumerate(game.colours[: game.players], 1)), name)
    return " ".join([*words, f"turn:{moves + 1}"])
