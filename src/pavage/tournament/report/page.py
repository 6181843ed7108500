"""One page that holds a whole tournament: standings, cross-table, all games to replay. It stands alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from importlib.resources import files

from pavage.tournament.ledger import Result
from pavage.tournament.plan import Plan
from pavage.tournament.report.cross import picture
from pavage.tournament.report.figures import COLUMNS, figures, game_errors, game_told, names_of, score_of
from pavage.tournament.report.film import Reel
from pavage.tournament.report.standings_text import extremes, summary
from pavage.tournament.standings import Row, Standings
from pavage.view.style import sheet
from pavage.words import Words

SAID = ("first", "back", "forward", "last", "play", "pause", "start", "move", "everybody")
"""Words that the script of the page speaks."""
BRAND = (
    '<svg viewBox="-18.32 -21 71.28 72" aria-hidden="true">'
    '<path class="one" d="M0 -18.15 15.72 -9.08V9.08L0 18.15-15.72 9.08V-9.08Z"/>'
    '<path class="two" d="M34.64 -18.15 50.36 -9.08V9.08L34.64 18.15 18.92 9.08V-9.08Z"/>'
    '<path class="none" d="M17.32 11.85 33.04 20.92V39.08L17.32 48.15 1.6 39.08V20.92Z"/></svg>'
)


def page(
    plan: Plan,
    told: Standings,
    words: Words,
    further: str = "",
    seen: Callable[[float], None] = lambda _: None,
) -> str:
    """The page as text. `further` is one more sentence; `seen` is told which share of the games is drawn."""
    reel = Reel(words)
    for number, (_, result) in enumerate(told.played):
        reel.shoot(result)
        seen((number + 1) / len(told.played))
    story = {
        "texts": reel.texts,
        "stages": reel.stages,
        "films": reel.films,
        "games": [
            {**game_told(result, words), "errors": game_errors(result, words)} for _, result in told.played
        ],
        "players": [one.name for one in plan.entrants],
        "words": {key: words.template(f"tournament.page.{key}") for key in SAID},
    }
    notes = [*extremes(told, words), *([further] if further else [])]
    return _filled(
        _part("page.html"),
        {
            "language": words.language,
            "title": escape(words("tournament.page.title", name=plan.name)),
            "name": escape(plan.name),
            "summary": escape(summary(plan, told, words)),
            "styles": sheet("tokens.css") + sheet("board.css") + sheet("cross.css") + _part("page.css"),
            "brand": BRAND,
            "standings": _standings(plan, told, words),
            "picture": picture(plan, told, words),
            "notes": "".join(f"<li>{escape(note)}</li>" for note in notes),
            "games": "".join(_line(number, result, words) for number, (_, result) in enumerate(told.played)),
            "script": _part("page.js"),
            "story": json.dumps(story, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        },
        words,
    )


def _part(name: str) -> str:
    return files("pavage.tournament.report").joinpath(name).read_text(encoding="utf-8")


def _filled(template: str, parts: dict[str, str], words: Words) -> str:
    """`{{name}}` is a part, `{{say name}}` a sentence."""

    def fill(found: re.Match[str]) -> str:
        said, key = found[1], found[2]
        return escape(words(f"tournament.{key}")) if said else parts[key]

    return re.sub(r"\{\{(say )?([\w.]+)\}\}", fill, template)


def _standings(plan: Plan, told: Standings, words: Words) -> str:
    head = "".join(
        f'<th class="r" scope="col">{escape(words(f"tournament.report.{key}"))}</th>' for key in COLUMNS
    )
    rank, player = (escape(words(f"tournament.report.{key}")) for key in ("rank", "player"))
    rows = "".join(_row(place, row, plan, words) for place, row in enumerate(told.rows, 1))
    return (
        f'<table><thead><tr><th scope="col" class="r">{rank}</th><th scope="col">{player}</th>{head}'
        "</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _row(place: int, row: Row, plan: Plan, words: Words) -> str:
    told = dict(zip(COLUMNS, map(escape, figures(row, words)), strict=True))
    elo, _, margin = told["rating"].partition(" ± ")
    told |= {"points": f"<strong>{told['points']}</strong>"}
    told |= {"rating": f'{elo} <span class="note">± {margin}</span>'}
    name = escape(plan.entrants[row.entrant].name)
    cells = "".join(f'<td class="r">{cell}</td>' for cell in told.values())
    return f'<tr><td class="r">{place}</td><th scope="row">{name}</th>{cells}</tr>'


def _line(number: int, result: Result, words: Words) -> str:
    """A game in the list: a link, so that it works with any keyboard and can be kept."""
    moves = words.count("tournament.report.moves", result.moves)
    sign = ' <span class="fault" aria-hidden="true">!</span>' if result.faults else ""
    return (
        f'<li data-game="{number}"><a href="#{result.game}"><span class="note">{result.game}</span>'
        f"<span>{escape(names_of(result, words))}{sign}</span>"
        f'<span class="r">{escape(score_of(result, words))}</span>'
        f'<span class="note r">{escape(moves)}</span></a></li>'
    )
