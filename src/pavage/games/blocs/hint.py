"""A hint with its reason: a block that takes cells from the others, where it is the best that is in sight."""

from __future__ import annotations

from pavage.game import Move
from pavage.games.blocs.evaluation import order
from pavage.games.blocs.identities import equality
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.blocs.touching import follow
from pavage.phrase import Phrase

WORTH_TELLING = 4
"""Cells taken from others; for less the search may know something better."""


def hint(game: Blocs, position: BlocsPosition) -> tuple[Move, Phrase] | None:
    move = order(game, position)[0]
    after = game.play(position, move)
    seat = position.turn
    before, then = game.areas(position), game.areas(after)
    taken = sum(before) - before[seat] - (sum(then) - then[seat])
    if taken < WORTH_TELLING:
        return None
    said = equality(game.grid, after.merged[-1])
    return move, Phrase("blocs.hint", (("taken", str(taken)), ("sum", said)))


def told(game: Blocs, position: BlocsPosition, move: Move) -> Phrase | None:
    """3×5 on b6, and the block that it makes."""
    hand = follow(game, position, move)
    if hand.placed is None:
        return None
    size, cell = _size(game, hand.placed), game.sites[game.grid.corner(hand.placed)]
    values = (("tile", size), ("cell", cell))
    if not hand.made:
        return Phrase("blocs.told.tile", values)
    return Phrase("blocs.told.block", (*values, ("block", _size(game, hand.made[-1]))))


def _size(game: Blocs, tile: int) -> str:
    height, width = game.grid.shape(tile)
    return f"{height}×{width}"
