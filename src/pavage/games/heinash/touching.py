"""What touched sites mean, site by site: the expression that is being put together, and what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pavage.game import Move
from pavage.games.heinash.arithmetic.expressions import OPERATORS, SIGNS, Dice, Wrong, value_of
from pavage.games.heinash.position import ANSWER, DICE, FACES, HINT, ROLL, HeiNasHPosition

if TYPE_CHECKING:
    from pavage.games.heinash.rules import HeiNasH

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


def worth(said: Sequence[str]) -> Fraction | None:
    """What an expression makes so far, open parentheses closed; None while a number is missing."""
    if not any(token in OPERATORS for token in said):
        return None
    try:
        return value_of([*said, *[")"] * (said.count("(") - said.count(")"))])
    except Wrong:
        return None


def cell_and_text(game: HeiNasH, position: HeiNasHPosition, move: Move) -> tuple[int, str]:
    """The cell that a legal answer leads to, and its expression; a cell stands for its simplest one."""
    if len(move) == 1:
        move = game.answers(position)[move[0]]
    said = tokens(game, position, move)
    return game.cell_of[int(value_of(said))], "".join(said)


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
