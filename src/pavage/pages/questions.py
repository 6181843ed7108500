"""The questions of Nombres croisés as a page to read and to try: its commands become buttons and links.

The text is plain Markdown. A comment `try` marks a place for something to play with, which the script of the
page puts there.
"""

from __future__ import annotations

import json
import re
import shlex
from html import escape
from urllib.parse import urlencode

from pavage.games.nombres import Nombres
from pavage.games.nombres.braille import SIGNS
from pavage.lessons import typeset
from pavage.pages.compose import written_beside
from pavage.pages.markdown import html
from pavage.words import Words

COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TRY = re.compile(r"^<!-- try: (\w+) -->$", re.MULTILINE)
PLACE = re.compile(r"<p>@(\d+)@</p>")
MADE = ("board", "diag", "grade", "seed", "text")
"""What the page that makes puzzles is told of a command."""


def questions(words: Words) -> str:
    """The page, without its frame."""
    written = written_beside(Nombres, "questions/{}.md", words.language)
    assert written is not None, "the text lies beside the game"
    text, spoken = written
    kept: list[str] = []

    def keep(made: str) -> str:
        kept.append(made)
        return f"@{len(kept) - 1}@"

    text = COMMANDS.sub(lambda block: keep(_tries(block[1], words)), text)
    text = TRY.sub(lambda place: keep(_try(place[1], words)), text)
    body = PLACE.sub(lambda at: kept[int(at[1])], html(typeset(text, spoken), lambda lines: ""))
    return f'<main class="prose" id="course" data-view="../puzzles/questions.js">{body}</main>'


def _try(name: str, words: Words) -> str:
    signs = {"".join(map(str, sorted(dots))): letter for letter, dots in SIGNS[words.language].items()}
    data = f' data-signs="{escape(json.dumps(signs, ensure_ascii=False))}"' if name == "braille" else ""
    return f'<div class="try" data-try="{escape(name)}"{data}></div>'


def _tries(block: str, words: Words) -> str:
    lines = "".join(f"<li>{_line(line, words)}</li>" for line in block.splitlines())
    return f'<ul class="tries">{lines}</ul>'


def _line(line: str, words: Words) -> str:
    command = shlex.split(line, comments=True)
    shown = f"<code>{escape(line.partition('#')[0].strip())}</code>"
    if command[0] == "echo" and "--check" in command:
        label = escape(words("web.questions.check"))
        return (
            f'<button type="button" class="btn" data-check="{escape(command[1])}">{label}</button>{shown}'
            '<p class="told small" role="status"></p>'
        )
    address = _address(command)
    label = words("web.questions.make" if address.startswith("/puzzle") else "web.questions.play")
    return f'<a class="btn" href="{escape(address)}">{escape(label)}</a>{shown}'


def _address(command: list[str]) -> str:
    """Where the browser does what a command does."""
    if command[0] == "echo":
        return f"/new?{urlencode({'game': 'nombres', 'option.puzzle': command[1], 'option.unique': 'off'})}"
    told = dict(zip(command[3::2], command[4::2], strict=False))
    if command[1] == "puzzle":
        return f"/puzzle?{urlencode({name: told[f'--{name}'] for name in MADE if f'--{name}' in told})}"
    options = (command[at + 1].split("=", 1) for at, word in enumerate(command) if word == "--option")
    return f"/new?{urlencode([('game', 'nombres'), *((f'option.{name}', value) for name, value in options)])}"
