"""One page that holds a whole tournament: standings, cross-table, all games to replay. It stands alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from jinja2 import Template

from pavage.pages.templates import Markup, environment
from pavage.tournament.plan import Plan
from pavage.tournament.report.cross import picture
from pavage.tournament.report.figures import COLUMNS, figures, game_errors, game_told, names_of, score_of
from pavage.tournament.report.film import Reel
from pavage.tournament.report.standings_text import extremes, summary
from pavage.tournament.standings import Standings
from pavage.view.style import sheet
from pavage.words import Words

SAID = ("first", "back", "forward", "last", "play", "pause", "start", "move", "everybody")
"""Words that the script of the page speaks."""
BRAND = Markup(
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
    rows = [
        (plan.entrants[row.entrant].name, dict(zip(COLUMNS, figures(row, words), strict=True)))
        for row in told.rows
    ]
    games = [
        {
            "id": result.game,
            "names": names_of(result, words),
            "score": score_of(result, words),
            "moves": words.count("tournament.report.moves", result.moves),
            "faults": result.faults,
        }
        for _, result in told.played
    ]
    data = json.dumps(story, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    styles = sheet("tokens.css") + sheet("board.css") + sheet("cross.css") + _part("page.css")
    return _template().render(
        say=lambda key: words(f"tournament.{key}"),
        language=words.language,
        title=words("tournament.page.title", name=plan.name),
        name=plan.name,
        summary=summary(plan, told, words),
        styles=Markup(styles),
        brand=BRAND,
        columns=COLUMNS,
        rows=rows,
        picture=picture(plan, told, words),
        notes=[*extremes(told, words), *([further] if further else [])],
        games=games,
        script=Markup(_part("page.js")),
        story=Markup(data),
    )


def _part(name: str) -> str:
    return files("pavage.tournament.report").joinpath(name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    return environment("pavage", "tournament/report").get_template("page.html")
