"""The Braille alphabet of a language on a page, to read the words of Nombres croisés with."""

from __future__ import annotations

from pavage.games.nombres.braille import HIGH, SIGNS, WIDE
from pavage.printing.ink import BLACK, Ink, Shape, Text, circle, rectangle
from pavage.printing.page import BODY, LARGE, MARGIN, SMALL, Page, Paper, heading, new_page
from pavage.printing.text import block, plain
from pavage.words import Words

ACROSS = 7
"""Signs in a row."""
CELL = 5.0
"""Millimetres of a cell of a sign, which is as on the grid: two wide and three high."""


def braille_page(paper: Paper, words: Words) -> Page:
    title = words("print.puzzles.alphabet")
    page = new_page(paper, words, title)
    told, top = block(
        plain(words("print.puzzles.alphabet_lead")), MARGIN, heading(page, title) + 1, paper.wide, SMALL
    )
    page.add(told)
    letters = [(letter, dots) for letter, dots in SIGNS[words.language].items() if letter != " "]
    step = paper.wide / ACROSS
    for place, (letter, dots) in enumerate(letters):
        row, column = divmod(place, ACROSS)
        page.add(_sign(letter, dots, MARGIN + (column + 0.5) * step, top + 8 + row * (HIGH * CELL + 15)))
    return page


def _sign(letter: str, dots: frozenset[int], middle: float, top: float) -> list[Ink]:
    left = middle - WIDE * CELL / 2
    inks: list[Ink] = [Text(middle, top, letter, LARGE, "bold", anchor="middle")]
    for dot in range(1, WIDE * HIGH + 1):
        right, down = divmod(dot - 1, HIGH)
        x, y = left + right * CELL, top + 3 + down * CELL
        inks.append(Shape(rectangle(x, y, CELL, CELL), stroke="#999999", width=0.15))
        if dot in dots:
            inks.append(Shape(circle(x + CELL / 2, y + CELL / 2, 0.36 * CELL), BLACK))
    inks.append(
        Text(middle, top + 3 + HIGH * CELL + BODY, "-".join(map(str, sorted(dots))), SMALL, anchor="middle")
    )
    return inks
