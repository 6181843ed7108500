"""Cards side by side: rounded corners, marks to cut along, backs that meet their fronts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pavage.printing.ink import BLACK, Ink, Shape, rectangle, shifted
from pavage.printing.page import FOOT, MARGIN, Page, Paper, back_of, crop_marks, new_page
from pavage.words import Words

ROUND = 2.5
"""Radius of the corners of a card."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is on both sides of a card, from its upper left corner; a back of nothing is left white."""

    front: Sequence[Ink]
    back: Sequence[Ink] = ()
    name: str = "card"


@dataclass(frozen=True, slots=True)
class Grid:
    """How cards of one size lie on a sheet, in its middle."""

    paper: Paper
    wide: float
    high: float
    columns: int
    rows: int

    @property
    def left(self) -> float:
        return (self.paper.width - self.columns * self.wide) / 2

    @property
    def top(self) -> float:
        return max(MARGIN, (self.paper.height - FOOT - self.rows * self.high) / 2)

    def place(self, number: int, back: bool = False) -> tuple[float, float]:
        """The corner of a card. Paper is turned over along its long edge: left becomes right."""
        row, column = divmod(number, self.columns)
        if back:
            column = self.columns - 1 - column
        return self.left + column * self.wide, self.top + row * self.high


def grid(paper: Paper, wide: float, high: float) -> Grid:
    """As many cards of this size as a sheet holds."""
    return Grid(paper, wide, high, math.floor(paper.wide / wide), math.floor(paper.high / high))


def card_pages(
    cards: Sequence[Card],
    lying: Grid,
    words: Words,
    title: str,
    backs: bool,
    report: Callable[[], None] = lambda: None,
) -> list[Page]:
    """Sheets of fronts, each followed by its backs."""
    each = lying.columns * lying.rows
    pages = []
    for begin in range(0, len(cards), each):
        part = cards[begin : begin + each]
        pages.append(_side(part, lying, words, title, back=False))
        if backs:
            pages.append(_side(part, lying, words, title, back=True))
        report()
    return pages


def _side(cards: Sequence[Card], lying: Grid, words: Words, title: str, back: bool) -> Page:
    page = (back_of if back else new_page)(lying.paper, words, title)
    xs, ys = set(), set()
    for number, card in enumerate(cards):
        x, y = lying.place(number, back)
        xs |= {x, x + lying.wide}
        ys |= {y, y + lying.high}
        around = rectangle(x, y, lying.wide, lying.high, ROUND)
        page.add(shifted(card.back if back else card.front, x, y))
        page.inks.append(Shape(around, stroke=BLACK, width=0.15, name=card.name))
    page.add(crop_marks(sorted(xs), sorted(ys)))
    return page
