"""Numbers as people write them: halves of points, decimals, durations, names of a meeting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from pavage.tournament.ledger import Result
from pavage.tournament.plan import Plan
from pavage.tournament.sprt import Hypotheses, Verdict
from pavage.tournament.standings import Row
from pavage.words import Words


def points_text(points: float, words: Words) -> str:
    """12½, or 12.33 where the shares are not halves."""
    halves = round(2 * points)
    if abs(2 * points - halves) < 1e-6:
        whole, half = divmod(halves, 2)
        return f"{whole or ''}½" if half else str(whole)
    return decimal(points, 2, words)


def decimal(number: float, places: int, words: Words) -> str:
    text = f"{number:.{places}f}"
    return text.replace(".", ",") if words.language == "fr" else text


def signed(number: float) -> str:
    """A rating; its minus is a real one, as wide as a plus."""
    whole = round(number)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def percent(share: float, words: Words) -> str:
    """Never quite certain: 99.9 is as far as it goes."""
    return words("cli.percent", number=decimal(min(99.9, max(0.1, 100 * share)), 1, words))


def lasting(seconds: float, words: Words) -> str:
    if seconds < 60:
        return words("tournament.report.seconds", number=decimal(seconds, 1, words))
    whole = round(seconds)
    if whole < 3600:
        return words("tournament.report.minutes", minutes=whole // 60, seconds=whole % 60)
    return words("tournament.report.hours", hours=whole // 3600, minutes=whole // 60 % 60)


def system_text(plan: Plan, words: Words) -> str:
    if plan.system == "swiss":
        return words.count("tournament.system.swiss", plan.rounds)
    key = "tables" if plan.system == "double" and plan.game.players > 2 else plan.system
    return words(f"tournament.system.{key}", name=plan.entrants[0].name)


def games_text(row: Row, words: Words) -> str:
    """How many somebody played; who has points without a game has sat out."""
    byes = f" + {words.count('tournament.report.bye', row.byes)}" if row.byes else ""
    return f"{row.games}{byes}"


def faults_text(row: Row, words: Words) -> str:
    said = ((words(f"tournament.kind.{kind}"), count) for kind, count in sorted(row.faults.items()))
    return ", ".join(f"{kind} × {count}" if count > 1 else kind for kind, count in said)


COLUMNS = ("points", "games", "record", "rating", "above", "time", "forfeits")
"""What standings say of everybody, as `tournament.report` calls it."""


def figures(row: Row, words: Words) -> list[str]:
    """The text of each of these columns."""
    return [
        points_text(row.points, words),
        games_text(row, words),
        f"{row.wins}–{row.draws}–{row.losses}",
        f"{signed(row.elo)} ± {row.margin:.0f}",
        "" if row.above is None else percent(row.above, words),
        lasting(row.seconds, words),
        faults_text(row, words),
    ]


class GameTold(TypedDict):
    """A game that was played, in a few words."""

    id: Annotated[str, "the game's place in the tournament"]
    title: Annotated[str, "who played whom"]
    seats: Annotated[list[str], "their names, in the order of the seats"]
    score: Annotated[str, "how it ended"]
    faults: Annotated[str, "what a program did wrong"]


def game_told(result: Result, words: Words) -> GameTold:
    return {
        "id": result.game,
        "title": names_of(result, words),
        "seats": list(result.seats),
        "score": score_of(result, words),
        "faults": game_faults(result, words),
    }


def versus(names: Sequence[str], words: Words) -> str:
    """Who meets whom."""
    if len(names) == 2:
        return words("tournament.report.versus", one=names[0], other=names[1])
    return ", ".join(names)


def names_of(result: Result, words: Words) -> str:
    return versus(result.seats, words)


def game_faults(result: Result, words: Words) -> str:
    """What was done wrong in a game, and by whom."""
    return "; ".join(
        words(
            "tournament.page.fault",
            name=result.seats[fault.seat],
            kind=words(f"tournament.kind.{fault.kind}"),
        )
        for fault in result.faults
    )


def game_errors(result: Result, words: Words) -> str:
    """What the programs that failed in a game had written on their standard error."""
    return "\n\n".join(
        f"{words('bots.errors', name=result.seats[fault.seat])}\n{fault.errors}"
        for fault in result.faults
        if fault.errors
    )


def score_of(result: Result, words: Words) -> str:
    return "–".join(points_text(share, words) for share in result.returns)


def verdict_text(hypotheses: Hypotheses, verdict: Verdict, words: Words) -> str:
    low, high = hypotheses.bounds
    key = "open" if verdict.accepted is None else "accepted"
    return words(
        f"tournament.sprt.{key}",
        units=verdict.units,
        elo=f"{verdict.accepted or 0:g}",
        ratio=decimal(verdict.ratio, 2, words),
        low=decimal(low, 2, words),
        high=decimal(high, 2, words),
    )
