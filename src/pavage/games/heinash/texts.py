"""Moves as texts, such as 18=(5+4)*2 and free:17, and what a position holds as words of its layout."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from pavage.game import CHANCE, Move, Unreadable
from pavage.games.heinash import answers
from pavage.games.heinash.declared import ANSWER, COLOUR, FACES, FREE, HINT, LOTS, ROLL, STATES
from pavage.games.heinash.expressions import Wrong, pretty, tokens_of, value_of
from pavage.games.heinash.reach import Dice

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH, HeiNasHPosition

T = TypeVar("T")
HINTING = "hint:"
FREELY = "free:"
EVERY_ROLL: dict[str, Dice] = {"": (), **{",".join(map(str, d)): d for d in product(range(1, 7), repeat=3)}}


def write_move(game: HeiNasH, position: HeiNasHPosition, move: Move) -> str:
    state = position.state
    if state == ROLL:
        return ",".join(game.sites[site][-1] for site in move)
    if state == FREE:
        return f"{FREELY}{game.numbers[move[0]]}"
    if state in (LOTS, COLOUR) or move in (game.nothing, game.passing):
        return game.sites[move[0]]
    cell, said = answers.cell_and_text(game, position, move)
    return f"{HINTING if state == HINT else ''}{game.numbers[cell]}={said}"


def read_move(game: HeiNasH, position: HeiNasHPosition, text: str) -> Move:
    """The sites that a text means in this state."""
    word = "".join(text.lower().split())
    state = position.state
    if word in game.buttons and word in ("none", "pass", "red", "blue", "first:1", "first:2"):
        return (game.site(word),)
    if state in (ANSWER, HINT):
        if word in game.tiling.index:
            return (game.tiling.index[word],)
        if word.startswith(FREELY if state == HINT else (FREELY, HINTING)):
            raise Unreadable(text, f"heinash.expected_{state}")
        try:
            return _answer(game, position, text.strip().lower().removeprefix(HINTING))
        except Wrong as wrong:
            values = {name: str(value) for name, value in wrong.values.items()}
            raise Unreadable(text, wrong.key, **values) from None
    if state == FREE:
        return (_free(game, word, text),)
    faces = word.split(",")
    if state == ROLL and len(faces) == 3 and all(f"face:{face}" in FACES for face in faces):
        return tuple(game.site(f"face:{face}") for face in faces)
    raise Unreadable(text, f"heinash.unreadable_{state}")


def _answer(game: HeiNasH, position: HeiNasHPosition, word: str) -> Move:
    """An expression, or a number and an expression on either side of =."""
    left, equals, right = (part.strip() for part in word.partition("="))
    promised, said = "", word
    if equals:
        promised, said = (left, right) if _is_number(left) else (right, left)
        if not _is_number(promised):
            raise Wrong("not_a_number", number=left)
    tokens = tokens_of(said)
    if not equals and game.assist and len(tokens) == 1 and tokens[0].isdigit():
        number = int(tokens[0])
        if number in game.cell_of:  # where cells are shown, their numbers may be named
            return (game.cell_of[number],)
    value = value_of(tokens)
    move = answers.sites(game, tokens, position.dice)
    if equals and value != int(promised):
        raise Wrong("other_value", promised=promised, value=str(value), expression=pretty(tokens))
    return move


def _is_number(word: str) -> bool:
    return bool(re.fullmatch(r"-?[0-9]{1,6}", word))


def _free(game: HeiNasH, word: str, text: str) -> int:
    """A cell by its number, or by its name."""
    word = word.removeprefix(FREELY)
    if word in game.tiling.index:
        return game.tiling.index[word]
    if not _is_number(word):
        raise Unreadable(text, "heinash.unreadable_free")
    if int(word) not in game.cell_of:
        raise Unreadable(text, "heinash.no_number", number=word)
    return game.cell_of[int(word)]


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
