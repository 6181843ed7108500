"""Markdown as terminal text: paragraphs and lists wrapped to the width, positions drawn as boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pavage.terminal.console import Console
from pavage.view.characters import paint, visible

_ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+(.*)")
_TOKEN = re.compile(
    r"\*\*(.+?)\*\*|(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)"
)
Drawing = Callable[[list[str]], list[str]]
"""Turns the lines of a `position` block into a picture."""


def render(text: str, console: Console, drawing: Drawing) -> str:
    """The whole text, ready to print."""
    text = "\n".join(_blocks(text.splitlines(), console, drawing))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _blocks(lines: list[str], console: Console, drawing: Drawing) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            inside = lines[at + 1 : end]
            drawn = drawing(inside) if line.strip("` ").split()[:1] == ["position"] else inside
            yield from ("    " + row if row else "" for row in drawn)
            at = end + 1
        elif line.startswith("#"):
            yield from _heading(line, console)
            at += 1
        elif line.lstrip().startswith("|"):
            end = next(
                (i for i in range(at, len(lines)) if not lines[i].lstrip().startswith("|")), len(lines)
            )
            yield from _table(lines[at:end], console)
            at = end
        elif not line.strip():
            yield ""
            at += 1
        else:
            end = at + 1
            while end < len(lines) and _goes_on(lines[end]):
                end += 1
            yield from _paragraph(lines[at:end], console)
            at = end


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph or list item before it."""
    return bool(line.strip()) and not line.startswith(("#", "```", "|")) and not _ITEM.match(line)


def _heading(line: str, console: Console) -> Iterator[str]:
    depth = len(line) - len(line.lstrip("#"))
    text = line.strip("# ")
    yield console.bold(text)
    if depth <= 2:
        yield console.faint(
            ("═" if depth == 1 else "─") * len(text) if console.unicode else "=-"[depth - 1] * len(text)
        )


def _paragraph(lines: list[str], console: Console) -> Iterator[str]:
    first = lines[0]
    lead = follow = ""
    if item := _ITEM.match(first):
        bullet = "•" if item[2] in "-*+" and console.unicode else item[2]
        lead = f"{item[1]}{bullet} "
        follow = " " * len(lead)
        lines = [item[3], *lines[1:]]
    elif first.startswith(">"):
        lead = follow = "│ " if console.unicode else "| "
        lines = [line.lstrip("> ") for line in lines]
    text = inline(" ".join(line.strip() for line in lines), console)
    yield from _wrapped(text, lead, follow, console)


def _wrapped(text: str, lead: str, follow: str, console: Console) -> Iterator[str]:
    """Like textwrap, but colours take no room."""
    row, used = lead, len(lead)
    begun = False
    for word in text.split(" "):
        wide = len(visible(word))
        if begun and used + 1 + wide > console.text_width:
            yield row
            row, used, begun = follow, len(follow), False
        row += (" " if begun else "") + word
        used += begun + wide
        begun = True
    yield row


def inline(text: str, console: Console) -> str:
    """Strong, emphasised and quoted words; a link shows its text, and its address if that leads out."""

    def styled(token: re.Match[str]) -> str:
        strong, emphasis, code, link, address = token.groups()
        style = "1" if strong else "3" if emphasis else "36" if code else ""
        said = strong or emphasis or code or link
        if link and "://" in address:
            said = f"{link} ({address})"
        # Each word has its own style: a line may be cut between any two.
        return " ".join(paint(word, style, console.colour) for word in said.split(" "))

    return _TOKEN.sub(styled, text)


def _table(lines: list[str], console: Console) -> Iterator[str]:
    rows = [[inline(cell.strip(), console) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    columns = max(len(row) for row in rows)
    wide = [max(len(visible(row[c])) if c < len(row) else 0 for row in rows) for c in range(columns)]
    for row in rows:
        cells = [cell + " " * (wide[c] - len(visible(cell))) for c, cell in enumerate(row)]
        yield "  " + "  ".join(cells).rstrip()
