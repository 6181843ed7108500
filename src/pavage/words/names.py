"""What options, their values and presets are called: words for people, where the command line has codes."""

from __future__ import annotations

from typing import Any

from pavage.game import Game
from pavage.options import BadOption, Choice, Numbers, Option, Switch, Whole
from pavage.words import Words

AnyGame = type[Game[Any]]


def option_name(words: Words, game: AnyGame, option: Option[Any]) -> str:
    """What the game itself calls an option, what we generally call it, or its declaration."""
    return _named(words, game, f"option.{option.name}") or option_line(words, option)


def option_line(words: Words, option: Option[Any]) -> str:
    """The declaration of an option, as a line of its own."""
    line = option.fr if words.language == "fr" else option.en
    return line[:1].upper() + line[1:]


def value_name(words: Words, game: AnyGame, option: Option[Any], value: object) -> str:
    """A value of an option: "none" may be called differently where it means something else."""
    written = option.write(option.read(value))
    if isinstance(option, Switch):
        return words(f"web.form.{written}")
    own = _named(words, game, f"choice.{option.name}_{written}")
    if isinstance(option, Whole | Numbers):
        return own or written
    return own or _named(words, game, f"choice.{written}") or written


def preset_name(words: Words, game: AnyGame, preset: str) -> str:
    return _named(words, game, f"preset.{preset}") or preset


def taken_by(words: Words, game: AnyGame, option: Option[Any]) -> str:
    """The values that an option takes, as a sentence names them."""
    if isinstance(option, Whole):
        return words("takes.range", low=option.low, high=option.high)
    if isinstance(option, Choice | Switch):
        values = option.choices if isinstance(option, Choice) else ("on", "off")
        names = [value_name(words, game, option, value) for value in values]
        return ", ".join(words("takes.quoted", name=name) for name in names)
    return option.takes()


def refused_value(words: Words, error: BadOption, game: AnyGame) -> str | None:
    """The sentence for a value that an option does not take, by the names that a form shows."""
    option = next((each for each in game.declared if each.name == error.option), None)
    if error.key != "bad_value" or option is None:
        return None
    name, takes = option_name(words, game, option), taken_by(words, game, option)
    return words("takes.refused", option=name, value=error.value, takes=takes)


def _named(words: Words, game: AnyGame, key: str) -> str:
    return next((words(f"{room}.{key}") for room in (game.name, "web") if words.has(f"{room}.{key}")), "")
