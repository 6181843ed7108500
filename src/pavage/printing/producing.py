"""Orders carried out: for each kind of print the sheets that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pavage.game import Game
from pavage.lessons import lesson_names
from pavage.pages.compose import rules_as_written
from pavage.pages.teaching import sheet_as_written
from pavage.phrase import PhrasedError
from pavage.printing.boards import Look, board_pages, check_cell, laid_out
from pavage.printing.ink import CannotPrint
from pavage.printing.ink_kinds import INKS
from pavage.printing.order import KINDS, Order, Report, unheard
from pavage.printing.page import Page, on_both_sides, paper_named
from pavage.printing.pdf import write_pdf
from pavage.printing.sheets.hextra_kit import hextra_pages
from pavage.printing.sheets.pieces import ordered_pieces
from pavage.printing.sheets.puzzles import puzzle_pages
from pavage.printing.sheets.reading import lesson_pages, rules_pages, teacher_pages
from pavage.printing.sheets.real import real_pages
from pavage.printing.sheets.records import read_text, record_pages
from pavage.printing.sheets.tournaments import tournament_pages
from pavage.printing.sheets.winning_moves import GAMES
from pavage.printing.svg import write_svg
from pavage.registry import board_of, games, scene_of
from pavage.scene import Moment
from pavage.words import Words
from pavage.words import words as words_of
from pavage.words.complaint import explain


def pages_of(order: Order, words: Words, report: Report = unheard) -> list[Page]:
    """All pages of a print; CannotPrint, or an error of the game, says what cannot be."""
    if order.kind not in KINDS:
        raise CannotPrint("kind", value=order.kind, takes=", ".join(KINDS))
    if order.ink not in INKS:
        raise CannotPrint("ink", value=order.ink, takes=", ".join(INKS))
    paper_named(order.paper)
    if order.cell is not None:
        check_cell(order.cell, words)
    match order.kind:
        case "real":
            return on_both_sides(real_pages(order, words, report), words)
        case "kit":
            if order.game != "hextra":
                raise CannotPrint("no_kit", game=order.game)
            return on_both_sides(hextra_pages(order, words, report), words)
        case "pieces":
            return ordered_pieces(order, words)
        case "puzzles":
            return puzzle_pages(order, words, report)
        case "rules":
            return rules_pages(order, words)
        case "lesson":
            return lesson_pages(order, words)
        case "teacher":
            return teacher_pages(order, words)
        case "record":
            return record_pages(order, words)
        case "tournament":
            return tournament_pages(order, words)
    return _board(order, words)


def _board(order: Order, words: Words) -> list[Page]:
    """A board, empty, with a position, or as a game has left it."""
    if order.record:
        match = read_text(order.record).match
        game: Game[Any] = match.game
        last = match.played[-1].move if match.played else ()
        moment = Moment(match.position, last, outcome=match.outcome)
    else:
        game = order.made()
        position = game.setup(order.position) if order.position else game.start()
        moment = Moment(position, outcome=game.outcome(position))
    scene = scene_of(game, moment)
    if not order.record and not order.position:
        scene = laid_out(game.name, scene)
    board = board_of(game, scene.board)
    title = words(f"{game.name}.title")
    look = Look(order.coordinates, order.bands)
    return board_pages(board, scene, paper_named(order.paper), words, title, look, order.cell)


def how_to_print(order: Order, pages: Sequence[Page], words: Words) -> str:
    """What whoever holds the paper has to know: which way it is turned, how many sheets it takes."""
    if order.folded and order.kind in ("rules", "lesson", "teacher"):
        return words("print.folded", paper=words.count("print.on_paper", (len(pages) + 1) // 2))
    if any(page.back for page in pages):
        fronts = sum(not page.back for page in pages)
        return words("print.two_sides", paper=words.count("print.on_paper", fronts))
    return words("print.full_size")


@dataclass(frozen=True, slots=True)
class Produced:
    """What a worker process gives back: a file, or why there is none."""

    game: str = ""
    title: str = ""
    pages: int = 0
    page: int = 1
    data: bytes = b""
    how: str = ""
    problem: str = ""


def produced(order: Order, language: str, form: str, page: int) -> Produced:
    """A print as PDF, or one of its pages as SVG: for whoever does not make it in his own process."""
    spoken = words_of(language)
    try:
        pages = pages_of(order, spoken)
    except PhrasedError as error:
        return Produced(problem=explain(spoken, error))
    page = max(1, min(page, len(pages)))
    shown = pages[page - 1]
    data = write_svg(shown, order.ink).encode() if form == "svg" else write_pdf(pages, order.ink, shown.title)
    how = how_to_print(order, pages, spoken)
    return Produced(order.game, shown.title, len(pages), page, data, how)


def kinds_of(name: str) -> list[str]:
    """What of a game can be printed with nothing but its name."""
    game = games()[name]
    kinds = ["board", "real", "pieces"]
    if name == "hextra":
        kinds = ["board", "kit"]
    if name == "nombres" or name in GAMES:
        kinds.append("puzzles")
    if rules_as_written(game, "en") is not None:
        kinds.append("rules")
    if name in lesson_names():
        kinds.append("lesson")
    if sheet_as_written(game, "en") is not None:
        kinds.append("teacher")
    if game().players == 2:
        kinds.append("tournament")
    return kinds
