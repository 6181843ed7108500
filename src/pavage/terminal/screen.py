"""What the screen shows of a game: the board on the left, who plays on the right, what to do below."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from pavage.formats.sheets import sheet_lines
from pavage.game import CHANCE
from pavage.scene import Board, Mark, Scene
from pavage.terminal.console import Console
from pavage.terminal.legend import legend_lines
from pavage.terminal.panel import cut, least, panel
from pavage.terminal.session.session import Session
from pavage.terminal.status_line import MARGIN, status_lines
from pavage.terminal.trays import motif_lines, tray_lines
from pavage.view.size import TIMES, size_line
from pavage.view.text import draw, draw_with_places
from pavage.view.text.characters import visible

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
    cells: tuple[tuple[float, float], ...] = ()
    """The line and column of the middle of each cell, where the board is shown."""


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


def frame(session: Session, console: Console, typed: str, pointer: Pointer, now: float) -> Frame:
    """The whole screen. If the window is too small it says so, and the game can still be played by typing."""
    scene = session.scene()
    board = session.board(scene)
    cells: list[tuple[float, float]] = []
    extent = _extent(board, scene)
    wide, high = _needed(extent)
    spare = max(0, console.height - AROUND - extent[1])
    status = status_lines(session, console, scene, typed, pointer.beside, 3 + min(spare, FURTHER))
    if console.width < wide or console.height < high:
        said = session.words("cli.play.too_small", wide=wide, high=high)
        lines = [*textwrap.wrap(said, max(10, console.width - 1)), "", *status][-console.height :]
    elif session.page:
        room = console.height - 3 - len(status)
        lines = [_title(session, console), "", *_page(page_lines(session, scene), room, pointer), "", *status]
    else:
        room = console.height - 3 - len(status)
        size = (*extent, room)
        body, cells = _body(session, console, board, scene, size, pointer, now)
        lines = [_title(session, console), "", *body, "", *status]
    lines = [cut(line, console.width) for line in lines]
    return Frame(
        lines,
        (len(lines) - 1, min(console.width - 1, len(visible(lines[-1])) + lines[-1].endswith(">"))),
        tuple((line + 2, column + MARGIN) for line, column in cells),
    )


def _body(
    session: Session,
    console: Console,
    board: Board,
    scene: Scene,
    size: tuple[int, int, int],
    pointer: Pointer,
    now: float,
) -> tuple[list[str], list[tuple[float, float]]]:
    """Board and panel, trays beside or below, and the legend under them; and where the cells are.

    The size is what the whole board takes, columns and lines, and how many lines there are for all this.
    """
    wide, high, room = size
    shown = pointer.cell if session.person_to_move and not session.question else None
    if shown is not None and pointer.beside is None:
        scene = with_what_is_held(board, scene, shown)
    below = [
        f"{' ' * MARGIN}{line}"
        for line in legend_lines(session, console, board, scene, console.width - MARGIN - 1)
    ]
    room -= len(below)
    most = console.width - MARGIN - GAP - PANEL
    trays: list[str] = []
    if scene.trays:
        trays, rows = _laid_out(session, console, scene, (min(wide, most), high, room), pointer.beside)
        if rows:
            below = ["", *(f"{' ' * MARGIN}{row}" for row in rows), *below]
            room -= len(rows) + 1
    if wide > most or high > room:
        said = session.words("cli.play.part", cell=board.names[pointer.cell])
        below = [*below, f"{' ' * MARGIN}{console.faint(said)}"]
        room -= 1
    drawn, cells = draw_with_places(
        board, scene, most, room, colour=console.colour, unicode=console.unicode, cursor=shown, cut=True
    )
    left = max(len(visible(line)) for line in drawn) + MARGIN + GAP
    body = max(len(drawn), min(room, BODY))
    beside = panel(session, console, board, scene, (console.width - left - 1, body), trays, now)
    return [*_with_panel(drawn, beside, left, body), *below], cells


def _with_panel(drawn: list[str], beside: list[str], left: int, count: int) -> list[str]:
    """So many lines: the board, and the panel from a column on."""
    lines = []
    for line, text in islice(zip_longest(drawn, beside, fillvalue=""), count):
        line = f"{' ' * MARGIN}{line}" if line else line
        lines.append(line + " " * (left - len(visible(line))) + text if text else line)
    return lines + [""] * (count - len(lines))


def _laid_out(
    session: Session, console: Console, scene: Scene, size: tuple[int, int, int], focus: int | None
) -> tuple[list[str], list[str]]:
    """What lies in trays: lines for the panel, and lines below the board.

    All beside the board if it fits there, else all below it; if that leaves too little of the board, the
    motifs beside it, or nowhere. The size is that of the board, and the lines there are for all this.
    """
    wide, high, room = size
    beside, across = console.width - wide - MARGIN - GAP - 1, console.width - MARGIN - 1
    motifs = motif_lines(session, console, scene, beside, focus)
    trays = [*tray_lines(session, console, scene, beside, focus), *motifs]
    if least(scene, trays) <= min(room, max(high, BODY)):
        return trays, []
    rows, enough = tray_lines(session, console, scene, across, focus), min(high, LEAST[1])
    pictures = motif_lines(session, console, scene, across, focus)
    if len(rows) + len(pictures) < room - enough:
        return [], [*rows, *pictures]
    rows = rows[: max(0, room - enough - 1)]
    left = room - len(rows) - 1
    return (motifs if least(scene, motifs) <= min(left, max(high, BODY)) else []), rows


def page_lines(session: Session, scene: Scene) -> list[str]:
    """What is read in place of the board: help, or the sheets of the game."""
    if session.page == "help":
        return session.words("cli.play.help").splitlines()
    return sheet_lines(scene.sheets, session.words)


def _page(lines: list[str], room: int, pointer: Pointer) -> list[str]:
    """What there is room for, from some line and column on."""
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


def _title(session: Session, console: Console) -> str:
    match = session.match
    title = session.words(f"{match.game.name}.title")
    size = size_line(match.game, session.words, TIMES if console.unicode else "x")
    made = sum(played.seat != CHANCE and not played.reason for played in match.played)
    moves = session.words.count("cli.play.moves", made)
    left = f"{' ' * MARGIN}{console.bold(title)} {size}"
    return left + console.faint(moves.rjust(console.width - len(visible(left)) - MARGIN))
