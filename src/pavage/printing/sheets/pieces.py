"""Pawns and kings to cut out, drawn as they lie on the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pavage.game import Game
from pavage.printing.boards import millimetres
from pavage.printing.drawing import drawn
from pavage.printing.ink import CannotPrint, Ink, Shape, circle, shifted
from pavage.printing.order import Order
from pavage.printing.page import FOOT, MARGIN, MOST_PAGES, Page, Paper, back_of, new_page, paper_named
from pavage.printing.sheets.tiles import has_tiles, ordered_tiles
from pavage.view.stones import NEUTRAL, defined
from pavage.view.style import resolve, sheet
from pavage.words import Words

PAWN = 15.0
"""Millimetres across a pawn of the game made of wood; its cells are 20 mm wide."""
CELL = 20.0
SHARE = PAWN / CELL
GAP = 2.0
"""Between two pawns, for the scissors."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Some pieces of one kind."""

    colour: str
    count: int
    shape: str = "stone"


def pieces_of(game: Game[Any]) -> list[Pieces]:
    """What one needs to play: as many as may come to lie on the board."""
    cells, colours = len(game.tiling), game.colours[: game.players]
    if game.name == "hexadames":
        men = [game.start().board.count(code) for code in range(1, game.players + 1)]
        return [Pieces(colour, count) for colour, count in zip(colours, men, strict=True)]
    if game.name == "labyrinthe":
        return [*(Pieces(colour, 1, "king") for colour in colours), Pieces(NEUTRAL, cells // 2)]
    if game.name in ("marienbad", "nombres"):
        return [Pieces(NEUTRAL if game.name == "marienbad" else "red", cells)]
    return [Pieces(colour, math.ceil(cells / game.players)) for colour in colours]


def piece_inks(piece: Pieces, diameter: float, patterned: bool) -> list[Ink]:
    """One piece around the origin, drawn by the same lines as on the screen, and where it is cut out."""
    size = f"scale({diameter / 2:.4f})"
    svg = (
        f"<svg><style>{escape(sheet('board.css'), quote=False)}</style><defs>{defined(patterned)}</defs>"
        f'<use href="#{piece.shape}-{piece.colour}" transform="{size}"/></svg>'
    )
    cut = Shape(circle(0.0, 0.0, diameter / 2), stroke="#000000", width=0.1, name="piece")
    return [*drawn(resolve(svg, "print", patterned)), cut]


def piece_pages(
    pieces: Sequence[Pieces],
    diameter: float,
    paper: Paper,
    words: Words,
    title: str,
    backs: bool,
    patterned: bool,
) -> list[Page]:
    """All pieces in rows; where the paper is printed on both sides, the same on the back."""
    step = diameter + GAP
    columns, rows = math.floor((paper.wide + GAP) / step), math.floor((paper.high + GAP) / step)
    if not columns or not rows:
        raise CannotPrint("piece_size", size=millimetres(diameter, words), paper=paper.called)
    listed = [piece for piece in pieces for _ in range(piece.count)]
    each = columns * rows
    if len(listed) > each * MOST_PAGES:
        raise CannotPrint("too_many_pieces", count=len(listed), size=millimetres(diameter, words))
    known = {piece: piece_inks(piece, diameter, patterned) for piece in pieces}
    left = (paper.width - columns * step + GAP) / 2 + diameter / 2
    top = max(MARGIN, (paper.height - FOOT - rows * step + GAP) / 2) + diameter / 2
    note = words("print.pieces_of", size=millimetres(diameter, words))
    pages = []
    for begin in range(0, len(listed), each):
        for back in (False, True) if backs else (False,):
            page = (back_of if back else new_page)(paper, words, title, note)
            for place, piece in enumerate(listed[begin : begin + each]):
                row, column = divmod(place, columns)
                column = columns - 1 - column if back else column
                page.add(shifted(known[piece], left + column * step, top + row * step))
            pages.append(page)
    return pages


def ordered_pieces(order: Order, words: Words) -> list[Page]:
    """The pieces of a game, to fit its cells; a pawn for each cell would be no help where tiles are laid."""
    game = order.made()
    if has_tiles(game):
        return ordered_tiles(game, order.cell or CELL, paper_named(order.paper), words)
    diameter = SHARE * order.cell if order.cell else PAWN
    title = words("print.pieces", game=words(f"{game.name}.title"))
    return piece_pages(
        pieces_of(game), diameter, paper_named(order.paper), words, title, order.backs, game.players > 2
    )
