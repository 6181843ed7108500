"""`pavage convert`: a game from one format to another."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from pavage.cli.arguments import Given, Parser, required
from pavage.cli.complaint import Complaint
from pavage.cli.files import SUFFIX
from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.hex_tree import hex_tree
from pavage.formats.hexworld import read_hexworld, write_hexworld
from pavage.formats.record import Record, read_record, write_record
from pavage.formats.sgf import MOST_BYTES, Node, decode_sgf, write_sgf
from pavage.games.hex import Hex
from pavage.phrase import Phrase
from pavage.words import Words

FORMATS = ("record", "sgf", "hexworld")
ENDINGS = {SUFFIX: "record", ".sgf": "sgf", ".hsgf": "sgf", ".hexworld": "hexworld", ".url": "hexworld"}
STREAM = "-"


@dataclass
class Loaded:
    """A game that was read: its record, its whole tree if it has one, and what the record leaves out."""

    record: Record
    tree: Node | None = None
    notes: list[Phrase] = field(default_factory=list)


def arguments(parser: Parser) -> None:
    parser.take("input", metavar="input", nargs="?")
    parser.take("output", metavar="output", nargs="?")
    parser.take("--from", metavar="format", dest="source")
    parser.take("--to", metavar="format", dest="target")


def run(given: Given, words: Words) -> int:
    source = required(given.input, "input", "convert")
    output = required(given.output, "output", "convert")
    target = _named("--to", given.target) or _by_ending(output)
    if target is None:
        raise Complaint("cli.convert.which", file=output, option="--to", known=", ".join(FORMATS))
    text = source if _is_link(source) else _text(source)
    origin = _named("--from", given.source) or _by_ending(source) or _looks_like(text)
    if origin is None:
        raise Complaint("cli.convert.which", file=source, option="--from", known=", ".join(FORMATS))
    loaded = read_game(text, origin)
    written = write_game(loaded, target)
    if output == STREAM:
        print(written, end="")
    else:
        _write(output, written)
    notes = [note for note in loaded.notes if target != "sgf" or note.key == "sgf.note.games"]
    for note in notes:
        print(f"pavage: {words(note)}", file=sys.stderr)
    return 0


def read_game(text: str, origin: str) -> Loaded:
    if origin == "record":
        return Loaded(read_record(text))
    if origin == "hexworld":
        record, notes = read_hexworld(text)
        return Loaded(record, None, notes)
    read = read_hex_sgf(text)
    return Loaded(read.record, read.tree, read.notes)


def write_game(loaded: Loaded, target: str) -> str:
    record = loaded.record
    if target == "record":
        return write_record(record)
    if not isinstance(record.match.game, Hex):
        raise Complaint("cli.convert.only_hex", format=target, game=record.match.game.name)
    if target == "sgf":
        return write_sgf([loaded.tree or hex_tree(record)])
    return write_hexworld(record) + "\n"


def _named(option: str, name: str | None) -> str | None:
    if name is not None and name not in FORMATS:
        raise Complaint("cli.bad_value", option=option, value=name, takes=", ".join(FORMATS))
    return name


def _by_ending(name: str) -> str | None:
    return "hexworld" if _is_link(name) else ENDINGS.get(Path(name).suffix.lower())


def _is_link(name: str) -> bool:
    return "://" in name or "hexworld.org/" in name


def _looks_like(text: str) -> str | None:
    begin = text.lstrip()[:200]
    if begin.startswith("pavage "):
        return "record"
    if "(" in begin:
        return "sgf"
    return "hexworld" if "#" in begin or begin[:1].isdigit() else None


def _text(name: str) -> str:
    if name == STREAM:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(name).expanduser().open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    return decode_sgf(data)


def _write(name: str, text: str) -> None:
    """Never over another file, and never half written."""
    path = Path(name).expanduser()
    try:
        with path.open("x", encoding="utf-8") as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError:
        raise Complaint("cli.file.exists", file=name) from None
