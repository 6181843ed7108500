"""Where in a text something is wrong: lines and columns, counted from 1."""

from __future__ import annotations


class BadText(ValueError):
    """A text that cannot be read: the place, a key that says what is wrong, and what it was about."""

    def __init__(self, line: int, column: int, key: str, /, **values: object) -> None:
        super().__init__(f"line {line}, column {column}: {key} {values}")
        self.line = line
        self.column = column
        self.key = key
        self.values = values


def bad_at(text: str, offset: int, key: str, /, **values: object) -> BadText:
    """What is wrong at this offset. A line ends with a line feed, a carriage return, or both."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n")
    return BadText(line + 1, len(before) - before.rfind("\n"), key, **values)
