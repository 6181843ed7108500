"""Playing on the whole screen: keys move a cursor on the board and beside it, words are typed below it."""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from pavage.scene import Board, Scene
from pavage.terminal.console import console_for
from pavage.terminal.keyboard import clicked
from pavage.terminal.raw_terminal import RawTerminal
from pavage.terminal.screen import Frame, Pointer, frame, page_lines
from pavage.terminal.session.move_input import named_now
from pavage.terminal.session.session import Session
from pavage.terminal.session.typed_words import NO, YES, fold, verb_of
from pavage.tiling import Point
from pavage.view.text.characters import visible
from pavage.view.touching import offered

WAYS: dict[str, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
STEPS = {"tab": 1, "backtab": -1, "right": 1, "left": -1}
"""How keys go through what lies beside the board."""
LONGEST_LINE = 200
REACH = 1.5
"""Columns from the middle of a cell at which a click still means it; a line counts twice."""
ASIDE_ON_PAGE = 20
"""Columns by which a wide sheet is moved."""
ASIDE = {True: math.cos(math.radians(50)), False: math.cos(math.radians(75))}
"""How far aside a cell may lie from the direction of a key: little along a row, more from row to row."""


def play_full_screen(session: Session) -> int:
    """The game until somebody leaves; the exit code."""
    typed = ""
    scene = session.scene()
    pointer = Pointer(start(session.board(scene)))
    with RawTerminal() as terminal:
        while session.leaving is None:
            now = time.monotonic()
            session.tick(now)
            if session.leaving is not None:
                break
            pointer = _settled(session, pointer, typed)
            drawn = frame(session, console_for(sys.stdout), typed, pointer, now)
            terminal.show(drawn.lines, drawn.cursor)
            key = terminal.keyboard.read_key(0.1 if session.thinking else 0.25)
            if key is not None and (place := clicked(key)) is not None:
                typed, pointer = "", _clicked(session, drawn, place, pointer)
            elif key is not None:
                typed, pointer = _press(session, terminal, key, typed, pointer)
    return session.leaving


def _settled(session: Session, pointer: Pointer, typed: str) -> Pointer:
    """Where the keys point after all that has happened: on the board there is, at what is still offered."""
    scene = session.scene()
    board = session.board(scene)
    cell = pointer.cell
    if session.advice and not typed:
        cell = session.advice[0]
    if cell >= len(board.centres):
        cell = start(board)
    there = offered(scene) if session.person_to_move else []
    beside = pointer.beside if pointer.beside in there else None
    if beside is None and there and not scene.next and not typed:
        beside = there[0]
    pointer = replace(pointer, cell=cell, beside=beside)
    return pointer if session.page else replace(pointer, line=0, column=0)


def _press(
    session: Session, terminal: RawTerminal, key: str, typed: str, pointer: Pointer
) -> tuple[str, Pointer]:
    """Do what a key asks for; the line typed so far, and what the keys point at."""
    now = time.monotonic()
    if key in ("interrupt", "end"):
        session.interrupt(now, 130 if key == "interrupt" else 0)
        return "", pointer
    if key in ("escape", "clear"):
        _give_up(session, now)
        return "", replace(pointer, beside=None)
    if key in WAYS or key in STEPS:
        session.advice = ()
        return "", _moved(session, key, pointer)
    if key == "enter":
        _enter(session, typed, pointer, now)
        return "", pointer
    if session.question is not None and fold(key) in YES + NO:
        session.say(key, now)
        return "", pointer
    if key == "suspend":
        terminal.suspend()
    elif key == "backspace":
        if not typed:
            session.touched = session.touched[:-1]
        typed = typed[:-1]
    elif key == "show":
        session.messages.clear()
        session.say("show", now)
    elif len(key) == 1 and len(typed) < LONGEST_LINE:
        typed += key
        pointer = _pointed(session, typed, pointer)
    return typed, pointer


def _clicked(session: Session, drawn: Frame, place: tuple[int, int], pointer: Pointer) -> Pointer:
    """The mouse touches the cell, what is offered, or the command that stands there; a page is closed."""
    now, (line, column) = time.monotonic(), place
    if session.page:
        session.page = ""
        return pointer
    if session.question is not None or line >= len(drawn.lines):
        return pointer
    session.messages.clear()
    distances = [max(2 * abs(y - line), abs(x - column)) for y, x in drawn.cells]
    nearest = min(range(len(distances)), key=distances.__getitem__, default=None)
    if nearest is not None and distances[nearest] <= REACH:
        if session.person_to_move and not session.thinking:
            session.touch(nearest, now)
        return replace(pointer, cell=nearest, beside=None)
    word = _word_at(visible(drawn.lines[line]), column)
    named = bool(word) and session.person_to_move and named_now(session, word) is not None
    if named or verb_of(word)[0] is not None:
        session.say(word, now)
    return pointer


def _word_at(line: str, column: int) -> str:
    """The word on a line that stretches over a column, without brackets and points."""
    for found in re.finditer(r"\S+", line):
        if found.start() <= column < found.end():
            return found[0].strip("[]().,:")
    return ""


def _give_up(session: Session, now: float) -> None:
    """Whatever was begun: a move, a question, a page."""
    session.touched = ()
    if session.question is not None:
        session.say("", now)
    session.messages.clear()
    session.page = ""


def _enter(session: Session, typed: str, pointer: Pointer, now: float) -> None:
    """Say what was typed; where nothing was, close the page or touch what the keys point at."""
    session.messages.clear()
    if typed.strip() or session.question or session.thinking or not session.person_to_move:
        session.say(typed, now)
    elif session.page:
        session.page = ""
    else:
        session.touch(pointer.cell if pointer.beside is None else pointer.beside, now)


def _pointed(session: Session, typed: str, pointer: Pointer) -> Pointer:
    """The cursor goes where the name of a cell says that is being typed."""
    names = session.board(session.scene()).names
    if fold(typed) not in names:
        return pointer
    return replace(pointer, cell=names.index(fold(typed)), beside=None)


def _moved(session: Session, key: str, pointer: Pointer) -> Pointer:
    """A key that goes somewhere: on a page, through what lies beside the board, or on the board."""
    scene = session.scene()
    if session.page:
        return _turned(session, scene, key, pointer)
    there = offered(scene) if session.person_to_move else []
    if there and key in STEPS and (pointer.beside is not None or key in ("tab", "backtab")):
        if pointer.beside is None:
            return replace(pointer, beside=there[0 if STEPS[key] > 0 else -1])
        return replace(pointer, beside=there[(there.index(pointer.beside) + STEPS[key]) % len(there)])
    if pointer.beside is not None or key not in WAYS:
        return replace(pointer, beside=None)
    board = session.board(scene)
    return replace(pointer, cell=towards(board.centres, pointer.cell, WAYS[key], board.void))


def _turned(session: Session, scene: Scene, key: str, pointer: Pointer) -> Pointer:
    """Another part of the sheets."""
    lines = page_lines(session, scene)
    right, down = WAYS.get(key, (0, 0))
    line = min(max(0, pointer.line + int(down)), len(lines) - 1)
    column = min(max(0, pointer.column + ASIDE_ON_PAGE * int(right)), max(map(len, lines)) - 1)
    return replace(pointer, line=line, column=column)


def start(board: Board) -> int:
    """Where the cursor is at first: in the middle of the cells that can be touched."""
    cells = [cell for cell in range(len(board.centres)) if cell not in board.void]
    nearest = middle([board.centres[cell] for cell in cells])
    return cells[nearest]


def middle(centres: Sequence[Point]) -> int:
    """The cell nearest to the middle of the board."""
    x = sum(x for x, _ in centres) / len(centres)
    y = sum(y for _, y in centres) / len(centres)
    return min(range(len(centres)), key=lambda cell: math.dist(centres[cell], (x, y)))


def towards(centres: Sequence[Point], cell: int, way: tuple[float, float], void: Collection[int] = ()) -> int:
    """The next cell in a direction; the same cell at the edge of the board. Void cells are passed over.

    Between two that are as near, down goes to the right and up to the left, so that one takes back the other.
    """
    x, y = centres[cell]

    def effort(other: int) -> float:
        dx, dy = centres[other][0] - x, centres[other][1] - y
        distance = math.hypot(dx, dy)
        along = (dx * way[0] + dy * way[1]) / distance
        aside = (dx * way[1] - dy * way[0]) / distance
        return math.inf if along < ASIDE[way[1] == 0] else distance * (2 - along) - 1e-3 * aside * distance

    others = (other for other in range(len(centres)) if other != cell and other not in void)
    best = min(others, key=effort, default=cell)
    return best if best != cell and effort(best) < math.inf else cell
