"""Boards at a size in millimetres: on one page, or cut into several with overlaps to glue."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from pavage.printing.drawing import drawn
from pavage.printing.ink import CannotPrint, Clip, Ink, Shape, Text, bounds, line, rectangle, shifted
from pavage.printing.page import FOOT, MARGIN, MOST_PAGES, QUIET, TINY, Page, Paper, new_page
from pavage.scene import Board, Mark, Scene
from pavage.tiling.plane import around, distance_to_line
from pavage.view.geometry import UNIT
from pavage.view.svg import picture
from pavage.words import Words

FINEST = 3.0
"""Millimetres of the smallest cell that can be seen and played on."""
LARGEST = 200.0
USUAL = 25.0
"""No cell is larger than this unless somebody asks for it."""
OVERLAP = 10.0
"""What two pages that are glued together both show."""
LEGIBLE = 1.3
"""Millimetres of the smallest letters; what would be finer is left out."""
LABELS = (2.2, 5.0)
"""Millimetres of the smallest and the largest coordinate."""


MOVED = {"hexadames": True, "labyrinthe": True, "marienbad": False}
"""Games whose pieces lie on the board at the start and do not stay: whether dots show where they begin."""


def laid_out(name: str, scene: Scene) -> Scene:
    """The beginning of a game on paper: what is moved or taken is put there by hand, not printed."""
    if name not in MOVED:
        return scene
    begin = Mark("target", tuple(piece.cell for piece in scene.pieces))
    return replace(scene, pieces=(), marks=(*scene.marks, begin) if MOVED[name] else scene.marks)


@dataclass(frozen=True, slots=True)
class Look:
    """What of a board is printed."""

    coordinates: bool = True
    bands: bool = True


def across(board: Board) -> float:
    """How wide a cell is, in units of the board: the circle that it holds, of a middling cell.

    That is the side of a square, and of a hexagon the way from side to side.
    """
    widths = [
        2 * min(distance_to_line(board.centres[cell], *edge) for edge in around(polygon))
        for cell, polygon in enumerate(board.polygons)
        if polygon and cell not in board.void
    ]
    return median(widths)


def board_inks(board: Board, scene: Scene, cell: float, look: Look) -> list[Ink]:
    """A scene whose cells are so wide, around the origin of the board."""
    scale = cell / (across(board) * UNIT / board.unit)
    shown = board if look.bands else replace(board, bands=())
    label = min(max(0.3 * cell, LABELS[0]), LABELS[1])
    svg = picture(shown, scene, theme="print", labels=look.coordinates, label_size=label / scale)
    inks = drawn(svg, (scale, 0.0, 0.0, scale, 0.0, 0.0))
    return [ink for ink in inks if not (isinstance(ink, Text) and ink.size < LEGIBLE)]


def fitting(board: Board, scene: Scene, look: Look, wide: float, high: float) -> float:
    """The largest cell with which the board is no wider and no higher than this."""
    cell = USUAL
    for _ in range(3):  # letters do not grow with the cells, so one guess is not enough
        left, top, right, low = bounds(board_inks(board, scene, cell, look))
        cell *= min(wide / (right - left), high / (low - top))
    return cell


def rounded(cell: float) -> float:
    """A size that one can say: to a half, or a tenth, of a millimetre."""
    step = 0.5 if cell >= 8 else 0.1
    return math.floor(cell / step + 1e-6) * step


def board_pages(
    board: Board, scene: Scene, paper: Paper, words: Words, title: str, look: Look, cell: float | None = None
) -> list[Page]:
    """The board, in cells of this size or as large as they fit on one page."""
    if cell is None:
        cell = rounded(
            max(fitting(board, scene, look, lying.wide, lying.high) for lying in (paper, paper.turned()))
        )
        cell = min(cell, USUAL)
        if cell < FINEST:
            raise CannotPrint(
                "too_fine", cells=len(board.polygons), paper=paper.called, least=millimetres(FINEST, words)
            )
    check_cell(cell, words)
    inks = board_inks(board, scene, cell, look)
    told = words("print.cells_of", size=millimetres(cell, words))

    def smaller(most: int) -> str:
        """The largest cell that needs no more pages."""
        left, top, right, low = bounds(inks)
        size = cell
        while size > FINEST and _pages((right - left) * size / cell, (low - top) * size / cell, paper) > most:
            size *= 0.95
        return millimetres(rounded(size), words)

    left, top, right, low = bounds(inks)
    count = _pages(right - left, low - top, paper)
    if count > MOST_PAGES:
        raise CannotPrint(
            "too_many_pages",
            size=millimetres(cell, words),
            pages=count,
            paper=paper.called,
            fits=smaller(1),
            most=smaller(MOST_PAGES),
            limit=MOST_PAGES,
        )
    return on_pages(inks, paper, words, title, told)


def check_cell(cell: float, words: Words) -> None:
    if not FINEST <= cell <= LARGEST:
        raise CannotPrint("cell", value=millimetres(cell, words), low=f"{FINEST:g}", high=f"{LARGEST:g}")


def millimetres(size: float, words: Words) -> str:
    """A length as it is said, to a tenth."""
    text = f"{size:.1f}".removesuffix(".0")
    return text.replace(".", ",") if words.language == "fr" else text


def _rows(size: float, room: float) -> int:
    return 1 if size <= room + 0.01 else math.ceil((size - OVERLAP) / (room - OVERLAP) - 1e-6)


def _pages(wide: float, high: float, paper: Paper) -> int:
    return min(_rows(wide, lying.wide) * _rows(high, lying.high) for lying in (paper, paper.turned()))


def on_pages(inks: Sequence[Ink], paper: Paper, words: Words, title: str, note: str = "") -> list[Page]:
    """A drawing in the middle of a page; a larger one cut into pages, upright or lying: the fewer."""
    left, top, right, low = bounds(inks)
    wide, high = right - left, low - top
    lying = min((paper, paper.turned()), key=lambda each: _rows(wide, each.wide) * _rows(high, each.high))
    columns, rows = _rows(wide, lying.wide), _rows(high, lying.high)
    if columns * rows == 1:
        page = new_page(lying, words, title, note)
        # In the middle of the sheet, so that a back meets it.
        y = max(MARGIN, min((lying.height - high) / 2, lying.height - MARGIN - FOOT - high))
        page.add(shifted(inks, (lying.width - wide) / 2 - left, y - top))
        return [page]
    step = (lying.wide - OVERLAP, lying.high - OVERLAP)
    # The pages are filled evenly, so that none holds a strip only.
    x0 = left - (columns * step[0] + OVERLAP - wide) / 2
    y0 = top - (rows * step[1] + OVERLAP - high) / 2
    marks = _glue_marks(columns, rows, x0, y0, step)
    pages: list[Page] = []
    for row in range(rows):
        for column in range(columns):
            name = f"{chr(65 + row)}{column + 1}"
            part = f"{name} ({words('print.part', number=len(pages) + 1, count=rows * columns)})"
            page = new_page(lying, words, f"{title} · {part}", note)
            window = rectangle(MARGIN, MARGIN, lying.wide, lying.high)
            dx, dy = MARGIN - x0 - column * step[0], MARGIN - y0 - row * step[1]
            page.inks.append(Clip(window, tuple(shifted([*inks, *marks], dx, dy))))
            page.add(_seams(lying, words, row, column, rows, columns))
            pages.append(page)
    return pages


def _glue_marks(columns: int, rows: int, x0: float, y0: float, step: tuple[float, float]) -> list[Ink]:
    """Small crosses in the overlaps: they lie upon each other when two pages are glued as they should be."""
    ways = [(x0 + column * step[0] + OVERLAP / 2, True) for column in range(1, columns)]
    ways += [(y0 + row * step[1] + OVERLAP / 2, False) for row in range(1, rows)]
    inks: list[Ink] = []
    for at, upright in ways:
        begin, count, each = (y0, rows, step[1]) if upright else (x0, columns, step[0])
        for part in range(count):
            for share in (0.2, 0.8):
                along = begin + part * each + OVERLAP + share * (each - OVERLAP)
                x, y = (at, along) if upright else (along, at)
                for dx, dy in ((2.5, 0.0), (0.0, 2.5)):
                    inks.append(Shape(line(x - dx, y - dy, x + dx, y + dy), stroke="#000000", width=0.15))
    return inks


def _seams(paper: Paper, words: Words, row: int, column: int, rows: int, columns: int) -> list[Ink]:
    """Where the page to the right and the one below lie upon this one."""
    right, low = paper.width - MARGIN, MARGIN + paper.high
    inks: list[Ink] = []
    dashed = {"stroke": QUIET, "width": 0.15, "dash": (2.0, 2.0), "name": "glue"}
    if column + 1 < columns:
        inks.append(Shape(line(right - OVERLAP, MARGIN, right - OVERLAP, low), **dashed))  # type: ignore[arg-type]
        told = words("print.glue", page=f"{chr(65 + row)}{column + 2}")
        inks.append(Text(right - 1, MARGIN + 4, told, TINY, fill=QUIET, angle=90))
    if row + 1 < rows:
        inks.append(Shape(line(MARGIN, low - OVERLAP, right, low - OVERLAP), **dashed))  # type: ignore[arg-type]
        told = words("print.glue", page=f"{chr(66 + row)}{column + 1}")
        inks.append(Text(MARGIN + 4, low - 1, told, TINY, fill=QUIET))
    if column:
        inks.append(Shape(line(MARGIN, MARGIN, MARGIN, low), stroke="#000000", width=0.1, name="cut"))
    if row:
        inks.append(Shape(line(MARGIN, MARGIN, right, MARGIN), stroke="#000000", width=0.1, name="cut"))
    return inks
