"""HeiNasH a second time, straight from section 7 of docs/rules.md: a state machine in words, nothing clever.

The comments quote the rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations

# "Default numbering, balanced"
BALANCED = """
13 22 32  3 17  8
 19  9 27 20 29 10
  23 28  1 16 34  6
   2 24 14  4 21 18
    25 31 33 36 12 26
     7 11  5 15 35 30
"""

CHANCE = -1


@dataclass(frozen=True)
class Rules:
    numbering: str = "balanced"
    nasty: str = "off"
    auto: str = "on"

    @cache  # noqa: B019
    def numbers(self) -> dict[str, int]:
        """The number on each cell."""
        if self.numbering == "balanced":
            numbers = [int(word) for word in BALANCED.split()]
        elif self.numbering == "natural":
            numbers = list(range(1, 37))  # "1 to 36 by rows"
        else:
            # "36 numbers separated by commas, rows from the top"
            numbers = [int(word) for word in self.numbering.split(",")]
        # "rows 1 to 6 from the top, columns a to f"
        names = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
        return dict(zip(names, numbers, strict=True))


def results(one: Fraction, other: Fraction) -> set[Fraction]:
    # "the binary operations + − × ÷"
    found = {one + other, one - other, one * other}
    return found | {one / other} if other else found


@cache
def reach(roll: tuple[int, ...]) -> frozenset[int]:
    """The numbers from 1 to 36 that three dice can make."""
    # "use each of the three dice exactly once, with the binary operations and parentheses"
    found: set[Fraction] = set()
    for a, b, c in permutations([Fraction(die) for die in roll]):
        for left in results(a, b):
            found |= results(left, c)
        for right in results(b, c):
            found |= results(a, right)
    return frozenset(int(value) for value in found if value.denominator == 1 and 1 <= value <= 36)


@cache
def value(expression: str) -> Fraction | None:
    """What an expression makes, if it makes anything, as Python reads it."""
    exact = "".join(f"Fraction({sign})" if sign.isdigit() else sign for sign in expression)
    try:
        return Fraction(eval(exact, {"Fraction": Fraction}))
    except ZeroDivisionError:
        return None


def holds(text: str, roll: tuple[int, ...]) -> bool:
    """Whether an equation like 18=(5+4)*2 is true and uses the dice of the roll once each."""
    number, _, expression = text.partition("=")
    digits = Counter(int(sign) for sign in expression if sign.isdigit())
    return digits == Counter(roll) and value(expression) == int(number)


@dataclass(frozen=True)
class State:
    rules: Rules
    stones: dict[str, str]  # "red" or "blue"
    phase: str = "LOT"
    chooser: int = CHANCE
    colours: tuple[str, ...] = ()  # of the two seats
    active: int = CHANCE
    roll: tuple[int, ...] = ()
    winner: str = ""  # the colour that has linked its sides


def new(**options: object) -> State:
    return State(Rules(**options), {})  # type: ignore[arg-type]


def turn(state: State) -> int:
    if state.phase in ("LOT", "ROLL"):
        return CHANCE
    if state.phase == "COLOUR":
        return state.chooser
    # "HINT: opponent"
    return 1 - state.active if state.phase == "HINT" else state.active


def free(state: State) -> set[int]:
    return {number for cell, number in state.rules.numbers().items() if cell not in state.stones}


def legal(state: State) -> set[str]:
    """The moves; of all equations with the same number only the number is told: `18=`, `hint:18=`."""
    if outcome(state) is not None:
        return set()
    if state.phase == "LOT":
        return {"first:1", "first:2"}
    if state.phase == "COLOUR":
        return {"red", "blue"}
    if state.phase == "ROLL":
        return {f"{a},{b},{c}" for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)}
    if state.phase == "FREE":
        # "his stone on any free cell"
        return {f"free:{number}" for number in free(state)}
    made = reach(state.roll) & free(state)
    if state.phase == "ANSWER":
        return {f"{number}=" for number in made} | {"none"}
    return {f"hint:{number}=" for number in made} | {"pass"}


def play(state: State, text: str) -> State:
    if text.startswith("first:"):
        return replace(state, phase="COLOUR", chooser=int(text[-1]) - 1)
    if text in ("red", "blue"):
        # "chooses a colour; the other one becomes active first"
        other = "blue" if text == "red" else "red"
        colours = (text, other) if state.chooser == 0 else (other, text)
        return replace(state, colours=colours, active=1 - state.chooser, phase="ROLL")
    if state.phase == "ROLL":
        roll = tuple(int(word) for word in text.split(","))
        # "auto: after a roll that fits no free cell the program skips to FREE"
        skips = state.rules.auto == "on" and not reach(roll) & free(state)
        return replace(state, roll=roll, phase="FREE" if skips else "ANSWER")
    if text == "none":
        return replace(state, phase="HINT")
    if text == "pass":
        return replace(state, phase="FREE")
    number = int(text.removeprefix("hint:").removeprefix("free:").partition("=")[0])
    owner = state.active
    # "a stone of the active player on n (with nasty=on a stone of the opponent)"
    if text.startswith("hint:") and state.rules.nasty == "on":
        owner = 1 - state.active
    cell = next(cell for cell, its in state.rules.numbers().items() if its == number)
    colour = state.colours[owner]
    stones = {**state.stones, cell: colour}
    # "if the owner of the new stone has linked his sides he wins; else the other player becomes active. In
    # the nasty variant too the turn goes to the opponent"
    return replace(
        state,
        stones=stones,
        winner=colour if linked(stones, colour) else "",
        active=1 - state.active,
        phase="ROLL",
        roll=(),
    )


def linked(stones: dict[str, str], colour: str) -> bool:
    own = {("abcdef".index(cell[0]), int(cell[1])) for cell in stones if stones[cell] == colour}
    # "Blue joins left and right, Red top and bottom"
    axis, first, last = (0, 0, 5) if colour == "blue" else (1, 1, 6)
    reached = {cell for cell in own if cell[axis] == first}
    while True:
        beside = {
            (q + dq, r + dr)
            for q, r in reached
            for dq, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        }
        if not beside & own - reached:
            return any(cell[axis] == last for cell in reached)
        reached |= beside & own


def outcome(state: State) -> tuple[float, ...] | None:
    if not state.winner:
        return None
    return (1.0, 0.0) if state.colours[0] == state.winner else (0.0, 1.0)


def cells(state: State) -> dict[str, str | None]:
    return {cell: state.stones.get(cell) for cell in state.rules.numbers()}
