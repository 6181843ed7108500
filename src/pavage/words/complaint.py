"""What must be ready before any command is known: a way to complain, and the language to do it in."""

from __future__ import annotations

from collections.abc import Sequence

from pavage.words import LANGUAGES


class Complaint(ValueError):
    """Something asked for that we cannot do: a key of the translations, and values to fill in."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(f"{key} {values}")
        self.key = key
        self.values = values


def take_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language asked for with --lang, wherever it stands, and the arguments without it."""
    language, rest = None, []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--lang":
            language = next(waiting, "")
        elif argument.startswith("--lang="):
            language = argument.partition("=")[2]
        else:
            rest.append(argument)
            continue
        if language not in LANGUAGES:
            raise Complaint("cli.bad_value", option="--lang", value=language, takes=", ".join(LANGUAGES))
    return language, rest
