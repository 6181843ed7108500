"""Which moves of Hex-n are worth a look: wins in one, else what must be stopped now, else good ways."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Move
from pavage.games.hexn.rules import HexN, HexNPosition
from pavage.games.hexn.threats import on_good_ways, threats
from pavage.games.swap import may_swap


def order(game: HexN, position: HexNPosition) -> Sequence[Move]:
    """The moves that the search looks at.

    Ways only ever get fewer. So if all ways of the mover pass through one empty cell, anybody can put the
    mover out there, until the mover takes it.
    """
    moves = game.moves(position)
    if game.buttons and position == game.start():
        # With the swap rule nobody opens in the middle: what is too good is taken over.
        ring = set(game.tiling.ring)
        return [move for move in moves if move[0] in ring] or moves
    if may_swap(game, position):
        return moves
    wins, forced = threats(game, position)
    allowed = game.ways.set_of([site for (site,) in moves if site < len(game.tiling)])
    for cells in (wins, forced):
        if cells & allowed:
            return [(cell,) for cell in game.ways.each(cells & allowed)]
    return [(cell,) for cell in on_good_ways(game, position, allowed)] or moves
