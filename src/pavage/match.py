"""A match: positions in a row, a clock, an ending. It is told the time, and knows no timer and no socket."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
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
    """A move that was made: by whom, as it is written, in how many seconds, and what was said about it.

    A seat that left the game is an entry too: an empty move, its text (`out:2`) and the reason.
    """

    move: Move
    seat: Seat
    text: str
    seconds: float | None = None
    comment: str = ""
    reason: str = ""


LEAVING = ("resignation", "time", "forfeit")
"""Why a seat leaves."""
LEFT = "left"
"""Why a seat left where only its record is known, which does not say."""

_OUT = re.compile(r"out:([1-9][0-9]?)", re.ASCII)


def write_leaving(seat: Seat) -> str:
    """Return the word of a record for a seat that leaves."""
    return f"out:{seat + 1}"


def read_leaving(text: str) -> Seat | None:
    """Return the seat that a word of a record says has left; None for any other word."""
    word = _OUT.fullmatch(text)
    return int(word[1]) - 1 if word else None


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
        self.opening = 0
        """How many moves it began with that nobody chose, and that undo leaves."""
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
    def left(self) -> dict[Seat, str]:
        """The reason why each seat left that is out while the others went on."""
        if self.game.players < 3:
            return {}
        return {played.seat: played.reason for played in self.played if played.reason}

    @property
    def out(self) -> frozenset[Seat]:
        """The seats that left this match while the others went on."""
        return frozenset(self.left)

    @property
    def leavers(self) -> dict[Seat, str]:
        """The reason why each seat left, also the one whose leaving ended the match."""
        ending = self.ending
        if ending is None or ending.reason not in LEAVING:
            return self.left
        last = {seat: ending.reason for seat in self.seats_in if not ending.returns[seat]}
        return self.left | last

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats still in the game: neither left nor eliminated."""
        out, game = self.out, self.game
        return tuple(
            seat for seat in range(game.players) if seat not in out and game.is_in(self.position, seat)
        )

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

    def open_with(self, moves: Sequence[Move]) -> None:
        """Begin with moves that nobody chooses."""
        for move in moves:
            self.play(move)
        self.opening = len(self.played)

    @property
    def rematch_moves(self) -> Sequence[Move]:
        """The moves that a rematch begins with, once people have changed seats."""
        return self.game.rematch_moves(self.positions[0], [played.move for played in self.played])

    def say(self, comment: str) -> None:
        """Attach a comment to the last move, or to the match before the first."""
        if self.played:
            self.played[-1] = replace(self.played[-1], comment=comment)
        else:
            self.comment = comment

    @property
    def undoable(self) -> tuple[Played, ...]:
        """What undo could take back: the moves since the opening, or since a seat last left."""
        left = [ply for ply, played in enumerate(self.played, 1) if played.reason]
        return tuple(self.played[max([self.opening, *left]) :])

    def undo(self, now: float | None = None) -> None:
        """Go back one decision. Dice that were rolled stay rolled: the same roll comes again."""
        if not any(played.seat != CHANCE for played in self.undoable):
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

    def leave(
        self,
        seat: Seat,
        reason: str = "resignation",
        now: float | None = None,
        spent: float | None = None,
        goes_on: bool = True,
    ) -> None:
        """Let a seat leave. Where three or more are in, the others go on if the game knows how.

        Otherwise, or if `goes_on` is false, the match ends and the seats that are still in share. `spent` is
        what a record says that the turn had taken.
        """
        if self.outcome is not None:
            raise MatchError("over")
        seats_in = self.seats_in
        if seat not in seats_in:
            raise MatchError("seat_is_out")
        position = self.game.leave(self.position, seat) if goes_on and len(seats_in) > 2 else None
        if position is None:
            others = [other for other in seats_in if other != seat]
            return self._end(reason, self._shared(others), now)
        if spent is not None:
            now = self._since + spent
        turn, seconds = self.turn, spent
        if now is not None and spent is None and turn not in (CHANCE, position.turn):
            seconds = round(max(0.0, now - self._since), 3)
        self.positions.append(position)
        self.played.append(Played((), seat, write_leaving(seat), seconds, reason=reason))
        self._agreed = frozenset()
        if now is not None and (turn != self.turn or self.outcome is not None):
            self.pause(now)  # no increment for a move that was not made
            self._run_clock(now, press=False)

    def goes_on_without(self, seat: Seat) -> bool:
        """Whether the others go on if this seat leaves now."""
        if self.game.players < 3 or self.outcome is not None:
            return False
        seats_in = self.seats_in
        if len(seats_in) < 3 or seat not in seats_in:
            return False
        return self.game.leave(self.position, seat) is not None

    def resign(self, seat: Seat, now: float | None = None) -> None:
        """This seat gives up."""
        self.leave(seat, "resignation", now)

    def forfeit(self, seat: Seat, now: float | None = None) -> None:
        """This seat has lost without resigning, as a program that no longer answers."""
        self.leave(seat, "forfeit", now)

    def repeat(self, played: Played) -> None:
        """Do once more what was done in a match of the same game: a move, or a seat that left."""
        if played.reason:
            self.leave(played.seat, played.reason)
        else:
            self.play(played.move)

    def end_without(self, seat: Seat, reason: str, now: float | None = None) -> None:
        """End the match as matches ended before seats could leave them: all other seats share."""
        self._end(reason, self._shared([other for other in range(self.game.players) if other != seat]), now)

    def offer_draw(self, *seats: Seat) -> None:
        """These would agree to a draw. The match goes on."""
        if self.outcome is not None:
            raise MatchError("over")
        if self.game.players == 1:
            raise MatchError("alone")
        self._agreed |= set(seats)

    def agree_to_draw(self, seat: Seat, now: float | None = None) -> bool:
        """Offer a draw, or accept one. True once every seat that is in has agreed, and the match is over."""
        if seat not in self.seats_in:
            raise MatchError("seat_is_out")
        self.offer_draw(seat)
        if not self._agreed.issuperset(self.seats_in):
            return False
        self.draw(self.seats_in, now)
        return True

    def draw(self, seats: Sequence[Seat], now: float | None = None) -> None:
        """End the match as a draw that these seats have agreed upon."""
        if self.game.players == 1:
            raise MatchError("alone")
        self._end("agreement", self._shared(seats), now)

    def decline_draw(self) -> None:
        self._agreed = frozenset()

    def flag(self, now: float) -> bool:
        """Whether somebody's time is over now; if so, they leave the match."""
        seat = self.flagged(now)
        if seat is None:
            return False
        self.leave(seat, "time", now)
        return True

    def flagged(self, now: float) -> Seat | None:
        """The seat whose time is over now."""
        return self.clock.flagged(now) if self.clock is not None and self.outcome is None else None

    def stop(self, now: float | None = None) -> None:
        """End the match undecided: the seats that are in share."""
        self._end("stopped", self._shared(self.seats_in), now)

    def pause(self, now: float) -> None:
        """Stop the clock, so that nobody pays for a server that is down or a lesson that is explained."""
        if self.clock is not None:
            self.clock = self.clock.stop(now)
            self._since = now

    def resume(self, now: float) -> None:
        self._run_clock(now, press=False)

    def _shared(self, seats: Sequence[Seat]) -> tuple[float, ...]:
        """The returns if these seats share."""
        return tuple(1 / len(seats) if seat in seats else 0.0 for seat in range(self.game.players))

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
