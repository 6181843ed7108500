"""Reading a command line: help in two languages, and one line for every mistake, with what would be right."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from pavage.phrase import Phrase
from pavage.words import LANGUAGES, Words
from pavage.words.complaint import Complaint

Given = argparse.Namespace


class Parser(argparse.ArgumentParser):
    """The arguments of one command; their help comes from the words `cli.<command>.<argument>`."""

    def __init__(self, command: str, spoken: Words) -> None:
        class Formatter(argparse.RawDescriptionHelpFormatter):
            def add_usage(
                self,
                usage: str | None,
                actions: Iterable[argparse.Action],
                groups: Iterable[Any],
                prefix: str | None = None,
            ) -> None:
                super().add_usage(
                    usage, actions, groups, spoken("cli.help.usage") if prefix is None else prefix
                )

        example = spoken(f"cli.{command}.example")
        note = f"{spoken(f'cli.{command}.note')}\n\n" if spoken.has(f"cli.{command}.note") else ""
        super().__init__(
            prog=f"pavage {command}",
            description=spoken(f"cli.{command}.summary"),
            epilog=f"{note}{spoken('cli.help.example')}\n  {example}",
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=Formatter,
        )
        self.command = command
        self.spoken = spoken
        # -5,0 is a value, as -5 is: no option of ours begins with a digit.
        self._negative_number_matcher = re.compile(r"-[\d.]")
        self._positionals.title = spoken("cli.help.arguments")
        self._optionals.title = spoken("cli.help.options")

    def take(self, *flags: str, **settings: Any) -> None:
        """An argument whose help lies in the words."""
        name = flags[-1].lstrip("-").replace("-", "_").lower()
        if "metavar" in settings:
            settings["metavar"] = self.spoken(f"cli.meta.{settings['metavar']}")
        self.add_argument(
            *flags, help=self.spoken(f"cli.{self.command}.{name}").replace("%", "%%"), **settings
        )

    def switch(self, flag: str) -> None:
        self.take(flag, action="store_true")

    def read(self, arguments: Sequence[str]) -> Given:
        self.add_argument("--lang", metavar="|".join(LANGUAGES), help=self.spoken("cli.help.lang"))
        self.add_argument("-h", "--help", action="help", help=self.spoken("cli.help.help"))
        try:
            given, unknown = self.parse_known_args(arguments)
        except argparse.ArgumentError as error:
            flag = str(error.argument_name).split("/")[-1]
            action = self._option_string_actions.get(flag)
            key = "cli.no_value" if action is not None and action.nargs == 0 else "cli.needs_value"
            raise Complaint(key, option=flag) from None
        if unknown:
            raise Complaint("cli.unknown_argument", argument=unknown[0], command=self.command)
        return given

    def error(self, message: str) -> NoReturn:
        raise Complaint("cli.bad_arguments", reason=message)


def required(value: str | None, name: str, command: str) -> str:
    """An argument that must be there; argparse could only say so in English."""
    if not value:
        raise missing(name, command)
    return value


def missing(name: str, command: str) -> Complaint:
    return Complaint("cli.missing", name=Phrase(f"cli.meta.{name}"), command=command)


def whole(text: str | None, option: str, low: int, high: int) -> int | None:
    """A whole number in a range, None if none is given."""
    if text is None:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19 and low <= int(text) <= high):
        raise Complaint("cli.bad_value", option=option, value=text, takes=f"{low}..{high}")
    return int(text)


def assignments(texts: Sequence[str] | None) -> dict[str, object]:
    """`--option size=7 --option swap=none` as a dictionary."""
    values: dict[str, object] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Complaint("cli.bad_assignment", text=text)
        values[name.strip()] = value.strip()
    return values
