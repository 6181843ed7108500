"""A series: games between the same people, who move on by one seat each time."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.game import Outcome


class Series:
    """What each person has won so far."""

    def __init__(self, people: int) -> None:
        self._scores = [0.0] * people
        self._order = list(range(people))
        self._counted: Outcome | None = None

    def scores(self) -> Sequence[float]:
        """The points, in the order in which people sit now."""
        return [self._scores[person] for person in self._order]

    def count(self, outcome: Outcome | None) -> None:
        """Write down a result once, and take it back if the end was undone."""
        if outcome == self._counted:
            return
        for result, sign in ((self._counted, -1), (outcome, 1)):
            for seat, share in enumerate(result.returns if result else ()):
                self._scores[self._order[seat]] += sign * share
        self._counted = outcome

    def turn(self) -> None:
        """The next game begins; what was won stays won."""
        self._order = [*self._order[1:], self._order[0]]
        self._counted = None
