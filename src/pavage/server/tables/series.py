"""The games of one table in a row: who sits where now, and what each person has won."""

from __future__ import annotations

from dataclasses import dataclass

from pavage.game import Outcome
from pavage.table import Chair


@dataclass(frozen=True, slots=True)
class GameBefore:
    """A game that another has followed: its record, which is small, and who sat where."""

    record: str
    chairs: tuple[Chair, ...]


class Series:
    """Points belong to people. Seats turn after every game; people are numbered by their first seats."""

    def __init__(self, seats: int) -> None:
        self.order = list(range(seats))
        """The person in each seat."""
        self.number = 1
        """Which game of the series is on the board."""
        self._scores = [0.0] * seats
        self._counted: Outcome | None = None

    def copy(self) -> Series:
        other = Series(0)
        other.order, other._scores, other._counted = list(self.order), list(self._scores), self._counted
        other.number = self.number
        return other

    @property
    def games(self) -> int:
        """How many games are over, the one on the board among them."""
        return self.number if self._counted is not None else self.number - 1

    def scores(self) -> list[float]:
        """What the person in each seat has won so far."""
        return [self._scores[person] for person in self.order]

    def count(self, outcome: Outcome | None) -> None:
        """Write down a result once, and take it back if the end was undone."""
        if outcome == self._counted:
            return
        for result, sign in ((self._counted, -1), (outcome, 1)):
            for seat, share in enumerate(result.returns if result else ()):
                self._scores[self.order[seat]] += sign * share
        self._counted = outcome

    def turn(self) -> None:
        """The next game begins; what was won stays won."""
        self.order = [*self.order[1:], self.order[0]]
        self._counted = None
        self.number += 1
