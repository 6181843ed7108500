"""`pavage games`: the games, their players and options."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from pavage.cli.common.arguments import Given, Parser
from pavage.game import Game
from pavage.options import Option
from pavage.registry import games
from pavage.terminal.console import Console, console_for
from pavage.words import Words

LONGEST = 24
"""Characters of what an option takes that stand before what it means."""


def arguments(parser: Parser) -> None:
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    if given.json:
        print(
            json.dumps({name: _data(games()[name], words) for name in games()}, ensure_ascii=False, indent=1)
        )
    else:
        console = console_for(sys.stdout)
        print("\n\n".join(_text(games()[name], words, console) for name in games()))
    return 0


def _line(option: Option[Any], words: Words) -> str:
    return option.fr if words.language == "fr" else option.en


def _data(game: type[Game[Any]], words: Words) -> dict[str, Any]:
    return {
        "title": words(f"{game.name}.title"),
        "summary": words(f"{game.name}.summary"),
        "rules": game.version,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "takes": option.takes(),
                "default": option.write(option.default),
                "text": _line(option, words),
            }
            for option in game.declared
        ],
        "presets": {
            preset: {name: str(value) for name, value in values.items()}
            for preset, values in game.presets.items()
        },
    }


def _range(option: Option[Any], console: Console) -> str:
    """What an option takes; a range of one number is that number."""
    low, dots, high = option.takes().partition("..")
    return low if low == high or not dots else f"{low}{'–' if console.unicode else '-'}{high}"


def _text(game: type[Game[Any]], words: Words, console: Console) -> str:
    lines = textwrap.wrap(
        f"{game.name}  {words(f'{game.name}.summary')}", console.text_width, subsequent_indent="  "
    )
    lines[0] = console.bold(game.name) + lines[0][len(game.name) :]
    wide = [
        max(len(option.name) for option in game.declared),
        max(
            (len(takes) for option in game.declared if len(takes := _range(option, console)) <= LONGEST),
            default=0,
        ),
    ]
    for option in game.declared:
        lines += _row(option, words, console, wide)
    for preset, values in game.presets.items():
        known = {option.name: option for option in game.declared}
        set_to = " ".join(f"{name}={known[name].write(value)}" for name, value in values.items())
        lines.append(f"  preset={preset}  {set_to}")
    return "\n".join(lines)


def _row(option: Option[Any], words: Words, console: Console, wide: Sequence[int]) -> list[str]:
    """A name, what it takes, and what it means; what is long goes on a line of its own."""
    takes, default, said = _range(option, console), option.write(option.default), _line(option, words)
    if default and takes != default:
        said = words("cli.games.default", text=said, default=default)
    long = len(takes) > LONGEST
    head = f"  {option.name:<{wide[0]}}  {'' if long else takes:<{wide[1]}}  "
    room = max(24, console.text_width - len(head))
    body = [*(textwrap.wrap(takes, room) if long else ()), *textwrap.wrap(said, room)]
    return [head + body[0], *(" " * len(head) + more for more in body[1:])]
