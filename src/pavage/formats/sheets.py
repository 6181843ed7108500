"""A score sheet as text and as CSV, in the language of whoever keeps it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from pavage.phrase import Phrase
from pavage.scene import Sheet

Speak = Callable[[Phrase], str]
"""Says a phrase in some language."""


def as_text(sheet: Sheet, words: Speak) -> str:
    """The title, and columns under each other: numbers to the right, words to the left."""
    lines = [[words(each) for each in sheet.head], *rows(sheet, words)]
    width = max((len(line) for line in lines), default=0)
    lines = [line + [""] * (width - len(line)) for line in lines]
    columns = list(zip(*lines, strict=True))
    numeric = [all(_is_number(each) for each in column[1:]) for column in columns]
    wide = [max(map(len, column)) for column in columns]
    ruled = [lines[0], ["-" * each for each in wide], *lines[1:]] if any(lines[0]) else lines[1:]
    written = [
        "  ".join(
            word.rjust(room) if right else word.ljust(room)
            for word, room, right in zip(line, wide, numeric, strict=True)
        ).rstrip()
        for line in ruled
    ]
    return "\n".join([words(sheet.title), "", *written]) + "\n"


def sheet_lines(sheets: Sequence[Sheet], words: Speak) -> list[str]:
    """All sheets below each other, a blank line between."""
    return "\n\n".join(as_text(sheet, words).rstrip("\n") for sheet in sheets).splitlines()


def as_csv(sheet: Sheet, words: Speak, between: str = ",") -> str:
    """Comma-separated values as spreadsheets read them; the title stays in the name of the file."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n", delimiter=between)
    head = [words(each) for each in sheet.head]
    for line in ([head] if any(head) else []) + rows(sheet, words):
        writer.writerow(map(_harmless, line))
    return written.getvalue()


def rows(sheet: Sheet, words: Speak) -> list[list[str]]:
    """The lines below the head, every phrase said."""
    return [[words(each) if isinstance(each, Phrase) else each for each in row] for row in sheet.rows]


def _is_number(text: str) -> bool:
    return not text or text.strip().replace("\N{MINUS SIGN}", "").replace(".", "").lstrip("+-").isdigit()


def _harmless(text: str) -> str:
    """Spreadsheets take a text that begins so for a formula, and people may have named themselves so."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not _is_number(text) else text
