"""Rows of an SQLite file read from the very pages that hold them, where pages that lead there are damaged.

In SQLite's format (https://www.sqlite.org/fileformat2.html) a table is a tree of pages, and only its leaves
hold rows; a row that is too long for its leaf goes on in pages of its own. A leaf does not say to which table
it belongs: whoever asks knows by the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

LEAF = 13
"""How a leaf of a table begins."""
HEADER = 100
"""Bytes before the first page begins to be a page like others."""
WHOLE = (0, 1, 2, 3, 4, 6, 8)
"""Bytes of a whole number, by its kind."""

Values = tuple[Any, ...]


class _Pages:
    """The pages of a file, by their numbers from 1."""

    def __init__(self, data: BinaryIO, size: int) -> None:
        self._data, self.size = data, size
        self.count = data.seek(0, 2) // size

    def __getitem__(self, number: int) -> bytes:
        if not 1 <= number <= self.count:
            raise IndexError(number)
        self._data.seek((number - 1) * self.size)
        return self._data.read(self.size)

    def free(self) -> set[int]:
        """Pages that hold nothing any longer; what they held was deleted."""
        found, trunk = set[int](), _number(self[1], 32) if self.count else 0
        while 1 < trunk <= self.count and trunk not in found:
            page = self[trunk]
            most = min(_number(page, 4), self.size // 4 - 2)
            found |= {trunk, *(_number(page, 8 + 4 * place) for place in range(most))}
            trunk = _number(page, 0)
        return found


def leaf_rows(file: Path, page_size: int) -> Iterator[Values]:
    """The values of all rows of all tables that can be read. Nothing that a page holds ends it."""
    with file.open("rb") as data:
        pages = _Pages(data, page_size)
        free = pages.free()
        for number in range(1, pages.count + 1):
            page, begin = pages[number], HEADER if number == 1 else 0
            if page[begin] != LEAF or number in free:
                continue
            cells = int.from_bytes(page[begin + 3 : begin + 5], "big")
            for place in range(begin + 8, min(begin + 8 + 2 * cells, page_size - 1), 2):
                try:
                    yield _values(_payload(pages, page, int.from_bytes(page[place : place + 2], "big")))
                except (IndexError, ValueError):
                    continue  # this one is damaged


def _number(page: bytes, place: int) -> int:
    return int.from_bytes(page[place : place + 4], "big")


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place behind it."""
    value = 0
    for _ in range(8):
        byte = data[place]
        place += 1
        value = value << 7 | byte & 127
        if byte < 128:
            return value, place
    return value << 8 | data[place], place + 1


def _payload(pages: _Pages, page: bytes, place: int) -> bytes:
    """A row as it is written: here, and in the pages where it goes on."""
    length, place = _varint(page, place)
    _, place = _varint(page, place)  # the number of the row
    usable = pages.size
    here, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if length <= here:
        return page[place : place + length]
    if length > usable * pages.count:
        raise ValueError(length)
    first = least + (length - least) % (usable - 4)
    first = first if first <= here else least
    parts, had, following = [page[place : place + first]], first, _number(page, place + first)
    while had < length:
        rest = pages[following]
        parts.append(rest[4 : 4 + length - had])
        had, following = had + len(parts[-1]), _number(rest, 0)
    return b"".join(parts)


def _values(payload: bytes) -> Values:
    """What the columns hold. Texts that are none any longer are kept: their checksum tells."""
    end, place = _varint(payload, 0)
    kinds = []
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        if kind in (8, 9):
            values.append(kind - 8)
            continue
        length = WHOLE[kind] if kind < len(WHOLE) else (kind - 12) // 2
        if length < 0 or place + length > len(payload):
            raise ValueError(kind)
        part = payload[place : place + length]
        place += length
        if kind == 0:
            values.append(None)
        elif kind < len(WHOLE):
            values.append(int.from_bytes(part, "big", signed=True))
        else:
            values.append(part.decode("utf-8", "surrogateescape") if kind % 2 else part)
    return tuple(values)
