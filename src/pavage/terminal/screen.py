"""What the screen shows of a game: the board on the left, who plays on the right, what to do below."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, replace

from pavage.game import CHANCE
from pavage.scene import Board, Mark, Scene
from pavage.terminal.console import Ink
from pavage.terminal.panel import cut, least, panel
from pavage.terminal.saved_sheets import sheet_lines
from pavage.terminal.session import Sitting
from pavage.terminal.status_line import MARGIN, foot_lines
from pavage.terminal.trays import motif_lines, remarks, tray_lines
from pavage.view.characters import visible
from pavage.view.size import TIMES, size_line
from pavage.view.text import draw

GAP, PANEL = 4, 31
"""Columns between the board and the panel, and of the panel at the least."""
AROUND = 6
"""Lines that are not the board: title, blank, blank, what to do, message, input."""
LEAST = (24, 10)
"""Columns and lines of a board that is cut; a smaller part of it helps nobody."""
FURTHER = 3
"""Lines that long sentences may take from a board that does not need them."""
BODY = 16
"""Lines that the panel likes to have, if the board has fewer."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a screen, and where the cursor of the terminal stands."""

    lines: list[str]
    cursor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pointer:
    """What the keys point at: a cell, and perhaps something beside the board; and which part of a page."""

    cell: int
    beside: int | None = None
    line: int = 0
    column: int = 0


def needed(board: Board, scene: Scene) -> tuple[int, int]:
    """The columns and lines without which a game does not fit, not even a part of its board."""
    return _needed(_extent(board, scene))


def _needed(extent: tuple[int, int]) -> tuple[int, int]:
    return min(extent[0], LEAST[0]) + MARGIN + GAP + PANEL, min(extent[1], LEAST[1]) + AROUND


def _extent(board: Board, scene: Scene) -> tuple[int, int]:
    drawn = draw(board, scene, colour=False)
    return max(map(len, drawn)), len(drawn)


def frame(sitting: Sitting, ink: Ink, typed: str, pointer: Pointer, now: float) -> Frame:
    """The whole screen. If the window is too small it says so, and the game can still be played by typing."""
    scene = sitting.scene()
    board = sitting.board(scene)
    extent = _extent(board, scene)
    wide, high = _needed(extent)
    spare = max(0, ink.height - AROUND - extent[1])
    foot = foot_lines(sitting, ink, scene, typed, pointer.beside, 3 + min(spare, FURTHER))
    if ink.width < wide or ink.height < high:
        said = sitting.words("cli.play.too_small", wide=wide, high=high)
        lines = [*textwrap.wrap(said, max(10, ink.width - 1)), "", *foot][-ink.height :]
    elif sitting.page == "sheets":
        room = ink.height - 3 - len(foot)
        lines = [_title(sitting, ink), "", *_page(sitting, scene, room, pointer), "", *foot]
    else:
        room = ink.height - 3 - len(foot)
        size = (*extent, room)
        lines = [_title(sitting, ink), "", *_body(sitting, ink, board, scene, size, pointer, now), "", *foot]
    lines = [cut(line, ink.width) for line in lines]
    return Frame(
        lines, (len(lines) - 1, min(ink.width - 1, len(visible(lines[-1])) + lines[-1].endswith(">")))
    )


def _body(
    sitting: Sitting,
    ink: Ink,
    board: Board,
    scene: Scene,
    size: tuple[int, int, int],
    pointer: Pointer,
    now: float,
) -> list[str]:
    """Board and panel, trays beside or below, and the remarks under them.

    The size is what the whole board takes, columns and lines, and how many lines there are for all this.
    """
    wide, high, room = size
    shown = pointer.cell if sitting.person_to_move and not sitting.question else None
    if shown is not None and pointer.beside is None:
        scene = with_what_is_held(board, scene, shown)
    below = [f"{' ' * MARGIN}{line}" for line in remarks(sitting, ink, board, scene, ink.width - MARGIN - 1)]
    room -= len(below)
    most = ink.width - MARGIN - GAP - PANEL
    trays: list[str] = []
    if scene.trays and sitting.page != "help":
        trays, rows = _laid_out(sitting, ink, scene, (min(wide, most), high, room), pointer.beside)
        if rows:
            below = ["", *(f"{' ' * MARGIN}{row}" for row in rows), *below]
            room -= len(rows) + 1
    if wide > most or high > room:
        said = sitting.words("cli.play.part", cell=board.names[pointer.cell])
        below = [*below, f"{' ' * MARGIN}{ink.faint(said)}"]
        room -= 1
    drawn = draw(board, scene, most, room, colour=ink.colour, unicode=ink.unicode, cursor=shown, cut=True)
    left = max(len(visible(line)) for line in drawn) + MARGIN + GAP
    body = max(len(drawn), min(room, BODY))
    beside = panel(sitting, ink, board, scene, (ink.width - left - 1, body), trays, now)
    drawn = [" " * MARGIN + line for line in drawn] + [""] * (body - len(drawn))
    lines = []
    for place, line in enumerate(drawn):
        text = beside[place] if place < len(beside) else ""
        lines.append(line + " " * (left - len(visible(line))) + text if text else line)
    return [*lines, *below]


def _laid_out(
    sitting: Sitting, ink: Ink, scene: Scene, size: tuple[int, int, int], focus: int | None
) -> tuple[list[str], list[str]]:
    """What lies in trays: lines for the panel, and lines below the board.

    All beside the board if it fits there, else all below it; if that leaves too little of the board, the
    motifs beside it, or nowhere. The size is that of the board, and the lines there are for all this.
    """
    wide, high, room = size
    beside, across = ink.width - wide - MARGIN - GAP - 1, ink.width - MARGIN - 1
    motifs = motif_lines(sitting, ink, scene, beside, focus)
    trays = [*tray_lines(sitting, ink, scene, beside, focus), *motifs]
    if least(scene, trays) <= min(room, max(high, BODY)):
        return trays, []
    rows, enough = tray_lines(sitting, ink, scene, across, focus), min(high, LEAST[1])
    pictures = motif_lines(sitting, ink, scene, across, focus)
    if len(rows) + len(pictures) < room - enough:
        return [], [*rows, *pictures]
    rows = rows[: max(0, room - enough - 1)]
    left = room - len(rows) - 1
    return (motifs if least(scene, motifs) <= min(left, max(high, BODY)) else []), rows


def _page(sitting: Sitting, scene: Scene, room: int, pointer: Pointer) -> list[str]:
    """The sheets in place of the board: what there is room for, from some line and column on."""
    lines = sheet_lines(scene.sheets, sitting.words)
    first = max(0, min(pointer.line, len(lines) - room))
    return [f"{' ' * MARGIN}{line[pointer.column :]}" for line in lines[first : first + room]]


def with_what_is_held(board: Board, scene: Scene, cell: int) -> Scene:
    """The scene with the shape in the hand over a cell, or the rectangle that is being drawn up to it."""
    cells: list[int] = []
    x, y = board.centres[cell]
    if scene.stamp:
        for dx, dy in scene.stamp:
            near = min(range(len(board.centres)), key=lambda c: math.dist(board.centres[c], (x + dx, y + dy)))
            if math.dist(board.centres[near], (x + dx, y + dy)) < board.unit / 4:
                cells.append(near)
    elif scene.box and (begun := [site for site in scene.touched if site < len(board.centres)]):
        x0, y0 = board.centres[begun[0]]
        margin = board.unit / 4
        for other, (ox, oy) in enumerate(board.centres):
            within = min(x, x0) - margin < ox < max(x, x0) + margin
            if within and min(y, y0) - margin < oy < max(y, y0) + margin:
                cells.append(other)
    if not cells:
        return scene
    return replace(scene, marks=(*scene.marks, Mark("ghost", tuple(cells), colour=scene.ghost)))


def _title(sitting: Sitting, ink: Ink) -> str:
    match = sitting.match
    title = sitting.words(f"{match.game.name}.title")
    size = size_line(match.game, sitting.words, TIMES if ink.unicode else "x")
    made = sum(played.seat != CHANCE for played in match.played)
    moves = sitting.words.count("cli.play.moves", made)
    left = f"{' ' * MARGIN}{ink.bold(title)} {size}"
    return left + ink.faint(moves.rjust(ink.width - len(visible(left)) - MARGIN))
