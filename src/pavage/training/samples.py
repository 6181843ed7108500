"""Positions to learn from: rows of bytes as the extension writes them, and the window of the newest."""

from __future__ import annotations

import bisect
import importlib
import itertools
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from pavage.training.calibration import CHECK_WON, CHECKED, POLICY, PROVED, Calibration, usual_ply

CERTAIN = 0.003
"""Chances of searches are learned no nearer to 0 and 1 than this."""


def row_bytes(size: int) -> int:
    """Cells, two bytes of policy for each; games won, games, plies; two bytes of value; flags."""
    return 3 * size * size + 6


def row(
    seen: bytes,
    policy: dict[int, float],
    won: int,
    value: float,
    *,
    proved: bool,
    games: int = 1,
    ply: int = 0,
) -> bytes:
    """One position as the extension writes it; without a policy nothing is learned about moves."""
    shares = [round(65535 * policy.get(cell, 0.0)) for cell in range(len(seen))]
    flags = (POLICY if policy else 0) | (PROVED if proved else CHECKED | (CHECK_WON if won else 0))
    return b"".join(
        [
            seen,
            *(share.to_bytes(2, "little") for share in shares),
            bytes([won, games, min(ply, 255)]),
            round(65535 * value).to_bytes(2, "little"),
            bytes([flags]),
        ]
    )


def table(size: int, rows: bytes) -> Any:
    """Rows as a numpy table with a column for each of their parts."""
    np = importlib.import_module("numpy")
    cells = size * size
    columns = [
        ("seen", "u1", (cells,)),
        ("policy", "<u2", (cells,)),
        ("won", "u1"),
        ("games", "u1"),
        ("ply", "u1"),
        ("value", "<u2"),
        ("flags", "u1"),
    ]
    return np.frombuffer(rows, dtype=np.dtype(columns))


@dataclass(frozen=True, slots=True)
class Targets:
    """What is learned of a position's value: how much counts what, and how searches are corrected."""

    result_share: tuple[tuple[float, float], ...] = ((0, 0.5),)
    """Share of games played to the end, by stones on 11×11; the rest is the search."""
    calibration: Calibration = field(default_factory=Calibration)

    def values(self, size: int, rows: Any) -> Any:
        """Chances of the movers, one for each row of a table."""
        np = importlib.import_module("numpy")
        plies = usual_ply(size, rows["ply"])
        share = np.interp(plies, *zip(*self.result_share, strict=True))
        share = np.where(rows["flags"] & PROVED, 1.0, np.where(rows["games"] > 0, share, 0.0))
        result = rows["won"] / np.maximum(rows["games"], 1)
        mean = np.clip(rows["value"] / 65535.0, CERTAIN, 1 - CERTAIN)
        search = 1 / (1 + (1 / mean - 1) ** self.calibration.factors_at(plies))
        return (share * result + (1 - share) * search).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions of one size: boards as bytes, and numpy arrays of what is to be learned."""

    size: int
    boards: bytes
    policy: Any
    """Shares, one row of cells for each position."""
    judged: Any
    """1 where there is a policy."""
    value: Any
    """From 0 to 1."""


def batch_of(size: int, rows: Any, turned: Any, targets: Targets) -> Batch:
    """Rows of a table; boards where `turned` are shown after half a turn."""
    np = importlib.import_module("numpy")
    boards, policy = rows["seen"].copy(), rows["policy"].astype(np.float32)
    boards[turned] = boards[turned, ::-1]
    policy[turned] = policy[turned, ::-1]
    policy /= np.maximum(policy.sum(axis=1, keepdims=True), 1.0)
    judged = (rows["flags"] & POLICY).astype(np.float32)
    return Batch(size, boards.tobytes(), policy, judged, targets.values(size, rows))


@dataclass
class Window:
    """The newest positions, by size."""

    parts: deque[tuple[int, Any]] = field(default_factory=deque)
    """Size and table of each file, oldest first."""
    count: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    _tables: dict[int, tuple[list[Any], list[int]]] = field(default_factory=dict)

    def add(self, size: int, rows: bytes, limit: int) -> int:
        """Add positions and return their number; drop the oldest files beyond `limit`."""
        added = table(size, rows)
        if len(added):
            self.parts.append((size, added))
            self._change(size, len(added))
        while self.count > limit and len(self.parts) > 1:
            old, dropped = self.parts.popleft()
            self._change(old, -len(dropped))
        return len(added)

    def _change(self, size: int, number: int) -> None:
        self.count += number
        self.sizes[size] = self.sizes.get(size, 0) + number
        if not self.sizes[size]:
            del self.sizes[size]
        self._tables.pop(size, None)

    def draw(self, count: int, dice: random.Random, targets: Targets) -> Batch:
        """Positions by lot, all of one size, every second one turned by half a turn."""
        np = importlib.import_module("numpy")
        known = sorted(self.sizes)
        size = dice.choices(known, [self.sizes[one] for one in known])[0]
        if size not in self._tables:
            tables = [part for one, part in self.parts if one == size]
            self._tables[size] = tables, list(itertools.accumulate(map(len, tables)))
        tables, ends = self._tables[size]
        rows = np.empty(count, dtype=tables[0].dtype)
        for at in range(count):
            number = dice.randrange(ends[-1])
            part = bisect.bisect_right(ends, number)
            rows[at] = tables[part][number - ends[part]]
        turned = np.array([dice.random() < 0.5 for _ in range(count)])
        return batch_of(size, rows, turned, targets)
