"""Markdown as terminal text: paragraphs and lists wrapped to the width, positions drawn as boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pavage.pages.markdown import is_position, parsed, parsed_line
from pavage.pages.pictures import read_picture
from pavage.registry import board_of
from pavage.terminal.console import Console
from pavage.view.text import draw
from pavage.view.text.characters import paint, visible

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

INDENT = "    "
"""Left of what is fenced: pictures and code."""
TALLEST = 24
"""Lines that a picture has at most."""
STYLES = {"strong": "1", "em": "3", "code_inline": "36"}
Drawing = Callable[[list[str]], list[str]]
"""Turns the lines of a `position` block into a picture."""


def render(text: str, console: Console, drawing: Drawing) -> str:
    """The whole text, ready to print."""
    blocks = ["\n".join(_block(node, console, drawing)).strip("\n") for node in parsed(text).children]
    return "\n\n".join(blocks)


def picture(lines: list[str], console: Console) -> list[str]:
    """A position block as a board, with its caption; one that cannot be read is shown as it is written."""
    try:
        shown = read_picture(lines)
    except (ValueError, LookupError):
        return lines
    drawn = draw(
        board_of(shown.game, shown.scene.board),
        shown.scene,
        console.text_width - len(INDENT),
        TALLEST,
        colour=console.colour,
        unicode=console.unicode,
    )
    caption = inline(shown.caption, replace(console, colour=False))
    return ["", *drawn, *([console.faint(caption)] if caption else []), ""]


def inline(text: str, console: Console) -> str:
    """A line of text, such as a caption."""
    return _styled(parsed_line(text), console)


def _block(node: SyntaxTreeNode, console: Console, drawing: Drawing) -> Iterator[str]:
    match node.type:
        case "fence":
            lines = node.content.splitlines()
            yield from (
                INDENT + row if row else "" for row in (drawing(lines) if is_position(node) else lines)
            )
        case "heading":
            yield from _heading(node, console)
        case "table":
            yield from _table(node, console)
        case "bullet_list" | "ordered_list":
            for item in node.children:
                bullet = "•" if node.type == "bullet_list" and console.unicode else item.info + item.markup
                yield from _led(item, f"{bullet} ", " " * (len(bullet) + 1), console, drawing)
        case "blockquote":
            bar = "│ " if console.unicode else "| "
            yield from _led(node, bar, bar, console, drawing)
        case _:
            yield from _wrapped(_styled(node, console), console.text_width)


def _led(node: SyntaxTreeNode, lead: str, follow: str, console: Console, drawing: Drawing) -> Iterator[str]:
    """What is inside an item or a quote, with a sign before its first line and room before the others."""
    narrower = replace(console, width=console.text_width - len(lead))
    for place, child in enumerate(node.children):
        if place and child.type == "paragraph":
            yield follow.rstrip()
        for line in _block(child, narrower, drawing):
            yield lead + line
            lead = follow


def _heading(node: SyntaxTreeNode, console: Console) -> Iterator[str]:
    text = visible(_styled(node, console))
    yield console.bold(text)
    depth = int(node.tag[1:])
    if depth <= 2:
        line = "═─"[depth - 1] if console.unicode else "=-"[depth - 1]
        yield console.faint(line * len(text))


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Like textwrap, but colours take no room."""
    row, used = "", 0
    for place, word in enumerate(text.split(" ")):
        wide = len(visible(word))
        if place and used + 1 + wide > width:
            yield row
            row, used = word, wide
        else:
            row, used = f"{row} {word}" if place else word, used + bool(place) + wide
    yield row


def _styled(node: SyntaxTreeNode, console: Console, style: str = "") -> str:
    """Strong, emphasised and quoted words; a link shows its text, and its address if that leads out."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    if node.type in STYLES:
        style = ";".join(filter(None, [style, STYLES[node.type]]))
    if node.type in ("text", "code_inline"):
        # Each word has its own style: a line may be cut between any two.
        return " ".join(paint(word, style, console.colour) for word in node.content.split(" "))
    said = "".join(_styled(child, console, style) for child in node.children)
    address = str(node.attrs.get("href", "")) if node.type == "link" else ""
    return f"{said} ({address})" if "://" in address else said


def _table(node: SyntaxTreeNode, console: Console) -> Iterator[str]:
    rows = [
        [_styled(cell, console) for cell in row.children] for part in node.children for row in part.children
    ]
    wide = [max(len(visible(cell)) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell + " " * (room - len(visible(cell))) for cell, room in zip(row, wide, strict=True))
        yield "  " + "  ".join(cells).rstrip()
