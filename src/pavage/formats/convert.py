"""Every format behind one door: what a text looks like, the game in it, and a game as a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.hex_tree import hex_tree
from pavage.formats.hexworld import read_hexworld, write_hexworld
from pavage.formats.record import Record, read_record, write_record
from pavage.formats.sgf import Node, write_sgf
from pavage.game import Game
from pavage.games.hex.rules import Hex
from pavage.phrase import Phrase

RECORD, SGF, HEXWORLD = FORMATS = ("record", "sgf", "hexworld")


@dataclass
class Loaded:
    """A game that was read: its record, its whole tree if it has one, and what the record leaves out."""

    record: Record
    tree: Node | None = None
    notes: list[Phrase] = field(default_factory=list)


def looks_like(text: str) -> str | None:
    """The format of a text, by its beginning; None if it is none of ours."""
    begin = text.lstrip("\ufeff \t\r\n")[:1000]
    if begin.startswith("pavage "):
        return RECORD
    if "(" in begin:
        return SGF
    return HEXWORLD if "#" in begin or begin[:1].isdigit() else None


def read_game(text: str, origin: str) -> Loaded:
    """The game in a text of this format; BadRecord or BadText if there is none."""
    if origin == RECORD:
        return Loaded(read_record(text))
    if origin == HEXWORLD:
        record, notes = read_hexworld(text)
        return Loaded(record, None, notes)
    read = read_hex_sgf(text)
    return Loaded(read.record, read.tree, read.notes)


def can_write(game: Game[Any], target: str) -> bool:
    """SGF and HexWorld are for Hex; our record is for every game."""
    return target == RECORD or isinstance(game, Hex)


def write_game(loaded: Loaded, target: str) -> str:
    if target == RECORD:
        return write_record(loaded.record)
    if target == HEXWORLD:
        return write_hexworld(loaded.record) + "\n"
    return write_sgf([loaded.tree or hex_tree(loaded.record)])
