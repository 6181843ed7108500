"""How fast somebody may go on: so many a second, and so many at once."""

from __future__ import annotations

from collections.abc import Hashable

MOST_KNOWN = 10_000
"""Those whose pace is remembered; whoever has rested is forgotten first."""


class Pace:
    """What is left of an allowance that fills up again with time."""

    __slots__ = ("left", "seen")

    def __init__(self, most: float, now: float) -> None:
        self.left, self.seen = most, now

    def take(self, now: float, a_second: float, most: float, cost: float = 1.0) -> bool:
        """Whether so much more may be used now; if so, it is used."""
        self.fill(now, a_second, most)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def fill(self, now: float, a_second: float, most: float) -> None:
        self.left = min(most, self.left + max(0.0, now - self.seen) * a_second)
        self.seen = now


class Paces:
    """The pace of each of many."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Pace] = {}

    def __len__(self) -> int:
        return len(self._known)

    def take(self, who: Hashable, now: float, a_second: float, most: float, cost: float = 1.0) -> bool:
        return self.of(who, now, a_second, most).take(now, a_second, most, cost)

    def of(self, who: Hashable, now: float, a_second: float, most: float) -> Pace:
        pace = self._known.get(who)
        if pace is None:
            if len(self._known) >= MOST_KNOWN:
                self._forget(now, a_second, most)
            pace = self._known[who] = Pace(most, now)
        return pace

    def _forget(self, now: float, a_second: float, most: float) -> None:
        """Those who have their whole allowance again; if nobody has, those who came first."""
        for who, pace in list(self._known.items()):
            pace.fill(now, a_second, most)
            if pace.left >= most:
                del self._known[who]
        while len(self._known) >= MOST_KNOWN:
            del self._known[next(iter(self._known))]
