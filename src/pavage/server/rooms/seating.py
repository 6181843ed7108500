"""Who sits where: names as people read them, seats as a page shows them, and who may speak for a seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from pavage.bots.opponents import BOT
from pavage.game import Seat
from pavage.phrase import Phrase
from pavage.scene import Scene
from pavage.server.rooms import state
from pavage.table import Chair, Table
from pavage.words import Words


def name_of(table: Table, seat: Seat, words: Words, watching: bool = False) -> str:
    """Who sits there; of several computers of one name each has its colour in it."""
    name = _called(table.chairs, seat, words, watching)
    if not table.chairs[seat].is_computer:
        return name
    others = [other for other in range(len(table.chairs)) if other != seat]
    if all(_called(table.chairs, other, words, watching) != name for other in others):
        return name
    game, position = table.match.game, table.match.position
    colour = words(f"colour.{game.colours[game.colour(position, seat)]}")
    # The colour first: where there is little room, the beginning of a name is what is seen.
    if not table.chairs[seat].name and not table.chairs[seat].level.startswith(BOT):
        name = name[:1].lower() + name[1:]
    return words("web.coloured", name=name, colour=colour)


def _called(chairs: Sequence[Chair], seat: Seat, words: Words, watching: bool) -> str:
    """Whoever plays alone against computers and gave no name is simply you."""
    chair = chairs[seat]
    if chair.is_computer and chair.name:
        return chair.name
    if chair.level.startswith(BOT):
        return chair.level.removeprefix(BOT)
    if chair.is_computer:
        return words(f"web.computer.{chair.level}")
    if chair.name:
        return chair.name
    return words("web.you") if not watching and alone(chairs) else words(_numbered(chair.number or seat + 1))


@cache
def _numbered(number: int) -> Phrase:
    """A phrase, because the sentence of one is remembered."""
    return Phrase("web.player", (("number", str(number)),))


def alone(chairs: Sequence[Chair]) -> bool:
    """Whether one person plays against computers."""
    return sum(not chair.is_computer for chair in chairs) == 1


def resigning(table: Table, you: Collection[Seat]) -> Seat | None:
    """Who gives up when somebody here does: whoever is to move, or the one person that is here."""
    if table.match.outcome is not None:
        return None
    people = [seat for seat in table.match.seats_in if seat in you and not table.chairs[seat].is_computer]
    if table.match.turn in people:
        return table.match.turn
    return people[0] if len(people) == 1 else None


def record_seats(chairs: Sequence[Chair]) -> tuple[str, ...]:
    """The names that a record keeps: people by name, computers by level."""
    return tuple(chair.level or chair.name or f"player {seat}" for seat, chair in enumerate(chairs, 1))


def seats_json(
    table: Table, scene: Scene, words: Words, now: float, watching: bool = False
) -> list[state.Seat]:
    told: list[state.Seat] = []
    for seat, view in enumerate(scene.seats):
        chair, clock = table.chairs[seat], table.match.clock
        left, periods = clock.remaining(seat, now) if clock else (None, 0)
        told.append(
            {
                "colour": view.colour,
                "name": name_of(table, seat, words, watching),
                "aim": words(view.aim) if view.aim else words(f"colour.{view.colour}"),
                "score": view.score,
                "note": words(view.note) if view.note else "",
                "out": view.out,
                "why_out": words(f"why_out.{table.match.left.get(seat, 'rules')}") if view.out else "",
                "turn": scene.turn == seat,
                "computer": chair.is_computer,
                "left": left,
                "periods": periods,
                "running": clock is not None and clock.running == seat,
            }
        )
    return told
