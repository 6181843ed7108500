"""Playing on the whole screen: keys move a cursor on the board and beside it, words are typed below it."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from pavage.scene import Board, Scene
from pavage.terminal.console import ink_for
from pavage.terminal.raw_terminal import Terminal
from pavage.terminal.saved_sheets import sheet_lines
from pavage.terminal.screen import Pointer, frame
from pavage.terminal.session import Sitting
from pavage.terminal.typed_words import NO, YES, fold
from pavage.tiling import Point
from pavage.view.touching import offered

WAYS: dict[str, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
STEPS = {"tab": 1, "backtab": -1, "right": 1, "left": -1}
"""How keys go through what lies beside the board."""
LONGEST_LINE = 200
ASIDE_ON_PAGE = 20
"""Columns by which a wide sheet is moved."""
ASIDE = {True: math.cos(math.radians(50)), False: math.cos(math.radians(75))}
"""How far aside a cell may lie from the direction of a key: little along a row, more from row to row."""


def play_live(sitting: Sitting) -> int:
    """The game until somebody leaves; the exit code."""
    typed = ""
    scene = sitting.scene()
    pointer = Pointer(start(sitting.board(scene)))
    with Terminal() as terminal:
        while sitting.leaving is None:
            now = time.monotonic()
            sitting.tick(now)
            if sitting.leaving is not None:
                break
            pointer = _settled(sitting, pointer, typed)
            drawn = frame(sitting, ink_for(sys.stdout), typed, pointer, now)
            terminal.show(drawn.lines, drawn.cursor)
            key = terminal.key(0.1 if sitting.thinking else 0.25)
            if key is not None:
                typed, pointer = _press(sitting, terminal, key, typed, pointer)
    return sitting.leaving


def _settled(sitting: Sitting, pointer: Pointer, typed: str) -> Pointer:
    """Where the keys point after all that has happened: on the board there is, at what is still offered."""
    scene = sitting.scene()
    board = sitting.board(scene)
    cell = pointer.cell
    if sitting.advice and not typed:
        cell = sitting.advice[0]
    if cell >= len(board.centres):
        cell = start(board)
    there = offered(scene) if sitting.person_to_move else []
    beside = pointer.beside if pointer.beside in there else None
    if beside is None and there and not scene.next and not typed:
        beside = there[0]
    pointer = replace(pointer, cell=cell, beside=beside)
    return pointer if sitting.page else replace(pointer, line=0, column=0)


def _press(
    sitting: Sitting, terminal: Terminal, key: str, typed: str, pointer: Pointer
) -> tuple[str, Pointer]:
    """Do what a key asks for; the line typed so far, and what the keys point at."""
    now = time.monotonic()
    if key == "interrupt":
        sitting.interrupt(now)
        return "", pointer
    if key == "end":
        sitting.interrupt(now, 0)
        return "", pointer
    if key == "suspend":
        terminal.suspend()
    elif key in ("escape", "clear"):
        sitting.touched = ()
        if sitting.question is not None:
            sitting.say("", now)
        sitting.messages.clear()
        sitting.page = ""
        return "", replace(pointer, beside=None)
    elif key == "backspace":
        if not typed:
            sitting.touched = sitting.touched[:-1]
        typed = typed[:-1]
    elif key in WAYS or key in STEPS:
        sitting.advice = ()
        return "", _moved(sitting, key, pointer)
    elif key == "show":
        sitting.messages.clear()
        sitting.say("show", now)
    elif key == "enter":
        sitting.messages.clear()
        if typed.strip() or sitting.question or sitting.thinking or not sitting.person_to_move:
            sitting.say(typed, now)
        elif sitting.page:
            sitting.page = ""
        else:
            sitting.touch(pointer.cell if pointer.beside is None else pointer.beside, now)
        typed = ""
    elif sitting.question is not None and fold(key) in YES + NO:
        sitting.say(key, now)
        typed = ""
    elif len(key) == 1 and len(typed) < LONGEST_LINE:
        typed += key
        names = sitting.board(sitting.scene()).names
        if fold(typed) in names:
            pointer = replace(pointer, cell=names.index(fold(typed)), beside=None)
    return typed, pointer


def _moved(sitting: Sitting, key: str, pointer: Pointer) -> Pointer:
    """A key that goes somewhere: on a page, through what lies beside the board, or on the board."""
    scene = sitting.scene()
    if sitting.page == "sheets":
        return _turned(sitting, scene, key, pointer)
    there = offered(scene) if sitting.person_to_move else []
    if there and key in STEPS and (pointer.beside is not None or key in ("tab", "backtab")):
        if pointer.beside is None:
            return replace(pointer, beside=there[0 if STEPS[key] > 0 else -1])
        return replace(pointer, beside=there[(there.index(pointer.beside) + STEPS[key]) % len(there)])
    if pointer.beside is not None or key not in WAYS:
        return replace(pointer, beside=None)
    board = sitting.board(scene)
    return replace(pointer, cell=towards(board.centres, pointer.cell, WAYS[key], board.void))


def _turned(sitting: Sitting, scene: Scene, key: str, pointer: Pointer) -> Pointer:
    """Another part of the sheets."""
    lines = sheet_lines(scene.sheets, sitting.words)
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
