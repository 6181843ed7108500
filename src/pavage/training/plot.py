"""How strong the generations are, as a picture: points against yardsticks over hours of processor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 470
LEFT, RIGHT, TOP, BOTTOM = 60, 60, 30, 110
COLOURS, ELO = ("#1b6ca8", "#c8553d", "#7b4ea3"), "#3a7d44"


def plot(history: Sequence[dict[str, Any]], words: dict[str, str]) -> str:
    """An SVG; `words` has title, hours, elo and yardstick (with {simulations})."""
    hours: list[float] = [entry["hours"] for entry in history]
    end = max([*hours, 0.1])
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(hour: float) -> float:
        return LEFT + wide * hour / end

    def y(share: float) -> float:
        return TOP + high * (1 - share)

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{escape(words["title"])}</text>',
    ]
    for tenth in range(0, 11, 2):
        drawn.append(
            f'<path d="M{LEFT} {y(tenth / 10):.1f}h{wide}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y(tenth / 10) + 4:.1f}" text-anchor="end">{10 * tenth} %</text>'
        )
    for fifth in range(6):
        drawn.append(
            f'<text x="{x(end * fifth / 5):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">'
            f"{end * fifth / 5:.2g}</text>"
        )
    drawn.append(
        f'<text x="{LEFT + wide / 2}" y="{HEIGHT - BOTTOM + 38}" text-anchor="middle">'
        f"{escape(words['hours'])}</text>"
    )
    elos = [entry["elo"] for entry in history]
    low, high_elo = min([*elos, 0.0]), max([*elos, 100.0])
    for tenth in range(0, 11, 2):  # Elo has an axis of its own
        drawn.append(
            f'<text x="{WIDTH - RIGHT + 8}" y="{y(tenth / 10) + 4:.1f}" fill="{ELO}">'
            f"{low + (high_elo - low) * tenth / 10:.0f}</text>"
        )
    lines = sorted({name for entry in history for name in entry["yardsticks"]}, key=int)
    series = [
        (
            words["yardstick"].format(simulations=name),
            [(entry["hours"], entry["yardsticks"][name]) for entry in history if name in entry["yardsticks"]],
        )
        for name in lines
    ]
    series.append(
        (
            words["elo"],
            [(entry["hours"], (entry["elo"] - low) / (high_elo - low)) for entry in history],
        )
    )
    for number, (name, points) in enumerate(series):
        colour = ELO if number == len(lines) else COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x(hour):.1f},{y(share):.1f}" for hour, share in points)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [
            f'<circle cx="{x(hour):.1f}" cy="{y(share):.1f}" r="3" fill="{colour}"/>'
            for hour, share in points
        ]
        drawn.append(
            f'<text x="{LEFT}" y="{HEIGHT - BOTTOM + 62 + 17 * number}" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*drawn, "</svg>", ""])
