"""How Ponts et Barrages is shown: two shores a colour, piers between them, and bars that join piers."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.ponts.rules import Ponts
from pavage.phrase import Phrase
from pavage.scene import Board, Moment, Piece, Scene, plain_board, plain_scene

PIER = 0.72
"""How large a pier is beside a stone."""


def board(game: Ponts) -> Board:
    plain = plain_board(game)
    radii = tuple(
        PIER * radius if game.ground.board[cell] else radius for cell, radius in enumerate(plain.radii)
    )
    return replace(plain, void=game.ground.void, radii=radii)


def scene(game: Ponts, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    pieces = tuple(_built(game, piece) for piece in plain.pieces)
    seats = tuple(
        replace(seat, aim=Phrase("ponts.aim", (("sides", Phrase(f"sides.{seat.colour}")),)))
        for seat in plain.seats
    )
    if moment.outcome:
        return replace(plain, pieces=pieces, seats=seats)
    prompt = Phrase("ponts.prompt", (("colour", Phrase(f"colour.{plain.ghost}")),))
    return replace(plain, pieces=pieces, seats=seats, prompt=prompt)


def _built(game: Ponts, piece: Piece) -> Piece:
    """Shores fill their squares, piers are round; a stone is a bridge between the two piers beside it."""
    ground = game.ground
    if ground.board[piece.cell]:
        shores = ground.sides[game.colours.index(piece.colour)]
        return replace(piece, shape="solid") if any(piece.cell in shore for shore in shores) else piece
    before = piece.cell - 1
    across = game.colours[ground.board[before] - 1] == piece.colour
    label = Phrase(f"ponts.bridge.{piece.colour}")
    return replace(piece, shape="beam_across" if across else "beam_down", label=label)
