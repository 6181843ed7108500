"""A match: positions in a row, a clock, an ending. It is told the time, and knows no timer and no socket."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any

from pavage.clock import Clock, TimeControl
from pavage.display import Displayed, shortened
from pavage.game import (
    CHANCE,
    Diagram,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Refusal,
    Seat,
    winner_takes_all,
)
from pavage.phrase import PhrasedError

LATEST = 6
"""Moves that the `repr` of a match names."""


class MatchError(PhrasedError, ValueError):
    """Something that cannot be done now."""

    def __init__(self, key: str) -> None:
        super().__init__(key, key)


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made: by whom, as it is written, in how many seconds, and what was said about it."""

    move: Move
    seat: Seat
    text: str
    seconds: float | None = None
    comment: str = ""


class Match(Displayed):
    """One game being played. `play` is the only gate to the rules: what passes it is legal."""

    def __init__(
        self,
        game: Game[Any],
        control: TimeControl | None = None,
        start: Position | None = None,
        now: float = 0.0,
    ) -> None:
        self.game = game
        self.played: list[Played] = []
        self.positions: list[Position] = [game.start() if start is None else start]
        self.set_up = start is not None
        self.comment = ""
        self.ending: Outcome | None = None
        self.clock: Clock | None = Clock.new(control, game.players) if control else None
        self._since = now
        self._agreed: frozenset[Seat] = frozenset()
        self._rolled: list[Move] = []
        self._judged: tuple[Position, Outcome | None] | None = None
        """The last position that was asked about, and how the game ended there."""
        self._run_clock(now)

    def __repr__(self) -> str:
        last = " ".join(played.text for played in self.played[-LATEST:])
        told = f"after {'… ' if len(self.played) > LATEST else ''}{last}" if last else "before the first move"
        if self.outcome is None:
            state = f"seat {self.turn + 1} to move" if self.turn != CHANCE else "chance to move"
        else:
            state = f"ended by {self.outcome.reason}"
        return shortened(f"<Match of {self.game!r} {told}, {state}>")

    def copy(self) -> Match:
        """One that can go on without changing this one."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, list(value))
        return other

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def turn(self) -> Seat:
        return self.position.turn

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or by the players; None while it goes on."""
        if self.ending is not None:
            return self.ending
        if self._judged is None or self._judged[0] is not self.position:
            self._judged = self.position, self.game.outcome(self.position)
        return self._judged[1]

    @property
    def draw_offered_by(self) -> frozenset[Seat]:
        return self._agreed

    @property
    def legal(self) -> list[str]:
        """What may be played, in the notation of the game; nothing once it is over."""
        if self.outcome is not None:
            return []
        return [self.game.write(self.position, move) for move in self.game.moves(self.position)]

    @property
    def diagram(self) -> Diagram:
        """The position with its game, to be kept, printed or shown."""
        return Diagram(self.game, self.position)

    def push(self, move: str | Move) -> Position:
        """Play a move as one writes it, or as sites. What cannot be played raises an error that says why."""
        return self.play(self.game.read(self.position, move) if isinstance(move, str) else move)

    def play(self, move: Move, now: float | None = None, spent: float | None = None) -> Position:
        """Make a move, if the rules allow it. Refused moves change nothing and raise IllegalMove.

        A record that is replayed knows what each move `spent`; it is charged, and nobody loses on time again.
        """
        if self.ending is not None:
            raise IllegalMove(self._quote(move), Refusal("over"))
        refusal = self.game.refusal(self.position, move)
        if refusal is not None:
            raise IllegalMove(self._quote(move), refusal)
        if spent is not None:
            now = self._since + spent
        elif now is not None and self.flag(now):
            raise IllegalMove(self._quote(move), Refusal("out_of_time"))
        seat, text = self.turn, self.game.write(self.position, move)
        seconds = spent
        if spent is None and now is not None and seat != CHANCE:
            seconds = round(max(0.0, now - self._since), 3)
        self.positions.append(self.game.play(self.position, move))
        self.played.append(Played(move, seat, text, seconds))
        if seat == CHANCE:
            self._rolled = self._rolled[1:] if self._rolled[:1] == [move] else []
        elif self._agreed - {seat}:
            self._agreed = frozenset()  # to move on is to decline
        self._run_clock(now)
        return self.position

    def say(self, comment: str) -> None:
        """Attach a comment to the last move, or to the match before the first."""
        if self.played:
            self.played[-1] = replace(self.played[-1], comment=comment)
        else:
            self.comment = comment

    def undo(self, now: float | None = None) -> None:
        """Go back one decision. Dice that were rolled stay rolled: the same roll comes again."""
        if not any(played.seat != CHANCE for played in self.played):
            raise MatchError("nothing_to_undo")
        self.ending = None
        while True:
            self.positions.pop()
            played = self.played.pop()
            if played.seat != CHANCE:
                break
            self._rolled.insert(0, played.move)
        self._agreed = frozenset()
        self._run_clock(now)

    def roll_again(self) -> Move | None:
        """The roll that was undone and now has to come again; None if chance is free."""
        if self._rolled and self.game.refusal(self.position, self._rolled[0]) is None:
            return self._rolled[0]
        return None

    def resign(self, seat: Seat, now: float | None = None) -> None:
        """This seat gives up. The other one wins; if there are several, they share."""
        self._end("resignation", self._without(seat), now)

    def forfeit(self, seat: Seat, now: float | None = None) -> None:
        """This seat has lost without resigning, as a program that no longer answers."""
        self._end("forfeit", self._without(seat), now)

    def offer_draw(self, *seats: Seat) -> None:
        """These would agree to a draw. The match goes on."""
        if self.outcome is not None:
            raise MatchError("over")
        if self.game.players == 1:
            raise MatchError("alone")
        self._agreed |= set(seats)

    def agree_to_draw(self, seat: Seat, now: float | None = None) -> bool:
        """Offer a draw, or accept one. True once every seat has agreed, and the match is over."""
        self.offer_draw(seat)
        if len(self._agreed) < self.game.players:
            return False
        self._end("agreement", (1 / self.game.players,) * self.game.players, now)
        return True

    def decline_draw(self) -> None:
        self._agreed = frozenset()

    def flag(self, now: float) -> bool:
        """Whether somebody's time is over now; if so, the match has ended."""
        if self.clock is None or self.outcome is not None:
            return False
        seat = self.clock.flagged(now)
        if seat is None:
            return False
        self._end("time", self._without(seat), now)
        return True

    def pause(self, now: float) -> None:
        """Stop the clock, so that nobody pays for a server that is down or a lesson that is explained."""
        if self.clock is not None:
            self.clock = self.clock.stop(now)
            self._since = now

    def resume(self, now: float) -> None:
        self._run_clock(now, press=False)

    def _without(self, seat: Seat) -> tuple[float, ...]:
        players = self.game.players
        if players == 2:
            return winner_takes_all(2, 1 - seat)
        return tuple(0.0 if other == seat else 1 / max(1, players - 1) for other in range(players))

    def _end(self, reason: str, returns: tuple[float, ...], now: float | None) -> None:
        if self.outcome is not None:
            raise MatchError("over")
        self.ending = Outcome(returns, reason)
        if self.clock is not None and now is not None:
            self.clock = self.clock.stop(now)

    def _run_clock(self, now: float | None, press: bool = True) -> None:
        if now is None:
            return
        self._since = now
        if self.clock is not None:
            over = self.outcome is not None
            following = None if over or self.turn == CHANCE else self.turn
            self.clock = self.clock.press(following, now) if press else self.clock.start(following, now)

    def _quote(self, move: Move) -> str:
        sites = self.game.sites
        return "-".join(sites[site] if 0 <= site < len(sites) else f"?{site}" for site in move)
