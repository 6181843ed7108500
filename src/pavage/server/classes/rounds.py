"""The rounds of a class: who sits where, what became of it, and who meets whom next."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pavage.tournament.pairing import swiss_round

Mode = Literal["tables", "race"]
"""How groups are proposed: neighbours in the ranking who have not met, or by lot."""
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A table of a round, or its race: the pupils by seat, and with what each finds their board."""

    table: str
    """What the table or the contest is called in the store."""
    pupils: tuple[int, ...]
    keys: tuple[str, ...]
    """At a table the key of each pupil's seat, in a race the name of their room."""
    points: tuple[float, ...] | None = None
    """What each of them got, once it is over."""
    scores: tuple[str, ...] = ()
    """How a race stood for each of them at its end."""

    @classmethod
    def told(cls, data: Mapping[str, Any]) -> Group:
        return cls(data["table"], tuple(data["pupils"]), tuple(data["keys"]))

    def stored(self) -> dict[str, Any]:
        return {"table": self.table, "pupils": list(self.pupils), "keys": list(self.keys)}


@dataclass(frozen=True, slots=True)
class Round:
    """What a class plays at once."""

    mode: Mode
    game: str
    options: Mapping[str, Any]
    level: str
    """Of the computers that fill up a table."""
    players: int
    """Seats at a table, or pupils in the race."""
    groups: tuple[Group, ...]

    def place_of(self, pupil: int) -> tuple[int, int] | None:
        """The group of a pupil, and their place in it."""
        for number, group in enumerate(self.groups):
            if pupil in group.pupils:
                return number, group.pupils.index(pupil)
        return None

    def points_of(self, pupil: int, closed: bool) -> float | None:
        """What a pupil got; in a round that is closed a game that did not end is shared by all."""
        found = self.place_of(pupil)
        if found is None:
            return None
        group = self.groups[found[0]]
        if group.points is not None:
            return group.points[found[1]]
        return 1 / max(2, self.players) if closed else None


def points(rounds: Sequence[Round], pupil: int) -> float:
    """All that a pupil got so far."""
    got = (one.points_of(pupil, number < len(rounds) - 1) for number, one in enumerate(rounds))
    return sum(filter(None, got))


def ranking(rounds: Sequence[Round], pupils: Collection[int]) -> list[int]:
    """The pupils, those with most points first; of those who have the same, who came first."""
    return sorted(pupils, key=lambda pupil: (-round(points(rounds, pupil), 6), pupil))


def proposed(rounds: Sequence[Round], pupils: Collection[int], seats: int, method: str) -> Groups:
    """Groups for the next round. Who is left over plays together, and computers fill up their table."""
    ranked = ranking(rounds, pupils)
    if seats == 1:
        return tuple((pupil,) for pupil in ranked)
    if method == "lots":
        random.Random().shuffle(ranked)
        past, over = [], []
    else:
        tables = [group.pupils for one in rounds if one.mode == "tables" for group in one.groups]
        past = [table for table in tables if len(table) == seats and set(table) <= set(ranked)]
        over = [pupil for table in tables if len(table) < seats for pupil in table]
    groups, out = swiss_round(ranked, past, over, seats)
    return (*groups, tuple(out)) if out else tuple(groups)


def is_sound(groups: Groups, pupils: Collection[int], seats: int) -> bool:
    """Whether each group fits at a table, and nobody sits at two or is unknown here."""
    sitting = [pupil for group in groups for pupil in group]
    fits = all(1 <= len(group) <= seats for group in groups)
    return bool(sitting) and fits and len(set(sitting)) == len(sitting) and set(sitting) <= set(pupils)
