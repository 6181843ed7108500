"""What the computer thinks of HeiNasH: which numbers it finds, and what a stone on each of them is worth.

A stone is worth what random fills of the board make of it; then the dice of both players are looked at: for
all 216 rolls, the best cell within reach. The more fills there are to spend, the farther the look ahead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from pavage.game import Move
from pavage.games.fills import Fills
from pavage.games.heinash import touching
from pavage.games.heinash.arithmetic.expressions import ROLLS, expressions
from pavage.games.heinash.position import ANSWER, COLOUR, FREE, HINT, HeiNasHPosition
from pavage.games.heinash.rules import HeiNasH

RED, BLUE = 1, 2
ENOUGH_FILLS = 256
"""With fewer fills a position it is better to look less far."""
MOST_FILLS = 2048
"""Luck matters little from here on."""
FARTHEST = 3
EASILY, HARDLY = 0.7, 1.5
"""Numbers that need no parentheses and no division are found more often than the share says, others less."""

Enough = Callable[[float], bool]
"""Told which share of the work is done; says whether to stop now."""


def glance(game: HeiNasH, position: HeiNasHPosition, dice: random.Random, share: float) -> list[Move]:
    """The moves that somebody sees who finds this share of the numbers; never none at all."""
    if position.state not in (ANSWER, HINT):
        return list(game.moves(position))
    seen = []
    for move in game.answers(position).values():
        said = touching.tokens(game, position, move)
        hard = "(" in said or "/" in said
        if dice.random() < share ** (HARDLY if hard else EASILY):
            seen.append(move)
    if position.state == HINT:
        return [*seen, game.passing]
    return seen or [game.nothing]


def weigh(
    game: HeiNasH, position: HeiNasHPosition, fills: int, dice: random.Random, enough: Enough
) -> list[tuple[Move, float]]:
    """Every move with the share of the point that the seat to move may expect, best first."""
    moves = list(game.moves(position))
    looked: dict[Move, float] = {}
    for depth, count in _plan(position, len(moves), fills):
        try:
            looked = _Looking(game, count, dice, enough).values(position, depth)
        except _Stopped:
            break
    if not looked:
        looked = _Looking(game, ENOUGH_FILLS, dice, lambda _: False).values(position, 1)
    return sorted(looked.items(), key=lambda item: -item[1])


def _plan(position: HeiNasHPosition, moves: int, fills: int) -> list[tuple[int, int]]:
    """How far to look, with how many fills a position: a quick look, then the farthest that can be paid."""
    free = position.board.count(0)
    plan = [(1, max(1, min(fills, MOST_FILLS)))]
    positions = moves if position.state != HINT else moves + free
    for depth in range(2, FARTHEST + 1):
        if depth <= free and fills // max(1, positions) >= ENOUGH_FILLS:
            plan = [plan[0], (depth, min(MOST_FILLS, fills // max(1, positions)))]
        positions *= free
    return plan


class _Stopped(Exception):
    """Time is over in the middle of a look."""


class _Looking:
    """One look at a position, with the same fills for everything that is compared. Values are Red's."""

    def __init__(self, game: HeiNasH, count: int, dice: random.Random, enough: Enough) -> None:
        self.game = game
        self.fills = Fills(game.tiling, count, dice)
        self.rolls_of = _rolls_of(game.numbers)
        self.enough = enough
        self.done = 0
        self.work = 1

    def values(self, position: HeiNasHPosition, depth: int) -> dict[Move, float]:
        """What each move is worth to the seat to move."""
        game, state, board = self.game, position.state, position.board
        mine = game.colour(position, position.turn) + 1
        self.work = max(1, len(game.moves(position)) * board.count(0) ** max(0, depth - 2))
        if state == COLOUR:
            as_red, as_blue = (self._turn(board, other, max(1, depth - 1)) for other in (BLUE, RED))
            return {(game.site("red"),): as_red, (game.site("blue"),): 1 - as_blue}
        if state == FREE:
            cells = {cell: (cell,) for cell, piece in enumerate(board) if not piece}
            values = self._named(cells, self._stones(board, cells, mine, 3 - mine, depth))
        else:
            found = game.answers(position)
            owner = mine if state == ANSWER or game.nasty else 3 - mine
            after = 3 - mine if state == ANSWER else mine
            values = self._named(found, self._stones(board, found, owner, after, depth))
            if state == ANSWER:
                values[game.nothing] = self._silence(position, mine, values)
            else:
                free = [cell for cell, piece in enumerate(board) if not piece]
                anywhere = self._stones(board, free, 3 - mine, mine, depth)
                values[game.passing] = _best(anywhere.values(), 3 - mine)
        return values if mine == RED else {move: 1 - value for move, value in values.items()}

    def _silence(self, position: HeiNasHPosition, mine: int, values: Mapping[Move, float]) -> float:
        """To say that one finds nothing invites the other to choose for us: the worst that can come."""
        if not self.game.nasty:
            return _best(values.values(), 3 - mine)
        cells = self.game.answers(position)
        return _best(self._stones(position.board, cells, 3 - mine, 3 - mine, 1).values(), 3 - mine)

    @staticmethod
    def _named(moves: Mapping[int, Move], values: Mapping[int, float]) -> dict[Move, float]:
        return {moves[cell]: value for cell, value in values.items()}

    def _stones(
        self, board: bytes, cells: Iterable[int], owner: int, after: int, depth: int
    ) -> dict[int, float]:
        """What a stone of a colour on each of these cells is worth, if `after` rolls next."""
        if depth <= 1:
            self._pay()
            worth = self.fills.worth(board)
            shares = worth.with_red if owner == RED else worth.with_blue
            return {cell: shares[cell] for cell in cells}
        placed = bytearray(board)
        values = {}
        for cell in cells:
            placed[cell] = owner
            values[cell] = self._turn(bytes(placed), after, depth - 1)
            placed[cell] = 0
        return values

    def _turn(self, board: bytes, colour: int, depth: int) -> float:
        """What a position is worth where this colour is about to roll: the mean of its best answers."""
        free = [cell for cell, piece in enumerate(board) if not piece]
        if not free:
            return self.fills.worth(board).red
        values = self._stones(board, free, colour, 3 - colour, depth)
        free.sort(key=values.__getitem__, reverse=colour == RED)
        left, total = (1 << 216) - 1, 0.0
        for cell in free:
            hit = left & self.rolls_of[cell]
            total += hit.bit_count() * values[cell]
            left ^= hit
        return (total + left.bit_count() * values[free[0]]) / 216

    def _pay(self) -> None:
        self.done += 1
        if self.done % 16 == 0 and self.enough(min(0.99, self.done / self.work)):
            raise _Stopped


def _best(values: Iterable[float], colour: int) -> float:
    return max(values) if colour == RED else min(values)


@lru_cache(maxsize=8)
def _rolls_of(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """For each cell the rolls that make its number, as a set of 216 bits."""
    masks = dict.fromkeys(numbers, 0)
    place = 0
    for roll in ROLLS:
        for number in expressions(roll.dice):
            masks[number] |= ((1 << roll.weight) - 1) << place
        place += roll.weight
    return tuple(masks[number] for number in numbers)
