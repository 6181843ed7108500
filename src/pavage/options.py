"""Declared options: one declaration serves command line, web form, record and documentation.

A game declares an option as a class attribute, `size = Whole("size", 11, …)`; on the class it is the option,
on a game its value, with its type: `Hex(size=5).size` is the int 5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

from pavage.phrase import PhrasedError
from pavage.tiling import CODES, BadTiling, Tiling, tiling

Value = int | str | bool | Tiling
V = TypeVar("V", bound=Value)


class Chosen(Protocol):
    """What has options, with the values that were chosen: a game."""

    options: dict[str, Value]


class BadOption(PhrasedError, ValueError):
    """An option that a game does not have, or a value that it does not take."""

    game = ""
    """Whose option it is, where that is known: what it is called there is for `words` to say."""

    def __init__(self, key: str, option: str, value: object, takes: str, **more: object) -> None:
        told = {"option": option, "value": value, "takes": takes, **more}
        super().__init__(f"option {option}={value!r}: takes {takes}", key, **told)
        self.option = option
        self.value = value
        self.takes = takes


@dataclass(frozen=True)
class Option(Generic[V]):
    """What every option has; the kinds below say what it takes."""

    name: str
    default: V
    en: str
    fr: str

    kind: ClassVar[str]

    def takes(self) -> str:
        """The values it takes, as a person would write them."""
        raise AssertionError("each kind of option says what it takes")

    def parse(self, value: object) -> V | None:
        """The value meant by a text or an object, or None if it is not one of ours."""
        raise AssertionError("each kind of option reads its own values")

    def read(self, value: object) -> V:
        parsed = self.parse(value)
        if parsed is None:
            raise BadOption("bad_value", self.name, value, self.takes())
        return parsed

    def write(self, value: Value) -> str:
        return str(value)

    def but(self, default: V) -> Self:
        """The same option with another default."""
        return replace(self, default=default)

    @overload
    def __get__(self, game: None, kind: type) -> Self: ...
    @overload
    def __get__(self, game: Chosen, kind: type) -> V: ...
    def __get__(self, game: Chosen | None, kind: type) -> Self | V:
        if game is None:
            return self
        value: Any = game.options.get(self.name, self.default)
        chosen: V = value
        return chosen


@dataclass(frozen=True)
class Whole(Option[int]):
    """A whole number from `low` to `high`."""

    low: int
    high: int
    kind = "whole"

    def takes(self) -> str:
        return f"{self.low}..{self.high}"

    def parse(self, value: object) -> int | None:
        if isinstance(value, str):
            # `strip` takes away more than `int` would, such as the separators of ASCII.
            digits = value.strip()
            value = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        return None


@dataclass(frozen=True)
class Numbers(Option[int]):
    """A whole number out of a few."""

    numbers: tuple[int, ...]
    kind = "numbers"

    def takes(self) -> str:
        return ", ".join(map(str, self.numbers))

    def parse(self, value: object) -> int | None:
        return next((number for number in self.numbers if str(value).strip() == str(number)), None)


@dataclass(frozen=True)
class Text(Option[str]):
    """Anything that matches `pattern`; `form` says how it is written. The game may refuse more."""

    pattern: str
    form: str
    offered: tuple[str, ...] = ()
    """Values that are offered at once, the default among them; without, only that one is."""
    kind = "text"

    def takes(self) -> str:
        return self.form

    def parse(self, value: object) -> str | None:
        text = str(value).strip()
        return text if re.fullmatch(self.pattern, text) else None


@dataclass(frozen=True)
class Choice(Option[str]):
    """One word out of a few."""

    choices: tuple[str, ...]
    kind = "choice"

    def takes(self) -> str:
        return ", ".join(self.choices)

    def parse(self, value: object) -> str | None:
        word = str(value).strip().lower()
        return word if word in self.choices else None


@dataclass(frozen=True)
class Switch(Option[bool]):
    """On or off."""

    kind = "switch"

    def takes(self) -> str:
        return "on, off"

    def parse(self, value: object) -> bool | None:
        if isinstance(value, bool):
            return value
        return {"on": True, "off": False}.get(str(value).strip().lower())

    def write(self, value: Value) -> str:
        return "on" if value else "off"


@dataclass(frozen=True)
class Board(Option[str | Tiling]):
    """A board: a code, or a tiling that somebody drew."""

    kind = "board"
    offered: tuple[str, ...] = ()
    """The boards that a form offers at once; without them, the usual one a little smaller and larger."""
    browsed: bool = False
    """A form shows the pictures of all tilings at once: choosing one is the point of the game."""

    def takes(self) -> str:
        return ", ".join(code for code, *_ in CODES)

    def parse(self, value: object) -> str | Tiling | None:
        try:
            return self.read(value)
        except BadOption:
            return None

    def read(self, value: object) -> str | Tiling:
        if isinstance(value, Tiling):
            return value
        try:
            return tiling(str(value).strip()).code
        except BadTiling as error:
            raise BadOption(error.key, self.name, value, self.takes(), **error.values) from None

    def write(self, value: Value) -> str:
        return value.code if isinstance(value, Tiling) else str(value)


def declared_in(kind: type) -> dict[str, Option[Any]]:
    """The options that a class itself declares as attributes, by name, in that order."""
    options = [option for option in vars(kind).values() if isinstance(option, Option)]
    return {option.name: option for option in options}


def read_options(
    declared: Sequence[Option[Any]], presets: Mapping[str, Mapping[str, Value]], given: Mapping[str, object]
) -> dict[str, Value]:
    """Every declared option with its value: what was given, else what the preset says, else the default."""
    known = {option.name: option for option in declared}
    named = given.get("preset")
    if named is not None and named not in presets:
        raise BadOption("unknown_preset", "preset", named, ", ".join(presets) or "—")
    for name, value in given.items():
        if name != "preset" and name not in known:
            takes = ", ".join([*known, *(["preset"] if presets else [])])
            raise BadOption("unknown_option", name, value, takes)
    values = {**(presets[str(named)] if named is not None else {}), **given}
    return {name: option.read(values.get(name, option.default)) for name, option in known.items()}
