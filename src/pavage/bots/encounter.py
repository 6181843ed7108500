"""One game between entrants, levels or programs, from the first move to the result with its verdicts.

This is what a tournament calls:

    play_encounter(game, [Entrant("hard", level="hard"), Entrant("mohex", program=programs["mohex"])],
                   parse_control("5m"), seed=1, opening=("b4",))

It never raises for what a program does: whoever fails leaves the game (`Match.leave`; on time if it let its
clock run out), and the others play on where three or more were in. Nothing of a program is running when it
returns, unless the programs were handed in seated (`sitters`), to play several games with one start.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pavage.bots.program import Program
from pavage.bots.seating import Sitter, dismiss, seat_program
from pavage.bots.verdict import BotFailed, Failure, Verdict
from pavage.clock import TimeControl
from pavage.formats.record import Record, write_record
from pavage.game import Game, Move, Seat
from pavage.match import Match
from pavage.players.levels import computer
from pavage.players.thinking_time import time_for_move, within
from pavage.table import Chair, Table


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays: a level of ours, or a program."""

    name: str
    level: str = ""
    program: Program | None = None
    simulations: int | None = None
    """Another number of simulations than the level has."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game that was played. All of it can be pickled, and so travel between processes."""

    returns: tuple[float, ...]
    reason: str
    moves: tuple[str, ...]
    record: str
    failures: tuple[Failure | None, ...]
    """For each seat, what its program did wrong; STUBBORN alone does not cost the game."""
    seconds: tuple[float, ...]
    """The time that each seat used."""
    late: tuple[Seat, ...] = ()
    """The seats whose time ran out."""


@dataclass
class _Seats:
    """Who sits where, as long as the game lasts."""

    entrants: Sequence[Entrant]
    sitters: list[Sitter | None]
    failures: list[Failure | None] = field(init=False)
    seconds: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.failures = [None] * len(self.entrants)
        self.seconds = [0.0] * len(self.entrants)


def play_encounter(
    game: Game[Any],
    entrants: Sequence[Entrant],
    control: TimeControl | None = None,
    *,
    seed: int = 0,
    opening: Sequence[str] = (),
    exact: bool = False,
    sitters: Sequence[Sitter | None] | None = None,
    seen: Callable[[Match], None] = lambda _: None,
) -> Encounter:
    """Let them play, the first in seat 0. `exact`: for levels only simulations count, so a seed says all.

    `seen` is told the match when it begins and after every move.
    """
    assert len(entrants) == game.players
    kept = sitters is not None
    seats = _Seats(entrants, list(sitters or [None] * game.players))
    dice = random.Random(seed)
    timed = control is not None or any(entrant.program for entrant in entrants)
    match = Match(game, control, now=time.monotonic())
    table = Table(match, [Chair(entrant.name, entrant.level or "bot") for entrant in entrants], dice)
    try:
        for text in opening:
            if match.outcome is None:
                table.play(game.read(match.position, text))
        _sit_down(seats, game, table)
        match.resume(time.monotonic())
        seen(match)
        while match.outcome is None:
            _turn(table, seats, dice, exact, timed)
            seen(match)
        for seat, sitter in enumerate(seats.sitters):
            if sitter is not None and seats.failures[seat] is None:
                _tell(sitter, match, seats, seat)
    finally:
        _stand_up(seats, match, kept)
    outcome = match.outcome
    assert outcome is not None
    return Encounter(
        outcome.returns,
        outcome.reason,
        tuple(played.text for played in match.played),
        write_record(Record(match, tuple(entrant.name for entrant in entrants))),
        tuple(seats.failures),
        tuple(seats.seconds),
        tuple(seat for seat, reason in match.leavers.items() if reason == "time"),
    )


def _stand_up(seats: _Seats, match: Match, kept: bool) -> None:
    """Who failed or was interrupted is ended; other programs take leave, unless they are to play again."""
    for seat, sitter in enumerate(seats.sitters):
        if sitter is None:
            continue
        if seats.failures[seat] is not None or match.outcome is None:
            sitter.process.end()
        elif not kept:
            seats.failures[seat] = dismiss(sitter)


def _sit_down(seats: _Seats, game: Game[Any], table: Table) -> None:
    for seat, entrant in enumerate(seats.entrants):
        if entrant.program is None:
            continue
        try:
            sitter = seats.sitters[seat]
            if sitter is not None:
                sitter.begin(game, entrant.program.start)
            else:
                seats.sitters[seat] = seat_program(entrant.program, game)
        except BotFailed as failed:
            _fail(table, seats, seat, failed.failure)


def _turn(table: Table, seats: _Seats, dice: random.Random, exact: bool, timed: bool) -> None:
    """One move, or a seat leaves."""
    match, seat = table.match, table.match.turn
    entrant = seats.entrants[seat]
    lot = dice.getrandbits(32)
    begun = time.monotonic()
    move: Move | None
    try:
        if entrant.program is None:
            move, claims = _level_move(match, entrant, lot, exact), False
        else:
            move, claims = _program_move(match, entrant.program, seats.sitters[seat], seat, begun)
    except BotFailed as failed:
        if (sitter := seats.sitters[seat]) is not None:
            sitter.process.witness(failed)
        seats.seconds[seat] += time.monotonic() - begun
        _fail(table, seats, seat, failed.failure)
        return
    now = time.monotonic()
    seats.seconds[seat] += now - begun
    if match.flagged(now) is not None:
        if entrant.program is not None:
            _fail(table, seats, seat, Failure(Verdict.SILENT, entrant.name))
        else:
            table.leave(seat, "time", now)
        return
    if move is None:
        table.leave(seat, "resignation", now)
        return
    text = match.game.write(match.position, move)
    table.play(move, now if timed else None)
    if claims and not _won(match, seat):
        _fail(table, seats, seat, Failure(Verdict.LIED, entrant.name, text))


def _program_move(
    match: Match, program: Program, sitter: Sitter | None, seat: Seat, now: float
) -> tuple[Move | None, bool]:
    assert sitter is not None
    left, deadline = program.seconds, now + program.seconds
    if match.clock is not None and (flag := match.clock.deadline()) is not None:
        left, deadline = flag - now, flag
    return sitter.move(match, seat, left, deadline)


def _level_move(match: Match, entrant: Entrant, seed: int, exact: bool) -> Move:
    player, budget = computer(match.game, entrant.level, seed)
    if entrant.simulations is not None:
        budget = replace(budget, simulations=entrant.simulations)
    budget = (
        replace(budget, seconds=None) if exact else within(budget, time_for_move(match, time.monotonic()))
    )
    return player.think(match.game, match.position, budget).move


def _won(match: Match, seat: Seat) -> bool:
    outcome = match.outcome
    return outcome is not None and outcome.returns[seat] == max(outcome.returns) > 0


def _fail(table: Table, seats: _Seats, seat: Seat, failure: Failure) -> None:
    """A program loses its seat: on time if that was it, else by forfeit. The others play on without it."""
    seats.failures[seat] = failure
    match, now = table.match, time.monotonic()
    if match.outcome is None:
        late = failure.verdict == Verdict.SILENT and match.flagged(now) == seat
        table.leave(seat, "time" if late else "forfeit", now)
    sitter = seats.sitters[seat]
    if match.outcome is None and sitter is not None:
        sitter.process.end()


def _tell(sitter: Sitter, match: Match, seats: _Seats, seat: Seat) -> None:
    """The game is over, so what goes wrong now is only written down."""
    try:
        sitter.over(match)
    except BotFailed as failed:
        seats.failures[seat] = failed.failure
