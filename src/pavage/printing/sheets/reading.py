"""Rules, lesson and teacher's sheet of a game as pages to read, with their positions drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pavage.game import Game
from pavage.lessons import Step, lesson, lesson_names
from pavage.pages.compose import rules
from pavage.pages.markdown import is_position, parsed, parsed_line
from pavage.pages.pictures import marked_scene, read_picture
from pavage.pages.teaching import sheet
from pavage.printing.boards import Look, board_inks, fitting
from pavage.printing.booklet import Book
from pavage.printing.ink import CannotPrint, Ink, bounds, shifted
from pavage.printing.order import Order
from pavage.printing.page import Page, paper_named
from pavage.printing.text import Flow, Rich, Run, plain
from pavage.registry import board_of, scene_of
from pavage.scene import Moment, Scene
from pavage.words import Words

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

HIGHEST = 52.0
"""Millimetres of a picture in a text."""
CELL = 9.0


def rules_pages(order: Order, words: Words) -> list[Page]:
    try:
        text = rules(order.game, words.language)
    except LookupError:
        raise CannotPrint("no_rules", game=order.game) from None
    return _text_pages(text, "print.rules", order, words)


def teacher_pages(order: Order, words: Words) -> list[Page]:
    try:
        text = sheet(order.game, words.language, lambda command, why: f"- {why} `{command}`")
    except LookupError:
        raise CannotPrint("no_teacher", game=order.game) from None
    return _text_pages(text, "print.teacher", order, words)


def _text_pages(text: str, title: str, order: Order, words: Words) -> list[Page]:
    """A text in Markdown on as many pages as it takes."""
    named = words(title, game=words(f"{order.game}.title"))
    book = Book(paper_named(order.paper), words, named, order.folded)
    flow = book.flow()
    for node in parsed(text).children:
        _node(node, flow)
    return book.sheets()


def _node(node: SyntaxTreeNode, flow: Flow) -> None:
    """One block of a text."""
    size = flow.size
    match node.type:
        case "heading":
            level = int(node.tag[1:])
            flow.heading("".join(run.text for run in rich(node)), size * {1: 1.9, 2: 1.3}.get(level, 1.1))
        case "bullet_list" | "ordered_list":
            for number, item in enumerate(node.children, 1):
                bullet = "•" if node.type == "bullet_list" else f"{number}."
                for child in item.children:
                    if child.type == "paragraph":
                        flow.paragraph(rich(child), indent=1.6 * size, bullet=bullet)
                        bullet = ""
                    else:
                        _node(child, flow)
            flow.space(0.5 * size)
        case "fence":
            _fence(node, flow)
        case "table":
            rows = [[rich(cell) for cell in row.children] for part in node.children for row in part.children]
            heads = [[Run(run.text, "bold") for run in cell] for cell in rows[0]]
            flow.table([heads, *rows[1:]])
            flow.space(0.8 * size)
        case "blockquote":
            for child in node.children:
                _node(child, flow)
        case _:
            flow.paragraph(rich(node))
            flow.space(0.5 * size)


def _fence(node: SyntaxTreeNode, flow: Flow) -> None:
    lines = node.content.splitlines()
    if not is_position(node):
        for text in lines:
            flow.paragraph(plain(text.replace(" ", "\N{NO-BREAK SPACE}")))
        flow.space(0.5 * flow.size)
        return
    try:
        shown = read_picture(lines)
    except (ValueError, LookupError):
        return
    caption = rich(parsed_line(shown.caption)) if shown.caption else []
    flow.space(0.3 * flow.size)
    flow.picture(diagram(shown.game, shown.scene), room=8.0 if caption else 0.0)
    if caption:
        flow.paragraph([Run(run.text, run.face, True) for run in caption], 0.85 * flow.size)
    flow.space(0.8 * flow.size)


def rich(node: SyntaxTreeNode, face: str = "sans", slanted: bool = False) -> list[Run]:
    """The words of a block with their kinds."""
    if node.type == "text":
        return [Run(node.content, face, slanted)]
    if node.type in ("softbreak", "hardbreak"):
        return [Run(" ", face, slanted)]
    if node.type == "code_inline":
        return [Run(node.content, "bold", slanted)]
    face = "bold" if node.type == "strong" else face
    slanted = slanted or node.type == "em"
    return [run for child in node.children for run in rich(child, face, slanted)]


def diagram(
    game: Game[Any], scene: Scene, highest: float = HIGHEST, cell: float = CELL, coordinates: bool = True
) -> Callable[[float], tuple[list[Ink], float, float]]:
    """A position as small as a text wants it; made when it is known how wide the column is."""

    def made(wide: float) -> tuple[list[Ink], float, float]:
        board, look = board_of(game, scene.board), Look(coordinates)
        size = min(cell, fitting(board, scene, look, wide, highest))
        inks = board_inks(board, scene, size, look)
        left, top, right, low = bounds(inks)
        return shifted(inks, -left, -top + 1), right - left, low - top + 2

    return made


# --- lessons


def lesson_pages(order: Order, words: Words) -> list[Page]:
    """Each step with its position; what is right is told on the last page."""
    if order.game not in lesson_names():
        raise CannotPrint("no_lesson", game=order.game)
    title = words("learn.lesson_of", game=words(f"{order.game}.title"))
    book = Book(paper_named(order.paper), words, title, order.folded)
    flow = book.flow()
    flow.heading(title, 1.9 * flow.size)
    steps = lesson(order.game)
    for number, step in enumerate(steps, 1):
        scene = marked_scene(
            scene_of(step.game, Moment(step.start, step.last, outcome=step.game.outcome(step.start))),
            step.marks,
        )
        flow.need(HIGHEST + 30)  # a step and its picture stay together
        flow.heading(f"{number}. {_said(step, 'title', words)}", 1.25 * flow.size)
        flow.paragraph(plain(_said(step, "text", words)))
        flow.picture(diagram(step.game, scene), room=10.0)
        flow.space(0.3 * flow.size)
        if task := _said(step, "task", words):
            flow.paragraph(plain(task, "bold"))
    _answers(steps, flow, words)
    return book.sheets()


def _answers(steps: Sequence[Step], flow: Flow, words: Words) -> None:
    flow.heading(words("print.answers"), 1.6 * flow.size)
    for number, step in enumerate(steps, 1):
        if step.looks:
            continue
        moves = [step.game.write(step.start, move) for move in step.do] or list(step.way)
        told: Rich = [
            Run(f"{number}. "),
            Run(", ".join(moves), "bold"),
            Run(f". {_said(step, 'right', words)}"),
        ]
        flow.paragraph(told)
        flow.space(0.4 * flow.size)


def _said(step: Step, name: str, words: Words) -> str:
    """A sentence of a step with the names of the colours in it."""
    colours = {colour: words(f"colour.{colour}") for colour in step.game.colours}
    return step.text(name, words.language).format(**colours)
