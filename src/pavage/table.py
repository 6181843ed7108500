"""A table: it introduces players to a match, rolls the dice and watches the time."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pavage.clock import TimeControl
from pavage.game import CHANCE, Game, Move, Position, Seat
from pavage.match import Match, MatchError
from pavage.phrase import PhrasedError
from pavage.players.levels import ADVICE, ANALYSIS, COMPUTERS, computer
from pavage.players.random_player import roll
from pavage.players.thought import Thought
from pavage.players.win_chances import Chances, seats_out
from pavage.players.win_chances import chances as told_chances

Thinker = Callable[[Game[Any], Position, str, int], Thought]
"""Asks a computer of some level for a move: game, position, level, seed."""


class UnknownLevel(PhrasedError, ValueError):
    """No computer of this name."""

    def __init__(self, level: str) -> None:
        known = ", ".join(COMPUTERS)
        super().__init__(f"no level {level!r}; there are {known}", "unknown_level", level=level, known=known)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits in a seat: a person with a name, or a computer of some level."""

    name: str
    level: str = ""
    number: int = field(default=0, compare=False)
    """What a person without a name is called by, all through a series; `Table` numbers the chairs by seat."""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)


class Table:
    """A match, the chairs around it, and the dice."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        dice: random.Random | None = None,
        now: float | None = None,
        rolls: Sequence[Move] | None = None,
    ) -> None:
        """What chance does first is rolled when people sit down; `rolls`, if it was rolled before."""
        assert len(chairs) == match.game.players
        self.match = match
        self.chairs = tuple(
            chair if chair.number else replace(chair, number=seat) for seat, chair in enumerate(chairs, 1)
        )
        self.dice = dice or random.Random()
        self.roll(now, rolls)

    @property
    def owed(self) -> Chair | None:
        """The chair that has to act, None when the match is over."""
        return None if self.match.outcome else self.chairs[self.match.turn]

    def play(self, move: Move, now: float | None = None, rolls: Sequence[Move] | None = None) -> list[Move]:
        """A player's move, and all that chance does after it, which is returned."""
        self.match.play(move, now)
        return self.roll(now, rolls)

    def leave(
        self,
        seat: Seat,
        reason: str = "resignation",
        now: float | None = None,
        rolls: Sequence[Move] | None = None,
        without_people: bool = False,
    ) -> list[Move]:
        """Let a seat leave, and return all that chance does after it.

        When the last person leaves, the match ends, unless computers shall go on `without_people`.
        """
        self.match.leave(seat, reason, now, goes_on=without_people or not self._is_last_person(seat))
        return self.roll(now, rolls)

    def goes_on_without(self, seat: Seat, without_people: bool = False) -> bool:
        """Whether the others go on if this seat leaves now."""
        return self.match.goes_on_without(seat) and (without_people or not self._is_last_person(seat))

    def _is_last_person(self, seat: Seat) -> bool:
        return {other for other in self.match.seats_in if not self.chairs[other].is_computer} == {seat}

    def roll(self, now: float | None = None, rolls: Sequence[Move] | None = None) -> list[Move]:
        """Whatever chance has to do, by the dice; `rolls`, where it was rolled before and comes again."""
        match, made = self.match, list[Move]()
        while match.outcome is None and match.turn == CHANCE:
            if rolls is not None:
                move = rolls[len(made)]
            else:
                move = match.roll_again() or roll(match.game, match.position, self.dice)
            match.play(move, now)
            made.append(move)
        return made

    def undo(self, now: float | None = None, seats: Collection[Seat] | None = None) -> None:
        """Take back to the last decision of one of these seats: of any person, if none are named.

        The answers of others, computers among them, are taken back with it.
        """
        if seats is None:
            seats = [seat for seat, chair in enumerate(self.chairs) if not chair.is_computer]
            seats = seats or range(len(self.chairs))
        if not any(played.seat in seats for played in self.match.undoable):
            raise MatchError("nothing_to_undo")
        while True:
            self.match.undo(now)
            if self.match.turn in seats:
                break

    def finish(self, think: Thinker, seen: Callable[[Table], None] | None = None) -> None:
        """Let the computers play to the end of the match."""
        while (chair := self.owed) is not None:
            thought = think(self.match.game, self.match.position, chair.level, self.dice.getrandbits(32))
            self.play(thought.move)
            if seen:
                seen(self)


def draw_lots(chairs: Sequence[Chair], dice: random.Random) -> list[Chair]:
    """The same people in a random order: the first of them begins."""
    drawn = list(chairs)
    dice.shuffle(drawn)
    return drawn


def turned(chairs: Sequence[Chair], by: int = 1) -> list[Chair]:
    """The next game of a series: everybody moves on by one seat."""
    shift = by % len(chairs)
    return [*chairs[shift:], *chairs[:shift]]


def new_table(
    game: Game[Any],
    chairs: Sequence[Chair],
    control: TimeControl | None = None,
    now: float = 0.0,
    dice: random.Random | None = None,
) -> Table:
    return Table(Match(game, control, now=now), chairs, dice)


def winner_of(match: Match) -> Seat | None:
    """The seat that won alone, None for a draw, an unfinished match, or a puzzle that was not solved."""
    return winner_by(match.outcome.returns) if match.outcome is not None else None


def winner_by(returns: Sequence[float]) -> Seat | None:
    """The seat that got the most, if it got more than any other."""
    best = [seat for seat, share in enumerate(returns) if share == max(returns) > 0]
    return best[0] if len(best) == 1 else None


def think(match: Match, level: str = "hard", seed: int | None = None) -> Thought:
    """What a level thinks of the position of a match, and its move: `match.push(thought.move)`.

    Every call starts afresh, and the same seed gives the same answer, however long it takes. Only level best
    is still stopped by its time.
    """
    if level not in COMPUTERS:
        raise UnknownLevel(level)
    return _thought(match, level, seed)


def chances(match: Match, seed: int | None = None) -> Chances:
    """What each seat may expect of the position of a match, as people are told it."""
    thought = _thought(match, ANALYSIS, seed, ADVICE)
    return told_chances(match.game, match.turn, thought, seats_out(match.game, match.position))


def _thought(match: Match, level: str, seed: int | None, effort: str = "") -> Thought:
    """Who has this level thinks as long as it does, or as long as another."""
    if match.outcome is not None:
        raise MatchError("over")
    player, _ = computer(match.game, level, seed)
    _, budget = computer(match.game, effort or level, seed)
    if seed is not None and (effort or level) != "best":
        budget = replace(budget, seconds=None)
    return player.think(match.game, match.position, budget)
