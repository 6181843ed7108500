"""`hex_strength.py paired`: our search against a program that speaks HTP, from many openings.

Every opening is played twice, with colours exchanged. Two networks play the same openings, and are compared
opening by opening. The search is as the player has it, with so many simulations a move, and repeats
itself exactly, so intervals and the sequential test count openings, not games. A game ends by the rules, when
the program resigns, or when our search has proved who wins.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import shlex
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hex_errors import SHIPPED, net_of
from hex_games import BLUE, RED, Opening, PlayedGame, hex_game, mover_after, read_openings, resampled_means

from pavage.bots.program import HTP, Program
from pavage.bots.seating import Sitter, seat_program
from pavage.bots.verdict import BotFailed
from pavage.match import Match
from pavage.players.fast.hex_search import new_search
from pavage.tournament.sprt import Hypotheses, Trial

OPENINGS = Path(__file__).with_name("hex_paired_openings.txt")
EVEN = 0.38
"""The least chance that an opening leaves to either side, by a search with the network in the package."""
EVEN_SIMULATIONS = 400
TRIES = 200
"""Openings looked at for each that is found, at the most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played from each opening."""

    command: str
    setup: tuple[str, ...] = ()
    weights: tuple[str, ...] = (SHIPPED,)
    simulations: int = 400
    seconds: float = 60.0
    """The program must have moved by then."""
    memory: int = 4096
    """Megabytes that the program may use."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two games of one network from one opening: ours is red in the first."""

    games: tuple[PlayedGame, PlayedGame]

    @property
    def won(self) -> int:
        return (self.games[0].winner == RED) + (self.games[1].winner == BLUE)


class Table:
    """Our search and the program, which stays from game to game."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.plan, self.game = plan, hex_game(size)
        program = Program(
            "program",
            tuple(shlex.split(plan.command)),
            HTP,
            setup=plan.setup,
            folder=Path.cwd(),
            start=plan.seconds,
            memory=plan.memory,
        )
        self.program: Sitter = seat_program(program, self.game)

    def pairs(self, opening: Opening) -> list[Pair]:
        """One pair for each network."""
        return [
            Pair((self.play(opening, name, RED), self.play(opening, name, BLUE)))
            for name in self.plan.weights
        ]

    def play(self, opening: Opening, name: str, ours: int) -> PlayedGame:
        """One game in which our search with this network has this colour."""
        search = new_search(opening.size, net=net_of(name))
        self.program.begin(self.game, self.plan.seconds)
        match = Match(self.game)
        for cell in opening.cells:
            match.play((cell,))
        winner = 0
        while not winner:
            winner = self._move(match, search, ours)
            if not winner and (outcome := match.outcome) is not None:
                winner = outcome.returns.index(1.0) + 1
        cells = tuple(played.move[0] for played in match.played)
        return PlayedGame(opening.size, winner, len(opening.cells), cells)

    def _move(self, match: Match, search: Any, ours: int) -> int:
        """Make a move; the winner if our search has proved one, or the program resigns."""
        board = match.position.board
        mover = mover_after(len(match.played))
        if mover != ours:
            deadline = time.monotonic() + self.plan.seconds
            move, _ = self.program.move(match, match.turn, self.plan.seconds, deadline)
            if move is None:
                return ours
            match.play(move)
            return 0
        allowed = bytes(not code for code in board)
        found = search.search(board, mover, allowed, self.plan.simulations, 0.0, 1, None, False)
        cell, proof = found[0], found[6]
        match.play((cell,))
        return (ours if proof > 0 else 3 - ours) if proof else 0


_tables: dict[int, Table] = {}


def _pairs(plan: Plan, opening: Opening) -> list[Pair]:
    """In a worker, which has one table for each size."""
    if opening.size not in _tables:
        _tables[opening.size] = Table(plan, opening.size)
    try:
        return _tables[opening.size].pairs(opening)
    except BotFailed as failed:
        raise _tables[opening.size].program.process.witness(failed) from None


def play_all(
    plan: Plan, openings: Sequence[Opening], processes: int | None = None
) -> Iterator[tuple[Opening, list[Pair]]]:
    """All openings on all cores, in their order. Openings not yet begun are dropped when the caller stops."""
    count = processes or os.cpu_count() or 1
    waiting = iter(openings)
    running: deque[tuple[Opening, Future[list[Pair]]]] = deque()
    with ProcessPoolExecutor(count, multiprocessing.get_context("spawn")) as executor:
        try:
            while True:
                while len(running) < 2 * count and (opening := next(waiting, None)) is not None:
                    running.append((opening, executor.submit(_pairs, plan, opening)))
                if not running:
                    return
                opening, future = running.popleft()
                yield opening, future.result()
        finally:
            for _, future in running:
                future.cancel()


@dataclass
class Tally:
    """What the networks have won, opening by opening."""

    weights: Sequence[str]
    trial: Trial | None = None

    def __post_init__(self) -> None:
        self.won: list[list[int]] = [[] for _ in self.weights]

    def add(self, pairs: Sequence[Pair]) -> None:
        for won, pair in zip(self.won, pairs, strict=True):
            won.append(pair.won)
        if self.trial is not None:
            self.trial.take((2 + self.won[1][-1] - self.won[0][-1]) / 4)

    @property
    def decided(self) -> bool:
        return self.trial is not None and self.trial.verdict.accepted is not None

    def lines(self) -> list[str]:
        """Games won by each network; with two, the difference of the second to the first."""
        columns = [[(float(won), 2.0) for won in row] for row in self.won]
        if len(self.weights) == 2:
            columns.append([(other - one, 2.0) for (one, _), (other, _) in zip(*columns, strict=True)])
        intervals = resampled_means(columns)
        lines = [
            "| network | won | share | 95 % | pairs: both won, split, both lost |",
            "|---|---|---|---|---|",
        ]
        for name, row, (mean, low, high) in zip(self.weights, self.won, intervals, strict=False):
            pairs = ", ".join(str(row.count(count)) for count in (2, 1, 0))
            lines.append(
                f"| {name} | {sum(row)} of {2 * len(row)} | {mean:.1%} | {low:.1%} to {high:.1%} | {pairs} |"
            )
        if len(self.weights) == 2:
            mean, low, high = intervals[-1]
            more = sum(other > one for one, other in zip(*self.won, strict=True))
            less = sum(other < one for one, other in zip(*self.won, strict=True))
            lines.append(
                f"\n{self.weights[1]} − {self.weights[0]}: {sum(self.won[1]) - sum(self.won[0]):+d} games, "
                f"{mean:+.1%} ({low:+.1%} to {high:+.1%}); more from {more} openings, less from {less}"
            )
        return lines


def trial_of(low: float, high: float) -> Trial:
    """A sequential test of two differences between networks, in percentage points of the games.

    An opening's score is 0 to 1, a half where both networks win as many games.
    """

    def elo(points: float) -> float:
        share = 0.5 + points / 200
        return 400 * math.log10(share / (1 - share))

    return Trial(Hypotheses(elo(low), elo(high)))


def match_all(
    plan: Plan,
    openings: Sequence[Opening],
    trial: Trial | None = None,
    processes: int | None = None,
    show: Callable[[str], None] = lambda _: None,
    on_game: Callable[[PlayedGame], None] = lambda _: None,
) -> Tally:
    """Play until all openings are through or the sequential test has decided."""
    tally = Tally(plan.weights, trial)
    for number, (_, pairs) in enumerate(play_all(plan, openings, processes), 1):
        tally.add(pairs)
        for pair in pairs:
            for game in pair.games:
                on_game(game)
        won = " and ".join(str(sum(row)) for row in tally.won)
        show(f"{won} of {2 * number} games won")
        if tally.decided:
            break
    return tally


def even_openings(size: int, count: int, seed: int) -> list[Opening]:
    """Openings of one to three stones that leave both sides a chance, no two alike by half a turn.

    Single stones are all that are even, at most a third; the others are halves of two and of three stones.
    """
    dice = random.Random(seed)
    search = new_search(size, net=net_of(SHIPPED))
    cells = range(size * size)
    met: set[tuple[frozenset[int], frozenset[int]]] = set()
    found: list[Opening] = []

    def take(candidates: Iterable[tuple[int, ...]], most: int) -> None:
        end = len(found) + most
        for stones in candidates:
            if len(found) == end:
                return
            turned = tuple(size * size - 1 - cell for cell in stones)
            keys = [(frozenset(line[0::2]), frozenset(line[1::2])) for line in (stones, turned)]
            if keys[0] not in met and is_even(search, Opening(size, stones)):
                found.append(Opening(size, stones))
            met.update(keys)

    def drawn(stones: int) -> Iterator[tuple[int, ...]]:
        for _ in range(TRIES * count):
            yield tuple(dice.sample(cells, stones))

    take(((cell,) for cell in dice.sample(cells, len(cells))), count // 3)
    take(drawn(2), (count - len(found)) // 2)
    take(drawn(3), count - len(found))
    dice.shuffle(found)
    return found


def is_even(search: Any, opening: Opening) -> bool:
    game = PlayedGame(opening.size, RED, len(opening.cells), opening.cells)
    board = game.board(len(opening.cells))
    allowed = bytes(not code for code in board)
    mover = mover_after(len(opening.cells))
    _, value, *_ = search.search(board, mover, allowed, EVEN_SIMULATIONS, 0.0, 1, None, True)
    return EVEN < float(value) < 1 - EVEN


def openings_of(path: str | Path, games: int | None) -> list[Opening]:
    """Those of a file, as many as so many games need."""
    openings = read_openings(path)
    return openings if games is None else openings[: (games + 1) // 2]
