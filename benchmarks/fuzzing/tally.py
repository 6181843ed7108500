"""What became of many inputs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .parser import READ, Judged


@dataclass
class Tally:
    """Counts, one input for each thing that went wrong, and those that seemed slow."""

    inputs: int = 0
    lines: int = 0
    keys: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    failures: dict[str, bytes] = field(default_factory=dict)
    slow: dict[bytes, float] = field(default_factory=dict)
    interesting: list[bytes] = field(default_factory=list)

    def add(self, data: bytes, judged: Judged, limit: float) -> None:
        self.inputs += 1
        self.lines += judged.lines
        if judged.key not in self.keys:
            self.interesting.append(data)
        self.keys[judged.key] += 1
        if judged.failure:
            self.fail(judged.failure, data)
        if judged.milliseconds > limit:
            self.slow[data] = judged.milliseconds
        else:
            self.slowest = max(self.slowest, judged.milliseconds)

    def fail(self, reason: str, data: bytes) -> None:
        """Of several inputs with the same end the smallest is kept."""
        before = self.failures.get(reason)
        if before is None or len(data) < len(before):
            self.failures[reason] = data

    def join(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.lines += other.lines
        self.keys += other.keys
        self.interesting += other.interesting
        self.slow |= other.slow
        for reason, data in other.failures.items():
            self.fail(reason, data)
        self.slowest = max(self.slowest, other.slowest)

    @property
    def read(self) -> int:
        return self.keys[READ]
