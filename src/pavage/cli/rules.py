"""`pavage rules`: the rules of a game, with its examples drawn as boards."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.resources import files

from pavage.cli.arguments import Given, Parser, assignments, required
from pavage.registry import board_of, folder, games, scene_of
from pavage.scene import Mark, Moment
from pavage.terminal.console import Console, console_for
from pavage.terminal.markdown_text import inline, render
from pavage.view.text import draw
from pavage.words import LANGUAGES, Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.switch("--raw")


def run(given: Given, words: Words) -> int:
    text = rules_text(required(given.game, "game", "rules"), words.language)
    if given.raw:
        print(text.rstrip("\n"))
        return 0
    console = console_for(sys.stdout)
    print(render(text, console, lambda lines: picture(lines, console)))
    return 0


def rules_text(name: str, language: str) -> str:
    """The rules in this language, or in the other if they are not written in it."""
    place = files(folder(games()[name]))
    for spoken in (language, *LANGUAGES):
        source = place / f"rules.{spoken}.md"
        if source.is_file():
            return source.read_text(encoding="utf-8")
    raise Complaint("cli.no_rules", game=name)


def picture(lines: list[str], console: Console) -> list[str]:
    """A position block as a board: the game and its options, the stones, perhaps `mark:` and `caption:`.

    A block that cannot be read is shown as it is written.
    """
    try:
        name, *options = lines[0].split()
        game = games()[name](**assignments(options))
        captions = [line.partition(":")[2].strip() for line in lines[1:] if line.startswith("caption:")]
        tokens = " ".join(line for line in lines[1:] if not line.startswith("caption:")).split()
        marked = [cell for token in tokens if token.startswith("mark:") for cell in token[5:].split(",")]
        position = game.setup(" ".join(token for token in tokens if not token.startswith("mark:")))
        marks = Mark("target", tuple(game.site(cell) for cell in marked))
    except (ValueError, LookupError):
        return lines
    scene = scene_of(game, Moment(position, outcome=game.outcome(position)))
    stones = {cell for piece in scene.pieces for cell in (piece.cell, *piece.cells)}
    won = {cell for mark in scene.marks for cell in mark.cells}
    on_stones = Mark("select", tuple(cell for cell in marks.cells if cell in stones - won))
    on_empty = Mark("target", tuple(cell for cell in marks.cells if cell not in stones))
    scene = replace(scene, marks=(*scene.marks, on_stones, on_empty))
    drawn = draw(
        board_of(game, scene.board),
        scene,
        console.text_width - 4,
        24,
        colour=console.colour,
        unicode=console.unicode,
    )
    return [
        "",
        *drawn,
        *(console.faint(inline(caption, replace(console, colour=False))) for caption in captions),
        "",
    ]
