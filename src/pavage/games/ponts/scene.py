"""How Ponts et Barrages is shown: fixed cells fill their squares, and the corners belong to nothing."""

from __future__ import annotations

from dataclasses import replace

from pavage.games.ponts.rules import Ponts
from pavage.phrase import Phrase
from pavage.scene import Board, Moment, Scene, plain_board, plain_scene


def board(game: Ponts) -> Board:
    return replace(plain_board(game), void=game.ground.void)


def scene(game: Ponts, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    fixed = game.ground.board
    pieces = tuple(replace(piece, shape="solid") if fixed[piece.cell] else piece for piece in plain.pieces)
    seats = tuple(
        replace(seat, aim=Phrase("ponts.aim", (("sides", Phrase(f"sides.{seat.colour}")),)))
        for seat in plain.seats
    )
    return replace(plain, pieces=pieces, seats=seats)
