"""Declared options: one declaration serves command line, web form, record and documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pavage.phrase import PhrasedError
from pavage.tiling import CODES, BadTiling, Tiling, tiling

Value = int | str | bool | Tiling


class BadOption(PhrasedError, ValueError):
    """An option that a game does not have, or a value that it does not take."""

    def __init__(self, key: str, option: str, value: object, takes: str) -> None:
        super().__init__(
            f"option {option}={value!r}: takes {takes}", key, option=option, value=value, takes=takes
        )
        self.option = option
        self.value = value
        self.takes = takes


@dataclass(frozen=True)
class Option:
    """What every option has; the kinds below say what it takes."""

    name: str
    default: Value
    en: str
    fr: str

    kind: ClassVar[str]

    def takes(self) -> str:
        """The values it takes, as a person would write them."""
        raise AssertionError("each kind of option says what it takes")

    def parse(self, value: object) -> Value | None:
        """The value meant by a text or an object, or None if it is not one of ours."""
        raise AssertionError("each kind of option reads its own values")

    def read(self, value: object) -> Value:
        parsed = self.parse(value)
        if parsed is None:
            raise BadOption("bad_value", self.name, value, self.takes())
        return parsed

    def write(self, value: Value) -> str:
        return str(value)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `low` to `high`."""

    low: int
    high: int
    kind = "whole"

    def takes(self) -> str:
        return f"{self.low}..{self.high}"

    def parse(self, value: object) -> int | None:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        return None


@dataclass(frozen=True)
class Numbers(Option):
    """A whole number out of a few."""

    numbers: tuple[int, ...]
    kind = "numbers"

    def takes(self) -> str:
        return ", ".join(map(str, self.numbers))

    def parse(self, value: object) -> int | None:
        return next((number for number in self.numbers if str(value).strip() == str(number)), None)


@dataclass(frozen=True)
class Text(Option):
    """Anything that matches `pattern`; `form` says how it is written. The game may refuse more."""

    pattern: str
    form: str
    kind = "text"

    def takes(self) -> str:
        return self.form

    def parse(self, value: object) -> str | None:
        text = str(value).strip()
        return text if re.fullmatch(self.pattern, text) else None


@dataclass(frozen=True)
class Choice(Option):
    """One word out of a few."""

    choices: tuple[str, ...]
    kind = "choice"

    def takes(self) -> str:
        return ", ".join(self.choices)

    def parse(self, value: object) -> str | None:
        word = str(value).strip().lower()
        return word if word in self.choices else None


@dataclass(frozen=True)
class Switch(Option):
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
class Board(Option):
    """A board: a code, or a tiling that somebody drew."""

    kind = "board"

    def takes(self) -> str:
        return ", ".join(code for code, *_ in CODES)

    def parse(self, value: object) -> str | Tiling | None:
        if isinstance(value, Tiling):
            return value
        try:
            return tiling(str(value).strip()).code
        except BadTiling:
            return None

    def write(self, value: Value) -> str:
        return value.code if isinstance(value, Tiling) else str(value)


def read_options(
    declared: Sequence[Option], presets: Mapping[str, Mapping[str, Value]], given: Mapping[str, object]
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
