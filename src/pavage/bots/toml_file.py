"""TOML that somebody wrote: read whatever wrote it, and what is wrong has a place."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_BYTES = 1 << 20
_PLACE = re.compile(r"line (\d+), column (\d+)")


class BadToml(ValueError):
    """No TOML, from this line and column on."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}")
        self.line = line
        self.column = column


def read_toml(data: bytes) -> dict[str, Any]:
    """The table of a file in UTF-8; some editors put a mark before it."""
    try:
        text = data[: MOST_BYTES + 1].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _at_end(error.object[: error.start].decode("utf-8", "replace")) from None
    if len(data) > MOST_BYTES:
        raise _at_end(text)
    try:
        return tomllib.loads(text)
    except RecursionError:  # brackets within brackets, a thousand deep
        raise BadToml(1, 1) from None
    except ValueError as error:  # tomllib's own, or that of a number with thousands of digits
        place = _PLACE.search(str(error))
        raise BadToml(int(place[1]), int(place[2])) if place else _at_end(text) from None


def _at_end(text: str) -> BadToml:
    """What is wrong begins where this text ends."""
    return BadToml(text.count("\n") + 1, len(text) - text.rfind("\n"))
