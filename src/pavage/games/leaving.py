"""Seats that have left a game: positions that hold them, whose turn is next, and their word in a layout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pavage.game import Position, Seat, Unreadable

Out = frozenset[Seat]
FEWEST = 2
"""Seats that are always left: with two of them in, leaving ends the game."""


@dataclass(frozen=True, slots=True)
class OutPosition(Position):
    """A position of a game that goes on when a seat leaves."""

    out: Out = field(default=frozenset(), kw_only=True)
    """The seats that have left."""


def seats_in(players: int, out: Out) -> list[Seat]:
    """Return the seats that have not left, in order."""
    return [seat for seat in range(players) if seat not in out]


def next_in(seat: Seat, players: int, out: Out) -> Seat:
    """Return the first seat from this one on that has not left."""
    seat %= players
    while seat in out:
        seat = (seat + 1) % players
    return seat


def previous_in(seat: Seat, players: int, out: Out) -> Seat:
    """Return the last seat before this one that has not left."""
    seat = (seat - 1) % players
    while seat in out:
        seat = (seat - 1) % players
    return seat


def write_out(out: Iterable[Seat]) -> list[str]:
    """Return the word for the seats that have left, `out:2,4`; no word if there are none."""
    numbers = ",".join(str(seat + 1) for seat in sorted(out))
    return [f"out:{numbers}"] if numbers else []


def read_out(words: list[str], players: int, text: str) -> tuple[Out, list[str]]:
    """Return the seats that a layout says have left, and its other words."""
    found = [word for word in words if word.startswith("out:")]
    if not found:
        return frozenset(), words
    numbers = found[0].removeprefix("out:").split(",")
    known = {str(seat + 1): seat for seat in range(players)}
    out = frozenset(known[number] for number in numbers if number in known)
    if len(found) > 1 or len(out) < len(numbers) or players - len(out) < FEWEST:
        raise Unreadable(text, "bad_out", word=found[-1])
    return out, [word for word in words if word not in found]


def check_turn(turn: Seat, out: Out, text: str) -> None:
    """Raise Unreadable where a layout gives the turn to a seat that has left."""
    if turn in out:
        raise Unreadable(text, "turn_is_out", word=str(turn + 1))
