"""The command `pavage`: finds the command that is meant, and turns every mistake of a person into one line.

A command is a module with `arguments(parser)` and `run(given, words) -> exit code`; it is imported when it is
asked for, so that `pavage --help` stays quick. Exit codes: 0 done, 2 bad input, 130 left with Ctrl-C.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

from pavage.words import LANGUAGES, Words, language_of, words
from pavage.words.complaint import Complaint, complaint_of

COMMANDS = {
    "play": "pavage.cli.play",
    "serve": "pavage.cli.serve",
    "class": "pavage.cli.classroom",
    "games": "pavage.cli.games",
    "rules": "pavage.cli.rules",
    "match": "pavage.cli.match",
    "tournament": "pavage.cli.tournament",
    "relay": "pavage.cli.relay",
    "tiling": "pavage.cli.tiling",
    "puzzle": "pavage.cli.puzzle",
    "print": "pavage.cli.printing",
    "convert": "pavage.cli.convert",
    "doctor": "pavage.cli.doctor",
    "backup": "pavage.cli.backup",
    "solve": "pavage.cli.solve",
    "htp": "pavage.cli.htp",
    "bot": "pavage.cli.bot",
    "bench": "pavage.cli.bench",
    "train": "pavage.cli.train",
}
"""One line a command: its name and its module."""


def main(argv: Sequence[str] | None = None) -> int:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (as long as we live)
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):  # a sign that cannot be read or shown is no reason to stop
            stream.reconfigure(errors="replace")
    spoken = words(language_of())
    try:
        language, arguments = take_language(sys.argv[1:] if argv is None else argv)
        spoken = words(language or spoken.language)
        code = _run(arguments, spoken)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _leave_output()  # whoever read it has seen enough
        return 0
    except Exception as error:
        sentence = complaint_of(spoken, error)
        if sentence is None:
            raise
        if isinstance(error, OSError):
            _leave_output()
        print(f"pavage: {sentence}", file=sys.stderr)
        return 2


def _leave_output() -> None:
    """Nothing may be flushed into a closed pipe or onto a full disk when we leave."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str], spoken: Words) -> int:
    if arguments[:1] in (["--help"], ["-h"], ["help"]):
        print(overview(spoken))
        return 0
    if arguments[:1] == ["--version"]:
        from pavage.version import described

        print(f"pavage {described()}")
        return 0
    named = bool(arguments) and not arguments[0].startswith("-")
    command = arguments[0] if named else "serve"
    if command not in COMMANDS:
        raise Complaint("cli.unknown_command", command=command, known=", ".join(COMMANDS))
    from pavage.cli.common.arguments import Parser

    module = importlib.import_module(COMMANDS[command])
    parser = Parser(command, spoken)
    module.arguments(parser)
    code: int = module.run(parser.read(arguments[1:] if named else arguments), spoken)
    return code


def overview(spoken: Words) -> str:
    """What `pavage --help` prints."""
    wide = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{wide}}  {spoken(f'cli.{name}.summary')}" for name in COMMANDS)
    return spoken("cli.overview", commands=commands)


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
