"""What seats are called at the terminal: people by their names, computers by their levels."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.bots.opponents import BOT
from pavage.players.levels import COMPUTERS
from pavage.table import Chair
from pavage.words import Words
from pavage.words.complaint import on_one_line

PERSON = "human"
"""A person without a name of their own."""


def seated(name: str) -> Chair:
    """The chair of a name in a record: levels are computers, all others people."""
    return Chair(on_one_line(name), name if name in COMPUTERS else "")


def named(chairs: Sequence[Chair], seat: int, words: Words) -> str:
    """What a chair is called: its own name, the level of a computer, else just a player."""
    chair = chairs[seat]
    if chair.level.startswith(BOT) or (chair.is_computer and chair.name not in ("", chair.level)):
        return chair.name
    if chair.is_computer:
        return words("cli.computer", level=words(f"level.{chair.level}"))
    if chair.name != PERSON:
        return chair.name
    people = sum(not other.is_computer for other in chairs)
    return words("cli.you") if people == 1 else words("cli.player", number=chair.number or seat + 1)
