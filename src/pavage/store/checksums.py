"""A checksum for each row, so that what a disk has changed is noticed and not played on.

Rows that were written before there were checksums have none, and are believed.
"""

from __future__ import annotations

import zlib


def table_sum(name: str, made: int, setting: str) -> int:
    """Of a table that was set."""
    return _sum(name, made, setting)


def event_sum(table: str, seq: int, at: int, kind: str, mark: str, data: str) -> int:
    """Of something that happened at a table."""
    return _sum(table, seq, at, kind, mark, data)


def is_whole(checksum: int | None, expected: int) -> bool:
    return checksum is None or checksum == expected


def _sum(*values: str | int) -> int:
    # No text contains the separator unescaped but for the last, so that nothing can move from one to another.
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"))
