"""The two score sheets of HEXTRA and its aide, as they are in the box."""

from __future__ import annotations

import math

from pavage.games.hextra.geometry.claims import CARDS
from pavage.games.hextra.position import LETTERS
from pavage.printing.ink import BLACK, Clip, Ink, Shape, Text, circle, hexagon, line, rectangle
from pavage.printing.page import BODY, MARGIN, SMALL, Page, Paper, heading, new_page
from pavage.printing.text import block, plain
from pavage.words import Words

LINES = 22
"""Announcements that one sheet has room for."""
COLUMNS = (("colour", 20.0), ("antecedent", 30.0), ("image", 24.0), ("transformation", 0.0), ("valid", 24.0))
"""Widths; the column without one takes the rest."""
HATCH = 1.4


def transformation_sheet(paper: Paper, words: Words) -> Page:
    """Every announcement: colour, antecedent and image, the transformation, whether the others accept it."""
    page = new_page(paper, words, "HEXTRA")
    top = _players(page, heading(page, "HEXTRA", words("print.hextra.sheet_transformations")), words)
    rest = paper.wide - sum(wide for _, wide in COLUMNS)
    widths = [wide or rest for _, wide in COLUMNS]
    head, low = 11.0, MARGIN + paper.high - 2
    step = (low - top - head) / LINES
    x = MARGIN
    for (name, _), wide in zip(COLUMNS, widths, strict=True):
        page.add(
            block(plain(words(f"print.hextra.{name}"), "bold"), x + 1, top + 1, wide - 2, SMALL, "middle")[0]
        )
        page.inks.append(Shape(line(x, top, x, low), stroke=BLACK, width=0.2))
        x += wide
    page.inks.append(Shape(line(x, top, x, low), stroke=BLACK, width=0.2))
    for number in range(LINES + 1):
        y = top + head + number * step
        page.inks.append(Shape(line(MARGIN, y, x, y), stroke=BLACK, width=0.35 if not number else 0.15))
        if number < LINES:
            middle = y + step / 2
            arrow = MARGIN + widths[0] + widths[1]
            page.inks.append(
                Text(arrow, middle + 1.4, "→", 4.0, anchor="middle", halo="#FFFFFF", halo_width=1.6)
            )
            for place in (0.3, 0.7):
                box = x - widths[-1] * (1 - place) - 2
                page.inks.append(Shape(rectangle(box, middle - 2, 4, 4), stroke=BLACK, width=0.2))
                sign = "✓" if place < 0.5 else "✗"
                page.inks.append(Text(box + 2, middle + 1.1, sign, 3.0, fill="#BBBBBB", anchor="middle"))
    page.inks.append(Shape(line(MARGIN, top, x, top), stroke=BLACK, width=0.35))
    return page


def _players(page: Page, top: float, words: Words) -> float:
    """A line for the name of each player."""
    half = (page.width - 2 * MARGIN) / 2
    for number, letter in enumerate(LETTERS):
        x, y = MARGIN + half * (number % 2), top + 7 * (number // 2) + 4
        told = words("print.hextra.player", colour=words(f"hextra.colour.{letter.lower()}"))
        text = Text(x, y, told, BODY)
        page.inks += [
            text,
            Shape(line(x + text.wide + 2, y + 0.5, x + half - 4, y + 0.5), stroke=BLACK, width=0.15),
        ]
    return top + 20


def tile_sheet(paper: Paper, words: Words) -> Page:
    """A field of hexagons to colour, whose middle one is hatched: there the first tile lies."""
    page = new_page(paper, words, "HEXTRA")
    top = _players(page, heading(page, "HEXTRA", words("print.hextra.sheet_tiles")), words)
    low = MARGIN + paper.high - 2
    across = 13.0
    pitch = across * math.sqrt(3) / 2
    rows = math.floor((low - top - across * 2 / math.sqrt(3)) / pitch) + 1
    rows -= 1 - rows % 2
    columns = math.floor(paper.wide / across)
    columns -= 1 - columns % 2
    middle = paper.width / 2, (top + low) / 2
    for row in range(rows):
        odd = (row - rows // 2) % 2
        for column in range(columns - odd):
            x = middle[0] + (column - (columns - odd - 1) / 2) * across
            y = middle[1] + (row - rows // 2) * pitch
            page.inks.append(Shape(hexagon(x, y, across), stroke="#777777", width=0.2, name="field"))
    page.add(_hatched(*middle, across))
    return page


def _hatched(x: float, y: float, across: float) -> list[Ink]:
    lines = [
        Shape(line(x + at - across, y + across, x + at + across, y - across), stroke=BLACK, width=0.15)
        for at in (HATCH * each for each in range(-14, 15))
    ]
    shape = hexagon(x, y, across)
    return [Clip(shape, tuple(lines)), Shape(shape, stroke=BLACK, width=0.5), Shape(circle(x, y, 0.5), BLACK)]


def aide(wide: float, high: float, words: Words) -> list[Ink]:
    """What to write on the sheet for each transformation, from an upper left corner."""
    inks: list[Ink] = [
        Shape(rectangle(0, 0, wide, high, 2.5), stroke=BLACK, width=0.15, name="aide"),
        Text(wide / 2, 6, words("print.hextra.aide"), 4.2, "title", anchor="middle"),
    ]
    told, y = block(plain(words("print.hextra.aide_lead")), 3, 7.5, wide - 6, 2.6, "middle")
    inks += told
    step = (high - y - 2) / 4
    for number, card in enumerate(CARDS):
        at = y + number * step + step * 0.65
        inks += [
            Text(4, at, words(f"hextra.button.{card}"), 3.0, "bold"),
            Text(wide - 4, at, words(f"print.hextra.aide_{card}"), 3.0, anchor="end"),
        ]
    return inks
