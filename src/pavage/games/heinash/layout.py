"""What a position of HeiNasH holds beside stones, as words of its layout: state, colours, dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from pavage.game import CHANCE, Unreadable
from pavage.games.heinash.arithmetic.expressions import Dice
from pavage.games.heinash.position import ANSWER, COLOUR, FREE, HINT, LOTS, ROLL, STATES, HeiNasHPosition

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH


T = TypeVar("T")
EVERY_ROLL: dict[str, Dice] = {"": (), **{",".join(map(str, d)): d for d in product(range(1, 7), repeat=3)}}


def write_words(game: HeiNasH, position: HeiNasHPosition) -> list[str]:
    """The state, who is active in it, who plays which colour, and the dice."""
    words = [f"state:{position.state}"]
    if position.state == LOTS:
        return words
    words.append(f"active:{position.active + 1}")
    if position.state == COLOUR:
        return words
    words.append(f"plays:{','.join(game.colours[game.colour(position, seat)] for seat in (0, 1))}")
    return [*words, f"dice:{','.join(map(str, position.dice))}"] if position.dice else words


def read_words(position: HeiNasHPosition, words: list[str], text: str) -> HeiNasHPosition:
    """The position with what its words say. What they do not say follows from whose turn it is."""
    said = dict(word.split(":", 1) for word in words if ":" in word)
    strange = [word for word in words if word.partition(":")[0] not in ("state", "active", "plays", "dice")]
    if strange or len(said) != len(words):
        raise Unreadable(text, "unknown_word", word=(strange or words)[0])
    turn = position.turn
    dice = _one_of(said, "dice", text, EVERY_ROLL)
    usual = ROLL if turn == CHANCE else ANSWER if dice else FREE
    state = _one_of(said, "state", text, {"": usual, **{state: state for state in STATES}})
    active = max(0, 1 - turn if state == HINT else turn)
    active = _one_of(said, "active", text, {"": active, "1": 0, "2": 1})
    red = _one_of(said, "plays", text, {"": 0, "red,blue": 0, "blue,red": 1})
    acts = {LOTS: CHANCE, ROLL: CHANCE, HINT: 1 - active}.get(state, active)
    if acts != turn:
        raise Unreadable(text, "heinash.wrong_turn", state=state)
    if bool(dice) != (state in (ANSWER, HINT)) and not (state == FREE and dice):
        raise Unreadable(text, "heinash.wrong_dice", state=state)
    return replace(position, state=state, active=active, red=red, dice=dice)


def _one_of(said: dict[str, str], key: str, text: str, known: dict[str, T]) -> T:
    """What a word of the layout means, or what it means that the word is not there."""
    value = said.get(key, "")
    if value not in known or (key in said and not value):
        raise Unreadable(text, "unknown_word", word=f"{key}:{value}")
    return known[value]
