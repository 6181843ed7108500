"""The rules as one reads them in a browser or on paper: words, where the command line has codes.

The files name options, values, presets and buttons as the command line takes them, since `pavage rules` shows
them there. Moves in notation stay as they are.
"""

from __future__ import annotations

import re
from typing import Any

from pavage.game import Game
from pavage.options import Option
from pavage.view.size import board_line
from pavage.words import Words
from pavage.words.names import option_name, preset_name, value_name

CODE = re.compile(r"`([^`]+)`")
ROW = re.compile(r"\| `([a-z_0-9]+)` \|")
FENCE = "```"


def in_words(text: str, game: type[Game[Any]], words: Words) -> str:
    """A text in Markdown, with every code that has a name called by it."""
    options = {option.name: option for option in game.declared}
    buttons = set(game().buttons)
    lines, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.startswith(FENCE)
        row = ROW.match(line)
        of = options.get(row[1]) if row else None

        def named(code: re.Match[str], of: Option[Any] | None = of) -> str:
            name = _name(code[1], game, of, options, buttons, words)
            if name is None:
                return code[0]
            # What stands alone in a cell of a table needs no quotes.
            alone = code.string[code.start() - 2 : code.end() + 2] == f"| {code[0]} |"
            return name if alone else words("takes.quoted", name=name)

        lines.append(line if fenced else CODE.sub(named, line))
    return "\n".join(lines)


def _name(
    code: str,
    game: type[Game[Any]],
    of: Option[Any] | None,
    options: dict[str, Option[Any]],
    buttons: set[str],
    words: Words,
) -> str | None:
    if "=" in code and (parts := [_setting(part, game, options, words) for part in code.split()]):
        return ", ".join(part for part in parts if part) if all(parts) else None
    if (
        of is not None
        and code != of.name
        and of.kind in ("choice", "switch", "text")
        and of.parse(code) is not None
    ):
        called = value_name(words, game, of, code)
        return called if called != code or of.kind != "text" or code == of.default else None
    if of is None and code in buttons and words.has(f"{game.name}.button.{code}"):
        return words(f"{game.name}.button.{code}")
    if of is None and code in game.presets:
        return preset_name(words, game, code)
    if code in options:
        return option_name(words, game, options[code])
    board = board_line(code, words)
    return board if board != code else None


def _setting(code: str, game: type[Game[Any]], options: dict[str, Option[Any]], words: Words) -> str | None:
    """`ko=none` by name."""
    name, _, value = code.partition("=")
    option = options.get(name)
    if option is None or option.parse(value) is None:
        return None
    return words(
        "takes.set", option=option_name(words, game, option), value=value_name(words, game, option, value)
    )
