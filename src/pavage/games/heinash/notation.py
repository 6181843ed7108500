"""Moves of HeiNasH as text, such as 18=(5+4)*2 and free:17."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable
from pavage.games.heinash import touching
from pavage.games.heinash.arithmetic.expressions import Wrong, pretty, tokens_of, value_of
from pavage.games.heinash.position import ANSWER, COLOUR, FACES, FREE, HINT, LOTS, ROLL, HeiNasHPosition

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH

HINTING = "hint:"
FREELY = "free:"


def write_move(game: HeiNasH, position: HeiNasHPosition, move: Move) -> str:
    state = position.state
    if state == ROLL:
        return ",".join(game.sites[site][-1] for site in move)
    if state == FREE:
        return f"{FREELY}{game.numbers[move[0]]}"
    if state in (LOTS, COLOUR) or move in (game.nothing, game.passing):
        return game.sites[move[0]]
    cell, said = touching.cell_and_text(game, position, move)
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
    move = touching.sites(game, tokens, position.dice)
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
