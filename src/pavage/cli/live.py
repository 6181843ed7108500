"""Playing on the whole screen: keys move a cursor on the board, words are typed below it."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence

from pavage.cli.commands import NO, YES, fold
from pavage.cli.ink import ink_for
from pavage.cli.keys import Terminal
from pavage.cli.screen import frame
from pavage.cli.sitting import Sitting
from pavage.tiling import Point

WAYS: dict[str, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
LONGEST_LINE = 200
ASIDE = {True: math.cos(math.radians(50)), False: math.cos(math.radians(75))}
"""How far aside a cell may lie from the direction of a key: little along a row, more from row to row."""


def play_live(sitting: Sitting) -> int:
    """The game until somebody leaves; the exit code."""
    typed = ""
    cursor = middle(sitting.match.game.tiling.centres)
    with Terminal() as terminal:
        while sitting.leaving is None:
            now = time.monotonic()
            sitting.tick(now)
            if sitting.leaving is not None:
                break
            cells = sitting.match.game.tiling.centres
            cursor = sitting.advice[0] if sitting.advice and not typed else min(cursor, len(cells) - 1)
            drawn = frame(sitting, ink_for(sys.stdout), typed, cursor, now)
            terminal.show(drawn.lines, drawn.cursor)
            key = terminal.key(0.1 if sitting.thinking else 0.25)
            if key is not None:
                typed, cursor = _press(sitting, terminal, key, typed, cursor)
    return sitting.leaving


def _press(sitting: Sitting, terminal: Terminal, key: str, typed: str, cursor: int) -> tuple[str, int]:
    """Do what a key asks for; the line typed so far, and the cell under the cursor."""
    now = time.monotonic()
    game = sitting.match.game
    if key == "interrupt":
        sitting.interrupt(now)
        return "", cursor
    if key == "end":
        sitting.interrupt(now, 0)
        return "", cursor
    if key == "suspend":
        terminal.suspend()
    elif key in ("escape", "clear"):
        sitting.touched = ()
        if sitting.question is not None:
            sitting.say("", now)
        sitting.messages.clear()
        sitting.helping = False
        typed = ""
    elif key == "backspace":
        typed = typed[:-1]
    elif key in WAYS:
        sitting.advice = ()
        cursor = towards(game.tiling.centres, cursor, WAYS[key])
        typed = ""
    elif key == "enter":
        sitting.messages.clear()
        if typed.strip() or sitting.question or sitting.thinking or not sitting.person_to_move:
            sitting.say(typed, now)
        else:
            sitting.helping = False
            sitting.touch(cursor, now)
        typed = ""
    elif sitting.question is not None and fold(key) in YES + NO:
        sitting.say(key, now)
        typed = ""
    elif len(key) == 1 and len(typed) < LONGEST_LINE:
        typed += key
        named = fold(typed)
        if named in game.tiling.names:
            cursor = game.tiling.names.index(named)
    return typed, cursor


def middle(centres: Sequence[Point]) -> int:
    """The cell nearest to the middle of the board."""
    x = sum(x for x, _ in centres) / len(centres)
    y = sum(y for _, y in centres) / len(centres)
    return min(range(len(centres)), key=lambda cell: math.dist(centres[cell], (x, y)))


def towards(centres: Sequence[Point], cell: int, way: tuple[float, float]) -> int:
    """The next cell in a direction; the same cell at the edge of the board.

    Between two that are as near, down goes to the right and up to the left, so that one takes back the other.
    """
    x, y = centres[cell]

    def effort(other: int) -> float:
        dx, dy = centres[other][0] - x, centres[other][1] - y
        distance = math.hypot(dx, dy)
        along = (dx * way[0] + dy * way[1]) / distance
        aside = (dx * way[1] - dy * way[0]) / distance
        return math.inf if along < ASIDE[way[1] == 0] else distance * (2 - along) - 1e-3 * aside * distance

    best = min((other for other in range(len(centres)) if other != cell), key=effort, default=cell)
    return best if best != cell and effort(best) < math.inf else cell
