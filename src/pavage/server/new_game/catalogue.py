"""The games as the form for a new one needs them: declared options, presets and texts, in one language."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Any

from pavage.bots.opponents import BOT, programs_for
from pavage.contest import modes_of
from pavage.game import Game, Position
from pavage.options import BadOption, Board, Choice, Numbers, Option, Text, Whole
from pavage.players.levels import LEVELS
from pavage.players.workers import Workers
from pavage.registry import BrokenGame, board_of, games, scene_of
from pavage.scene import Moment
from pavage.server.rooms.scene_json import scene_json
from pavage.tiling import BadTiling, tiling
from pavage.view.size import board_line, size_line
from pavage.view.svg import board_svg
from pavage.words import Words

MAIN = ("size", "board")
"""The options that are asked first; the others lie folded away."""
STEPS = (-4, -2, 0, 2)
"""The sizes offered at once, around the default."""
BOARD_STEPS = (-1, 0, 1, 2)
"""The same for boards, whose codes hold their size."""


def catalogue(words: Words, workers: Workers | None = None) -> list[dict[str, Any]]:
    """All games that can be loaded; and for each, the programs of this server that play it."""
    listed = []
    for name in games():
        try:
            listed.append(_game(games()[name], words))
            listed[-1]["bots"] = [
                {"value": f"{BOT}{bot}", "label": words("web.form.program_of", name=bot)}
                for bot in programs_for(workers, name)
            ]
        except BrokenGame:
            continue  # somebody else's game does not keep ours from being played
    return listed


def preview(game: Game[Any], words: Words, turn: int) -> dict[str, Any]:
    """How a game would begin with these options: its board, and the colour of each seat."""
    start = game.start()
    scene = scene_of(game, Moment(start))
    board = board_of(game, scene.board)
    return {
        "svg": board_svg(board, turn if turn in board.turns else 0),
        "seats": seats_of(game, start, words),
        "patterned": board.patterned,
        "scene": scene_json(scene, game, words),
        "title": size_line(game, words),
    }


def seats_of(game: Game[Any], position: Position, words: Words) -> list[dict[str, str]]:
    """The colour of each seat, and who is first to move."""
    told = []
    for seat in range(game.players):
        colour = game.colours[game.colour(position, seat)]
        key = "web.seat.first" if seat == position.turn else "web.seat.plain"
        told.append({"colour": colour, "title": words(key, colour=words(f"colour.{colour}"))})
    return told


def _game(game: type[Game[Any]], words: Words) -> dict[str, Any]:
    name = game.name
    return {
        "name": name,
        "title": words(f"{name}.title"),
        "summary": words(f"{name}.summary"),
        "length": words(f"{name}.length"),
        "contests": list(modes_of(game)),
        "levels": [{"value": level, "label": words(f"level.{level}")} for level in LEVELS],
        "options": [_option(game, option, words) for option in game.declared],
        "presets": [
            {
                "value": preset,
                "label": _label(words, f"preset.{preset}", name, preset),
                "options": dict(values),
            }
            for preset, values in game.presets.items()
        ],
    }


def _option(game: type[Game[Any]], option: Option[Any], words: Words) -> dict[str, Any]:
    line = _capital(option.fr if words.language == "fr" else option.en)
    told: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default if isinstance(option.default, int | bool) else option.write(option.default),
        "label": _label(words, f"option.{option.name}", game.name, line),
        # The declaration names values as one types them; the form has buttons with words on them.
        "line": _label(words, f"option_help.{option.name}", game.name, line),
        "main": option.name in MAIN,
        "takes": option.takes(),
    }
    if isinstance(option, Whole):
        offered = _offered(option)
        told |= {"low": option.low, "high": option.high}
        told["offered"] = _possible(game, offered) if option.name == "players" else offered
        named = {
            each: _label(words, f"choice.{option.name}_{each}", game.name, str(each)) for each in offered
        }
        if any(label != str(each) for each, label in named.items()):
            told["choices"] = [{"value": str(each), "label": label} for each, label in named.items()]
    if isinstance(option, Numbers):
        told |= {"low": min(option.numbers), "high": max(option.numbers)}
        told["offered"] = option.numbers
    if isinstance(option, Board):
        told["choices"] = [
            {"value": code, "label": _capital(board_line(code, words))}
            for code in _boards(str(told["default"]))
        ]
        told["free"] = True
        told["takes"] = words("web.form.board_takes")
    if isinstance(option, Text) and option.default:
        # The usual value by its name, any other typed.
        usual = str(told["default"])
        told["choices"] = [{"value": usual, "label": _label(words, f"choice.{usual}", game.name, usual)}]
        told["free"] = True
    if isinstance(option, Choice):
        told["choices"] = [
            {"value": choice, "label": _label(words, f"choice.{choice}", game.name, choice)}
            for choice in option.choices
        ]
        told["free"] = type(option) is not Choice  # it takes more than the choices it names
    return told


def _offered(option: Whole) -> tuple[int, ...]:
    few = range(option.low, option.high + 1)
    if len(few) <= 6 or not isinstance(option.default, int):
        return tuple(few)
    return tuple(sorted({option.default + step for step in STEPS} & set(few)))


@cache
def _possible(game: type[Game[Any]], offered: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of players that a game takes on its usual board."""

    def fits(players: int) -> bool:
        with suppress(BadOption, BadTiling):
            return game(players=players).players == players
        return False

    return tuple(filter(fits, offered))


def _boards(code: str) -> list[str]:
    """The usual board, and others that differ only in size: H4, H5, H6, H7."""
    found = (_resized(code, step) for step in BOARD_STEPS)
    return [other for other in dict.fromkeys(found) if other == code or _exists(other)]


def _resized(code: str, step: int) -> str:
    """Every number changes that no dash follows: 488-5 becomes 488-6."""
    return re.sub(r"\d+(?!.*-)", lambda size: str(int(size[0]) + step), code)


@cache
def _exists(code: str) -> bool:
    with suppress(BadTiling):
        return bool(tiling(code))
    return False


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _label(words: Words, key: str, game: str, otherwise: str) -> str:
    """What the game itself calls it, what we generally call it, or the declaration."""
    return next((words(f"{room}.{key}") for room in (game, "web") if words.has(f"{room}.{key}")), otherwise)
