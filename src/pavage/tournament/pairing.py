"""Who meets whom, and where they sit: round-robin, Swiss, knock-out, gauntlet. Entrants are numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations

Meeting = tuple[int, ...]
"""The entrants of a meeting, by seat in its first game."""

EFFORT = 20_000
"""Steps after which a Swiss round without repeated meetings is given up."""


def rotated(meeting: Meeting, by: int) -> Meeting:
    """The same entrants, each moved on by so many seats: with two, the colours exchanged."""
    shift = by % len(meeting)
    return meeting[shift:] + meeting[:shift]


def round_robin(entrants: int, seats: int = 2) -> list[list[Meeting]]:
    """Rounds in which every entrant meets every other once; for more seats, every table there can be."""
    return _circle(entrants) if seats == 2 else [balanced(list(combinations(range(entrants), seats)))]


def gauntlet(entrants: int, seats: int = 2) -> list[list[Meeting]]:
    """The first entrant against all others; for more seats, at every table that can be made with it."""
    tables = [(0, *others) for others in combinations(range(1, entrants), seats - 1)]
    return [balanced(tables)]


def _circle(entrants: int) -> list[list[Meeting]]:
    """The method of the circle: one entrant stays, the others walk around it.

    Those who stand opposite each other meet, and every entrant begins as often as not, one game aside.
    """
    around = entrants + entrants % 2
    rounds: list[list[Meeting]] = []
    for turn in range(around - 1):
        meetings: list[Meeting] = []
        for place in range(around // 2):
            one = (turn + place) % (around - 1)
            other = around - 1 if place == 0 else (turn - place) % (around - 1)
            begins = (one, other) if (turn % 2 if place == 0 else place % 2) else (other, one)
            if max(begins) < entrants:
                meetings.append(begins)
        rounds.append(meetings)
    return rounds


def balanced(tables: Sequence[Meeting], sat: Collection[Meeting] = ()) -> list[Meeting]:
    """The same tables, each turned so that everybody gets to sit in every seat about as often."""
    count: dict[tuple[int, int], int] = {}

    def sit(meeting: Meeting) -> None:
        for place in enumerate(meeting):
            count[place] = count.get(place, 0) + 1

    def crowded(meeting: Meeting) -> int:
        return sum(count.get(place, 0) for place in enumerate(meeting))

    for meeting in sat:
        sit(meeting)
    chosen = []
    for table in tables:
        meeting = min((rotated(table, by) for by in range(len(table))), key=crowded)
        sit(meeting)
        chosen.append(meeting)
    return chosen


def swiss_round(
    ranking: Sequence[int], past: Collection[Meeting], byes: Collection[int] = (), seats: int = 2
) -> tuple[list[Meeting], list[int]]:
    """The next round of a Swiss tournament, and who sits it out.

    Neighbours in the ranking meet, if possible without repeating a meeting. Who is left over is the last in
    the ranking of those who sat out least often.
    """
    over = len(ranking) % seats
    sat_out = {one: list(byes).count(one) for one in ranking}
    last_first = sorted(ranking, key=lambda one: (sat_out[one], -ranking.index(one)))
    out = last_first[:over]
    playing = [one for one in ranking if one not in out]
    if seats == 2:
        met = {frozenset(meeting) for meeting in past}
        tables = _neighbours(playing, met) or _slices(playing, 2)
    else:
        tables = _slices(playing, seats)
    return balanced(tables, past), out


def _slices(ranking: Sequence[int], seats: int) -> list[Meeting]:
    return [tuple(ranking[place : place + seats]) for place in range(0, len(ranking), seats)]


def _neighbours(ranking: Sequence[int], met: Collection[frozenset[int]]) -> list[Meeting] | None:
    """Pairs that never met, the higher ranked choosing first; None if that takes too long or cannot be."""
    steps = 0

    def pair(rest: tuple[int, ...]) -> list[Meeting] | None:
        nonlocal steps
        if not rest:
            return []
        for place in range(1, len(rest)):
            steps += 1
            if steps > EFFORT:
                return None
            if frozenset((rest[0], rest[place])) in met:
                continue
            others = pair(rest[1:place] + rest[place + 1 :])
            if others is not None:
                return [(rest[0], rest[place]), *others]
        return None

    return pair(tuple(ranking))


def bracket(entrants: int) -> list[int | None]:
    """The places of a knock-out, first round: the first and second of the list can only meet in the final.

    The number of places is a power of two; None is nobody, and whoever stands beside it goes through.
    """
    places = [0]
    while len(places) < entrants:
        size = 2 * len(places)
        places = [seed for one in places for seed in (one, size - 1 - one)]
    return [seed if seed < entrants else None for seed in places]


def knockout_rounds(
    entrants: int, winner: Callable[[int, int, Meeting], int | None]
) -> list[Mapping[int, Meeting]]:
    """The meetings of each round by their place, as far as they are known.

    `winner(round, place, meeting)` tells who went through, None as long as it is not decided.
    """
    rounds: list[Mapping[int, Meeting]] = []
    places: list[int | None] = bracket(entrants)
    decided = [True] * len(places)
    while len(places) > 1:
        meetings: dict[int, Meeting] = {}
        following: list[int | None] = []
        known = []
        for place in range(0, len(places), 2):
            one, other = places[place], places[place + 1]
            if not (decided[place] and decided[place + 1]):
                following.append(None)
                known.append(False)
            elif one is None or other is None:
                following.append(other if one is None else one)
                known.append(True)
            else:
                meetings[place // 2] = (one, other)
                through = winner(len(rounds), place // 2, (one, other))
                following.append(through)
                known.append(through is not None)
        rounds.append(meetings)
        places, decided = following, known
    return rounds
