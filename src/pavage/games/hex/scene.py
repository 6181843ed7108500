"""How a game of Hex is shown: bands of colour along the sides, and what each player wants to join."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pavage.games.hex.rules import Hex
from pavage.phrase import Phrase
from pavage.scene import Board, Moment, Scene, SeatView, plain_board, plain_scene, side_bands

DIAMOND = 60
"""Turned by this, the long diagonal stands upright: the shape that fills a phone."""


def board(game: Hex) -> Board:
    bands = side_bands(game, game.tiling.sides, ("red", "blue", "red", "blue"))
    return replace(plain_board(game), bands=bands, turns=(0, DIAMOND))


def scene(game: Hex, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    return replace(plain, seats=tuple(map(_with_aim, plain.seats)))


@cache
def _with_aim(seat: SeatView) -> SeatView:
    return replace(seat, aim=Phrase("hex.aim", (("sides", Phrase(f"sides.{seat.colour}")),)))
