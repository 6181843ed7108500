"""A series of games between the same computer players, on all cores, and what each made of it."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from typing import Any

from pavage.bots.encounter import Entrant, play_encounter
from pavage.bots.opponents import BOT, program_of
from pavage.bots.program import Program
from pavage.bots.transcript import logged
from pavage.bots.verdict import Failure
from pavage.clock import TimeControl
from pavage.game import Game
from pavage.players.workers import MEMORY, Workers
from pavage.table import winner_by


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


def play_all(
    game: Game[Any],
    levels: Sequence[str],
    count: int,
    seed: int | None,
    show: Callable[[int], None],
    efforts: Mapping[str, int] | None = None,
    programs: Mapping[str, Program] | None = None,
    control: TimeControl | None = None,
    logs: str = "",
) -> list[Played]:
    """All games on all cores; the players move on by one seat from game to game.

    `efforts` gives some levels another number of simulations than they have in play. `show` is told now and
    then how many games are finished. What programs say is kept in the folder `logs`.
    """
    dice = random.Random(seed)
    entrants = [_entrant(level, efforts or {}, programs or {}) for level in levels]
    memory = None if any(entrant.program for entrant in entrants) else MEMORY
    games = [(_order(len(levels), number), dice.getrandbits(32)) for number in range(count)]
    done: dict[int, Played] = {}
    with Workers(os.cpu_count(), memory=memory) as workers:
        try:
            owed: dict[Future[Played], int] = {
                workers.submit(
                    _play, game, _logged(entrants, order, logs, number), order, lot, seed is not None, control
                ): number
                for number, (order, lot) in enumerate(games)
            }
            pending: set[Future[Played]] = set(owed)
            while pending:
                finished, pending = wait(pending, 0.5, FIRST_COMPLETED)
                for future in finished:
                    done[owed[future]] = future.result()
                show(len(done))
        except BaseException:
            workers.restart()  # a game that is running would keep us waiting
            raise
    return [done[number] for number in range(count)]


def _order(players: int, number: int) -> tuple[int, ...]:
    """Which player sits in each seat of a game: everybody moves on by one."""
    return tuple((seat + number) % players for seat in range(players))


def _entrant(level: str, efforts: Mapping[str, int], programs: Mapping[str, Program]) -> Entrant:
    return Entrant(level.removeprefix(BOT), level, program_of(level, programs), efforts.get(level))


def _logged(entrants: Sequence[Entrant], order: Sequence[int], logs: str, number: int) -> list[Entrant]:
    """Those who sit in the seats of a game, in that order."""
    return [
        replace(entrants[player], program=logged(entrants[player].program, logs, f"{number + 1:04d}", seat))
        for seat, player in enumerate(order)
    ]


def _play(
    game: Game[Any],
    seated: Sequence[Entrant],
    order: Sequence[int],
    seed: int,
    exact: bool,
    control: TimeControl | None,
) -> Played:
    """One game, in a worker. If `exact`, only simulations count: the same seed gives the same game."""
    begun = time.process_time()
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
