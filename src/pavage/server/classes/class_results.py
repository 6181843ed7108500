"""What a class has played, as numbers that people read and as a table to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pavage.contest import Contest
from pavage.formats.record import read_record
from pavage.formats.sheets import as_csv
from pavage.game import Outcome, Seat
from pavage.hooks import SceneHooks, hooks
from pavage.match import Match
from pavage.phrase import Phrase
from pavage.registry import scene_of
from pavage.scene import Moment, Sheet
from pavage.server.classes.class_log import ClassLog
from pavage.server.classes.rounds import Round, points, ranking
from pavage.server.tables.table_log import TableLog
from pavage.words import Words


@dataclass(frozen=True, slots=True)
class Fact:
    """What a board says about a pupil, beyond points."""

    result: str = ""
    """`won`, `lost`, `drawn`, `shared`, `left`, `stopped` or `done`; empty while it goes on."""
    moves: int = 0
    score: str = ""
    """What the game counts."""
    place: int = 0
    """In a race."""
    seconds: int | None = None
    """That they needed in a race; None if they are not done."""
    marks: tuple[tuple[Phrase, int], ...] = ()


Facts = Mapping[tuple[int, int], Fact]
"""By the number of the round, from 0, and of the pupil."""


def race_points(contest: Contest) -> list[float]:
    """One point for the first of a race, none for the last, and evenly between.

    Those who have nothing right, or gave up, get no point.
    """
    places = contest.places()
    last = max(len(places) - 1, 1)
    standings = contest.view(None, contest.held_since or 0.0).standings
    return [
        round((last - (place - 1)) / last, 3) if standing.met and not standing.out else 0.0
        for place, standing in zip(places, standings, strict=True)
    ]


def table_facts(log: TableLog, pupils: Sequence[int]) -> dict[int, Fact]:
    """The first game of a table: no other counts."""
    match = read_record(log.before[0].record).match if log.before else log.table.match
    moment = Moment(match.position, outcome=match.outcome)
    scores = [seat.score for seat in scene_of(match.game, moment).seats]
    return {
        pupil: Fact(
            result=_result_of(match, seat),
            moves=sum(played.seat == seat and bool(played.move) for played in match.played),
            score=scores[seat] if seat < len(scores) else "",
            marks=_marks(match, seat),
        )
        for seat, pupil in enumerate(pupils)
    }


def race_facts(contest: Contest, pupils: Sequence[int]) -> dict[int, Fact]:
    standings, places = contest.view(None, contest.held_since or 0.0).standings, contest.places()
    facts = {}
    for seat, pupil in enumerate(pupils):
        entrant, standing = contest.entrants[seat], standings[seat]
        done = standing.done_after
        ended = "done" if done is not None else "stopped" if contest.result else ""
        fact = Fact(
            result="left" if standing.out else ended,
            score=str(standing.met),
            place=places[seat],
            seconds=None if done is None else int(done),
        )
        if entrant.match is not None:
            fact = replace(fact, moves=len(entrant.match.played), marks=_marks(entrant.match, 0))
        facts[pupil] = fact
    return facts


def _marks(match: Match, seat: Seat) -> tuple[tuple[Phrase, int], ...]:
    marks = hooks(type(match.game), SceneHooks).marks
    if marks is None:
        return ()
    moves = [(played.seat, played.move) for played in match.played]
    return tuple(marks(match.game, match.positions, moves, seat))


def _result_of(match: Match, seat: Seat) -> str:
    outcome = match.outcome
    if seat in match.out:
        return "left"
    if outcome is None:
        return ""
    if outcome.reason == "stopped":
        return "stopped"
    return _share(outcome, seat)


def _share(outcome: Outcome, seat: Seat) -> str:
    share, best = outcome.returns[seat], max(outcome.returns)
    if share < best:
        return "lost"
    winners = sum(each == best for each in outcome.returns)
    return "won" if winners == 1 else "drawn" if winners == len(outcome.returns) else "shared"


def race_scores(contest: Contest) -> list[str]:
    """How much each has, and in what time they were done."""
    standings = contest.view(None, contest.deadline).standings if contest.result else ()
    return [score_text(each.met, contest.goal, each.done_after) for each in standings]


def score_text(met: int, goal: int, done_after: float | None) -> str:
    """`7/12`, or `12/12 · 3:05` once it is done."""
    score = f"{met}/{goal}" if goal else str(met)
    if done_after is None:
        return score
    minutes, seconds = divmod(int(done_after), 60)
    return f"{score} · {minutes}:{seconds:02}"


def number_text(value: float, words: Words) -> str:
    """2, ½, 1⅓ as far as people write them; else with the comma or the point of the language."""
    whole, rest = int(value), value - int(value)
    signs = {0.5: "½", 1 / 3: "⅓", 2 / 3: "⅔", 0.25: "¼", 0.75: "¾"}
    for share, sign in signs.items():
        if abs(rest - share) < 1e-3:
            return f"{whole or ''}{sign}"
    if rest < 1e-3:
        return str(whole)
    return decimal(value, words)


def decimal(value: float, words: Words) -> str:
    """A number as spreadsheets of the language read it."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if words.language == "fr" else text


def places(log: ClassLog) -> dict[int, int]:
    """The place of each pupil; those who have the same number of points share it."""
    ranked = ranking(log.rounds, log.present)
    got = {pupil: round(points(log.rounds, pupil), 6) for pupil in ranked}
    return {pupil: 1 + sum(got[one] > got[pupil] for one in ranked) for pupil in ranked}


def results_csv(log: ClassLog, facts: Facts, words: Words) -> str:
    """A line for each pupil and round, one value in each cell; the pupils in the order of the ranking."""
    opponents = max((len(group.pupils) - 1 for one in log.rounds for group in one.groups), default=0)
    if all(one.mode == "race" for one in log.rounds):
        opponents = 0
    labels = list(dict.fromkeys(label for fact in facts.values() for label, _ in fact.marks))
    head = [Phrase(f"web.class.csv.{name}") for name in ("place", "name", "total", "round", "game", "how")]
    head += [Phrase("web.class.csv.opponent", (("number", str(n)),)) for n in range(1, opponents + 1)]
    head += [Phrase(f"web.class.csv.{name}") for name in ("result", "points", "moves", "score")]
    head += [Phrase(f"web.class.csv.{name}") for name in ("race_place", "seconds")]
    place_of = places(log)
    rows = []
    for pupil in ranking(log.rounds, log.present):
        total = decimal(points(log.rounds, pupil), words)
        for number, one in enumerate(log.rounds):
            if one.place_of(pupil) is None:
                continue
            fact = facts.get((number, pupil), Fact())
            rows.append(
                [
                    *(str(place_of[pupil]), log.pupils[pupil].name, total, str(number + 1)),
                    *(words(f"{one.game}.title"), words(f"web.class.csv.how_of.{_how(one, pupil)}")),
                    *_opponents(log, one, pupil, opponents),
                    *_counted(log, number, pupil, fact, words),
                    *(str(dict(fact.marks).get(label, "")) for label in labels),
                ]
            )
    sheet = Sheet("class", Phrase("web.class.title"), (*head, *labels), tuple(map(tuple, rows)))
    # Where half a point has a comma, spreadsheets part columns by semicolons.
    return as_csv(sheet, words, ";" if words.language == "fr" else ",")


def _how(one: Round, pupil: int) -> str:
    if one.mode == "race":
        return "race"
    place = one.place_of(pupil)
    return "tables" if place is not None and len(one.groups[place[0]].pupils) > 1 else "computer"


def _opponents(log: ClassLog, one: Round, pupil: int, most: int) -> list[str]:
    """The pupils that somebody played against, each in a cell."""
    place = one.place_of(pupil)
    group = one.groups[place[0]] if place is not None and one.mode == "tables" else None
    names = [log.pupils[each].name for each in group.pupils if each != pupil] if group else []
    return [*names, *[""] * (most - len(names))]


def _counted(log: ClassLog, number: int, pupil: int, fact: Fact, words: Words) -> list[str]:
    got = log.rounds[number].points_of(pupil, number < len(log.rounds) - 1)
    return [
        words(f"web.class.csv.result_of.{fact.result}") if fact.result else "",
        "" if got is None else decimal(got, words),
        str(fact.moves),
        fact.score,
        str(fact.place or ""),
        "" if fact.seconds is None else str(fact.seconds),
    ]
