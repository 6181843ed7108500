"""Texts in columns: words are wrapped, blocks follow one another, a full column goes on in the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pavage.printing.fonts import font
from pavage.printing.ink import BLACK, Ink, Shape, Text, line, shifted
from pavage.printing.page import BODY, Page

LEADING = 1.4
"""From line to line, in heights of letters."""
_BREAK = re.compile(r"[ \n\t]+")
"""Where a line may end; other spaces do not break."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one kind."""

    text: str
    face: str = "sans"
    slanted: bool = False


Rich = Sequence[Run]


def plain(text: str, face: str = "sans") -> list[Run]:
    return [Run(text, face)]


def wrapped(rich: Rich, wide: float, size: float) -> list[list[Run]]:
    """The lines of a text that is no wider than this."""
    lines: list[list[Run]] = [[]]
    filled = 0.0
    for word in _words(rich):
        width = sum(font(run.face).width(run.text) for run in word) * size
        blank = not word[0].text.strip(" ")
        if filled + width > wide and lines[-1] and not blank:
            lines.append([])
            filled = 0.0
        if blank and not lines[-1]:
            continue
        lines[-1] += word
        filled += width
    return [_joined(each) for each in lines if each]


def _words(rich: Rich) -> Iterator[list[Run]]:
    """Words, and the spaces between them; a word may change its kind within, and stays one."""
    word: list[Run] = []
    for piece in _pieces(rich):
        blank = not piece.text.strip(" ")
        if blank and word:
            yield word
            word = []
        if blank:
            yield [piece]
        else:
            word.append(piece)
    if word:
        yield word


def _pieces(rich: Rich) -> Iterator[Run]:
    """What lies between spaces, and the spaces."""
    for run in rich:
        for part in re.split(r"([ \n\t]+)", run.text):
            if part:
                yield Run(_BREAK.sub(" ", part), run.face, run.slanted)


def _joined(runs: list[Run]) -> list[Run]:
    """Neighbours of one kind as one run: a text that is searched for is found."""
    found: list[Run] = []
    for run in runs:
        if found and (found[-1].face, found[-1].slanted) == (run.face, run.slanted):
            found[-1] = Run(found[-1].text + run.text, run.face, run.slanted)
        else:
            found.append(run)
    return found


def set_line(
    runs: Sequence[Run],
    x: float,
    y: float,
    size: float,
    anchor: str = "start",
    wide: float = 0.0,
    fill: str = BLACK,
) -> list[Ink]:
    """One line of letters, within so much room if it is not to begin on the left."""
    length = sum(font(run.face).width(run.text) for run in runs) * size
    x += {"start": 0.0, "middle": (wide - length) / 2, "end": wide - length}[anchor]
    inks: list[Ink] = []
    for run in runs:
        inks.append(Text(x, y, run.text, size, run.face, fill, slanted=run.slanted))
        x += font(run.face).width(run.text) * size
    return inks


def block(
    rich: Rich, x: float, y: float, wide: float, size: float = BODY, anchor: str = "start", fill: str = BLACK
) -> tuple[list[Ink], float]:
    """A paragraph whose first line begins below y, and where it ends."""
    inks: list[Ink] = []
    for runs in wrapped(rich, wide, size):
        inks += set_line(runs, x, y + size, size, anchor, wide, fill)
        y += LEADING * size
    return inks, y


def shortened(text: str, wide: float, size: float, face: str = "sans") -> str:
    """As much of a text as there is room for."""
    if font(face).width(text) * size <= wide:
        return text
    while text and font(face).width(text + "…") * size > wide:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass(slots=True)
class Column:
    """A part of a page that is filled from top to bottom."""

    page: Page
    x: float
    y: float
    wide: float
    low: float


@dataclass(frozen=True, slots=True)
class _Headed:
    """The last heading: where it ends on its page, how many inks it is, and what it says."""

    page: Page
    end: int
    inks: int
    told: tuple[str, float, str]

    def is_last(self, page: Page) -> bool:
        return self.page is page and self.end == len(page.inks)


class Flow:
    """Blocks one below the other, in column after column."""

    def __init__(self, columns: Iterator[Column], size: float = BODY) -> None:
        self.columns = columns
        self.column = next(columns)
        self.top = self.column.y
        self.size = size
        self._headed: _Headed | None = None

    @property
    def wide(self) -> float:
        return self.column.wide

    def need(self, high: float) -> None:
        """Go on in the next column if there is not so much room left here."""
        if self.column.y + high > self.column.low and self.column.y > self.top:
            self.column = next(self.columns)
            self.top = self.column.y

    def space(self, high: float) -> None:
        if self.column.y > self.top:
            self.column.y += high

    def paragraph(
        self, rich: Rich, size: float = 0.0, indent: float = 0.0, bullet: str = "", keep: float = 0.0
    ) -> None:
        """Lines of text; `keep` is the room below that must be left in the same column."""
        size = size or self.size
        lines = wrapped(rich, self.wide - indent, size)
        step = LEADING * size
        # Neither the first nor the last line of a paragraph stands alone.
        self.need(min(len(lines), 2) * step + keep)
        for place, runs in enumerate(lines):
            left = len(lines) - place
            self.need((2 if left == 2 and len(lines) > 2 else 1) * step)
            here = self.column
            if bullet and place == 0:
                here.page.add(set_line([Run(bullet)], here.x, here.y + size, size, "end", indent - 1.2))
            here.page.add(set_line(runs, here.x + indent, here.y + size, size))
            here.y += step

    def heading(self, text: str, size: float, face: str = "title") -> None:
        self.space(0.9 * size)
        lines = wrapped(plain(text, face), self.wide, size)
        self.paragraph(plain(text, face), size, keep=4 * self.size)
        self.space(0.35 * size)
        page = self.column.page
        self._headed = _Headed(page, len(page.inks), sum(map(len, lines)), (text, size, face))

    def picture(self, made: Callable[[float], tuple[list[Ink], float, float]], room: float = 0.0) -> None:
        """A drawing in the middle: made for the room there is across, with its width and height."""
        inks, wide, high = made(self.wide)
        before, headed = self.column, self._headed
        self.need(high + room)
        if self.column is not before and headed and headed.is_last(before.page):
            del before.page.inks[-headed.inks :]  # a heading stands over its picture
            self.heading(*headed.told)
        here = self.column
        here.page.add(shifted(inks, here.x + (here.wide - wide) / 2, here.y))
        here.y += high

    def table(self, rows: Sequence[Sequence[Rich]], size: float = 0.0) -> None:
        """Rows of cells, the first of which are heads; columns are as wide as their words ask for."""
        size = size or 0.9 * self.size
        widths = column_widths(rows, self.wide, size)
        for place, row in enumerate(rows):
            cells = [wrapped(cell, wide - 2, size) for cell, wide in zip(row, widths, strict=True)]
            high = max(map(len, cells)) * LEADING * size + 1.2
            self.need(high + (2 * size if place == 0 else 0))
            here, x = self.column, self.column.x
            for lines, wide in zip(cells, widths, strict=True):
                for number, runs in enumerate(lines):
                    here.page.add(set_line(runs, x, here.y + size + number * LEADING * size, size))
                x += wide
            here.y += high
            rule = 0.3 if place == 0 else 0.1
            here.page.inks.append(
                Shape(line(here.x, here.y - 0.6, here.x + here.wide, here.y - 0.6), stroke=BLACK, width=rule)
            )


def column_widths(rows: Sequence[Sequence[Rich]], wide: float, size: float) -> list[float]:
    """Shares of the width: no less than the longest word, and the rest by how much there is to say."""
    columns = list(zip(*rows, strict=True))
    least, most = [], []
    for column in columns:
        words = [
            sum(font(run.face).width(run.text) for run in word) * size
            for cell in column
            for word in _words(cell)
        ]
        texts = [sum(font(run.face).width(run.text) for run in cell) * size for cell in column]
        least.append(max(words, default=1.0) + 2.2)
        most.append(max(texts, default=1.0) + 2.2)
    if sum(most) <= wide:
        return [each * wide / sum(most) for each in most]
    spare = max(0.0, wide - sum(least))
    wanted = [high - low for low, high in zip(least, most, strict=True)]
    total = sum(wanted) or 1.0
    widths = [low + spare * want / total for low, want in zip(least, wanted, strict=True)]
    return [each * wide / sum(widths) for each in widths]
