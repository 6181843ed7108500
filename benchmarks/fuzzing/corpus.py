"""Inputs that were found and are kept: one file a parser, a string of JSON on each line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

from .parser import Parser, judge

KEPT = Path(__file__).parents[2] / "tests" / "data" / "fuzz"
MOST_KEPT = 8_000
"""Bytes of a file."""
LONGEST_KEPT = 400
"""Bytes of one input."""


def kept(name: str) -> list[bytes]:
    """The inputs of a parser. What is no UTF-8 is written as lone surrogates."""
    path = KEPT / f"{name}.jsonl"
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    return [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]


def keep(name: str, inputs: Iterable[bytes]) -> None:
    KEPT.mkdir(exist_ok=True)
    lines = sorted(json.dumps(data.decode("utf-8", "surrogateescape")) for data in inputs)
    (KEPT / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "ascii")


def choose(parser: Parser, found: Iterable[bytes], always: Iterable[bytes] = ()) -> list[bytes]:
    """Small inputs that together go through as many lines of Pavage as all of them: the smallest first."""
    chosen: list[bytes] = []
    known: set[tuple[str, int]] = set()
    room = MOST_KEPT
    must = list(dict.fromkeys(always))
    small = [data for data in dict.fromkeys(found) if len(data) <= LONGEST_KEPT and data not in must]
    for data in [*must, *sorted(small, key=len)]:
        gone = lines_through(parser, data)
        size = len(json.dumps(data.decode("utf-8", "surrogateescape"))) + 1
        if data in must or (gone - known and size <= room):
            chosen.append(data)
            known |= gone
            room -= size
    return chosen


def lines_through(parser: Parser, data: bytes) -> set[tuple[str, int]]:
    """The lines of Pavage that reading this input runs."""
    gone: set[tuple[str, int]] = set()

    def within(frame: FrameType, event: str, _: Any) -> Any:
        gone.add((frame.f_code.co_filename, frame.f_lineno))
        return within

    def enter(frame: FrameType, event: str, _: Any) -> Any:
        return within if "/pavage/" in frame.f_code.co_filename else None

    sys.settrace(enter)
    try:
        judge(parser, data)
    finally:
        sys.settrace(None)
    return gone
