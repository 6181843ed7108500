"""Sheets of puzzles, solutions on the last page: Nombres croisés, and winning moves of Hex and Ponts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pavage.games.nombres import Nombres, braille
from pavage.games.nombres.puzzle import write_line
from pavage.games.nombres.solving.deduction import Marks
from pavage.printing.boards import Look, board_inks, fitting
from pavage.printing.ink import CannotPrint, Ink, Text, bounds, shifted
from pavage.printing.order import Order, Report
from pavage.printing.page import BODY, LARGE, MARGIN, SMALL, Page, Paper, heading, new_page, paper_named
from pavage.printing.sheets.braille_alphabet import braille_page
from pavage.printing.sheets.winning_moves import GAMES, winning_move
from pavage.printing.text import block, plain
from pavage.puzzles import puzzle_wanted
from pavage.registry import board_of, scene_of
from pavage.scene import Board, Mark, Moment, Scene
from pavage.words import Words

LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Columns and rows of so many puzzles on a page."""
MOST_SHEETS = 20
CELL = 15.0
"""No cell of a puzzle is wider."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A puzzle as it is printed, and its solution; whether that says something in Braille."""

    name: str
    board: Board
    asked: Scene
    solved: Scene
    answer: str
    braille: bool = False


def puzzle_pages(order: Order, words: Words, report: Report) -> list[Page]:
    """So many puzzles on each page, and a page or more of solutions."""
    if order.count not in LAYOUTS:
        raise CannotPrint("count", value=order.count, takes=", ".join(map(str, LAYOUTS)))
    if not 1 <= order.sheets <= MOST_SHEETS:
        raise CannotPrint("sheets", value=order.sheets, takes=f"1..{MOST_SHEETS}")
    if order.game != "nombres" and order.game not in GAMES:
        raise CannotPrint("no_puzzles", game=order.game, takes=", ".join(("nombres", *GAMES)))
    total = order.count * order.sheets
    texts = [text.strip() for text in order.text.split(",") if text.strip()]
    made = []
    for number in range(total):
        report(number / total)
        making = _numbers if order.game == "nombres" else _winning
        made.append(making(order, words, order.seed + number, texts[number % len(texts)] if texts else ""))
    paper = paper_named(order.paper)
    title = words("print.puzzles.title", game=words(f"{order.game}.title"))
    pages = []
    for begin in range(0, total, order.count):
        part = made[begin : begin + order.count]
        lead = words(f"print.puzzles.{order.game}")
        if any(each.braille for each in part):
            lead += " " + words("print.puzzles.braille")
        pages.append(_page(part, paper, words, title, lead, LAYOUTS[order.count], False))
    if any(each.braille for each in made):
        pages.append(braille_page(paper, words))
    for begin in range(0, total, 12):
        part = made[begin : begin + 12]
        pages.append(
            _page(part, paper, words, words("print.puzzles.solutions", title=title), "", (3, 4), True)
        )
    return pages


def _page(
    part: Sequence[Drawn],
    paper: Paper,
    words: Words,
    title: str,
    lead: str,
    layout: tuple[int, int],
    solved: bool,
) -> Page:
    page = new_page(paper, words, title)
    name = "" if solved else words("print.puzzles.name")
    top = heading(page, title, name) + 1
    if lead:
        told, top = block(plain(lead), MARGIN, top, paper.wide, SMALL)
        page.add(told)
        top += 3
    columns, rows = layout
    wide, high = paper.wide / columns, (MARGIN + paper.high - top) / rows
    gap = 3.0 if solved else 6.0
    # One size for all, so that they look alike.
    room = wide - gap, high - gap - LARGE - (BODY if solved else 0)
    look = Look(coordinates=not solved)
    cell = min(CELL, *(fitting(each.board, each.asked, look, *room) for each in part))
    for place, each in enumerate(part):
        row, column = divmod(place, columns)
        x, y = MARGIN + column * wide, top + row * high
        page.inks.append(
            Text(x + wide / 2, y + BODY, each.name, SMALL if solved else BODY, "bold", anchor="middle")
        )
        if solved and each.answer:
            page.inks.append(Text(x + wide / 2, y + BODY + 4.4, each.answer, SMALL, anchor="middle"))
        inks = board_inks(each.board, each.solved if solved else each.asked, cell, look)
        page.add(_centred(inks, x, y + LARGE + (BODY if solved else 0), wide, room[1]))
    return page


def _centred(inks: Sequence[Ink], x: float, y: float, wide: float, high: float) -> list[Ink]:
    left, top, right, low = bounds(inks)
    return shifted(
        inks, x + (wide - right + left) / 2 - left, y + min(6.0, max(0.0, (high - low + top) / 2)) - top
    )


# --- Nombres croisés


def _numbers(order: Order, words: Words, seed: int, text: str) -> Drawn:
    asked = order.made()
    assert isinstance(asked, Nombres)
    puzzle = puzzle_wanted(
        asked.grid,
        random.Random(seed),
        words.language,
        text=text or None,
        theme=str(asked.options["theme"]),
        grade=order.grade,
    )
    game = Nombres(puzzle=write_line(puzzle), unique=asked.options["unique"])
    full = puzzle.solution
    assert full is not None, "a puzzle is made from its solution"
    empty = game.with_marks(puzzle.given)
    done = game.with_marks(Marks(full, game.grid.everything & ~full))
    answer = ""
    if puzzle.theme == "braille":
        signs = braille.printed(braille.signs_on(puzzle.grid, full))
        answer = f"{braille.decode(puzzle.grid, full).upper()}  {signs}"
    grade = words("print.puzzles.grade", grade=puzzle.grade) if puzzle.grade else ""
    name = words("print.puzzles.number", number=seed)
    solved = scene_of(game, Moment(done))
    # Ticks beside the sums and crosses in the cells would only hide the solution.
    shown = replace(solved, marks=tuple(mark for mark in solved.marks if mark.kind == "tint"))
    title = f"{name} · {grade}" if grade else name
    told = _quiet(scene_of(game, Moment(empty)))
    return Drawn(title, board_of(game), told, shown, answer, puzzle.theme == "braille")


def _quiet(scene: Scene) -> Scene:
    """Lines that are met already are not told: a sheet of paper does not either."""
    return replace(scene, marks=tuple(mark for mark in scene.marks if mark.kind not in ("met", "broken")))


# --- winning moves


def _winning(order: Order, words: Words, seed: int, text: str) -> Drawn:
    made = winning_move(order.game, order.options, seed)
    if made is None:
        raise CannotPrint("no_puzzle_found", seed=seed, game=order.game)
    game, position, move = made
    asked = scene_of(game, Moment(position))
    answer = replace(asked, marks=(Mark("step", move, text="1", colour=asked.ghost),))
    turn = words(f"print.puzzles.plays_{asked.ghost}")
    name = f"{words('print.puzzles.number', number=seed)} · {turn}"
    return Drawn(name, board_of(game), replace(asked, marks=()), answer, game.write(position, move))
