"""Why a move of HeiNasH is refused: another state, the cell, the expression, the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pavage.game import Move, Refusal
from pavage.games.heinash.arithmetic.expressions import SIGNS, Dice, Wrong, value_of
from pavage.games.heinash.position import ANSWER, COLOUR, DICE, FACES, FREE, LOTS, ROLL, HeiNasHPosition
from pavage.games.heinash.touching import tokens

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH


def why_not(game: HeiNasH, position: HeiNasHPosition, move: Move) -> Refusal | None:
    """Why these sites of the game are no move here; None if they are."""
    state = position.state
    expected = Refusal(f"heinash.expected_{state}", game.cells_of(move))
    if state in (LOTS, COLOUR):
        return None if move in game.moves(position) else expected
    if state == ROLL:
        faces = [game.site(face) for face in FACES]
        return None if len(move) == 3 and all(site in faces for site in move) else expected
    on_board = move[0] < len(game.tiling)
    if on_board and len(move) == 1:
        return _cell(game, position, move[0])
    if move == (game.nothing if state == ANSWER else game.passing) and state != FREE:
        return None
    parts = {*DICE, *SIGNS, "done"}
    if state == FREE or not all(game.sites[site] in parts for site in move):
        return expected
    try:
        return _expression(game, position, move)
    except Wrong as wrong:
        return Refusal(wrong.key, (), tuple((name, str(value)) for name, value in wrong.values.items()))


def _cell(game: HeiNasH, position: HeiNasHPosition, cell: int) -> Refusal | None:
    number = (("number", str(game.numbers[cell])),)
    if position.board[cell]:
        return Refusal("heinash.taken_cell", (cell,), number)
    if position.state == FREE:
        return None
    if not game.assist:
        return Refusal("heinash.needs_expression", (cell,), number)
    reached = cell in game.answers(position)
    return None if reached else Refusal("heinash.out_of_reach", (cell,), number)


def _expression(game: HeiNasH, position: HeiNasHPosition, move: Move) -> Refusal | None:
    done = game.site("done")
    said = tokens(game, position, move)
    value = value_of(said)
    _check_dice(position.dice, [game.sites[site] for site in move if game.sites[site] in DICE])
    if value.denominator != 1:
        raise Wrong("fraction", value=str(value))
    number = int(value)
    if number not in game.cell_of:
        raise Wrong("no_number", number=str(number).replace("-", "−"))
    cell = game.cell_of[number]
    if position.board[cell]:
        return Refusal("heinash.taken_number", (cell,), (("number", str(number)),))
    if move.count(done) != 1 or move[-1] != done:
        raise Wrong("unfinished")
    return None


def _check_dice(dice: Dice, used: Sequence[str]) -> None:
    """Each die exactly once. Dice that show the same are not told apart."""
    rolled = Counter(dice)
    taken = Counter(dice[DICE.index(name)] for name in used)
    for value, times in taken.items():
        if times > rolled[value] == 1 and times == 2:
            raise Wrong("used_twice", value=str(value))
        if times > rolled[value]:
            raise Wrong("used_too_often", value=str(value), used=str(times), rolled=str(rolled[value]))
    unused = sorted((rolled - taken).elements(), reverse=True)
    if len(unused) == 1:
        raise Wrong("unused", value=str(unused[0]))
    if unused:
        raise Wrong("unused_dice", values=", ".join(map(str, unused)))
