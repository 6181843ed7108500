"""The cross-table as a picture: points, ratings with their intervals, and who took how much from whom."""

from __future__ import annotations

import math

from markupsafe import Markup, escape

from pavage.tournament.plan import Plan
from pavage.tournament.report.figures import points_text, signed
from pavage.tournament.standings import Row, Standings
from pavage.words import Words

ROW, HEAD, FOOT = 36, 32, 4
RANK, LETTER, POINTS, RATING, AXIS, CELL = 28, 8.2, 64, 112, 176, 44
"""Widths: of columns, and of a letter of a name."""


def picture(plan: Plan, told: Standings, words: Words) -> Markup:
    """An SVG whose colours are those of the page it stands in."""
    order = [row.entrant for row in told.rows]
    names = [plan.entrants[one].name for one in order]
    name = RANK + LETTER * max(map(len, [*names, words("tournament.report.player")])) + 8
    rating = name + POINTS
    axis = rating + RATING + 12
    cells = axis + AXIS + 12
    width, height = cells + CELL * len(order), HEAD + ROW * len(order) + FOOT
    scale = _Scale(told.rows, axis)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cross" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(words("tournament.page.scroll"))}">',
        _text(RANK, HEAD - 12, words("tournament.report.player"), "head"),
        _text(rating, HEAD - 12, words("tournament.report.points"), "head end"),
        _text(rating + RATING, HEAD - 12, words("tournament.report.rating"), "head end"),
        *(_text(scale(tick), HEAD - 12, signed(tick), "tick middle") for tick in scale.ticks),
        *(
            _text(cells + CELL * (place + 0.5), HEAD - 12, str(place + 1), "head middle")
            for place in range(len(order))
        ),
        f'<path class="rule strong" d="M0 {HEAD}H{width:.0f}"/>',
    ]
    for place, row in enumerate(told.rows):
        top = HEAD + ROW * place
        line = top + ROW / 2 + 5
        parts += [
            *(
                _cell(told, row.entrant, other, cells + CELL * column, top, words)
                for column, other in enumerate(order)
            ),
            _text(RANK - 10, line, str(place + 1), "end quiet"),
            _text(RANK, line, names[place], "strong" if place == 0 else ""),
            _text(rating, line, points_text(row.points, words), "end strong"),
            _text(rating + RATING - 44, line, signed(row.elo), "end"),
            _text(rating + RATING, line, f"± {row.margin:.0f}", "end quiet"),
            *(
                f'<path class="rule" d="M{scale(tick):.1f} {top + 4}V{top + ROW - 4}"/>'
                for tick in scale.ticks
            ),
            f'<path class="whisker" d="M{scale(row.elo - row.margin):.1f} {top + ROW / 2}'
            f'H{scale(row.elo + row.margin):.1f}"/>',
            f'<circle class="dot" cx="{scale(row.elo):.1f}" cy="{top + ROW / 2}" r="4"/>',
            f'<path class="rule" d="M0 {top + ROW}H{width:.0f}"/>',
        ]
    return Markup("".join([*parts, "</svg>"]))


class _Scale:
    """Where a rating stands on the axis, and the round numbers that are marked on it."""

    def __init__(self, rows: tuple[Row, ...], left: float) -> None:
        low = min(row.elo - row.margin for row in rows)
        high = max(row.elo + row.margin for row in rows)
        rough = max(1.0, high - low) / 5
        power = 10 ** math.floor(math.log10(rough))
        step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
        self.ticks = [step * at for at in range(math.ceil(low / step), math.floor(high / step) + 1)]
        self.low, self.span, self.left = low, max(1.0, high - low), left

    def __call__(self, elo: float) -> float:
        return self.left + AXIS * (elo - self.low) / self.span


def _cell(told: Standings, one: int, other: int, left: float, top: float, words: Words) -> str:
    middle, line = left + CELL / 2, top + ROW / 2 + 5
    if one == other:
        return _text(middle, line, "·", "middle quiet")
    got, games = told.cross[one][other]
    if not games:
        return ""
    share = got / games
    tint = f'<rect class="tint" x="{left:.1f}" y="{top}" width="{CELL}" height="{ROW}" '
    strength = max(0.0, 2 * share - 1)
    box = f'{tint}opacity="{0.15 + 0.75 * strength:.2f}"/>' if share >= 0.5 else ""
    return box + _text(middle, line, points_text(got, words), "middle")


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'
