"""Where in a text something is wrong: lines and columns, counted from 1."""

from __future__ import annotations

from pavage.phrase import Phrase, PhrasedError


class BadText(PhrasedError, ValueError):
    """A text that cannot be read: what is wrong, and the place."""

    def __init__(self, line: int, column: int, key: str, /, **values: object) -> None:
        super().__init__(f"line {line}, column {column}: {key} {values}", key, **values)
        self.line = line
        self.column = column

    @property
    def phrase(self) -> Phrase:
        place = (("line", str(self.line)), ("column", str(self.column)))
        return Phrase("text_place", (*place, ("reason", super().phrase)))


def bad_at(text: str, offset: int, key: str, /, **values: object) -> BadText:
    """What is wrong at this offset. A line ends with a line feed, a carriage return, or both."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n")
    return BadText(line + 1, len(before) - before.rfind("\n"), key, **values)
