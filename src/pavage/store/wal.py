"""SQLite's write-ahead log, read by ourselves: SQLite passes over all that follows a damaged part in silence.

The log is a header and frames, each with the page it replaces. A frame belongs to the log if it has the salt
of the header, and counts if its checksum, which runs on from frame to frame, is right.
"""

from __future__ import annotations

import struct
from pathlib import Path

HEADER, FRAME_HEADER = 32, 24
MAGIC = (0x377F0682, 0x377F0683)
"""The second says that the checksums read numbers with their highest byte first."""


def beside(store: Path) -> Path:
    return store.with_name(f"{store.name}-wal")


def what_is_wrong(store: Path) -> str:
    """What a damaged part of the log keeps from being read; empty if there is no such part.

    The last transaction may be torn: whoever asked for it was never told that it is durable.
    """
    try:
        text = beside(store).read_bytes()
    except FileNotFoundError:
        return ""
    if len(text) < HEADER:
        return ""
    magic, _, size, _, *salt = struct.unpack(">6I", text[:24])
    order = ">" if magic == MAGIC[1] else "<"
    if magic not in MAGIC or _sums(text[:24], (0, 0), order) != struct.unpack(">2I", text[24:HEADER]):
        frames = (len(text) - HEADER) // (4096 + FRAME_HEADER)
        return f"the header of the write-ahead log is damaged: {frames} frames are lost" if frames else ""
    return _what_frames_say(text, size, salt, order)


def _what_frames_say(text: bytes, size: int, salt: list[int], order: str) -> str:
    sums: tuple[int, int] = struct.unpack(">2I", text[24:HEADER])
    damaged, lost = 0, 0  # the first frame that does not count, if any; the transactions behind it
    for number, start in enumerate(
        range(HEADER, len(text) - size - FRAME_HEADER + 1, size + FRAME_HEADER), 1
    ):
        head = text[start : start + FRAME_HEADER]
        _, commits, *found = struct.unpack(">6I", head)
        if found[:2] != salt:
            # What follows is left from an earlier round, unless this frame's own header was struck.
            damaged = damaged or number
        elif not damaged:
            sums = _sums(head[:8], sums, order)
            sums = _sums(text[start + FRAME_HEADER : start + FRAME_HEADER + size], sums, order)
            if sums != tuple(found[2:]):
                damaged = number
        elif commits:
            lost += 1
    if not lost:
        return ""
    return f"frame {damaged} of the write-ahead log is damaged: {lost} transactions behind it are lost"


def _sums(text: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = before
    numbers = struct.unpack(f"{order}{len(text) // 4}I", text)
    for place in range(0, len(numbers), 2):
        one = (one + numbers[place] + two) & 0xFFFFFFFF
        two = (two + numbers[place + 1] + one) & 0xFFFFFFFF
    return one, two
