"""Markdown, read for browser and terminal alike; as HTML it is escaped, and only plain elements come out.

What is understood: paragraphs, headings, lists, tables, quotes, fenced blocks, strong, emphasised and quoted
words, links. All else is text as it stands, HTML too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

UNDERSTOOD = (
    *("blockquote", "fence", "heading", "list", "table"),
    *("backticks", "emphasis", "link", "newline"),
)
"""The rules of markdown-it, for blocks and within lines."""
_LINK = re.compile(r"https?://|/(?!/)|#")
"""Where a link may lead: to the web, or to another page or part of ours."""
_ELEMENTS = {"paragraph": "p", "blockquote": "blockquote", "bullet_list": "ul", "ordered_list": "ol"}
_ELEMENTS |= {"list_item": "li", "strong": "strong", "em": "em"}

Drawing = Callable[[list[str]], Markup]
"""Turns the lines of a `position` block into HTML."""


def parsed(text: str) -> SyntaxTreeNode:
    """The tree of a text: blocks, and what is within their lines."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(text))


def parsed_line(text: str) -> SyntaxTreeNode:
    """The tree of a line, such as a caption."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parseInline(text))


def is_position(fence: SyntaxTreeNode) -> bool:
    """Whether a fenced block is a position to be drawn."""
    return fence.info.split()[:1] == ["position"]


@cache
def _parser() -> MarkdownIt:
    """Made when it is first needed: most commands never read a text."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("zero").enable(UNDERSTOOD)
    # A link is read whatever it leads to, and stays as it is written; whether to follow it is said below.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


def html(text: str, drawing: Drawing) -> Markup:
    """The whole text, its first heading as h1."""
    return Markup("\n").join(_html(block, drawing) for block in parsed(text).children)


def inline(text: str) -> Markup:
    """A line of text with its bold, slanted, code and linked parts."""
    return _html(parsed_line(text), lambda lines: Markup())


def _html(node: SyntaxTreeNode, drawing: Drawing) -> Markup:
    match node.type:
        case "text":
            return escape(node.content)
        case "softbreak" | "hardbreak":
            return Markup(" ")
        case "code_inline":
            return Markup("<code>{}</code>").format(node.content)
        case "fence":
            lines = node.content.splitlines()
            return drawing(lines) if is_position(node) else Markup("<pre>{}</pre>").format("\n".join(lines))
        case "table":
            return _table(node, drawing)
    inside = Markup().join(_html(child, drawing) for child in node.children)
    if node.type == "link":
        target = str(node.attrs["href"])
        return Markup('<a href="{}">{}</a>').format(target, inside) if _LINK.match(target) else inside
    if node.type == "paragraph" and node.hidden:
        return inside
    element = node.tag if node.type == "heading" else _ELEMENTS.get(node.type)
    return Markup("<{0}>{1}</{0}>").format(element, inside) if element else inside


def _table(node: SyntaxTreeNode, drawing: Drawing) -> Markup:
    head, *rows = [
        [_html(cell, drawing) for cell in row.children] for part in node.children for row in part.children
    ]
    cells = [Markup().join(Markup("<td>{}</td>").format(cell) for cell in row) for row in rows]
    # Where it scrolls, it scrolls by keyboard too.
    return Markup(
        '<div class="wide" tabindex="0" role="group"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(
        Markup().join(Markup('<th scope="col">{}</th>').format(cell) for cell in head),
        Markup().join(Markup("<tr>{}</tr>").format(row) for row in cells),
    )
