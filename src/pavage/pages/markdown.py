"""Markdown as HTML: every text is escaped, and nothing but a few plain elements ever comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

_ITEM = re.compile(r"\s*([-*+]|\d+[.)])\s+(.*)")
_TOKEN = re.compile(
    r"\*\*(.+?)\*\*|(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)"
)
_LINK = re.compile(r"https?://|/(?!/)|#")
"""Where a link may lead: to the web, or to another page or part of ours."""

Drawing = Callable[[list[str]], str]
"""Turns the lines of a `position` block into HTML."""


def html(text: str, drawing: Drawing) -> str:
    """The whole text. Its first heading is h1; whoever wants another one cuts it off before."""
    return "\n".join(_blocks(text.splitlines(), drawing))


def inline(text: str) -> str:
    """A line of text with its bold, slanted, code and linked parts."""
    made, at = [], 0
    for found in _TOKEN.finditer(text):
        made += [escape(text[at : found.start()]), _token(found)]
        at = found.end()
    return "".join([*made, escape(text[at:])])


def _token(found: re.Match[str]) -> str:
    bold, slanted, code, label, target = found.groups()
    if bold is not None:
        return f"<strong>{inline(bold)}</strong>"
    if slanted is not None:
        return f"<em>{inline(slanted)}</em>"
    if code is not None:
        return f"<code>{escape(code)}</code>"
    return f'<a href="{escape(target)}">{inline(label)}</a>' if _LINK.match(target) else inline(label)


def _blocks(lines: list[str], drawing: Drawing) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = _end(lines, at + 1, lambda each: not each.startswith("```"))
            inside = lines[at + 1 : end]
            block = line.strip("` ").split()[:1] == ["position"]
            yield drawing(inside) if block else f"<pre>{escape(chr(10).join(inside))}</pre>"
            at = end + 1
        elif line.startswith("#"):
            depth = min(6, len(line) - len(line.lstrip("#")))
            yield f"<h{depth}>{inline(line.strip('# '))}</h{depth}>"
            at += 1
        elif line.lstrip().startswith("|"):
            end = _end(lines, at, lambda each: each.lstrip().startswith("|"))
            yield _table(lines[at:end])
            at = end
        elif _ITEM.match(line):
            end = _end(lines, at, lambda each: bool(each.strip()) and not each.startswith(("#", "```", "|")))
            yield _list(lines[at:end])
            at = end
        else:
            end = _end(
                lines,
                at,
                lambda each: (
                    bool(each.strip()) and not each.startswith(("#", "```", "|")) and not _ITEM.match(each)
                ),
            )
            yield f"<p>{inline(' '.join(each.strip() for each in lines[at:end]))}</p>"
            at = end


def _end(lines: list[str], start: int, goes_on: Callable[[str], bool]) -> int:
    return next((at for at in range(start, len(lines)) if not goes_on(lines[at])), len(lines))


def _list(lines: list[str]) -> str:
    items: list[list[str]] = []
    for line in lines:
        if item := _ITEM.match(line):
            items.append([item[2]])
        else:
            items[-1].append(line.strip())
    first = _ITEM.match(lines[0])
    kind = "ul" if first and first[1] in "-*+" else "ol"
    made = "".join(f"<li>{inline(' '.join(item))}</li>" for item in items)
    return f"<{kind}>{made}</{kind}>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in rows[0])
    cells = ("".join(f"<td>{inline(cell)}</td>" for cell in row) for row in rows[1:])
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    # Where it scrolls, it scrolls by keyboard too.
    return (
        f'<div class="wide" tabindex="0" role="group"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
