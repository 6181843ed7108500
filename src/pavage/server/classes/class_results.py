"""What a class has played, as numbers that people read and as a table to keep."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.contest import Contest
from pavage.formats.sheets import as_csv
from pavage.phrase import Phrase
from pavage.scene import Sheet
from pavage.server.classes.class_log import ClassLog
from pavage.server.classes.rounds import points, ranking
from pavage.words import Words


def race_points(contest: Contest) -> list[float]:
    """One point for the first of a race, none for the last, and evenly between."""
    places = contest.places()
    last = max(len(places) - 1, 1)
    return [round((last - (place - 1)) / last, 3) for place in places]


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


def results_csv(log: ClassLog, words: Words) -> str:
    """A line for each pupil, the first first: place, name, points; for each round with whom, and what for."""
    head = [Phrase(f"web.class.csv.{name}") for name in ("place", "name", "points")]
    for number, one in enumerate(log.rounds, 1):
        game = (("number", str(number)), ("game", Phrase(f"{one.game}.title")))
        head += [Phrase("web.class.csv.with", game), Phrase("web.class.csv.result", game)]
    place_of = places(log)
    rows = [
        [
            str(place_of[pupil]),
            log.pupils[pupil].name,
            decimal(points(log.rounds, pupil), words),
            *(cell for number in range(len(log.rounds)) for cell in _cells(log, number, pupil, words)),
        ]
        for pupil in ranking(log.rounds, log.present)
    ]
    sheet = Sheet("class", Phrase("web.class.title"), tuple(head), tuple(tuple(row) for row in rows))
    # Where half a point has a comma, spreadsheets part columns by semicolons.
    return as_csv(sheet, words, ";" if words.language == "fr" else ",")


def _cells(log: ClassLog, number: int, pupil: int, words: Words) -> Sequence[str]:
    """With whom a pupil played in a round, and what came of it."""
    one = log.rounds[number]
    found = one.place_of(pupil)
    if found is None:
        return "", ""
    group = one.groups[found[0]]
    got = one.points_of(pupil, number < len(log.rounds) - 1)
    result = "" if got is None else decimal(got, words)
    if one.mode == "race":
        return words("web.class.race"), " · ".join(
            filter(None, [result, *group.scores[found[1] : found[1] + 1]])
        )
    others = [log.pupils[each].name for each in group.pupils if each != pupil]
    return ", ".join(others) or words("web.the_computer"), result
