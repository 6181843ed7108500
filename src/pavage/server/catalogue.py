"""The games as the form for a new one needs them: declared options, presets and texts, in one language."""

from __future__ import annotations

from typing import Any

from pavage.game import Game
from pavage.options import Choice, Option, Whole
from pavage.players.levels import LEVELS
from pavage.registry import BrokenGame, board_of, games
from pavage.view.svg import board_svg, frame
from pavage.words import Words

MAIN = ("size", "board")
"""The options that are asked first; the others lie folded away."""
STEPS = (-4, -2, 0, 2)
"""The sizes offered at once, around the default."""


def catalogue(words: Words) -> list[dict[str, Any]]:
    """All games that can be loaded."""
    listed = []
    for name in games():
        try:
            listed.append(_game(games()[name], words))
        except BrokenGame:
            continue  # somebody else's game does not keep ours from being played
    return listed


def preview(game: Game[Any], words: Words, turn: int) -> dict[str, Any]:
    """How a game would begin with these options: its board, and the colour of each seat."""
    start, board = game.start(), board_of(game)
    seats = []
    for seat in range(game.players):
        colour = game.colours[game.colour(start, seat)]
        key = "web.seat.first" if seat == start.turn else "web.seat.plain"
        seats.append({"colour": colour, "title": words(key, colour=words(f"colour.{colour}"))})
    return {
        "svg": board_svg(board, turn if turn in board.turns else 0),
        "seats": seats,
        "patterned": board.patterned,
        "title": size_line(game),
    }


def shapes(game: Game[Any]) -> list[dict[str, Any]]:
    """The ways a board can lie on a screen, with and without its coordinates."""
    board = board_of(game)
    return [
        {
            "turn": turn,
            "with_labels": frame(board, turn)[2:],
            "without_labels": frame(board, turn, labels=False)[2:],
        }
        for turn in board.turns
    ]


def size_line(game: Game[Any]) -> str:
    """What stands beside the title: 11 × 11, or the code of the board."""
    size = game.options.get("size")
    return f"{size} × {size}" if size is not None else str(game.options.get("board", game.tiling.code))


def _game(game: type[Game[Any]], words: Words) -> dict[str, Any]:
    name = game.name
    return {
        "name": name,
        "title": words(f"{name}.title"),
        "summary": words(f"{name}.summary"),
        "levels": [{"value": level, "label": words(f"level.{level}")} for level in LEVELS],
        "options": [_option(name, option, words) for option in game.declared],
        "presets": [
            {
                "value": preset,
                "label": _label(words, f"preset.{preset}", name, preset),
                "options": dict(values),
            }
            for preset, values in game.presets.items()
        ],
    }


def _option(game: str, option: Option, words: Words) -> dict[str, Any]:
    line = option.fr if words.language == "fr" else option.en
    line = line[:1].upper() + line[1:]
    told: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default if isinstance(option.default, int | bool) else option.write(option.default),
        "label": _label(words, f"option.{option.name}", game, line),
        "line": line,
        "main": option.name in MAIN,
        "takes": option.takes(),
    }
    if isinstance(option, Whole):
        offered = {option.default + step for step in STEPS if isinstance(option.default, int)}
        few = range(option.low, option.high + 1)
        told |= {"low": option.low, "high": option.high}
        told["offered"] = list(few) if len(few) <= 6 else sorted(offered & set(few))
    if isinstance(option, Choice):
        told["choices"] = [
            {"value": choice, "label": _label(words, f"choice.{choice}", game, choice)}
            for choice in option.choices
        ]
    return told


def _label(words: Words, key: str, game: str, otherwise: str) -> str:
    """What the game itself calls it, what we generally call it, or the declaration."""
    return next((words(f"{room}.{key}") for room in (game, "web") if words.has(f"{room}.{key}")), otherwise)
