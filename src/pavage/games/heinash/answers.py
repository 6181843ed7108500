"""What the two players may do in each state, site by site: the expression that is being put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pavage.game import Move, Refusal
from pavage.games.heinash.declared import ANSWER, COLOUR, DICE, FACES, FREE, HINT, LOTS, ROLL
from pavage.games.heinash.expressions import OPERATORS, SIGNS, Wrong, value_of
from pavage.games.heinash.reach import Dice

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH, HeiNasHPosition

MOST_OPEN = 2
"""Parentheses that a hand is offered; three dice never need more. Who writes may write more."""


def sites(game: HeiNasH, tokens: Sequence[str], dice: Dice) -> Move:
    """The sites touched for an expression, `done` last. Dice that show the same are taken from the left.

    A number that is used more often than it was rolled takes its last die again, so that the refusal can
    tell; one that was not rolled at all is Wrong.
    """
    left = list(enumerate(map(str, dice)))
    move = []
    for token in tokens:
        if token in SIGNS:
            move.append(game.site(token))
            continue
        with_it = [(place, value) for place, value in left if value == token]
        if with_it:
            left.remove(with_it[0])
            place = with_it[0][0]
        elif int(token) in dice:
            place = max(place for place, value in enumerate(dice) if value == int(token))
        else:
            raise Wrong("not_rolled", value=token)
        move.append(game.site(DICE[place]))
    return (*move, game.site("done"))


def tokens(game: HeiNasH, position: HeiNasHPosition, touched: Move) -> tuple[str, ...]:
    """The expression that was touched, with what the dice show; without `done`."""
    names = [game.sites[site] for site in touched]
    shown = dict(zip(DICE, map(str, position.dice), strict=False))
    return tuple(shown.get(name, name) for name in names if name != "done")


def cell_and_text(game: HeiNasH, position: HeiNasHPosition, move: Move) -> tuple[int, str]:
    """The cell that a legal answer leads to, and its expression; a cell stands for its simplest one."""
    if len(move) == 1:
        move = game.answers(position)[move[0]]
    said = tokens(game, position, move)
    return game.cell_of[int(value_of(said))], "".join(said)


# --- what may be touched next


def choices(game: HeiNasH, position: HeiNasHPosition, touched: Move) -> Sequence[int]:
    state = position.state
    if state in (ANSWER, HINT):
        return _next(game, position, touched)
    if state == ROLL:
        return [game.site(face) for face in FACES] if len(touched) < 3 else ()
    return () if touched else [site for (site,) in game.moves(position)]


def _next(game: HeiNasH, position: HeiNasHPosition, touched: Move) -> list[int]:
    """What grammar allows after these sites; whether it makes a useful number is for people to find."""
    names = [game.sites[site] for site in touched]
    following: list[str] = []
    before = ""
    open_at: list[int] = []
    for place, name in enumerate([*names, ""]):
        following = _follow(before, names[:place], open_at)
        if name and name not in following:
            return []
        if name == "(":
            open_at.append(place)
        elif name == ")":
            open_at.pop()
        before = name
    offered = [game.site(name) for name in following]
    if not touched:
        offered.append((game.nothing if position.state == ANSWER else game.passing)[0])
        if game.assist:
            offered += game.answers(position)
    return sorted(offered)


def _follow(before: str, names: Sequence[str], open_at: Sequence[int]) -> list[str]:
    """The names that may come after the last of them."""
    unused = [die for die in DICE if die not in names]
    if before == "done":
        return []
    if before in ("", "(", *OPERATORS):
        may_open = len(unused) > 1 and names.count("(") < MOST_OPEN
        return [*unused, *(["("] if may_open else [])]
    if not open_at:
        return [*OPERATORS] if unused else ["done"]
    # Around a single number parentheses are of no use, so they are not offered.
    closing = [")"] if any(name in OPERATORS for name in names[open_at[-1] :]) else []
    return [*(OPERATORS if unused else ()), *closing]


# --- what may be played


def refusal(game: HeiNasH, position: HeiNasHPosition, move: Move) -> Refusal | None:
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
