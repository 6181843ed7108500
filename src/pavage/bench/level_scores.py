"""`pavage bench levels`: what the levels of a game are worth, against random play and against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pavage.bots.match_series import Played, play_all, score
from pavage.game import Game
from pavage.players.levels import LEVELS, strength
from pavage.registry import games
from pavage.words import Words

PAIRS = (("easy", "random"), ("hard", "random"), ("hard", "easy"), ("easy", "beginner"))
"""Who meets whom in games for two."""
ALONE = ("easy", "hard")
"""Who meets only random players in games for more."""


@dataclass(frozen=True, slots=True)
class Row:
    """One meeting: a level, those it met, and what it made of it."""

    game: str
    players: int
    level: str
    others: str
    games: int
    share: float
    interval: tuple[float, float]
    seconds: float
    """A move on average, of both sides together."""


def meetings(game: Game[Any]) -> list[list[str]]:
    """A game for one has none: nobody is there to be met."""
    if game.players == 1:
        return []
    if game.players == 2:
        return [list(pair) for pair in PAIRS]
    return [[level, *["random"] * (game.players - 1)] for level in ALONE]


def measure(name: str, players: int | None, count: int, seed: int, show: Callable[[int], None]) -> list[Row]:
    """Every meeting of a game; simulations decide, not seconds, so that a seed gives the same games."""
    game = games()[name](**({"players": players} if players else {}))
    efforts = {level: strength(game, level).measured for level in LEVELS}
    efforts = {level: simulations for level, simulations in efforts.items() if simulations}
    rows = []
    for levels in meetings(game):
        played = play_all(game, levels, count, seed, show, efforts)
        rows.append(_row(game, levels, played))
    return rows


def _row(game: Game[Any], levels: list[str], played: list[Played]) -> Row:
    first = score(levels, played)[0]
    moves = sum(len(one.moves) for one in played)
    return Row(
        game.name,
        game.players,
        levels[0],
        levels[1] if game.players == 2 else f"{game.players - 1} × {levels[1]}",
        len(played),
        first.points / len(played),
        first.interval,
        sum(one.seconds for one in played) / max(1, moves),
    )


def table(rows: list[Row], words: Words) -> list[str]:
    """The rows as a Markdown table, ready for docs/players.md."""
    head = [words(f"cli.bench.column.{name}") for name in ("game", "players", "level", "others", "games")]
    head += [words(f"cli.bench.column.{name}") for name in ("share", "interval", "seconds")]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        low, high = (100 * bound for bound in row.interval)
        figures = [f"{100 * row.share:.1f} %", f"{low:.1f} – {high:.1f}", f"{row.seconds:.3f}"]
        if words.language == "fr":
            figures = [figure.replace(".", ",") for figure in figures]
        lines.append([row.game, str(row.players), row.level, row.others, str(row.games), *figures])
    return ["| " + " | ".join(line) + " |" for line in lines]
