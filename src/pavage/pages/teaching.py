"""Sheets for teachers: what a game teaches, a lesson of 45 minutes, questions and answers, what to print.

They lie in the folder `teaching` of a game, a file for each language; variants in one folder share them.
A sheet is plain Markdown but for its blocks `print`: a command a line, and after `#` what it is for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from pavage.game import Game
from pavage.lessons import typeset
from pavage.pages.compose import written_beside
from pavage.pages.markdown import parsed
from pavage.registry import folder, games

PRINTS = re.compile(r"^```print\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A block of commands."""

Shown = Callable[[str, str], str]
"""A command and what it is for, as a line of Markdown."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the list of sheets tells of one."""

    name: str
    title: str
    subjects: str
    level: str


def sheet_as_written(game: type[Game[Any]], language: str) -> tuple[str, str] | None:
    """The sheet of a game as it stands in its file, and the language it is in; None where there is none."""
    return written_beside(game, "teaching/{}.md", language)


def sheet(name: str, language: str, shown: Shown) -> str:
    """The sheet of a game as Markdown, its commands as `shown` writes them; LookupError if it has none."""
    written = sheet_as_written(games()[name], language) if name in games() else None
    if written is None:
        raise LookupError(f"{name} has no sheet for teachers")
    text, spoken = written

    def lines(block: re.Match[str]) -> str:
        return "\n".join(shown(command, typeset(why, spoken)) for command, why in _commands(block[1]))

    return PRINTS.sub(lines, typeset(text, spoken))


def commands(text: str) -> list[tuple[str, str]]:
    """Every command that a sheet names, and what it is for."""
    return [pair for block in PRINTS.finditer(text) for pair in _commands(block[1])]


def _commands(block: str) -> Iterator[tuple[str, str]]:
    for line in block.splitlines():
        command, _, why = line.partition("#")
        yield command.strip(), why.strip()


def sheet_names() -> list[str]:
    """The games that have a sheet; of variants that share one, the first."""
    found: dict[str, str] = {}
    for name, game in games().items():
        if sheet_as_written(game, "en") is not None:
            found.setdefault(folder(game), name)
    return list(found.values())


def class_address(name: str) -> str:
    """Where a class plays the lesson of a sheet: the game and its options are chosen there."""
    place = files(folder(games()[name])).joinpath("teaching", "class.toml")
    if not place.is_file():
        return f"/class?{urlencode({'game': name})}"
    lesson = tomllib.loads(place.read_text(encoding="utf-8"))
    options = {f"option.{option}": value for option, value in lesson.get("options", {}).items()}
    return f"/class?{urlencode({'game': lesson['game'], **options})}"


def head(name: str, language: str) -> Head:
    """The first lines of a sheet: its title, what it teaches, for whom it is."""
    title, subjects, level, *_ = parsed(sheet(name, language, lambda command, why: "")).children
    told = ("".join(_words(node)) for node in (title, subjects, level))
    return Head(name, *told)


def _words(node: Any) -> Iterator[str]:
    if node.type in ("softbreak", "hardbreak"):
        yield " "
    elif node.type == "text":
        yield node.content
    for child in node.children:
        yield from _words(child)
