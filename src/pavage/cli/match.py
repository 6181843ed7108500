"""`pavage match`: computer players against each other, and what came of it."""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pavage.bots.match_series import Played, Score, play_all, score
from pavage.bots.opponents import all_play
from pavage.cli.common.arguments import Given, Parser, assignments, missing, required, whole
from pavage.cli.common.progress import Progress
from pavage.cli.common.seats import computer_chair, game_for, mention_slow_search, programs_for
from pavage.clock import parse_control
from pavage.game import Game
from pavage.terminal.console import console_for
from pavage.words import Words
from pavage.words.complaint import on_one_line


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("players", metavar="player", nargs="*")
    parser.take("--games", metavar="number", default="10")
    parser.take("--seed", metavar="number")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--clock", metavar="time")
    parser.take("--bots", metavar="file")
    parser.take("--save", metavar="folder")
    parser.take("--logs", metavar="folder")
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    name = required(given.game, "game", "match")
    if not given.players:
        raise missing("player", "match")
    programs = programs_for(given.bots)
    levels = [computer_chair(text, programs).level for text in given.players]
    game = game_for(name, assignments(given.option), len(levels))
    all_play(levels, programs, game.name)
    count = whole(given.games, "--games", 1, 1_000_000) or 1
    seed = whole(given.seed, "--seed", 0, 2**63)
    if given.save:
        Path(given.save).mkdir(parents=True, exist_ok=True)
    control = parse_control(given.clock) if given.clock else None
    mention_slow_search(words, levels)
    begun = time.monotonic()
    with Progress(console_for(sys.stderr).unicode) as progress:

        def show(done: int) -> None:
            progress.show(done / count, words("cli.match.progress", done=done, count=count))

        played = play_all(
            game, levels, count, seed, show, programs=programs, control=control, logs=given.logs or ""
        )
    if given.save:
        _save(Path(given.save), game, played)
    scores = score(levels, played)
    if given.json:
        print(json.dumps(_data(game, scores, played), ensure_ascii=False, indent=1))
    else:
        print("\n".join(_text(scores, played, time.monotonic() - begun, words)))
    return 0


def _save(folder: Path, game: Game[Any], played: Sequence[Played]) -> None:
    for number, one in enumerate(played, 1):
        with (folder / f"{game.name}-{number:04d}.pavage").open("x", encoding="utf-8") as file:
            file.write(one.record)


def _data(game: Game[Any], scores: Sequence[Score], played: Sequence[Played]) -> dict[str, Any]:
    """No times in it: the same seed gives the same text."""
    return {
        "game": game.name,
        "options": {option.name: option.write(game.options[option.name]) for option in game.declared},
        "players": [
            {
                "name": one.name,
                "wins": one.wins,
                "draws": one.draws,
                "losses": one.losses,
                "points": one.points,
                "share": round(one.points / len(played), 4),
                "interval": [round(bound, 4) for bound in one.interval],
            }
            for one in scores
        ],
        "games": [
            {
                "seats": [scores[player].name for player in one.order],
                "moves": one.moves,
                "winner": one.winner,
                **({"verdicts": _verdicts(one)} if any(one.failures) else {}),
            }
            for one in played
        ],
    }


def _verdicts(one: Played) -> list[str | None]:
    return [failure.verdict.value if failure else None for failure in one.failures]


def _text(scores: Sequence[Score], played: Sequence[Played], seconds: float, words: Words) -> list[str]:
    length = math.fsum(len(one.moves) for one in played) / len(played)
    games = words.count("cli.match.games_count", len(played))
    closing = words("cli.match.closing", games=games, length=f"{length:.1f}", seconds=f"{seconds:.1f}")
    if words.language == "fr":
        closing = closing.replace(".", ",", 2)
    faults = Counter(failure.phrase for one in played for failure in one.failures if failure)
    told = [
        on_one_line(words("cli.match.forfeits", count=n, fault=words(said))) for said, n in faults.items()
    ]
    errors = {failure.bot: failure.errors for one in played for failure in one.failures if failure}
    for bot, lines in errors.items():
        if lines:
            told += ["", words("bots.errors", name=bot), *(f"    {line}" for line in lines.splitlines())]
    return [*_table(scores, len(played), words), *([""] if told else []), *told, "", closing]


def _table(scores: Sequence[Score], games: int, words: Words) -> list[str]:
    """A line for each player, under the names of the columns."""
    head = [
        words(f"cli.match.column.{name}")
        for name in ("player", "wins", "draws", "losses", "share", "interval")
    ]
    rows = [head] + [
        [
            one.name,
            str(one.wins),
            str(one.draws),
            str(one.losses),
            words("cli.percent", number=f"{100 * one.points / games:.1f}"),
            words(
                "cli.match.between", low=f"{100 * one.interval[0]:.1f}", high=f"{100 * one.interval[1]:.1f}"
            ),
        ]
        for one in scores
    ]
    if words.language == "fr":
        rows[1:] = [[row[0], *(cell.replace(".", ",") for cell in row[1:])] for row in rows[1:]]
    wide = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join([row[0].ljust(wide[0]), *(cell.rjust(wide[i]) for i, cell in enumerate(row[1:], 1))])
        for row in rows
    ]
