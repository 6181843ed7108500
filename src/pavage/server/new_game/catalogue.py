"""The games as the form for a new one needs them: declared options, presets and texts, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from pavage.bots.opponents import BOT, programs_for
from pavage.contest import modes_of
from pavage.game import Game, Position
from pavage.options import BadOption, Board, Choice, Numbers, Option, Text, Whole
from pavage.pages.reading import reading_of
from pavage.players.levels import LEVELS
from pavage.players.workers import Workers
from pavage.registry import BrokenGame, board_of, games, scene_of
from pavage.scene import Moment, Scene
from pavage.server.rooms import page_state
from pavage.server.rooms.scene_json import scene_json
from pavage.tiling import BadTiling, Tiling, tiling
from pavage.view.size import board_line, size_line
from pavage.view.stones import NEUTRAL
from pavage.view.svg import board_svg
from pavage.words import Words
from pavage.words.names import option_line, option_name, preset_name, value_name

MAIN = ("size", "board")
"""The options that are asked first; the others lie folded away."""
STEPS = (-4, -2, 0, 2)
"""The sizes offered at once, around the default."""
BOARD_STEPS = (-1, 0, 1, 2)
"""The same for boards, whose codes hold their size."""


def catalogue(words: Words, workers: Workers | None = None) -> list[page_state.GameListed]:
    """All games that can be loaded; and for each, the programs of this server that play it."""
    listed = []
    for name in games():
        try:
            listed.append(_game(games()[name], words, programs_for(workers, name)))
        except BrokenGame:
            continue  # somebody else's game does not keep ours from being played
    return listed


def preview(game: Game[Any], words: Words, turn: int) -> page_state.Preview:
    """How a game would begin with these options: its board, and the colour of each seat."""
    start = game.start()
    scene = scene_of(game, Moment(start))
    board = board_of(game, scene.board)
    return {
        "svg": board_svg(board, turn if turn in board.turns else 0),
        "seats": seats_of(scene, start, words),
        "patterned": board.patterned,
        "scene": scene_json(scene, game, words),
        "title": size_line(game, words),
        "settled": {
            option.name: option.write(game.options[option.name])
            for option in game.declared
            if option.name in MAIN and game.options[option.name] != option.default
        },
    }


def seats_of(scene: Scene, position: Position, words: Words) -> list[page_state.SeatTitled]:
    """The colour of each seat, and who is first to move; a number where the game itself gives the colours."""
    told: list[page_state.SeatTitled] = []
    for number, seat in enumerate(scene.seats):
        if seat.colour == NEUTRAL:
            title = words("web.player", number=number + 1)
        else:
            key = "web.seat.first" if number == position.turn else "web.seat.plain"
            title = words(key, colour=words(f"colour.{seat.colour}"))
        told.append({"colour": seat.colour, "title": title})
    return told


def _game(game: type[Game[Any]], words: Words, programs: Iterable[str]) -> page_state.GameListed:
    name = game.name
    return {
        "name": name,
        "title": words(f"{name}.title"),
        "summary": words(f"{name}.summary"),
        "length": words(f"{name}.length"),
        "reading": reading_of(name),
        "contests": list(modes_of(game)),
        "levels": [{"value": level, "label": words(f"level.{level}")} for level in LEVELS],
        "options": [_option(game, option, words) for option in game.declared],
        "presets": [
            {
                "value": preset,
                "label": preset_name(words, game, preset),
                "options": {name: value for name, value in values.items() if not isinstance(value, Tiling)},
            }
            for preset, values in game.presets.items()
        ],
        "bots": [
            {"value": f"{BOT}{bot}", "label": words("web.form.program_of", name=bot)} for bot in programs
        ],
        "exchanges": game.rematch_moves is not Game.rematch_moves,
    }


def _option(game: type[Game[Any]], option: Option[Any], words: Words) -> page_state.OptionListed:
    helped = f"{game.name}.option_help.{option.name}"
    told: page_state.OptionListed = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default if isinstance(option.default, int | bool) else option.write(option.default),
        "label": option_name(words, game, option),
        # The declaration names values as one types them; the form has buttons with words on them.
        "line": words(helped) if words.has(helped) else option_line(words, option),
        "main": option.name in MAIN,
        "takes": option.takes(),
    }
    if isinstance(option, Whole):
        offered = _offered(option)
        told["low"], told["high"] = option.low, option.high
        told["offered"] = _possible(game, offered) if option.name == "players" else offered
        named = {each: value_name(words, game, option, each) for each in offered}
        if any(label != str(each) for each, label in named.items()):
            told["choices"] = [{"value": str(each), "label": label} for each, label in named.items()]
    if isinstance(option, Numbers):
        told["low"], told["high"] = min(option.numbers), max(option.numbers)
        told["offered"] = option.numbers
    if isinstance(option, Board):
        told["choices"] = [
            {"value": code, "label": _capital(board_line(code, words))}
            for code in option.offered or _boards(str(told["default"]))
        ]
        told["free"] = True
        told["takes"] = words("web.form.board_takes")
        if option.browsed:
            told["browsed"] = True
    if isinstance(option, Text) and option.default:
        # The usual values by their names, any other typed.
        told["choices"] = [
            {"value": each, "label": value_name(words, game, option, each)}
            for each in option.offered or (str(told["default"]),)
        ]
        told["free"] = True
    if isinstance(option, Choice):
        told["choices"] = [
            {"value": choice, "label": value_name(words, game, option, choice)} for choice in option.choices
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
