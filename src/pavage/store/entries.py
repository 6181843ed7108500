"""What is stored: tables, and what happened there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: what kind of thing, and all that is needed to let it happen again."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    mark: str = ""
    """What its sender calls it, so that sending it twice is harmless."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it is stored: its number, and when it happened in milliseconds of wall time."""

    seq: int
    at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored."""

    id: str
    made: int
    setting: Mapping[str, Any]
    entries: tuple[Entry, ...]
