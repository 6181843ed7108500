"""`pavage convert`: a game from one format to another."""

from __future__ import annotations

import sys
from pathlib import Path

from pavage.cli.common.arguments import Given, Parser, required
from pavage.formats.convert import (
    FORMATS,
    HEXWORLD,
    RECORD,
    SGF,
    can_write,
    looks_like,
    read_game,
    write_game,
)
from pavage.formats.sgf import MOST_BYTES, decode_sgf
from pavage.terminal.session.saved_games import SUFFIX, write_new
from pavage.words import Words
from pavage.words.complaint import Complaint, on_one_line

ENDINGS = {SUFFIX: RECORD, ".sgf": SGF, ".hsgf": SGF, ".hexworld": HEXWORLD}
STREAM = "-"


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
    origin = _named("--from", given.source) or _by_ending(source) or looks_like(text)
    if origin is None:
        raise Complaint("cli.convert.which", file=source, option="--from", known=", ".join(FORMATS))
    loaded = read_game(text, origin)
    game = loaded.record.match.game
    if not can_write(game, target):
        raise Complaint("cli.convert.only_hex", format=target, game=game.name)
    written = write_game(loaded, target)
    if output == STREAM:
        print(written, end="")
    else:
        _write(output, written)
    kept = loaded.tree is not None and target == SGF  # a tree keeps all but the other games of its file
    for note in loaded.notes:
        if not kept or note.key == "sgf.note.games":
            print(f"pavage: {on_one_line(words(note))}", file=sys.stderr)
    return 0


def _named(option: str, name: str | None) -> str | None:
    if name is not None and name not in FORMATS:
        raise Complaint("cli.bad_value", option=option, value=name, takes=", ".join(FORMATS))
    return name


def _by_ending(name: str) -> str | None:
    return HEXWORLD if _is_link(name) else ENDINGS.get(Path(name).suffix.lower())


def _is_link(name: str) -> bool:
    return "://" in name or "hexworld.org/" in name


def _text(name: str) -> str:
    if name == STREAM:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(name).expanduser().open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    return decode_sgf(data)


def _write(name: str, text: str) -> None:
    try:
        write_new(Path(name).expanduser(), text)
    except FileExistsError:
        raise Complaint("cli.file.exists", file=name) from None
