"""`pavage rules`: the rules of a game, with its examples drawn as boards."""

from __future__ import annotations

import sys

from pavage.cli.common.arguments import Given, Parser, required
from pavage.pages.compose import rules_as_written
from pavage.registry import games
from pavage.terminal.console import console_for
from pavage.terminal.markdown_text import picture, render
from pavage.words import Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.switch("--raw")


def run(given: Given, words: Words) -> int:
    name = required(given.game, "game", "rules")
    written = rules_as_written(games()[name], words.language)
    if written is None:
        raise Complaint("cli.no_rules", game=name)
    text, _ = written
    if given.raw:
        print(text.rstrip("\n"))
        return 0
    console = console_for(sys.stdout)
    print(render(text, console, lambda lines: picture(lines, console)))
    return 0
