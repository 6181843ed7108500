"""`pavage bench calibration`: of the positions that are said to be won so often, how many are.

Computers play against themselves, weaker and stronger ones, after random openings. Some positions of every
game are judged by the search that hints come from, with more simulations or fewer; how the game ended says
what the judgement was worth. benchmarks/calibration.py fits the numbers of `players/win_chances.py` to them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pavage.game import CHANCE, Game, Position
from pavage.players.levels import ADVICE, ASKED_AS, computer, searcher, strength
from pavage.players.random_player import roll
from pavage.players.thought import Budget, Player, Thought
from pavage.players.win_chances import Calibration, calibration_of, counted_shares
from pavage.registry import games
from pavage.words import Words

ASKED = 4
"""Positions of each game that are judged: neighbours of one game say little new."""
EFFORTS = (1 / 16, 1 / 4, 1.0)
"""Simulations of a judgement, as a part of those of a hint: on a busy machine one has fewer;"""
HOW_OFTEN = (2, 2, 1)
"""and how often each is taken: more cost more."""
PLAYED_BY = ("easy", "easy", "searcher")
"""Who plays all seats of a game, in turn: level easy, or the search of hints with an eighth of those with
which level hard is measured."""
OPENING = 3
"""Moves at random before that, at most, for each seat."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A position that a search has judged, and what each seat got in the end."""

    number: int
    """Of the game."""
    ply: int
    turn: int
    value: float
    shares: tuple[float, ...]
    doubt: float
    nodes: int
    kind: str
    returns: tuple[float, ...]
    played_by: str

    def told(self, by: Calibration) -> tuple[float, ...]:
        """What people would have been told of it, seat by seat."""
        thought = Thought((), self.value, shares=self.shares)
        return by.chances(counted_shares(len(self.returns), self.turn, thought), self.turn, self.nodes)


def watch(game: Game[Any], numbers: range, seed: int) -> Iterator[list[Judged]]:
    """The judged positions of games by their numbers; a game of the same number and seed is the same."""
    for number in numbers:
        yield _watched(game, number, random.Random(f"{seed} {number}"))


def _watched(game: Game[Any], number: int, dice: random.Random) -> list[Judged]:
    played_by = PLAYED_BY[number % len(PLAYED_BY)]
    passed, returns = _played(game, played_by, dice)
    adviser, most = searcher(game, expert=True), strength(game, ASKED_AS[ADVICE]).simulations
    asked = sorted(dice.sample(range(len(passed)), min(ASKED, len(passed))))
    judged = []
    for ply in asked:
        position = passed[ply]
        (effort,) = dice.choices(EFFORTS, HOW_OFTEN)
        budget = Budget(max(1, round(effort * most)), seed=dice.getrandbits(32))
        thought = adviser.think(game, position, budget)
        if not thought.proved:
            judged.append(
                Judged(
                    number,
                    ply,
                    position.turn,
                    thought.value,
                    thought.shares,
                    thought.doubt,
                    thought.nodes,
                    thought.kind,
                    returns,
                    played_by,
                )
            )
    return judged


def _played(game: Game[Any], by: str, dice: random.Random) -> tuple[list[Position], tuple[float, ...]]:
    """A game: the positions in which somebody had to move, and what each seat got."""
    player, simulations = _player(game, by)
    opening = dice.randrange(OPENING * game.players + 1)
    position, passed = game.start(), list[Position]()
    while (outcome := game.outcome(position)) is None:
        if position.turn == CHANCE:
            position = game.play(position, roll(game, position, dice))
            continue
        if len(passed) < opening:
            move = dice.choice(game.moves(position))
        else:
            move = player.think(game, position, Budget(simulations, seed=dice.getrandbits(32))).move
        passed.append(position)
        position = game.play(position, move)
    return passed, outcome.returns


def _player(game: Game[Any], by: str) -> tuple[Player, int]:
    if by == "searcher":
        hard = strength(game, "hard")
        return searcher(game), max(1, (hard.measured or hard.simulations) // 8)
    player, budget = computer(game, by)
    return player, budget.simulations or 1


# --- fitting


def fit(judged: Sequence[Judged]) -> Calibration:
    """The calibration under which these games were least surprising; few of them change little."""

    def surprise(by: Calibration) -> float:
        told = sum(-_logarithm(one, by) for one in judged)
        return told + math.log(by.sharpness) ** 2 + by.mover**2 + 0.1 * math.log(by.prior) ** 2

    best, steps = Calibration(games=len({one.number for one in judged})), [0.4, 0.2, 1.0]
    least = surprise(best)
    while max(steps) > FINEST:
        nearby = min(_around(best, steps), key=surprise)
        if surprise(nearby) < least:
            best, least = nearby, surprise(nearby)
        else:
            steps = [step / 2 for step in steps]
    return best


FINEST = 0.01


def _around(by: Calibration, steps: Sequence[float]) -> Iterator[Calibration]:
    for side in (-1, 1):
        yield replace(by, sharpness=by.sharpness * math.exp(side * steps[0]))
        yield replace(by, mover=by.mover + side * steps[1])
        yield replace(by, prior=by.prior * math.exp(side * steps[2]))


def _logarithm(one: Judged, by: Calibration) -> float:
    """How likely the end of this game was, by what was told: the logarithm, by the shares that seats got."""
    told = one.told(by)
    return sum(share * math.log(chance) for share, chance in zip(one.returns, told, strict=True) if share)


# --- reliability


@dataclass(frozen=True, slots=True)
class Bin:
    """The positions that were told about the same: what was said on average, and what came true."""

    count: int
    games: int
    said: float
    won: float

    @property
    def error(self) -> float:
        """By how much luck may move `won`, one deviation: positions of one game have one end."""
        return math.sqrt(max(self.said * (1 - self.said), 0.01) / self.games)


def reliability(told: Iterable[tuple[float, Judged]], width: float = 0.1) -> list[Bin]:
    """What was said of the mover and what came true, in steps of ten percent."""
    bins: dict[int, list[tuple[float, Judged]]] = {}
    for said, one in told:
        bins.setdefault(min(int(said / width), round(1 / width) - 1), []).append((said, one))
    return [
        Bin(
            len(found),
            len({one.number for _, one in found}),
            sum(said for said, _ in found) / len(found),
            sum(one.returns[one.turn] for _, one in found) / len(found),
        )
        for _, found in sorted(bins.items())
    ]


def miscalibration(bins: Sequence[Bin]) -> float:
    """How far what was said lies from what came true, on average over the positions."""
    return sum(each.count * abs(each.said - each.won) for each in bins) / max(1, sum(b.count for b in bins))


# --- as a table


@dataclass(frozen=True, slots=True)
class Row:
    """What came true of what is told now, in games that were played for it."""

    game: str
    players: int
    games: int
    positions: int
    said: float
    won: float
    interval: tuple[float, float]


def measure(
    name: str, players: int | None, count: int, seed: int, show: Callable[[int], None]
) -> Iterator[Row]:
    """New games, and how reliable the chances are that people are told in them."""
    game = games()[name](**({"players": players} if players else {}))
    if game.players == 1:
        return  # nobody to win against
    told: list[tuple[float, Judged]] = []
    for done, judged in enumerate(watch(game, range(count), seed), 1):
        for one in judged:
            by = calibration_of(type(game), game.players, one.kind)
            told.append((one.told(by)[one.turn], one))
        show(done)
    for each in reliability(told):
        low, high = max(0.0, each.won - 2 * each.error), min(1.0, each.won + 2 * each.error)
        yield Row(name, game.players, each.games, each.count, each.said, each.won, (low, high))


def table(rows: Sequence[Row], words: Words) -> list[str]:
    """The rows as a Markdown table."""
    columns = ("game", "players", "games", "positions", "said", "won", "interval")
    lines = [[words(f"cli.bench.column.{name}") for name in columns], ["---"] * len(columns)]
    for row in rows:
        low, high = (100 * bound for bound in row.interval)
        figures = [f"{100 * row.said:.0f} %", f"{100 * row.won:.0f} %", f"{low:.0f} – {high:.0f}"]
        lines.append([row.game, str(row.players), str(row.games), str(row.positions), *figures])
    return ["| " + " | ".join(line) + " |" for line in lines]
