"""Positions to learn from: rows of bytes as the extension writes them, and the window of the newest."""

from __future__ import annotations

import importlib
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

POLICY, PROVED, UNPLAYED = 1, 2, 4
"""Flags of a row: it has a policy; its result is proved; no game came to it, so that it has no result."""
FEWEST, SHARPEST = 1000, 4.0
"""Positions from which sharpness can be told; beyond that factor something else is wrong."""


def row_bytes(size: int) -> int:
    """Cells, two bytes of policy for each, result, two bytes of value, flags."""
    return 3 * size * size + 4


def row(seen: bytes, policy: dict[int, float], result: int, value: float, *, proved: bool) -> bytes:
    """One position, as hex_selfplay writes it; without a policy nothing is learned about moves."""
    shares = [round(65535 * policy.get(cell, 0.0)) for cell in range(len(seen))]
    flags = (POLICY if policy else 0) | (PROVED if proved else 0)
    return b"".join(
        [
            seen,
            *(share.to_bytes(2, "little") for share in shares),
            bytes([result]),
            round(65535 * value).to_bytes(2, "little"),
            bytes([flags]),
        ]
    )


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


@dataclass
class Window:
    """The newest positions, by size."""

    share: float
    """How much of the value comes from the result; the rest from the search."""
    sharper: float = 1.0
    """By which factor the logit of the search's mean grows before it is learned (`sharpness`)."""
    parts: deque[tuple[int, bytes]] = field(default_factory=deque)
    count: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    _joined: dict[int, Any] = field(default_factory=dict)

    def add(self, size: int, rows: bytes, limit: int) -> int:
        """How many positions these are; the oldest leave if there are more than `limit`."""
        number = len(rows) // row_bytes(size)
        if number:
            self.parts.append((size, rows))
            self._change(size, number)
        while self.count > limit and len(self.parts) > 1:
            old, gone = self.parts.popleft()
            self._change(old, -(len(gone) // row_bytes(old)))
        return number

    def _change(self, size: int, number: int) -> None:
        self.count += number
        self.sizes[size] = self.sizes.get(size, 0) + number
        if not self.sizes[size]:
            del self.sizes[size]
        self._joined.pop(size, None)

    def draw(self, count: int, dice: random.Random) -> Batch:
        """Positions by lot, all of one size, every second one turned by half a turn."""
        np = importlib.import_module("numpy")
        known = sorted(self.sizes)
        size = dice.choices(known, [self.sizes[one] for one in known])[0]
        if size not in self._joined:
            joined = b"".join(rows for one, rows in self.parts if one == size)
            self._joined[size] = np.frombuffer(joined, dtype=np.uint8).reshape(-1, row_bytes(size))
        table = self._joined[size]
        cells = size * size
        rows = table[[dice.randrange(len(table)) for _ in range(count)]]
        boards = rows[:, :cells].copy()
        policy = np.ascontiguousarray(rows[:, cells : 3 * cells]).view("<u2").astype(np.float32)
        turned = np.array([dice.random() < 0.5 for _ in range(count)])
        boards[turned] = boards[turned, ::-1]
        policy[turned] = policy[turned, ::-1]
        total = policy.sum(axis=1, keepdims=True)
        policy /= np.maximum(total, 1.0)
        result = rows[:, 3 * cells].astype(np.float32)
        search = np.ascontiguousarray(rows[:, 3 * cells + 1 : 3 * cells + 3]).view("<u2")[:, 0] / 65535.0
        flags = rows[:, 3 * cells + 3]
        share = np.where(flags & PROVED, 1.0, np.where(flags & UNPLAYED, 0.0, self.share))
        mean = np.clip(search, 0.003, 0.997)
        told = 1 / (1 + (1 / mean - 1) ** self.sharper)
        value = (share * result + (1 - share) * told).astype(np.float32)
        return Batch(size, boards.tobytes(), policy, (flags & POLICY).astype(np.float32), value)

    def sharpness(self) -> float:
        """By which factor the logits of the searches' means must grow to tell how often the mover won.

        One number, fitted in Newton's way to what the window holds of positions that were not proved.
        """
        numpy = importlib.import_module("numpy")
        factor, logits, results = 1.0, [numpy.zeros(0)], [numpy.zeros(0)]
        for size, rows in self.parts:
            table = numpy.frombuffer(rows, dtype=numpy.uint8).reshape(-1, row_bytes(size))
            table = table[table[:, -1] & (POLICY | UNPLAYED) == POLICY]
            told = table[:, -3] + 256.0 * table[:, -2]
            means = numpy.clip(told / 65535, 0.01, 0.99)
            logits.append(numpy.log(means / (1 - means)))
            results.append(table[:, -4].astype(float))
        x, won = numpy.concatenate(logits), numpy.concatenate(results)
        if len(x) < FEWEST:
            return factor
        for _ in range(20):
            chance = 1 / (1 + numpy.exp(-factor * x))
            slope, bend = (x * (won - chance)).sum(), (x * x * chance * (1 - chance)).sum()
            factor = float(min(SHARPEST, max(1 / SHARPEST, factor + slope / max(bend, 1e-9))))
        return round(factor, 3)
