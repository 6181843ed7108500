"""Trying a program before a tournament does: one trial for each thing that goes wrong, and what was seen.

Every trial starts the program anew and gives a Finding: passed, not played (it says so itself, which it may)
or failed, with the verdict, the last lines of the dialogue and of its standard error.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pavage.bots.program import HTP, Program
from pavage.bots.seating import GRACE, Sitter, seat_program
from pavage.bots.transcript import DIALOGUE, place_for
from pavage.bots.verdict import BotFailed, Failure, Verdict
from pavage.game import Game, Move, Seat
from pavage.match import Match
from pavage.options import BadOption, Whole
from pavage.table import Chair, Table

LINES = 8
"""Of the dialogue, that a finding shows."""
WIDEST = 100
PLIES = 14
"""Moves of a game that need not come to its end."""
SHORT = 4.0
"""Seconds for a whole game, in the trial of the clock."""
STILL = 1.5
"""Seconds that the other thinks, in the trial of patience."""
MOST_FAILURES = 3
"""After so many the rest is not tried: they mostly have one cause."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one trial showed."""

    trial: str
    about: str = ""
    """Which size, which kind of swap."""
    failure: Failure | None = None
    refused: str | None = None
    """Why it does not play this, in its own words."""
    slowest: float = 0.0
    moves: int = 0
    dialogue: tuple[str, ...] = ()


@dataclass
class _Sitting:
    """A program on trial, and how long it took for its answers."""

    sitter: Sitter
    program: Program
    dice: random.Random
    slowest: float = 0.0
    moves: int = 0

    def move(self, match: Match, seat: Seat, left: float | None = None) -> Move | None:
        begun = time.monotonic()
        left = self.program.seconds if left is None else left
        move, claims = self.sitter.move(match, seat, left, begun + left)
        self.slowest = max(self.slowest, time.monotonic() - begun)
        self.moves += 1
        if claims and move is not None and not _wins(match, move, seat):
            raise BotFailed(Verdict.LIED, self.sitter.name, match.game.write(match.position, move))
        return move

    def play(self, match: Match, seat: Seat, plies: int = 10**6, total: float | None = None) -> None:
        """A game against players who move at random; `total` is all the time that it has for its moves."""
        table = Table(match, [Chair("")] * match.game.players, self.dice)
        used = 0.0
        while match.outcome is None and len(match.played) < plies:
            if match.turn != seat:
                table.play(self.dice.choice(match.game.moves(match.position)))
                continue
            begun = time.monotonic()
            move = self.move(match, seat, None if total is None else total - used)
            used += time.monotonic() - begun
            if move is None:
                return
            table.play(move)


def _wins(match: Match, move: Move, seat: Seat) -> bool:
    after = match.copy()
    after.play(move)
    return after.outcome is not None and after.outcome.returns[seat] == max(after.outcome.returns) > 0


Work = Callable[[_Sitting, Game[Any]], None]


@dataclass(frozen=True, slots=True)
class _Trial:
    name: str
    game: Game[Any]
    work: Work
    about: str = ""
    optional: bool = False
    """It may say that it does not play this."""


def check(program: Program, game: Game[Any], folder: Path, seed: int = 0) -> Iterator[Finding]:
    """All trials, one after the other; what was said is kept in the folder."""
    failures = 0
    for number, trial in enumerate(trials(program, game), 1):
        place = place_for(folder, f"{number:02d}", 0, trial.name)
        finding = _try(replace(program, transcript=place), trial, random.Random(seed + number))
        if finding.failure is not None:
            lines = place.with_name(place.name + DIALOGUE)
            finding = replace(finding, dialogue=_last_of(lines))
            failures += 1
        yield finding
        if finding.failure is not None and (number == 1 or failures == MOST_FAILURES):
            return


def trials(program: Program, game: Game[Any]) -> list[_Trial]:
    """What is tried with this game, the simplest first."""
    found = [
        _Trial("hello", game, lambda one, game: None),
        _Trial("first", game, lambda one, game: one.play(Match(game), 0)),
        _Trial("second", game, lambda one, game: one.play(Match(game), 1 % game.players)),
    ]
    for kind in _swaps(game):
        about = str(kind.options["swap"])
        found.append(_Trial("may_swap", kind, _may_swap, about))
        found.append(_Trial("swapped", kind, _swapped, about))
    found += [
        _Trial("size", each, lambda one, game: one.play(Match(game), 0, PLIES), str(size), optional=True)
        for size, each in _sizes(game)
    ]
    found += [
        _Trial("start", game, _set_up),
        _Trial("back", game, _back),
        _Trial("again", game, _again),
        _Trial("clock", game, lambda one, game: one.play(Match(game), 0, total=SHORT)),
        _Trial("patience", game, _patience),
        _Trial("quit", game, _quit),
    ]
    # Between two programs, HTP knows stones only: what it is asked is never how they came there.
    return [each for each in found if program.protocol != HTP or each.name not in ("start", "back")]


def _try(program: Program, trial: _Trial, dice: random.Random) -> Finding:
    sitting: _Sitting | None = None
    try:
        sitting = _Sitting(seat_program(program, trial.game), program, dice)
        trial.work(sitting, trial.game)
    except BotFailed as failed:
        if sitting is not None:
            sitting.sitter.process.witness(failed)
        if trial.optional and sitting is None and failed.failure.verdict == Verdict.REFUSED:
            return Finding(trial.name, trial.about, refused=failed.failure.detail)
        return Finding(trial.name, trial.about, failed.failure)
    finally:
        if sitting is not None:
            sitting.sitter.process.end()
    return Finding(trial.name, trial.about, slowest=sitting.slowest, moves=sitting.moves)


# --- the trials that are more than a game


def _may_swap(one: _Sitting, game: Game[Any]) -> None:
    """A stone so strong that a swap is offered; it may swap or not, and then the game goes on."""
    match = Match(game)
    match.play(game.read(match.position, game.tiling.names[len(game.tiling) // 2]))
    one.play(match, 1, PLIES)


def _swapped(one: _Sitting, game: Game[Any]) -> None:
    """Its own first stone is taken over."""
    match = Match(game)
    move = one.move(match, 0)
    if move is None:
        return
    match.play(move)
    swap = (game.site("swap"),)
    if game.refusal(match.position, swap) is None:
        match.play(swap)
    one.play(match, 0, PLIES)


def _set_up(one: _Sitting, game: Game[Any]) -> None:
    """A position without what led to it, as `pavage play` and the web app ask."""
    match = _some_moves(game, one.dice, 2 * game.players)
    one.move(Match(game, start=match.position), match.turn)


def _back(one: _Sitting, game: Game[Any]) -> None:
    """Moves are taken back, and others are made."""
    for plies in (2 * game.players, game.players):
        match = _some_moves(game, one.dice, plies)
        one.move(match, match.turn)


def _again(one: _Sitting, game: Game[Any]) -> None:
    """Three games with one start."""
    for _ in range(2):
        match = Match(game)
        one.play(match, 0)
        one.sitter.over(match)
        one.sitter.begin(game, one.program.start)
    one.play(Match(game), 1 % game.players, PLIES)


def _patience(one: _Sitting, game: Game[Any]) -> None:
    """The other thinks for a while, and nothing is to be said meanwhile."""
    match = Match(game)
    one.play(match, 0, 1)
    time.sleep(STILL)
    one.play(match, 0, PLIES)


def _quit(one: _Sitting, game: Game[Any]) -> None:
    one.play(Match(game), 0, 3)
    if not one.sitter.leave(GRACE):
        raise BotFailed(Verdict.STUBBORN, one.sitter.name)


def _some_moves(game: Game[Any], dice: random.Random, plies: int) -> Match:
    """A game of random moves that is not over."""
    while True:
        match = Match(game)
        table = Table(match, [Chair("")] * game.players, dice)
        while match.outcome is None and len(match.played) < plies:
            table.play(dice.choice(game.moves(match.position)))
        if match.outcome is None:
            return match


# --- other rules of the same game


def _swaps(game: Game[Any]) -> list[Game[Any]]:
    """The game with each kind of swap that it has."""
    if "swap" not in game.options or game.players != 2:
        return []
    kinds: list[Game[Any]] = []
    for kind in ("colours", "mirror"):
        with contextlib.suppress(BadOption):  # other games swap otherwise
            kinds.append(type(game)(**{**game.options, "swap": kind}))
    return [kind for kind in kinds if kind.buttons]


def _sizes(game: Game[Any]) -> list[tuple[int, Game[Any]]]:
    """Sizes that nobody expects: very small, even, and larger than a letter."""
    option = next((each for each in game.declared if isinstance(each, Whole) and each.name == "size"), None)
    if option is None:
        return []
    usual = option.__get__(game, type(game))
    wanted = {max(option.low, 3), min(option.high, usual + 1), min(option.high, 14)} - {usual}
    return [(size, type(game)(**{**game.options, "size": size})) for size in sorted(wanted)]


def _last_of(file: Path) -> tuple[str, ...]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    said = [line[10:] for line in lines if line[10:11] != "!"]
    return tuple(line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…" for line in said[-LINES:])
