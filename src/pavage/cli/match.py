"""`pavage match`: computer players against each other, and what came of it."""

from __future__ import annotations

import json
import math
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pavage.bots.encounter import Entrant, play_encounter
from pavage.bots.opponents import BOT, all_play, program_of
from pavage.bots.program import Program
from pavage.bots.verdict import Failure
from pavage.cli import shown
from pavage.cli.arguments import Given, Parser, assignments, missing, required, whole
from pavage.cli.ink import ink_for
from pavage.cli.progress import Progress
from pavage.cli.seats import computer_chair, game_for, mention_slow_search, programs_for
from pavage.clock import TimeControl, parse_control
from pavage.game import Game
from pavage.players.workers import MEMORY, Workers
from pavage.table import winner_by
from pavage.words import Words


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: who sat in each seat, the moves, what each seat got, and the seconds of work."""

    order: tuple[int, ...]
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    winner: int | None
    record: str
    seconds: float
    failures: tuple[Failure | None, ...] = ()
    """What programs did wrong, for each seat."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one player made of its games."""

    name: str
    wins: int
    draws: int
    losses: int
    points: float
    interval: tuple[float, float]


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("players", metavar="player", nargs="*")
    parser.take("--games", metavar="number", default="10")
    parser.take("--seed", metavar="number")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--clock", metavar="time")
    parser.take("--bots", metavar="file")
    parser.take("--save", metavar="folder")
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
    played = play_all(game, levels, count, seed, words, programs=programs, control=control)
    if given.save:
        _save(Path(given.save), game, played)
    scores = score(levels, played)
    if given.json:
        print(json.dumps(_data(game, scores, played), ensure_ascii=False, indent=1))
    else:
        print("\n".join(_text(scores, played, time.monotonic() - begun, words)))
    return 0


def play_all(
    game: Game[Any],
    levels: Sequence[str],
    count: int,
    seed: int | None,
    words: Words,
    efforts: Mapping[str, int] | None = None,
    programs: Mapping[str, Program] | None = None,
    control: TimeControl | None = None,
) -> list[Played]:
    """All games on all cores; the players move on by one seat from game to game.

    `efforts` gives some levels another number of simulations than they have in play.
    """
    dice = random.Random(seed)
    entrants = [_entrant(level, efforts or {}, programs or {}) for level in levels]
    memory = None if any(entrant.program for entrant in entrants) else MEMORY
    games = [(_order(len(levels), number), dice.getrandbits(32)) for number in range(count)]
    done: dict[int, Played] = {}
    with Workers(os.cpu_count(), memory=memory) as workers, Progress(ink_for(sys.stderr).unicode) as progress:
        try:
            owed: dict[Future[Played], int] = {
                workers.submit(_play, game, entrants, order, lot, seed is not None, control): number
                for number, (order, lot) in enumerate(games)
            }
            pending: set[Future[Played]] = set(owed)
            while pending:
                finished, pending = wait(pending, 0.5, FIRST_COMPLETED)
                for future in finished:
                    done[owed[future]] = future.result()
                progress.show(len(done) / count, words("cli.match.progress", done=len(done), count=count))
        except BaseException:
            workers.restart()  # a game that is running would keep us waiting
            raise
    return [done[number] for number in range(count)]


def _order(players: int, number: int) -> tuple[int, ...]:
    """Which player sits in each seat of a game: everybody moves on by one."""
    return tuple((seat + number) % players for seat in range(players))


def _entrant(level: str, efforts: Mapping[str, int], programs: Mapping[str, Program]) -> Entrant:
    return Entrant(level.removeprefix(BOT), level, program_of(level, programs), efforts.get(level))


def _play(
    game: Game[Any],
    entrants: Sequence[Entrant],
    order: Sequence[int],
    seed: int,
    exact: bool,
    control: TimeControl | None,
) -> Played:
    """One game, in a worker. If `exact`, only simulations count: the same seed gives the same game."""
    begun = time.process_time()
    seated = [entrants[player] for player in order]
    met = play_encounter(game, seated, control, seed=seed, exact=exact)
    return Played(
        tuple(order),
        met.moves,
        met.returns,
        winner_by(met.returns),
        met.record,
        time.process_time() - begun,
        met.failures,
    )


def score(levels: Sequence[str], played: Sequence[Played]) -> list[Score]:
    scores = []
    for player, level in enumerate(levels):
        seats = [game.order.index(player) for game in played]
        points = math.fsum(game.returns[seat] for game, seat in zip(played, seats, strict=True))
        wins = sum(game.winner == seat for game, seat in zip(played, seats, strict=True))
        draws = sum(game.winner is None for game in played)
        name = level.removeprefix(BOT)
        if levels.count(level) > 1:
            name = f"{name} {levels[: player + 1].count(level)}"
        losses = len(played) - wins - draws
        scores.append(Score(name, wins, draws, losses, points, wilson(points, len(played))))
    return scores


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for the share of points."""
    z, share = 1.959964, points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - spread), min(1.0, middle + spread)


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
            words("cli.percent", number=f"{100 * one.points / len(played):.1f}"),
            words(
                "cli.match.between", low=f"{100 * one.interval[0]:.1f}", high=f"{100 * one.interval[1]:.1f}"
            ),
        ]
        for one in scores
    ]
    if words.language == "fr":
        rows[1:] = [[row[0], *(cell.replace(".", ",") for cell in row[1:])] for row in rows[1:]]
    wide = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "  ".join([row[0].ljust(wide[0]), *(cell.rjust(wide[i]) for i, cell in enumerate(row[1:], 1))])
        for row in rows
    ]
    length = math.fsum(len(one.moves) for one in played) / len(played)
    games = words.count("cli.match.games_count", len(played))
    closing = words("cli.match.closing", games=games, length=f"{length:.1f}", seconds=f"{seconds:.1f}")
    faults = Counter(failure.phrase for one in played for failure in one.failures if failure)
    told = [shown(words("cli.match.forfeits", count=n, fault=words(said))) for said, n in faults.items()]
    if words.language == "fr":
        closing = closing.replace(".", ",", 2)
    return [*lines, *([""] if told else []), *told, "", closing]
