"""HeiNasH's mental arithmetic as a race: the same rolls for all, each number once, its points are its value.

Whoever makes 36 gets 36 points. A number that was made is taken. Who finds nothing goes on to the next roll.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pavage.game import Move, Outcome
from pavage.games.heinash import touching
from pavage.games.heinash.arithmetic.expressions import Dice
from pavage.games.heinash.position import ANSWER, BUTTONS, HeiNasHPosition
from pavage.games.heinash.rules import HeiNasH
from pavage.options import Whole

NEXT = "next"
FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class RacePosition(HeiNasHPosition):
    """The numbers that were made, the dice on the table, and which roll they are."""

    roll: int = 0
    points: int = 0


class HeiNasHRace(HeiNasH):
    """As many points as one can make of some rolls. Its board has no sides: nothing is joined."""

    players = Whole("players", 1, "number of players", "nombre de joueurs", 1, 1)
    seed = Whole("seed", 0, "where the rolls come from", "d’où viennent les jets", 0, (1 << 32) - 1)
    rolls = Whole("rolls", 10, "how many rolls", "combien de jets", 1, 36)
    buttons = (*BUTTONS, NEXT)

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        self.nothing: Move = (self.site(NEXT),)

    def start(self) -> RacePosition:
        return RacePosition(bytes(len(self.tiling)), 0, ANSWER, dice=dice_of(self.seed, self.rolls)[0])

    def moves(self, position: HeiNasHPosition) -> Sequence[Move]:
        if self.outcome(position) is not None:
            return ()
        return [*self.answers(position).values(), self.nothing]

    def play(self, position: HeiNasHPosition, move: Move) -> RacePosition:
        assert isinstance(position, RacePosition)
        roll = position.roll + 1
        dice = dice_of(self.seed, self.rolls)[roll] if roll < self.rolls else ()
        after = replace(position, roll=roll, dice=dice)
        if move == self.nothing:
            return replace(after, newest=(-1, ""))
        cell, said = touching.cell_and_text(self, position, move)
        board = bytearray(position.board)
        board[cell] = 1
        return replace(
            after, board=bytes(board), newest=(cell, said), points=position.points + self.numbers[cell]
        )

    def outcome(self, position: HeiNasHPosition) -> Outcome | None:
        assert isinstance(position, RacePosition)
        return Outcome((1.0,), "race") if position.roll >= self.rolls else None

    def read(self, position: HeiNasHPosition, text: str) -> Move:
        return self.nothing if text.strip().lower() == NEXT else super().read(position, text)


@lru_cache(maxsize=256)
def dice_of(seed: int, rolls: int) -> tuple[Dice, ...]:
    """The rolls of a race, the highest die first."""
    dice = random.Random(seed)
    return tuple(tuple(sorted(dice.choices(FACES, k=3), reverse=True)) for _ in range(rolls))
