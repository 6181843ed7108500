"""Games at the size of those on the table: boards, pawns, tiles and plans as their authors made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pavage.game import Game
from pavage.printing.boards import Look, board_inks, laid_out, millimetres, on_pages, rounded
from pavage.printing.ink import BLACK, CannotPrint, Ink, Shape, bounds, line, rectangle
from pavage.printing.order import Order, Report
from pavage.printing.page import Page, Paper, paper_named
from pavage.printing.sheets.hextra_kit import hextra_pages
from pavage.printing.sheets.pieces import CELL, PAWN, SHARE, Pieces, piece_pages, pieces_of
from pavage.printing.sheets.tiles import ordered_tiles
from pavage.printing.sheets.wooden import wooden_of, wooden_pages
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.tiling.plane import around
from pavage.words import Words

PANEL = (390.0, 260.0)
"""Millimetres of the board of Hex."""
HEX_CELL = 23.0
"""The largest round size of 11 × 11 cells that leaves a rim on that board."""
HEINASH_CELL = 28.0

FIXED = {
    "hex": "39 × 26 cm",
    "tetrago": f"{CELL:g} mm",
    "hexago": f"{CELL:g} mm",
    "triago": f"{CELL:g} mm",
    "hextra": "36 × 50 mm, 33 mm",
}
"""Games whose parts fit together at one size only."""

Making = Callable[[Order, Paper, Words], list[Page]]


def real_pages(order: Order, words: Words, report: Report) -> list[Page]:
    """A whole game: its board and what is played with."""
    paper = paper_named(order.paper)
    if order.game in FIXED and (order.cell or order.tiling):
        raise CannotPrint(
            "real_board" if order.tiling else "real_size", game=order.game, size=FIXED[order.game]
        )
    if order.game == "hextra":
        return hextra_pages(order, words, report)
    making = REAL.get(order.game, _usual)
    return making(order, paper, words)


def _board(
    game: Game[Any],
    cell: float,
    paper: Paper,
    words: Words,
    order: Order,
    more: Callable[[float], list[Ink]] | None = None,
) -> list[Page]:
    """The board in cells of this size, with what a plan adds to it: in the drawing's own place and scale."""
    scene = laid_out(game.name, scene_of(game, Moment(game.start())))
    board = board_of(game, scene.board)
    inks = board_inks(board, scene, cell, Look(order.coordinates, order.bands))
    if more is not None:
        inks += more(cell)
    told = words("print.cells_of", size=millimetres(cell, words))
    return on_pages(inks, paper, words, words(f"{game.name}.title"), told)


def _pawns(
    game: Game[Any], pieces: list[Pieces], paper: Paper, words: Words, order: Order, size: float
) -> list[Page]:
    title = words("print.pieces", game=words(f"{game.name}.title"))
    return piece_pages(pieces, size, paper, words, title, order.backs, game.players > 2)


def _usual(order: Order, paper: Paper, words: Words) -> list[Page]:
    """Cells of 20 mm and pawns of 15 mm, as on the boards of wood."""
    game, cell = order.made(), order.cell or CELL
    return [
        *_board(game, cell, paper, words, order),
        *_pawns(game, pieces_of(game), paper, words, order, SHARE * cell),
    ]


def _tetrago(order: Order, paper: Paper, words: Words) -> list[Page]:
    game = order.made()
    wooden = wooden_of(game.tiling.code)
    most = replace_board(game, wooden.back)
    return [*wooden_pages(wooden, paper, words), *_pawns(game, pieces_of(most), paper, words, order, PAWN)]


def replace_board(game: Game[Any], cells: int) -> Game[Any]:
    """The same game on a square board of another size."""
    return type(game)(**{**game.options, "board": f"S{cells}x{cells}"})


def _hex(order: Order, paper: Paper, words: Words) -> list[Page]:
    """The board of 26 × 39 cm, to be cut out along its edge."""
    game = order.made()

    def panel(cell: float) -> list[Ink]:
        scene = scene_of(game, Moment(game.start()))
        inks = board_inks(board_of(game), scene, cell, Look(False, order.bands))
        left, top, right, low = bounds(inks)
        x, y = (left + right - PANEL[0]) / 2, (top + low - PANEL[1]) / 2
        return [Shape(rectangle(x, y, *PANEL, 4.0), stroke=BLACK, width=0.2, name="cut")]

    # Any other number of cells comes on the same board.
    cell = rounded(HEX_CELL * 11 / len(game.tiling) ** 0.5)
    return [
        *_board(game, cell, paper, words, order, panel),
        *_pawns(game, pieces_of(game), paper, words, order, PAWN),
    ]


def _dual(order: Order, paper: Paper, words: Words) -> list[Page]:
    """HexaGo and TriaGo on one board: the middles of hexagons are corners of triangles."""
    game = games()["hexago"](board="H5")
    tiling = game.tiling

    def triangles(cell: float) -> list[Ink]:
        board = board_of(game)
        scale = cell / (3**0.5 * board.unit) if board.unit else 1.0
        edges = {tuple(sorted(edge)) for polygon in tiling.dual().polygons for edge in around(polygon)}
        return [
            Shape(
                line(*(value * scale for point in edge for value in point)),
                stroke="#1A659E",
                width=0.35,
                dash=(2.4, 1.6),
            )
            for edge in sorted(edges)
        ]

    shown = replace(order, coordinates=False)
    return [
        *_board(game, CELL, paper, words, shown, triangles),
        *_pawns(game, [Pieces(colour, 25) for colour in game.colours[:3]], paper, words, order, PAWN),
    ]


def _heinash(order: Order, paper: Paper, words: Words) -> list[Page]:
    """36 numbered cells and 18 counters of each colour."""
    game = order.made()
    counters, cell = [Pieces(colour, 18) for colour in game.colours[:2]], order.cell or HEINASH_CELL
    return [
        *_board(game, cell, paper, words, order),
        *_pawns(game, counters, paper, words, order, SHARE * cell),
    ]


def _ponts(order: Order, paper: Paper, words: Words) -> list[Page]:
    """On TetraGo's board of 7 × 7 cells, unless another size is asked for."""
    game = order.made() if "size" in order.options else games()["ponts"](**{"size": 3, **order.options})
    inside = sum(code == 0 for code in game.start().board)
    pieces, cell = [Pieces(colour, inside // 2 + 1) for colour in game.colours[:2]], order.cell or CELL
    return [
        *_board(game, cell, paper, words, order),
        *_pawns(game, pieces, paper, words, order, SHARE * cell),
    ]


def _tiled(order: Order, paper: Paper, words: Words) -> list[Page]:
    """The room, and everybody's tiles."""
    game, cell = order.made(), order.cell or CELL
    return [*_board(game, cell, paper, words, order), *ordered_tiles(game, cell, paper, words)]


REAL: Mapping[str, Making] = {
    "tetrago": _tetrago,
    "hex": _hex,
    "hexago": _dual,
    "triago": _dual,
    "heinash": _heinash,
    "ponts": _ponts,
    "carreleurs": _tiled,
    "blocs": _tiled,
}
"""Games that have a size of their own; all others have cells of 20 mm."""
