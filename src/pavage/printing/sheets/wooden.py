"""TetraGo in wood: both faces of its floor, the crown that holds the pawns, and the lid, as plans to cut.

The floor is a plate whose one side bears n × n cells within the crown and whose other bears (n+1) × (n+1), or
(n+2) × (n+2), cells from edge to edge. Plates are 5 mm thick; the lid is folded from a transparent sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pavage.printing.boards import Look, board_inks, millimetres, on_pages
from pavage.printing.ink import BLACK, Ink, Shape, Text, bounds, line, polygon, rectangle
from pavage.printing.page import SMALL, Page, Paper
from pavage.printing.sheets.pieces import CELL
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.words import Words

PLATE = 5.0
"""How thick a plate is; floor and crown lie upon each other."""
FILM = 0.7
"""How thick the lid is."""
PLAY = 0.5
"""Room on each side, so that the board slides into its lid as a drawer does."""
LIP = 8.0
"""What of the lid goes under the board."""


@dataclass(frozen=True, slots=True)
class Wooden:
    """The measures of one board, in millimetres."""

    front: int
    back: int

    @property
    def inner(self) -> float:
        return self.front * CELL

    @property
    def outer(self) -> float:
        return self.back * CELL

    @property
    def crown(self) -> float:
        """How wide the crown is."""
        return (self.outer - self.inner) / 2


SMALL_BOARD, LARGE_BOARD = Wooden(6, 7), Wooden(12, 14)


def wooden_of(code: str) -> Wooden:
    """Boards of 6 and 7 cells are one of wood, those of 12 and 14 another."""
    return LARGE_BOARD if code in ("S12x12", "S14x14") else SMALL_BOARD


def wooden_pages(wooden: Wooden, paper: Paper, words: Words) -> list[Page]:
    """Two faces, a crown, a lid."""
    pages = []
    for side, cells in (("front", wooden.front), ("back", wooden.back)):
        title = words(f"print.wood.{side}", cells=cells)
        pages += on_pages(
            _face(wooden, cells), paper, words, title, words("print.cells_of", size=f"{CELL:g}")
        )
    if len(pages) == 2:  # where a face takes several pages, they are glued first
        pages[1].back = True
    pages += on_pages(_crown(wooden, words), paper, words, words("print.wood.crown"), _plates(words))
    pages += on_pages(_lid(wooden, words), paper, words, words("print.wood.lid"), _plates(words))
    return pages


def _plates(words: Words) -> str:
    return words("print.wood.plates", plate=f"{PLATE:g}")


def _face(wooden: Wooden, cells: int) -> list[Ink]:
    """A side of the floor: its cells, in the middle of the plate that is cut out."""
    game = games()["tetrago"](board=f"S{cells}x{cells}")
    board, scene = board_of(game), scene_of(game, Moment(game.start()))
    inks = board_inks(board, scene, CELL, Look(coordinates=False, bands=False))
    left, top, right, low = bounds(inks)
    x, y = (left + right - wooden.outer) / 2, (top + low - wooden.outer) / 2
    return [*inks, Shape(rectangle(x, y, wooden.outer, wooden.outer), stroke=BLACK, width=0.1, name="cut")]


def _crown(wooden: Wooden, words: Words) -> list[Ink]:
    inks: list[Ink] = [
        Shape(rectangle(0, 0, wooden.outer, wooden.outer), stroke=BLACK, width=0.1, name="cut"),
        Shape(
            rectangle(wooden.crown, wooden.crown, wooden.inner, wooden.inner),
            stroke=BLACK,
            width=0.1,
            name="cut",
        ),
    ]
    inks += measure(0, -4, wooden.outer, -4, words)
    inks += measure(wooden.crown, wooden.outer / 2, wooden.outer - wooden.crown, wooden.outer / 2, words)
    lines = [
        words("print.wood.crown_is", wide=f"{wooden.crown:g}", plate=f"{PLATE:g}"),
        words("print.wood.holds", count=int(wooden.inner // 15) ** 2),
    ]
    return [*inks, *_told(lines, wooden.outer / 2, wooden.outer / 2 + 8)]


def _lid(wooden: Wooden, words: Words) -> list[Ink]:
    """A net: the top, three walls as high as both plates, and a lip on two of them; one side stays open."""
    top = wooden.outer + 2 * PLAY
    wall = 2 * PLATE + PLAY + FILM
    x, y = wall + LIP, wall
    right, low = x + top, y + top
    outline = [
        *((x, 0.0), (right, 0.0), (right, y), (right + wall + LIP, y), (right + wall + LIP, low)),
        *((x - wall - LIP, low), (x - wall - LIP, y), (x, y)),
    ]
    inks: list[Ink] = [Shape(polygon(outline), stroke=BLACK, width=0.1, name="cut")]
    folds = [(x, y, x, low), (right, y, right, low), (x, y, right, y)]
    folds += [(x - wall, y, x - wall, low), (right + wall, y, right + wall, low)]
    inks += [Shape(line(*fold), stroke=BLACK, width=0.1, dash=(3.0, 2.0), name="fold") for fold in folds]
    inks += measure(x, low + 5, right, low + 5, words)
    inks += measure(right, low + 5, right + wall, low + 5, words)
    lines = [
        words("print.wood.lid_is", film=millimetres(FILM, words)),
        words("print.wood.folds"),
        words("print.wood.drawer"),
    ]
    return [*inks, *_told(lines, x + top / 2, y + top / 2 - 6)]


def _told(lines: Sequence[str], x: float, y: float) -> list[Ink]:
    return [Text(x, y + 5.5 * place, text, SMALL, anchor="middle") for place, text in enumerate(lines)]


def measure(x1: float, y1: float, x2: float, y2: float, words: Words) -> list[Ink]:
    """A length with its number, between two short strokes."""
    length = millimetres(x2 - x1, words)
    inks: list[Ink] = [Shape(line(x1, y1, x2, y2), stroke="#666666", width=0.15)]
    inks += [Shape(line(x, y1 - 1.5, x, y1 + 1.5), stroke="#666666", width=0.15) for x in (x1, x2)]
    # Over a short one there is no room; its number stands below.
    y = y1 - 1.4 if x2 - x1 > 25 else y1 + 4.6
    return [*inks, Text((x1 + x2) / 2, y, f"{length} mm", SMALL, anchor="middle")]
