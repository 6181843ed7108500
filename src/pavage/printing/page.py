"""A page: what every sheet has. Sizes and margins, a title, a ruler of 100 mm, marks to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pavage.printing.ink import CannotPrint, Ink, Shape, Text, line
from pavage.words import Words

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Millimetres of each paper, upright."""
MARGIN = 10.0
"""What printers leave white."""
FOOT = 7.0
"""Above the lower margin: the ruler, and what the page is."""
HEAD = 9.0
RULER = 100
QUIET = "#666666"
TINY, SMALL, BODY, LARGE = 2.5, 3.2, 3.7, 6.0
"""Heights of letters."""
MOST_PAGES = 40
"""Of one print; whoever asks for more has mistaken a size."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it lies before us."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        return Paper(self.name, self.height, self.width)

    @property
    def called(self) -> str:
        """As it is written: A4, Letter."""
        return self.name.capitalize()

    @property
    def wide(self) -> float:
        """What can be printed on, across."""
        return self.width - 2 * MARGIN

    @property
    def high(self) -> float:
        """What can be printed on above the ruler."""
        return self.height - 2 * MARGIN - FOOT


def paper_named(name: str) -> Paper:
    if name.lower() not in PAPERS:
        raise CannotPrint("paper", value=name, takes=", ".join(PAPERS))
    return Paper(name.lower(), *PAPERS[name.lower()])


@dataclass(slots=True)
class Page:
    """A sheet and what comes on it."""

    width: float
    height: float
    title: str = ""
    inks: list[Ink] = field(default_factory=list)
    back: bool = False
    """Whether it comes on the other side of the page before it."""

    def add(self, inks: Sequence[Ink]) -> None:
        self.inks += inks


def new_page(paper: Paper, words: Words, title: str, note: str = "") -> Page:
    """An empty page with its ruler; the title stands beside it, small."""
    page = Page(paper.width, paper.height, title)
    low = paper.height - MARGIN
    page.add(ruler(MARGIN, low, words))
    page.inks.append(Text(paper.width - MARGIN, low, title, TINY, fill=QUIET, anchor="end"))
    if note:
        page.inks.append(Text(paper.width - MARGIN, low - 3.4, note, TINY, fill=QUIET, anchor="end"))
    return page


def back_of(paper: Paper, words: Words, title: str, note: str = "") -> Page:
    """An empty page for the other side of the one before."""
    page = new_page(paper, words, words("print.backs", title=title), note)
    page.back = True
    return page


def on_both_sides(pages: Sequence[Page], words: Words) -> list[Page]:
    """For a printer that fills both sides: behind what has no back comes an empty page, not the next one."""
    if not any(page.back for page in pages):
        return list(pages)
    whole: list[Page] = []
    for page in pages:
        if not page.back and len(whole) % 2:
            front = whole[-1]
            title = words("print.empty_back")
            told = Text(front.width / 2, front.height / 2, title, TINY, fill=QUIET, anchor="middle")
            whole.append(Page(front.width, front.height, title, [told], back=True))
        whole.append(page)
    return whole


def heading(page: Page, title: str, beside: str = "") -> float:
    """A title at the top of a page; where the rest begins."""
    page.inks.append(Text(MARGIN, MARGIN + LARGE * 0.75, title, LARGE, "title"))
    if beside:
        page.inks.append(Text(page.width - MARGIN, MARGIN + LARGE * 0.75, beside, SMALL, anchor="end"))
    return MARGIN + HEAD


def ruler(x: float, y: float, words: Words) -> list[Ink]:
    """100 mm, so that one can see whether the printer has kept the size."""
    inks: list[Ink] = [Shape(line(x, y - 3.2, x + RULER, y - 3.2), stroke="#000000", width=0.2, name="ruler")]
    for step in range(0, RULER + 1, 5):
        long = 2.0 if step % 50 == 0 else 1.4 if step % 10 == 0 else 0.8
        inks.append(Shape(line(x + step, y - 3.2, x + step, y - 3.2 - long), stroke="#000000", width=0.2))
    inks.append(Text(x, y, words("print.ruler", length=RULER), TINY, fill=QUIET))
    return inks


def crop_marks(xs: Sequence[float], ys: Sequence[float]) -> list[Ink]:
    """Short lines in the margins where one cuts across and down."""
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    inks: list[Ink] = []

    def cut(x1: float, y1: float, x2: float, y2: float) -> None:
        inks.append(Shape(line(x1, y1, x2, y2), stroke="#000000", width=0.1, name="cut"))

    for x in xs:
        cut(x, top - 5, x, top - 1.5)
        cut(x, low + 1.5, x, low + 5)
    for y in ys:
        cut(left - 5, y, left - 1.5, y)
        cut(right + 1.5, y, right + 5, y)
    return inks
