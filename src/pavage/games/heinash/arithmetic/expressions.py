"""Expressions over the dice: read, worked out exactly or found wrong; the numbers that a roll can make."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from pavage.phrase import PhrasedError

HIGHEST = 36
Dice = tuple[int, ...]
Tokens = tuple[str, ...]

LONGEST = 60
"""Characters of an expression; three dice need eleven at most, and who likes parentheses gets more."""

READ_AS = {
    "+": "+",
    **dict.fromkeys("-−–‐‑", "-"),
    **dict.fromkeys("*×·⋅∙x", "*"),
    **dict.fromkeys("/÷:∶∕", "/"),
    "(": "(",
    ")": ")",
}
"""The signs that people write, and what each of them is in a record."""
SHOWN = {"+": "+", "-": "−", "*": "×", "/": "÷", "(": "(", ")": ")"}
"""The signs as people see them."""
OPERATORS = ("+", "-", "*", "/")
SIGNS = (*OPERATORS, "(", ")")


class Wrong(PhrasedError, ValueError):
    """What is wrong with an expression."""

    def __init__(self, key: str, /, **values: str) -> None:
        super().__init__(key, f"heinash.{key}", **values)


def tokens_of(text: str) -> Tokens:
    """Numbers and signs of a written expression. Digits side by side are one number, as everywhere."""
    if len(text) > LONGEST:
        raise Wrong("too_long", most=str(LONGEST))
    tokens: list[str] = []
    number = ""
    for character in [*text.lower(), " "]:
        if character.isascii() and character.isdigit():
            number += character
            continue
        if number:
            tokens.append(number)
            number = ""
        if character.isspace():
            continue
        if character not in READ_AS:
            raise Wrong("unknown_sign", sign=character)
        tokens.append(READ_AS[character])
    return tuple(tokens)


def value_of(tokens: Sequence[str]) -> Fraction:
    """What an expression makes, with fractions kept exact; Wrong says what is missing or too much."""
    value, place = _sum(tokens, 0)
    if place < len(tokens):
        if tokens[place] == ")":
            raise Wrong("unopened")
        raise Wrong("operator_missing", one=_shown(tokens[place - 1]), other=_shown(tokens[place]))
    return value


def _sum(tokens: Sequence[str], place: int) -> tuple[Fraction, int]:
    value, place = _product(tokens, place)
    while place < len(tokens) and tokens[place] in ("+", "-"):
        other, after = _product(tokens, place + 1)
        value = value + other if tokens[place] == "+" else value - other
        place = after
    return value, place


def _product(tokens: Sequence[str], place: int) -> tuple[Fraction, int]:
    value, place = _operand(tokens, place)
    while place < len(tokens) and tokens[place] in ("*", "/"):
        other, after = _operand(tokens, place + 1)
        if tokens[place] == "/" and not other:
            raise Wrong("by_zero")
        value = value * other if tokens[place] == "*" else value / other
        place = after
    return value, place


def _operand(tokens: Sequence[str], place: int) -> tuple[Fraction, int]:
    if place == len(tokens):
        raise Wrong("ends_early", sign=_shown(tokens[-1])) if tokens else Wrong("empty")
    token = tokens[place]
    if token == "(":
        value, place = _sum(tokens, place + 1)
        if place == len(tokens):
            raise Wrong("unclosed")
        if tokens[place] != ")":
            raise Wrong("operator_missing", one=_shown(tokens[place - 1]), other=_shown(tokens[place]))
        return value, place + 1
    if token in SIGNS:
        if place == 0:
            raise Wrong("unopened") if token == ")" else Wrong("begins_with", sign=_shown(token))
        raise Wrong("number_missing", one=_shown(tokens[place - 1]), other=_shown(token))
    return Fraction(int(token)), place + 1


def _shown(token: str) -> str:
    return SHOWN.get(token, token)


def pretty(tokens: Sequence[str]) -> str:
    """An expression as people like to read it: (5 + 4) × 2."""
    return "".join(f" {SHOWN[token]} " if token in OPERATORS else token for token in tokens).rstrip()


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
