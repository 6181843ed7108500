"""The rounds of a class: who sits where, what became of it, and who meets whom next."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

from pavage.tournament.pairing import balanced, swiss_round

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
    seats: int = 0
    """Seats at the table; 0 where a stored round does not say it."""
    reason: str = ""
    """Why it ended."""

    @classmethod
    def told(cls, data: Mapping[str, Any]) -> Group:
        pupils, keys = tuple(data["pupils"]), tuple(data["keys"])
        return cls(data["table"], pupils, keys, seats=data.get("seats", 0))

    def stored(self) -> dict[str, Any]:
        table = {"table": self.table, "pupils": list(self.pupils), "keys": list(self.keys)}
        return {**table, "seats": self.seats}


@dataclass(frozen=True, slots=True)
class Round:
    """What a class plays at once."""

    mode: Mode
    game: str
    options: Mapping[str, Any]
    level: str
    """Of the computers that fill up a table."""
    players: int
    """Seats at a full table, or pupils in the race."""
    groups: tuple[Group, ...]
    clock: str = ""
    """The time control of each table."""
    ends: int | None = None
    """When the games are stopped, in milliseconds of wall time."""
    stopped: bool = False
    """The time for the round is over."""

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
        return 1 / max(2, self.seats_of(group)) if closed else None

    def seats_of(self, group: Group) -> int:
        return group.seats or self.players


def points(rounds: Sequence[Round], pupil: int) -> float:
    """All that a pupil got so far."""
    got = (one.points_of(pupil, number < len(rounds) - 1) for number, one in enumerate(rounds))
    return sum(filter(None, got))


def ranking(rounds: Sequence[Round], pupils: Collection[int]) -> list[int]:
    """The pupils, those with most points first; of those who have the same, who came first."""
    return sorted(pupils, key=lambda pupil: (-round(points(rounds, pupil), 6), pupil))


def sizes(pupils: int, fits: Mapping[int, int]) -> tuple[int, ...]:
    """The sizes of balanced groups, the largest first: with few computers, then in few groups.

    `fits` maps the size of a group to the seats at its table.
    """
    cost: list[tuple[int, int, int]] = [(0, 0, 0)]
    chosen = [0]
    for number in range(1, pupils + 1):
        choices = []
        for size in range(1, min(number, max(fits)) + 1):
            computers, groups, squares = cost[number - size]
            choices.append(((computers + fits[size] - size, groups + 1, squares + size * size), size))
        best, size = min(choices)
        cost.append(best)
        chosen.append(size)
    found, rest = [], pupils
    while rest:
        found.append(chosen[rest])
        rest -= chosen[rest]
    return tuple(sorted(found, reverse=True))


def proposed(
    rounds: Sequence[Round], pupils: Collection[int], fits: Mapping[int, int], method: str
) -> Groups:
    """Groups for the next round; `fits` maps the size of a group to the seats at its table.

    By points, neighbours in the ranking meet. Those who play with computers are the last of those who have
    done so least often.
    """
    ranked = ranking(rounds, pupils)
    tables: list[tuple[int, ...]] = []
    with_computers: list[int] = []
    if method == "lots":
        random.Random().shuffle(ranked)
    else:
        for one in rounds:
            groups = [group for group in one.groups if one.mode == "tables"]
            tables += [group.pupils for group in groups]
            short = [group.pupils for group in groups if len(group.pupils) < one.seats_of(group)]
            with_computers += [pupil for group in short for pupil in group]
    if max(fits) == 2:
        past = [table for table in tables if len(table) == 2 and set(table) <= set(ranked)]
        pairs, out = swiss_round(ranked, past, with_computers, 2)
        return (*pairs, tuple(out)) if out else tuple(pairs)
    chosen = sizes(len(ranked), fits)
    full = [size for size in chosen if fits[size] == size]
    short_sizes = [size for size in chosen if fits[size] != size]
    last_first = sorted(ranked, key=lambda one: (with_computers.count(one), -ranked.index(one)))
    out = last_first[: sum(short_sizes)]
    playing = [one for one in ranked if one not in out]
    seated = [table for table in tables if set(table) <= set(ranked)]
    return tuple(balanced([*_cut(playing, full), *_cut(out, short_sizes)], seated))


def _cut(pupils: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Groups of these sizes, in the order of the pupils."""
    ends = list(accumulate(sizes))
    return [tuple(pupils[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def is_sound(groups: Groups, pupils: Collection[int], seats: int) -> bool:
    """Whether each group fits at a table, and nobody sits at two or is unknown here."""
    sitting = [pupil for group in groups for pupil in group]
    fits = all(1 <= len(group) <= seats for group in groups)
    return bool(sitting) and fits and len(set(sitting)) == len(sitting) and set(sitting) <= set(pupils)
