"""The swap rule: the second of two players may answer the first stone by exchanging colours.

A position remembers it as `swapped`, a text as that word, a hand as the button `swap`. What a swap does to
the stones is for each game to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from pavage.game import Game, Seat, Unreadable

SWAPPED = "swapped"


class Swapping(Protocol):
    """A position that knows whether the players have exchanged colours."""

    @property
    def board(self) -> bytes: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def swapped(self) -> bool: ...


def swap_button(option: str) -> tuple[str, ...]:
    """The buttons of a game by its option `swap`."""
    return () if option == "none" else ("swap",)


def may_swap(game: Game[Any], position: Swapping, cells: Sequence[int] = ()) -> bool:
    """Only as the second player's very first action: one stone lies there, and nobody has swapped.

    Stones lie on `cells`, or anywhere.
    """
    if not game.buttons or position.turn != 1 or position.swapped:
        return False
    stones = bytes(position.board[cell] for cell in cells) if cells else position.board
    # In a position made by hand the only stone may be the mover's own: there is nothing to take over.
    return stones.count(0) == len(stones) - 1 and game.colour(position, 0) + 1 in stones


def write_swapped(layout: str, position: Swapping) -> str:
    """A layout, and whether the players have exchanged colours."""
    return f"{layout} {SWAPPED}" if position.swapped else layout


def read_swapped(words: Sequence[str], text: str, allowed: bool) -> bool:
    """Whether the only other word of a layout says so; any other is refused."""
    if list(words) not in ([], [SWAPPED]) or (words and not allowed):
        raise Unreadable(text, "unknown_word", word=words[0])
    return bool(words)
