"""`pavage games`: the games, their players and options."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import Any

from pavage.cli.arguments import Given, Parser
from pavage.cli.ink import Ink, ink_for
from pavage.game import Game
from pavage.options import Option
from pavage.registry import games
from pavage.words import Words


def arguments(parser: Parser) -> None:
    parser.switch("--json")


def run(given: Given, words: Words) -> int:
    if given.json:
        print(
            json.dumps({name: _data(games()[name], words) for name in games()}, ensure_ascii=False, indent=1)
        )
    else:
        ink = ink_for(sys.stdout)
        print("\n\n".join(_text(games()[name], words, ink) for name in games()))
    return 0


def _line(option: Option, words: Words) -> str:
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


def _range(option: Option, ink: Ink) -> str:
    """What an option takes; a range of one number is that number."""
    low, dots, high = option.takes().partition("..")
    return low if low == high or not dots else f"{low}{'–' if ink.unicode else '-'}{high}"


def _text(game: type[Game[Any]], words: Words, ink: Ink) -> str:
    lines = [f"{ink.bold(game.name)}  {words(f'{game.name}.summary')}"]
    rows = [
        (option.name, _range(option, ink), option.write(option.default), option) for option in game.declared
    ]
    wide = [max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)]
    for name, takes, default, option in rows:
        head = f"  {name:<{wide[0]}}  {takes:<{wide[1]}}  "
        said = _line(option, words)
        if takes != default:
            said = words("cli.games.default", text=said, default=default)
        body = textwrap.wrap(said, max(24, ink.text_width - len(head)))
        lines.append(head + body[0])
        lines += [" " * len(head) + more for more in body[1:]]
    for preset, values in game.presets.items():
        set_to = " ".join(f"{name}={value}" for name, value in values.items())
        lines.append(f"  preset={preset}  {set_to}")
    return "\n".join(lines)
