"""The sign of everything that lies on a board of characters, and the styles a terminal is asked for."""

from __future__ import annotations

from pavage.scene import Piece, Scene

SGR = {"red": "91", "blue": "94", "yellow": "93", "green": "92", "violet": "95", "pink": "35", "orange": "33"}
"""How a terminal is asked for each colour."""
FAINT, BOLD, REVERSE, HINT = "2", "1", "7", "93;1"

STONES = {True: ("●○▲△■□◐", "◆◇▼▽▣▢◑"), False: ("XOAVHNQ", "#@*%&$+")}
"""The stone of each colour, and its stone in a winning chain; with Unicode, and without."""
KINGS = {True: "♚♔♛♕♜♖♝", False: "1234567"}
WALL = {True: "█", False: "="}
NEUTRAL = {True: "◉", False: "o"}
"""What belongs to nobody."""
COLOURS = tuple(SGR)


def stone(colour: str, unicode: bool = True, winning: bool = False) -> str:
    """The sign of a colour."""
    if colour not in COLOURS:
        return NEUTRAL[unicode]
    return STONES[unicode][winning][COLOURS.index(colour)]


def sign(piece: Piece, unicode: bool = True, winning: bool = False) -> str:
    """The sign of a piece: solid stones have the sign that other stones only have in a winning chain."""
    if piece.shape == "wall":
        return WALL[unicode]
    if piece.shape == "king" and piece.colour in COLOURS:
        return KINGS[unicode][COLOURS.index(piece.colour)]
    return stone(piece.colour, unicode, winning or piece.shape == "solid")


def sign_of(scene: Scene, colour: str, unicode: bool = True) -> str:
    """The sign of a player: that of the king, if there is one, else of a stone."""
    king = next((piece for piece in scene.pieces if (piece.colour, piece.shape) == (colour, "king")), None)
    return sign(king, unicode) if king else stone(colour, unicode)
