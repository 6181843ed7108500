"""Which numbers a roll of three dice can make, and the simplest expression for each of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from pavage.games.heinash.expressions import OPERATORS, Wrong, value_of

HIGHEST = 36
Dice = tuple[int, ...]
Tokens = tuple[str, ...]


class Roll(NamedTuple):
    """Dice, the highest first, and how many of the 216 rolls show them."""

    dice: Dice
    weight: int


ROLLS: tuple[Roll, ...] = tuple(
    Roll(tuple(reversed(dice)), len(set(permutations(dice))))
    for dice in combinations_with_replacement(range(1, 7), 3)
)
"""The 56 rolls that differ in more than the order of the dice."""


@lru_cache(maxsize=256)
def expressions(dice: Dice) -> dict[int, Tokens]:
    """The simplest expression for each number from 1 to 36 that these dice can make, by number.

    Simplest is the shortest, then the one that divides least and subtracts least, stays above zero on the
    way, and takes the dice as they lie.
    """
    found: dict[int, tuple[tuple[int, ...], Tokens]] = {}
    for place, (a, b, c) in enumerate(dict.fromkeys(permutations(map(str, dice)))):
        for one, other in product(OPERATORS, OPERATORS):
            plain = (a, one, b, other, c)
            for tokens in (plain, ("(", a, one, b, ")", other, c), (a, one, "(", b, other, c, ")")):
                try:
                    value = value_of(tokens)
                except Wrong:  # a division by zero
                    continue
                if value.denominator != 1 or not 1 <= value <= HIGHEST:
                    continue
                below_zero = one == "-" and a < b
                effort = (len(tokens), tokens.count("/"), tokens.count("-"), below_zero, place)
                number = int(value)
                if number not in found or effort < found[number][0]:
                    found[number] = (effort, tokens)
    return {number: found[number][1] for number in sorted(found)}
