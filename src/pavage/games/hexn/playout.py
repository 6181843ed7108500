"""Hex-n played out at random without checking every move: deal all cells, then look when somebody is out."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import or_, xor

from pavage.game import Position, winner_takes_all
from pavage.games.cell_sets import Cells
from pavage.games.hexn.rules import HexN, HexNPosition


def playout(game: HexN) -> Callable[[Position, random.Random], tuple[float, ...]]:
    """A random end of a position, with the same law as random moves by the rules.

    The empty cells are put in a random order and dealt round to the colours still in. Once cut a colour stays
    cut, and once joined it stays joined, so the first time this happens to one of them is found by halving;
    the cells left are then dealt anew to the others.
    """
    returns = [winner_takes_all(game.players, seat) for seat in range(game.players)]

    def play_out(position: Position, dice: random.Random) -> tuple[float, ...]:
        assert isinstance(position, HexNPosition)
        free, *stones = game.ways.by_code(position.board, game.players)
        empty = [bit for bit, piece in zip(game.ways.bit, position.board, strict=True) if not piece]
        order = sorted(empty, key=lambda _: dice.random())
        seats = [(position.turn + step) % game.players for step in range(game.players)]
        colours = [game.colour(position, seat) for seat in seats if game.is_in(position, seat)]
        while len(colours) > 1:
            deal = _Deal(game, colours, stones, free, order)
            colours = deal.winner_of_two() or deal.still_in()
            free, order = deal.left[deal.ply], order[deal.ply :]
        return returns[game.colour(position, colours[0])]

    return play_out


class _Deal:
    """The cells of `order` dealt round to some colours: what each holds, and what is left, after each ply."""

    __slots__ = ("colours", "game", "hands", "left", "ply", "stones")

    def __init__(
        self, game: HexN, colours: Sequence[int], stones: list[Cells], free: Cells, order: Sequence[Cells]
    ) -> None:
        count = len(colours)
        self.game = game
        self.colours = colours
        self.stones = stones
        self.hands = [
            list(accumulate(order[place::count], or_, initial=stones[colour]))
            for place, colour in enumerate(colours)
        ]
        self.left = list(accumulate(order, xor, initial=free))
        self.ply = len(order)

    def winner_of_two(self) -> list[int]:
        """Of two with ports of their own, one that is joined when all is dealt was never cut: it wins."""
        if self.game.assigned and len(self.colours) == 2:
            for colour, hand in zip(self.colours, self.hands, strict=True):
                if self.game.ways.joins(hand[-1], self.game.joining[colour]):
                    return [colour]
        return []

    def still_in(self) -> list[int]:
        """Go on to the first ply that settles somebody: who plays on after it, the next to move first."""
        count = len(self.colours)
        for place in range(count):
            if self._settled(place, self.ply):
                self.ply = self._settled_since(place)
        mover = (self.ply - 1) % count
        places = [(mover + step) % count for step in range(1, count + 1)]
        inside = [place for place in places if place == mover or not self._cut(place, self.ply)]
        if not self.game.assigned and self._joined(mover, self.ply):
            inside = [mover]
        for place in inside:
            self.stones[self.colours[place]] = self._hand(place, self.ply)
        return [self.colours[place] for place in inside]

    def _hand(self, place: int, ply: int) -> Cells:
        count = len(self.colours)
        return self.hands[place][(ply + count - 1 - place) // count]

    def _cut(self, place: int, ply: int) -> bool:
        cells = self._hand(place, ply) | self.left[ply]
        return not self.game.ways.joins(cells, self.game.joining[self.colours[place]])

    def _joined(self, place: int, ply: int) -> bool:
        return self.game.ways.joins(self._hand(place, ply), self.game.joining[self.colours[place]])

    def _settled(self, place: int, ply: int) -> bool:
        """Whether it is out, or has won by joining ports that belong to nobody."""
        return self._cut(place, ply) or (not self.game.assigned and self._joined(place, ply))

    def _settled_since(self, place: int) -> int:
        return bisect_left(range(self.ply), True, lo=1, key=lambda ply: self._settled(place, ply))
