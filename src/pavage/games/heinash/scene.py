"""How HeiNasH is shown: numbered cells, dice and signs beside the board, the expression so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pavage.game import CHANCE, Move, Seat
from pavage.games.heinash import touching
from pavage.games.heinash.arithmetic.expressions import ROLLS, SHOWN, SIGNS, expressions, pretty, tokens_of
from pavage.games.heinash.options import NATURAL
from pavage.games.heinash.position import ANSWER, COLOUR, DICE, FREE, HINT, LOTS, ROLL, HeiNasHPosition
from pavage.games.heinash.race import HeiNasHRace, RacePosition
from pavage.games.heinash.rules import HeiNasH
from pavage.phrase import Phrase
from pavage.scene import (
    Board,
    Button,
    Item,
    Mark,
    Moment,
    Scene,
    SeatView,
    Sheet,
    Tray,
    colour_of,
    plain_board,
    plain_scene,
    side_bands,
)

DIAMOND = 60
"""Turned by this, the long diagonal stands upright: the shape that fills a phone."""


def board(game: HeiNasH) -> Board:
    if isinstance(game, HeiNasHRace):
        return replace(plain_board(game), turns=(0, DIAMOND), inscribed=tuple(map(str, game.numbers)))
    bands = side_bands(game, game.tiling.sides, ("red", "blue", "red", "blue"))
    inscribed = tuple(map(str, game.numbers))
    return replace(plain_board(game), bands=bands, turns=(0, DIAMOND), inscribed=inscribed)


def scene(game: HeiNasH, moment: Moment) -> Scene:
    plain = plain_scene(game, moment)
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    asked = not moment.outcome and position.state in (ANSWER, HINT)
    return replace(
        plain,
        marks=_marks(game, moment, plain),
        seats=tuple(_seat(position, seat) for seat in plain.seats),
        prompt=plain.prompt if moment.outcome else _prompt(game, moment),
        buttons=tuple(_button(game, position, button) for button in plain.buttons),
        trays=() if moment.outcome else _trays(game, moment),
        sheets=(_reach_sheet(),),
        news=_news(game, moment),
        stays=position.hinted and position.state in (ROLL, ANSWER),
        retold=position.newest[0] >= 0 and position.state in (ROLL, ANSWER),
        field=Phrase("heinash.field") if asked else None,
        ghost=plain.ghost if position.state == FREE else "",
    )


def _marks(game: HeiNasH, moment: Moment, plain: Scene) -> tuple[Mark, ...]:
    """The stone that came last, though dice have rolled since; with `assist`, the cells within reach."""
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    marks = [mark for mark in plain.marks if mark.kind != "last"]
    if position.newest[0] >= 0:
        marks.append(Mark("last", position.newest[:1]))
    coming = _coming(game, moment)
    if coming is not None:
        marks.append(Mark("ghost", (coming,), colour=_owner(game, position)))
    if game.assist and position.state in (ANSWER, HINT) and plain.next:
        marks.append(Mark("target", plain.next))
    return tuple(marks)


def _seat(position: HeiNasHPosition, seat: SeatView) -> SeatView:
    if isinstance(position, RacePosition):
        return replace(seat, aim=Phrase("heinash.race_aim"), score=str(position.points))
    if position.state in (LOTS, COLOUR):
        return replace(seat, colour="neutral", aim=Phrase("heinash.no_colour_yet"))
    return replace(seat, aim=Phrase("heinash.aim", (("sides", Phrase(f"sides.{seat.colour}")),)))


def _button(game: HeiNasH, position: HeiNasHPosition, button: Button) -> Button:
    name = game.sites[button.site]
    return replace(button, label=_die(position, name)) if name in DICE else button


def _die(position: HeiNasHPosition, name: str) -> Phrase:
    return Phrase("heinash.die", (("value", str(position.dice[DICE.index(name)])),))


def _trays(game: HeiNasH, moment: Moment) -> tuple[Tray, ...]:
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    dice = tuple(
        Item(
            _die(position, name),
            game.site(name),
            "die",
            str(value),
            state="spent" if game.site(name) in moment.touched else "",
        )
        for name, value in zip(DICE, position.dice, strict=False)
    )
    if not dice:
        return ()
    trays = [Tray(Phrase("heinash.dice"), dice)]
    if position.state != FREE:
        signs = tuple(
            Item(Phrase(f"heinash.button.{sign}"), game.site(sign), text=SHOWN[sign]) for sign in SIGNS
        )
        trays.append(Tray(Phrase("heinash.signs"), signs))
    return tuple(trays)


def _prompt(game: HeiNasH, moment: Moment) -> Phrase:
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    if position.turn == CHANCE:
        return Phrase(f"heinash.prompt_{position.state}")
    dice = ("dice", ", ".join(map(str, position.dice)))
    mover = colour_of(game, position, position.turn)
    colour = ("colour", Phrase(f"colour.{mover}"))
    if moment.touched and position.state in (ANSWER, HINT):
        return _expression(game, moment)
    if isinstance(position, RacePosition) and isinstance(game, HeiNasHRace):
        roll = (("number", str(position.roll + 1)), ("rolls", str(game.rolls)))
        return Phrase("heinash.prompt_race", (*roll, dice))
    if position.state == FREE:
        stone = ("stone", Phrase(f"stone.{mover}"))
        return Phrase("heinash.prompt_free", (stone,))
    if position.state == HINT:
        key = "heinash.prompt_nasty" if game.nasty else "heinash.prompt_hint"
        other = ("other", Phrase(f"colour.{colour_of(game, position, position.active)}"))
        return Phrase(key, (colour, other, dice))
    return (
        Phrase("heinash.prompt_colour")
        if position.state == COLOUR
        else Phrase("heinash.prompt", (colour, dice))
    )


def _expression(game: HeiNasH, moment: Moment) -> Phrase:
    """What is being put together, what it makes so far, and whether a stone could go there."""
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    said = touching.tokens(game, position, moment.touched)
    value = touching.worth(said)
    written = ("expression", pretty(said))
    if value is None:
        return Phrase("heinash.prompt_so_far", (written,))
    values = (written, ("value", str(value).replace("-", SHOWN["-"])))
    if game.site("done") not in game.choices(position, moment.touched):
        all_dice = sum(token.isdigit() for token in said) == len(position.dice)
        return Phrase("heinash.prompt_open" if all_dice else "heinash.prompt_makes", values)
    if value not in game.cell_of:
        return Phrase("heinash.prompt_off_board", values)
    free = _coming(game, moment) is not None
    return Phrase("heinash.prompt_complete" if free else "heinash.prompt_taken", values)


def _coming(game: HeiNasH, moment: Moment) -> int | None:
    """The free cell that a complete expression leads to."""
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    if not moment.touched or position.state not in (ANSWER, HINT):
        return None
    if game.site("done") not in game.choices(position, moment.touched):
        return None
    value = touching.worth(touching.tokens(game, position, moment.touched))
    cell = game.cell_of.get(int(value)) if value is not None and value.denominator == 1 else None
    return None if cell is None or position.board[cell] else cell


def _owner(game: HeiNasH, position: HeiNasHPosition) -> str:
    """The colour of the stone that an expression brings."""
    helps = position.state == HINT and not game.nasty
    return colour_of(game, position, position.active if helps else position.turn)


def _news(game: HeiNasH, moment: Moment) -> Phrase | None:
    """What brought the last stone, or why a stone may go anywhere now."""
    position = moment.position
    assert isinstance(position, HeiNasHPosition)
    who = ("colour", Phrase(f"colour.{colour_of(game, position, position.active)}"))
    if position.state == HINT:
        return Phrase("heinash.news_none", (who,))
    if position.state == FREE and moment.last:
        if moment.last == game.passing:
            return Phrase("heinash.news_pass", (who,))
        return Phrase("heinash.news_no_fit", (("dice", ", ".join(map(str, position.dice))),))
    cell, said = position.newest
    if cell < 0 or position.state not in (ROLL, ANSWER):
        return None
    stone = ("stone", Phrase(f"stone.{game.colours[position.board[cell] - 1]}"))
    number = ("number", str(game.numbers[cell]))
    if not said:
        return Phrase("heinash.news_free", (number, stone))
    return Phrase("heinash.news_answer", (number, stone, ("expression", pretty(tokens_of(said)))))


@cache
def _reach_sheet() -> Sheet:
    """How many of the 216 rolls make each number: where it is worth waiting for one."""
    rolls_for = [sum(roll.weight for roll in ROLLS if number in expressions(roll.dice)) for number in NATURAL]
    return Sheet(
        "reach",
        Phrase("heinash.reach"),
        (Phrase("heinash.number"), Phrase("heinash.rolls")),
        tuple((str(number), str(rolls)) for number, rolls in zip(NATURAL, rolls_for, strict=True)),
        folded=True,
    )


def marks(
    game: HeiNasH, positions: Sequence[HeiNasHPosition], moves: Sequence[tuple[Seat, Move]], seat: Seat
) -> Sequence[tuple[Phrase, int]]:
    """Count the answers that a seat found, and the rolls for which it found none."""
    answered = [
        move != game.nothing
        for before, (who, move) in zip(positions, moves, strict=False)
        if move and who == seat and before.state == ANSWER
    ]
    return [
        (Phrase("heinash.marking.found"), sum(answered)),
        (Phrase("heinash.marking.none"), len(answered) - sum(answered)),
    ]
