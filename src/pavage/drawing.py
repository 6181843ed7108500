"""A position made by hand: what lies where as pieces, and as the text that a game's `setup` reads.

An editor puts pieces on cells and says which colour is to move; it knows no rule. A game's folder may hold a
`drawing.py` with any of the functions below under the same names (and RECTANGLES); what it does not say is as
here: a colour for each seat, on any cell, one cell a piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pavage.game import Game, Position
from pavage.games.drawn import Drawn, words_of
from pavage.hooks import DrawingHooks, hooks
from pavage.phrase import Phrase


def palette(game: Game[Any]) -> tuple[int, ...]:
    """The piece codes that a hand may put on the board."""
    own = _own(game).palette
    return tuple(own(game)) if own else tuple(range(1, game.players + 1))


def cells(game: Game[Any]) -> tuple[int, ...]:
    """The cells that a hand may put pieces on."""
    own = _own(game).cells
    return tuple(own(game)) if own else tuple(game.tiling.cells)


def rectangles(game: Game[Any]) -> bool:
    """Whether a piece is a rectangle that a hand draws from corner to corner."""
    return _own(game).RECTANGLES


def movers(game: Game[Any]) -> tuple[int, ...]:
    """The colours that may be to move, from 0, in the order of the seats."""
    own = _own(game).movers
    if own:
        return tuple(own(game))
    start = game.start()
    return tuple(game.colour(start, seat) for seat in range(game.players))


def mover(game: Game[Any], position: Position) -> int:
    """The colour that is to move."""
    own = _own(game).mover
    return own(game, position) if own else game.colour(position, max(0, position.turn))


def pieces(game: Game[Any], position: Position) -> tuple[Drawn, ...]:
    """What lies on a board, as a hand would put it there."""
    own = _own(game).pieces
    if own:
        return tuple(own(game, position))
    # Its text leaves out what always lies there.
    board, _, _ = game.read_layout(game.layout(position))
    return tuple((code, (cell,)) for cell, code in enumerate(board) if code)


def label(game: Game[Any], code: int) -> Phrase | None:
    """What a piece is called; None if its colour and shape say it."""
    own = _own(game).label
    return own(game, code) if own else None


def piece_name(game: Game[Any], covered: Sequence[int]) -> str:
    """What a piece on these cells is called in the text of a position."""
    own = _own(game).piece_name
    return own(game, covered) if own else game.sites[covered[0]]


def as_text(game: Game[Any], drawn: Sequence[Drawn], moves: int) -> str:
    """The position that was drawn, for `setup`, which says whether it can be."""
    own = _own(game).as_text
    if own:
        return own(game, drawn, moves)
    keys = {code: game.colours[code - 1] for code in palette(game)}
    words = words_of(drawn, keys, lambda covered: piece_name(game, covered))
    return " ".join([*words, f"turn:{movers(game).index(moves) + 1}"])


def _own(game: Game[Any]) -> DrawingHooks:
    return hooks(type(game), DrawingHooks)
