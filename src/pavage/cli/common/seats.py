"""Who sits where: `--players human:Claire,hard` as chairs, and a game made for that many."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from pavage.bots.opponents import BOT, program_of
from pavage.bots.program import Program, read_programs
from pavage.game import Game
from pavage.options import Whole
from pavage.players.fast import native
from pavage.players.levels import COMPUTERS, LEVELS
from pavage.registry import games
from pavage.table import Chair
from pavage.terminal.session.seat_names import PERSON
from pavage.words import Words
from pavage.words.complaint import Complaint, on_one_line


def programs_for(file: str | None) -> dict[str, Program]:
    """The programs that --bots names."""
    return read_programs(file) if file else {}


def chair(text: str, programs: Mapping[str, Program] | None = None) -> Chair:
    """A seat from its name: a person, perhaps with a name of their own, a computer, or a program."""
    kind, colon, name = text.strip().partition(":")
    if text.strip().startswith(BOT):
        program_of(text.strip(), programs or {})
        return Chair(name, text.strip())
    kind = kind.strip().lower()
    if kind == PERSON and name.strip().lower() not in COMPUTERS:
        return Chair(on_one_line(name.strip()) or PERSON)
    if kind in COMPUTERS and not colon:
        return Chair(kind, kind)
    raise Complaint("cli.unknown_player", player=text.strip(), known=", ".join([PERSON, *COMPUTERS]))


def computer_chair(text: str, programs: Mapping[str, Program] | None = None) -> Chair:
    seat = chair(text, programs)
    if not seat.is_computer:
        raise Complaint("cli.unknown_player", player=text, known=", ".join(COMPUTERS))
    return seat


def game_for(name: str, options: dict[str, object], seats: int | None) -> Game[Any]:
    """The game with these options; the seats named set their number."""
    kind = games()[name]
    declared = next((option for option in kind.declared if option.name == "players"), None)
    if seats is not None:
        if declared is not None and declared.parse(seats) is None:
            takes = declared.takes()
            if isinstance(declared, Whole) and declared.low == declared.high:
                takes = str(declared.low)
            raise Complaint("cli.seat_count", given=seats, takes=takes)
        if declared is not None:
            options = {"players": seats, **options}
    game = kind(**options)
    if seats is not None and game.players != seats:
        raise Complaint("cli.seat_count", given=seats, takes=game.players)
    return game


def mention_slow_search(words: Words, levels: Iterable[str]) -> None:
    """Said once, if one of them searches: C++ could not be built here, and the Python players take over."""
    if native() is None and any(level in LEVELS for level in levels):
        print(f"pavage: {words('cli.no_native')}", file=sys.stderr)
