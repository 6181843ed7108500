"""Makes the numbers by which values become chances, and says how reliable they are.

    .venv/bin/python benchmarks/calibration.py [GAME …] --games 500

Computers play every game against themselves (pavage/bench/calibration.py); the judged positions are kept in
build/calibration, so that more games can be added later and a stopped run goes on; several may run at once
with --part 1/3, 2/3 and 3/3. With --games 0 nothing is played. Then it fits and writes
src/pavage/players/calibration.toml, prints the table of docs/players.md, and draws
docs/images/reliability.svg. What is fitted to one half of the games is reported on the other half, and the
other way round; what is written is fitted to all of them.

A search of another kind (Hex with its network) has its own table there. What is not played again, or in fewer
games than before, stays as it is, in the table and in the picture.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pavage.bench.calibration import Bin, Judged, fit, miscalibration, reliability, watch
from pavage.players.win_chances import FILE, Calibration, family, shipped
from pavage.registry import OURS, games

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "calibration"
TABLE = ROOT / "src" / "pavage" / "players" / FILE
PICTURE = ROOT / "docs" / "images" / "reliability.svg"
SAME = {"tetrago": "polygo", "hexn": "hex3"}
"""Games that are others by another name, as they are usually played."""
ENOUGH = 10
"""Positions that a point of the picture is worth drawing for."""


def play(name: str, count: int, part: int, parts: int) -> None:
    """Play what is missing of the first games, and keep it, a line a game."""
    game = games()[name]()
    done = {entry["number"] for entry in lines(name)}
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{name}-{part}.jsonl").open("a", encoding="utf-8") as file:
        for number in range(part, count, parts):
            if number not in done:
                (judged,) = watch(game, range(number, number + 1), seed=1)
                entry = {"number": number, "judged": [asdict(one) for one in judged]}
                file.write(json.dumps(entry) + "\n")
                file.flush()


def lines(name: str) -> Iterable[dict[str, Any]]:
    for path in sorted(KEPT.glob(f"{name}-*.jsonl")):
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def kept(name: str) -> list[Judged]:
    """The judged positions of a game, as they were kept."""
    told = [one for entry in lines(name) for one in entry["judged"]]
    return [
        Judged(**{**one, "shares": tuple(one["shares"]), "returns": tuple(one["returns"])}) for one in told
    ]


def halves(judged: Sequence[Judged]) -> tuple[list[Judged], list[Judged]]:
    """By the number of the game, three in a row: each half has games of all who play."""
    first = [one for one in judged if one.number // 3 % 2 == 0]
    return first, [one for one in judged if one.number // 3 % 2]


def write(measured: Mapping[str, Mapping[tuple[int, str], Calibration]]) -> None:
    """The table that the players read; what was not measured now stays as it was."""
    text = [
        "# How what a search counts becomes chances (chances.py), by games of computers against themselves.",
        "# Made by `python benchmarks/calibration.py`; docs/players.md says how reliable it is.",
    ]
    for game in sorted({*shipped(), *measured}):
        found = {**shipped().get(game, {}), **measured.get(game, {})}
        for (players, search), by in sorted(found.items()):
            text += ["", "[[measured]]", f'game = "{game}"', f"players = {players}"]
            text += [f'search = "{search}"'] if search else []
            text += [f"games = {by.games}"]
            text += [f'elsewhere = "{by.elsewhere}"'] if by.elsewhere else []
            text += [f"sharpness = {by.sharpness:.3f}"]
            text += [f"mover = {by.mover:.3f}", f"prior = {by.prior:.4g}"]
    TABLE.write_text("\n".join(text) + "\n", encoding="utf-8")


def cell(bins: Sequence[Bin], around: float) -> str:
    """What came true of what was said to be about so much."""
    found = [each for each in bins if abs(each.said - around) <= 0.06 and each.count >= ENOUGH]
    return f"{100 * found[0].said:.0f} → {100 * found[0].won:.0f}" if found else "–"


def row(name: str, judged: Sequence[Judged], bins: Sequence[Bin], raw: Sequence[Bin]) -> str:
    count = len({one.number for one in judged})
    told = [f"{100 * miscalibration(each):.1f}" for each in (raw, bins)]
    points = [cell(bins, around) for around in (0.15, 0.35, 0.55, 0.75, 0.95)]
    players = len(judged[0].returns)
    return "| " + " | ".join([name, str(players), str(count), str(len(judged)), *told, *points]) + " |"


SIDE, GAP, COLUMNS = 150, 34, 5
"""Of the picture: squares, what is between them, and how many of them stand in a row."""


def square(name: str, bins: Sequence[Bin]) -> str:
    """What was said to the right, what came true upwards, for one game; its corner is at 0 0."""

    def at(said: float, won: float) -> tuple[float, float]:
        return SIDE * said, SIDE * (1 - won)

    drawn = [
        f'<text x="0" y="-8" font-size="13">{name}</text>',
        f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>',
        f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#999" stroke-dasharray="4 3"/>',
    ]
    for tenth in (0, 5, 10):
        (x, low), (left, y) = at(tenth / 10, 0), at(0, tenth / 10)
        drawn.append(f'<text x="{x:.0f}" y="{low + 14:.0f}" text-anchor="middle">{10 * tenth}</text>')
        drawn.append(f'<text x="{left - 4:.0f}" y="{y + 4:.0f}" text-anchor="end">{10 * tenth}</text>')
    for each in bins:
        if each.count < ENOUGH:
            continue
        (x, low), (_, high) = (
            at(each.said, min(1.0, max(0.0, each.won + deviations * each.error))) for deviations in (-2, 2)
        )
        _, y = at(each.said, each.won)
        drawn.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="#1b6ca8" stroke-width="1.2"/>')
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#1b6ca8"/>')
    return "\n".join(drawn)


def squares_before() -> dict[str, str]:
    """Those of the picture as it is: what is not played again stays."""
    found = re.findall(r'<g data-game="(\w+)"[^>]*>\n(.*?)\n</g>', PICTURE.read_text("utf-8"), re.DOTALL)
    return dict(found)


def picture(squares: Mapping[str, str]) -> str:
    """A small square for each game."""
    rows = -(-len(squares) // COLUMNS)
    width, height = COLUMNS * (SIDE + GAP) + GAP, rows * (SIDE + 2 * GAP) + GAP
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, (name, inside) in enumerate(squares.items()):
        left = GAP + place % COLUMNS * (SIDE + GAP)
        top = GAP + place // COLUMNS * (SIDE + 2 * GAP)
        drawn.append(f'<g data-game="{name}" transform="translate({left} {top})">\n{inside}\n</g>')
    return "\n".join([*drawn, "</svg>", ""])


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reading.add_argument("game", nargs="*", help="which games; all of them if none is named")
    reading.add_argument("--games", type=int, default=500, help="how many to play of each")
    reading.add_argument("--part", default="1/1", help="which part of them this process plays")
    given = reading.parse_args()
    part, parts = map(int, given.part.split("/"))
    several = [name for name in OURS if games()[name]().players > 1 and name not in SAME]
    for name in given.game or several:
        play(name, given.games, part - 1, parts)
    if parts > 1:
        return
    print("| game | players | games | positions | raw error | error | 15 % | 35 % | 55 % | 75 % | 95 % |")
    print("|" + "---|" * 11)
    squares = squares_before()
    several = [name for name in several if grown(name)]
    for name in several:
        report(name, squares)
    ordered = {name: squares[name] for name in OURS if name in squares}
    PICTURE.write_text(picture(ordered), encoding="utf-8")
    together: dict[str, dict[tuple[int, str], list[Judged]]] = defaultdict(lambda: defaultdict(list))
    for name in several:
        for one in kept(name):
            together[family(games()[name])][len(one.returns), one.kind].append(one)
    write({game: {key: fit(judged) for key, judged in found.items()} for game, found in together.items()})


def grown(name: str) -> bool:
    """Whether more games are kept than the table rests on."""
    judged = kept(name)
    before = shipped().get(family(games()[name]), {})
    keys = {(len(one.returns), one.kind) for one in judged}
    now = len({one.number for one in judged})
    return now > max((before[key].games for key in keys if key in before), default=0)


def report(name: str, squares: dict[str, str]) -> None:
    """A line of the table, and a square of the picture: each half told by what was fitted to the other."""
    judged = kept(name)
    told: list[tuple[float, Judged]] = []
    first, second = halves(judged)
    for learned, held in ((first, second), (second, first)):
        by = fit(learned)
        told += [(one.told(by)[one.turn], one) for one in held]
    raw = Calibration(sharpness=1.0, prior=1e-3)
    bins = reliability(told)
    print(row(name, judged, bins, reliability((one.told(raw)[one.turn], one) for one in judged)))
    squares[name] = square(name, bins)


if __name__ == "__main__":
    main()
