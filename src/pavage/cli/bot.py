"""`pavage bot`: a program at a table of the web app by the link of its seat; one that is tried; a new one."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from pavage.bots.check import MOST_FAILURES, Finding, check
from pavage.bots.client import Turn
from pavage.bots.opponents import BOT, program_of
from pavage.bots.program import LINES, PROTOCOLS, Program, read_programs
from pavage.bots.seating import Sitter, dismiss, seat_program
from pavage.bots.starter import FILE, LANGUAGES, write_starter
from pavage.bots.verdict import BotFailed, Verdict
from pavage.cli.common.arguments import Given, Parser, assignments, required
from pavage.cli.common.seats import game_for, programs_for
from pavage.terminal.console import console_for
from pavage.words import Words
from pavage.words.complaint import Complaint, on_one_line

RESIGN = "resign"
CHECK, NEW = "check", "new"
SIZE = 5
"""Of the board on which Hex is tried, so that games are short."""


def arguments(parser: Parser) -> None:
    parser.take("name", metavar="player", nargs="?")
    parser.take("link", metavar="address", nargs="*")
    parser.take("--bots", metavar="file")
    parser.take("--game", metavar="game")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--protocol", metavar="protocol")
    parser.take("--logs", metavar="folder")
    parser.take("--language", metavar="language")


def run(given: Given, words: Words) -> int:
    name = required(given.name, "player", "bot")
    if name == CHECK:
        return _check(given, words)
    if name == NEW:
        return _new(given, words)
    return _seat(name.removeprefix(BOT), given, words)


# --- at a table


def _seat(name: str, given: Given, words: Words) -> int:
    from pavage.bots.web import BadLink, play_at

    link = required(" ".join(given.link), "address", "bot")
    program = program_of(f"{BOT}{name}", programs_for(given.bots))
    assert program is not None
    seated = _Seated(program)
    try:
        play_at(link, seated.answer, name)
    except BadLink:
        raise Complaint("cli.bot.bad_link", link=link) from None
    finally:
        seated.leave()
    if seated.failed is not None:
        failure = seated.failed.failure
        print(f"pavage: {on_one_line(words(failure.phrase))}", file=sys.stderr)
        for line in failure.errors.splitlines():
            print(f"    {line}", file=sys.stderr)
        return 1
    return 0


class _Seated:
    """The program, started when its first turn comes; one that fails resigns its seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sitter: Sitter | None = None
        self.failed: BotFailed | None = None

    def answer(self, turn: Turn) -> str:
        try:
            if self.sitter is None:
                self.sitter = seat_program(self.program, turn.game)
            left = turn.seconds if turn.match.clock is not None else self.program.seconds
            move, _ = self.sitter.move(turn.match, turn.seat, left, time.monotonic() + left)
        except BotFailed as failed:
            if self.sitter is not None:
                self.sitter.process.witness(failed)
            self.failed = failed
            return RESIGN
        return RESIGN if move is None else turn.game.write(turn.position, move)

    def leave(self) -> None:
        if self.sitter is None:
            return
        if self.failed is None:
            dismiss(self.sitter)
        else:
            self.sitter.process.end()


# --- tried


def _check(given: Given, words: Words) -> int:
    """Whether a program can play in a tournament; exit code 1 if it cannot."""
    program = _program(given)
    name = given.game or "hex"
    options = assignments(given.option) or ({"size": SIZE} if name == "hex" else {})
    game = game_for(name, options, None)
    if game.players < 2:
        raise Complaint("relay.alone")
    if not program.plays(game.name):
        raise Complaint("bots.file.other_game", name=program.name, game=game.name)
    print(words("bots.check.begins", name=program.name, game=words(f"{game.name}.title")), flush=True)
    failures = 0
    with ExitStack() as stack:
        folder = given.logs or stack.enter_context(tempfile.TemporaryDirectory(prefix="pavage-bot-"))
        for finding in check(program, game, Path(folder).expanduser()):
            print("\n".join(_told(finding, words)), flush=True)
            failures += finding.failure is not None
            if finding.trial == "hello" and failures:
                break
    if failures >= MOST_FAILURES or (failures and finding.trial == "hello"):
        print(f"\n{words('bots.check.rest')}")
    print(f"\n{words('bots.check.good') if not failures else words.count('bots.check.bad', failures)}")
    return 1 if failures else 0


def _program(given: Given) -> Program:
    """The program of a file by its name, of a folder that `bot new` made, or any command."""
    if not given.link:
        raise Complaint("bots.check.what")
    words = shlex.split(given.link[0]) if len(given.link) == 1 else list(given.link)
    if given.bots:
        found = program_of(f"{BOT}{' '.join(words).removeprefix(BOT)}", programs_for(given.bots))
        assert found is not None
        return found
    place = Path(given.link[0]).expanduser()
    if len(given.link) == 1 and (place / FILE).is_file():
        return next(iter(read_programs(place / FILE).values()))
    protocol = given.protocol or LINES
    if protocol not in PROTOCOLS:
        raise Complaint("cli.bad_value", option="--protocol", value=protocol, takes=", ".join(PROTOCOLS))
    argv = tuple(word.replace("{python}", sys.executable) for word in words)
    return Program(Path(words[-1]).name, argv, protocol)


def _told(finding: Finding, words: Words) -> list[str]:
    """A line for what went well; for what did not, what was seen and what would be right."""
    unicode = console_for(sys.stdout).unicode
    trial = words(f"bots.check.trial.{finding.trial}", about=finding.about)
    if finding.refused is not None:
        sign = "–" if unicode else "-"
        return [f"{sign} {trial}: {words('bots.check.not_played', reason=finding.refused)}"]
    if finding.failure is None:
        slowest = f"{finding.slowest:.2f}"
        slowest = slowest.replace(".", ",") if words.language == "fr" else slowest
        moves = words.count("bots.check.moves", finding.moves)
        time = words("bots.check.time", moves=moves, seconds=slowest) if finding.moves else ""
        return [f"{'✓' if unicode else '+'} {trial}{f' ({time})' if time else ''}"]
    failure = finding.failure
    lines = [f"{'✗' if unicode else 'x'} {trial}", f"    {words(failure.phrase)}"]
    speechless = failure.verdict is Verdict.CRASHED and not failure.errors
    hint = words(f"bots.hint.{'left' if speechless else failure.verdict.value}")
    lines += [f"    {line}" for line in hint.splitlines()]
    if finding.dialogue:
        lines += ["", f"    {words('bots.check.dialogue')}", *(f"      {line}" for line in finding.dialogue)]
    if failure.errors:
        errors = failure.errors.splitlines()
        lines += ["", f"    {words('bots.errors', name=failure.bot)}", *(f"      {line}" for line in errors)]
    return ["", *lines, ""]


# --- a new one


def _new(given: Given, words: Words) -> int:
    if len(given.link) != 1:
        raise Complaint("bots.starter.what")
    language = given.language or "python"
    if language not in LANGUAGES:
        raise Complaint("cli.bad_value", option="--language", value=language, takes=", ".join(LANGUAGES))
    try:
        made = write_starter(given.link[0], language, Path(), words)
    except FileExistsError:
        raise Complaint("bots.starter.there", name=given.link[0]) from None
    print(words("bots.starter.written", file=made.source))
    folder = shlex.quote(str(made.folder))
    print(words("bots.starter.next"))
    print(f"    cd {folder}")
    if made.build:
        print(f"    {made.build}")
    print("    pavage bot check .")
    return 0
