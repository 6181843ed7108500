"""The questions of Nombres croisés as a page to read and to try: its commands become buttons and links.

The text is plain Markdown. A comment `try` marks a place for something to play with, which the script of the
page puts there.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from urllib.parse import urlencode

from pavage.games.nombres import Nombres
from pavage.games.nombres.braille import SIGNS
from pavage.lessons import typeset
from pavage.pages.compose import written_beside
from pavage.pages.markdown import html
from pavage.pages.templates import Markup, macro
from pavage.words import Words

COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TRY = re.compile(r"^<!-- try: (\w+) -->$", re.MULTILINE)
PLACE = re.compile(r"<p>@(\d+)@</p>")
MADE = ("board", "diag", "grade", "seed", "text")
"""What the page that makes puzzles is told of a command."""


@dataclass(frozen=True)
class Command:
    """A command of the text, and what the page does instead: it checks a puzzle or leads to an address."""

    shown: str
    check: str = ""
    address: str = ""


def questions(words: Words) -> Markup:
    """The page, without its frame."""
    written = written_beside(Nombres, "questions/{}.md", words.language)
    assert written is not None, "the text lies beside the game"
    text, spoken = written
    made: list[Markup] = []

    def place(markup: Markup) -> str:
        made.append(markup)
        return f"@{len(made) - 1}@"

    text = COMMANDS.sub(lambda block: place(_commands(block[1], words)), text)
    text = TRY.sub(lambda found: place(_place_to_try(found[1], words)), text)
    body = PLACE.sub(lambda at: made[int(at[1])], html(typeset(text, spoken), lambda lines: Markup()))
    main = Markup('<main class="prose" id="course" data-view="../puzzles/questions.js">{}</main>')
    return main.format(Markup(body))


def _place_to_try(name: str, words: Words) -> Markup:
    signs = {"".join(map(str, sorted(dots))): letter for letter, dots in SIGNS[words.language].items()}
    data = json.dumps(signs, ensure_ascii=False) if name == "braille" else ""
    return macro("questions.html", "place_to_try")(name, data)


def _commands(block: str, words: Words) -> Markup:
    return macro("questions.html", "commands")([_command(line) for line in block.splitlines()], words)


def _command(line: str) -> Command:
    command = shlex.split(line, comments=True)
    shown = line.partition("#")[0].strip()
    if command[0] == "echo" and "--check" in command:
        return Command(shown, check=command[1])
    return Command(shown, address=_address(command))


def _address(command: list[str]) -> str:
    """Where the browser does what a command does."""
    if command[0] == "echo":
        return f"/new?{urlencode({'game': 'nombres', 'option.puzzle': command[1], 'option.unique': 'off'})}"
    told = dict(zip(command[3::2], command[4::2], strict=False))
    if command[1] == "puzzle":
        return f"/puzzle?{urlencode({name: told[f'--{name}'] for name in MADE if f'--{name}' in told})}"
    options = (command[at + 1].split("=", 1) for at, word in enumerate(command) if word == "--option")
    return f"/new?{urlencode([('game', 'nombres'), *((f'option.{name}', value) for name, value in options)])}"
