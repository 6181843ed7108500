"""Standings as text for the terminal, and as data: JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from pavage.tournament.plan import Plan
from pavage.tournament.report.figures import COLUMNS, faults_text, figures, names_of, points_text, system_text
from pavage.tournament.schedule import Fixture
from pavage.tournament.standings import Row, Standings
from pavage.words import Words


def text(plan: Plan, told: Standings, words: Words, width: int = 80) -> list[str]:
    """The standings, with the cross-table beside them if there is room, else below."""
    lines = [plan.name, summary(plan, told, words), ""]
    if not told.played:
        return [*lines, words("tournament.nothing")]
    main, cross = _main(plan, told, words), _cross(told, words)
    if len(main[0]) + 2 + len(cross[0]) <= width:
        lines += [f"{one}  {other}".rstrip() for one, other in zip(main, cross, strict=True)]
    else:
        names = [head.ljust(4) for head in [" ", *(str(place) for place, _ in enumerate(told.rows, 1))]]
        lines += [line.rstrip() for line in main]
        lines += ["", *(f"{name}{row}".rstrip() for name, row in zip(names, cross, strict=True))]
    forfeited = [(plan.entrants[row.entrant].name, faults_text(row, words)) for row in told.rows]
    told_of = [words("tournament.page.fault", name=name, kind=said) for name, said in forfeited if said]
    return [
        *lines,
        *([""] if told_of else []),
        *told_of,
        *_last_errors(plan, told, words),
        "",
        *extremes(told, words),
    ]


def _last_errors(plan: Plan, told: Standings, words: Words) -> list[str]:
    """For each program that failed, what it wrote on its standard error the last time."""
    latest = {
        result.seats[fault.seat]: (result.game, fault.errors)
        for _, result in told.played
        for fault in result.faults
        if fault.errors
    }
    lines = []
    for one in plan.entrants:
        if one.name in latest:
            game, errors = latest[one.name]
            said = words("tournament.report.errors", name=one.name, game=game)
            lines += ["", said, *(f"    {line}" for line in errors.splitlines())]
    return lines


def summary(plan: Plan, told: Standings, words: Words) -> str:
    """One line: the system, how many games, the time."""
    parts = [f"{system_text(plan, words)}.", _played(told, words)]
    if plan.control is not None:
        parts.append(words("tournament.report.clock", clock=str(plan.control)))
    return " ".join(parts)


def _played(told: Standings, words: Words) -> str:
    number = len(told.played)
    key = "one" if number < 2 and (words.language == "fr" or number == 1) else "many"
    return words(f"tournament.report.played.{key}", number=number, total=told.total)


def extremes(told: Standings, words: Words) -> list[str]:
    """The longest and the shortest game."""
    lines = []
    for key, fixture in (("longest", told.longest), ("shortest", told.shortest)):
        if fixture is not None:
            result = next(result for each, result in told.played if each is fixture)
            moves = words.count("tournament.report.moves", result.moves)
            names = names_of(result, words)
            lines.append(words(f"tournament.report.{key}", names=names, moves=moves, game=fixture.game))
    return lines


def _main(plan: Plan, told: Standings, words: Words) -> list[str]:
    # Forfeits would make the lines too long: they are told below.
    keys = ("rank", "player", *COLUMNS[:-1])
    rows = [[words(f"tournament.report.{key}") for key in keys]]
    for place, row in enumerate(told.rows, 1):
        rows.append([str(place), plan.entrants[row.entrant].name, *figures(row, words)[:-1]])
    return _aligned(rows, left=(1,))


def _cross(told: Standings, words: Words) -> list[str]:
    order = [row.entrant for row in told.rows]
    rows = [[str(place) for place, _ in enumerate(order, 1)]]
    for one in order:
        rows.append(
            [
                "·" if one == other else points_text(got, words) if games else ""
                for other, (got, games) in ((other, told.cross[one][other]) for other in order)
            ]
        )
    return _aligned(rows, left=())


def _aligned(rows: list[list[str]], left: tuple[int, ...]) -> list[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(wide[column]) if column in left else cell.rjust(wide[column])
            for column, cell in enumerate(row)
        )
        for row in rows
    ]


def data(plan: Plan, told: Standings) -> dict[str, Any]:
    """Everything, for other programs; records included, so that nothing else is needed to replay a game."""
    names = [one.name for one in plan.entrants]
    order = [row.entrant for row in told.rows]
    return {
        "name": plan.name,
        **plan.terms,
        "entrant": names,
        "total": told.total,
        "played": len(told.played),
        "standings": [_row(names, row) for row in told.rows],
        "cross": {
            names[one]: {
                names[other]: {"points": told.cross[one][other][0], "games": told.cross[one][other][1]}
                for other in order
                if other != one
            }
            for one in order
        },
        "superiority": {
            names[one]: {
                names[other]: round(told.ratings.superiority(one, other), 4)
                for other in order
                if other != one
            }
            for one in order
        },
        "reasons": dict(told.reasons),
        "longest": _game(told.longest),
        "shortest": _game(told.shortest),
        "games": [
            {
                "game": result.game,
                "seats": list(result.seats),
                "returns": list(result.returns),
                "reason": result.reason,
                "moves": result.moves,
                "seconds": list(result.seconds),
                "faults": [
                    {
                        "name": result.seats[fault.seat],
                        "kind": fault.kind,
                        "detail": fault.detail,
                        "errors": fault.errors,
                    }
                    for fault in result.faults
                ],
                "record": result.record,
            }
            for _, result in told.played
        ],
    }


def _game(fixture: Fixture | None) -> str | None:
    return None if fixture is None else fixture.game


def _row(names: list[str], row: Row) -> dict[str, Any]:
    return {
        "name": names[row.entrant],
        "points": row.points,
        "games": row.games,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "byes": row.byes,
        "sonneborn_berger": row.against,
        "elo": round(row.elo, 1),
        "interval": [round(row.elo - row.margin, 1), round(row.elo + row.margin, 1)],
        "better_than_next": None if row.above is None else round(row.above, 4),
        "seconds": round(row.seconds, 3),
        "faults": dict(row.faults),
    }


def table(plan: Plan, told: Standings) -> str:
    """The standings with the cross-table as CSV; the same in every language, so that programs can read it."""
    names = [one.name for one in plan.entrants]
    order = [row.entrant for row in told.rows]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    rows = [_row(names, row) for row in told.rows]
    plain = ("points", "games", "wins", "draws", "losses", "byes", "sonneborn_berger", "elo")
    writer.writerow(
        ["rank", "name", *plain, "low", "high", "better_than_next", "seconds", "faults"]
        + [f"against {names[other]}" for other in order]
    )
    for place, (one, row) in enumerate(zip(order, rows, strict=True), 1):
        faults = " ".join(f"{kind}:{count}" for kind, count in sorted(row["faults"].items()))
        met = (told.cross[one][other] for other in order)  # an empty cell is no game, 0 is none won
        against = [got if games else "" for got, games in met]
        plainly = [row[key] for key in plain]
        sure = [*row["interval"], row["better_than_next"]]
        writer.writerow([place, row["name"], *plainly, *sure, row["seconds"], faults, *against])
    return written.getvalue()


def score_text(plan: Plan, got: Sequence[float], words: Words) -> str:
    """How it stands, in a few words: of two the score, of more who leads."""
    names = [one.name for one in plan.entrants]
    if len(names) == 2:
        one, other = (points_text(each, words) for each in got)
        return words("tournament.ahead_of", one=names[0], points=one, other_points=other, other=names[1])
    best = max(range(len(names)), key=lambda one: got[one])
    return words("tournament.leader", name=names[best], points=points_text(got[best], words))
