"""Texts in two columns, or as a booklet: half pages in the order in which a stack is folded."""

from __future__ import annotations

from collections.abc import Iterator

from pavage.printing.ink import Ink, shifted
from pavage.printing.page import BODY, FOOT, MARGIN, QUIET, SMALL, TINY, Page, Paper, new_page
from pavage.printing.text import Column, Flow, Run, set_line
from pavage.words import Words

GUTTER = 8.0
INNER = 6.0
"""Margin of a half page towards its neighbour."""


class Book:
    """Pages that are made as a text fills them."""

    def __init__(self, paper: Paper, words: Words, title: str, folded: bool) -> None:
        self.paper, self.words, self.title, self.folded = paper, words, title, folded
        self.pages: list[Page] = []

    def flow(self) -> Flow:
        return Flow(self._halves() if self.folded else self._columns(), SMALL if self.folded else BODY)

    def _columns(self) -> Iterator[Column]:
        wide = (self.paper.wide - GUTTER) / 2
        while True:
            page = new_page(self.paper, self.words, self.title)
            self.pages.append(page)
            for number in range(2):
                yield Column(
                    page, MARGIN + number * (wide + GUTTER), MARGIN, wide, MARGIN + self.paper.high - 2
                )

    def _halves(self) -> Iterator[Column]:
        """Pages of half a sheet that lies; they are put side by side when all are there."""
        sheet = self.paper.turned()
        wide = sheet.width / 2
        while True:
            page = Page(wide, sheet.height, self.title)
            self.pages.append(page)
            yield Column(page, MARGIN, MARGIN, wide - MARGIN - INNER, sheet.height - MARGIN - FOOT - 6)

    def sheets(self) -> list[Page]:
        """The pages to print."""
        if not self.folded:
            return self.pages
        half = self.paper.height / 2
        for number, page in enumerate(self.pages, 1):
            low = page.height - MARGIN - FOOT - 1
            page.add(set_line([Run(str(number))], 0, low, TINY, "middle", half, QUIET))
        while len(self.pages) % 4:
            self.pages.append(Page(half, self.paper.width))
        order = folding(len(self.pages))
        sheets = []
        for left, right in order:
            sheet = new_page(self.paper.turned(), self.words, self.title)
            sheet.add(_on_side(self.pages[left], 0.0, right=False))
            sheet.add(_on_side(self.pages[right], half, right=True))
            sheets.append(sheet)
        return sheets


def _on_side(page: Page, x: float, right: bool) -> list[Ink]:
    """A half page; on the right its inner margin is on the left."""
    return shifted(page.inks, x - (MARGIN - INNER if right else 0.0), 0.0)


def folding(count: int) -> list[tuple[int, int]]:
    """Which two pages stand side by side, front and back of each sheet in turn: the stack folds to a book."""
    pairs = []
    for sheet in range(count // 4):
        pairs.append((count - 1 - 2 * sheet, 2 * sheet))
        pairs.append((2 * sheet + 1, count - 2 - 2 * sheet))
    return pairs
