"""A game on paper: diagrams with numbered moves, the last with what decided it, and the list of moves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pavage.formats.convert import looks_like, read_game
from pavage.formats.record import Record
from pavage.game import CHANCE
from pavage.match import Match
from pavage.printing.boards import Look, board_inks, fitting
from pavage.printing.ink import CannotPrint, Text, bounds, shifted
from pavage.printing.order import Order
from pavage.printing.page import BODY, MARGIN, MOST_PAGES, SMALL, Page, Paper, heading, new_page, paper_named
from pavage.printing.text import LEADING, Column, Flow, Run, block, plain, wrapped
from pavage.registry import board_of, scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.words import Words
from pavage.words.moves import leaving_text

ACROSS, DOWN = 2, 3
"""Diagrams on a page."""


def read_text(text: str) -> Record:
    """The game in a text of any format that we read."""
    origin = looks_like(text)
    if origin is None:
        raise CannotPrint("no_record")
    return read_game(text, origin).record


def record_pages(order: Order, words: Words) -> list[Page]:
    if not order.record:
        raise CannotPrint("needs_record")
    if order.every < 1:
        raise CannotPrint("every", value=order.every)
    record = read_text(order.record)
    match, paper = record.match, paper_named(order.paper)
    stops = [*range(order.every, len(match.played), order.every), len(match.played)]
    pages_needed = math.ceil(len(stops) / (ACROSS * DOWN))
    if pages_needed > MOST_PAGES:
        raise CannotPrint("too_many_diagrams", count=len(stops), every=order.every)
    title = words(f"{match.game.name}.title")
    pages: list[Page] = []
    wide, high, top, low, column = paper.wide / ACROSS, 0.0, 0.0, 0.0, 0
    for place, stop in enumerate(stops):
        row, column = divmod(place % (ACROSS * DOWN), ACROSS)
        if row == column == 0:
            pages.append(new_page(paper, words, title))
            top = _head(pages[-1], record, words, title) if len(pages) == 1 else MARGIN
        high = (MARGIN + paper.high - top) / DOWN
        first = stops[place - 1] if place else 0
        _diagram(pages[-1], match, first, stop, (MARGIN + column * wide, top + row * high, wide, high), words)
        low = top + (row + 1) * high
    rooms = [(MARGIN, low, paper.wide)]
    if column == 0:  # the last diagram stands alone in its row
        rooms.append((MARGIN + wide, low - high, wide))
    _moves(pages, match, paper, words, title, rooms)
    return pages


def _head(page: Page, record: Record, words: Words, title: str) -> float:
    """Who played, when, and how it ended."""
    match = record.match
    top = heading(page, title, record.headers.get("date", ""))
    if any(record.seats):
        told, top = block(plain(" – ".join(record.seats)), MARGIN, top, page.width - 2 * MARGIN)
        page.add(told)
    if match.outcome is not None:
        scene = scene_of(match.game, Moment(match.position, outcome=match.outcome))
        told, top = block(plain(words(scene.prompt), "bold"), MARGIN, top, page.width - 2 * MARGIN)
        page.add(told)
    return top + 2


def _diagram(
    page: Page, match: Match, first: int, stop: int, room: tuple[float, float, float, float], words: Words
) -> None:
    """A position, on whose stones stand the numbers of the moves since the diagram before."""
    x, y, wide, high = room
    scene = numbered(match, first, stop)
    board, look = board_of(match.game, scene.board), Look()
    cell = min(12.0, fitting(board, scene, look, wide - 6, high - 12))
    inks = board_inks(board, scene, cell, look)
    left, top, right, _ = bounds(inks)
    told = words("print.moves_from", first=first + 1, last=stop) if stop > first else words("print.beginning")
    page.inks.append(Text(x + wide / 2, y + BODY, told, SMALL, "bold", anchor="middle"))
    page.add(shifted(inks, x + (wide - right + left) / 2 - left, y + 8 - top))


def numbered(match: Match, first: int, stop: int) -> Scene:
    """The scene after so many moves. The last of all shows the chain that won."""
    over = stop == len(match.played)
    outcome = match.outcome if over else None
    last = match.played[stop - 1].move if stop else ()
    scene = scene_of(match.game, Moment(match.positions[stop], last, outcome=outcome))
    stones = {
        piece.cell: piece
        for piece in scene.pieces
        if not piece.text and piece.shape in ("stone", "solid", "beam_across", "beam_down")
    }
    numbers: dict[int, str] = {}
    for number in range(first, stop):
        for cell in match.game.cells_of(match.played[number].move)[-1:]:
            if cell in stones:
                numbers[cell] = str(number + 1)
    marks = [mark for mark in scene.marks if mark.kind != "last" or not numbers]
    marks = [mark for mark in marks if mark.kind != "text" or not numbers.keys() & set(mark.cells)]
    # A line around what decided; on the screen all else fades, but here the numbers must be read.
    marks = [replace(mark, kind="carrier") if mark.kind == "win" and mark.colour else mark for mark in marks]
    marks += [Mark("text", (cell,), text=number) for cell, number in sorted(numbers.items())]
    return replace(scene, marks=tuple(marks), touched=(), next=())


def _moves(
    pages: list[Page],
    match: Match,
    paper: Paper,
    words: Words,
    title: str,
    rooms: list[tuple[float, float, float]],
) -> None:
    """The list of moves, below or beside the last diagram if there is room for it: where, and how wide."""
    game: Any = match.game
    listed: list[Run] = []
    for number, played in enumerate(match.played):
        gone, position = played.reason, match.positions[number]
        text = leaving_text(played, words) if gone else game.write(position, played.move)
        dice = match.positions[number].turn == CHANCE
        listed += [
            Run(f"{number + 1}.\N{NO-BREAK SPACE}", "bold"),
            Run(f"({text})" if dice else text),
            Run("   "),
        ]
    if not listed:
        return

    def columns() -> Iterator[Column]:
        for x, top, wide in rooms:
            high = (len(wrapped(listed, wide, SMALL)) + 2) * LEADING * SMALL
            if top + high <= MARGIN + paper.high:
                yield Column(pages[-1], x, top, wide, MARGIN + paper.high)
        while True:
            pages.append(page := new_page(paper, words, title))
            yield Column(page, MARGIN, MARGIN, paper.wide, MARGIN + paper.high)

    flow = Flow(columns(), SMALL)
    flow.paragraph(plain(words("print.list_of_moves"), "bold"))
    flow.paragraph(listed)
