"""Which edition of the scripts and style sheets this is: a part of their address, so that they may be kept.

A browser that has fetched an edition never asks for it again, and never mixes two: modules import one another
by relative addresses, which keep the edition.
"""

from __future__ import annotations

import hashlib
import os
import time
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = (
    "web",
    "web/board",
    "web/cards",
    "web/class",
    "web/lib",
    "web/pages",
    "web/puzzles",
    "web/table",
    "web/turns",
    "view",
)
SERVED = (".js", ".css", ".svg")
"""What browsers read: the folders also hold Python."""


def edition() -> str:
    """The sign of what lies there; whoever edits a file has another edition a second later."""
    return _within(int(time.monotonic()))


def edition_of(root: Path) -> str:
    """The same for the same files, wherever and whenever they were installed."""
    with_times = []
    for folder in FOLDERS:
        with os.scandir(root / folder) as entries:
            with_times += [
                (entry.path, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(SERVED)
            ]
    return _sign(root, tuple(sorted(with_times)))


def addressed(path: str, edition: str) -> str:
    """The address of a file under /web or /view in an edition; any other stays as it is."""
    _, folder, rest = path.split("/", 2)
    return f"/{folder}/@{edition}/{rest}" if folder in FOLDERS else path


@lru_cache(maxsize=1)
def _within(second: int) -> str:
    """Looking at all files for every request would cost more than sending most of them."""
    return edition_of(ROOT)


@lru_cache(maxsize=1)
def _sign(root: Path, with_times: tuple[tuple[str, int], ...]) -> str:
    told = hashlib.sha256()
    for path, _ in with_times:
        told.update(f"{Path(path).relative_to(root).as_posix()}\n".encode())
        told.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return told.hexdigest()[:12]
