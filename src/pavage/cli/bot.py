"""`pavage bot`: a program plays at a table of the web app, by the link of its seat."""

from __future__ import annotations

import sys
import time

from pavage.bots.client import Turn
from pavage.bots.opponents import BOT, program_of
from pavage.bots.program import Program
from pavage.bots.seating import Sitter, dismiss, seat_program
from pavage.bots.verdict import BotFailed
from pavage.cli.arguments import Given, Parser, required
from pavage.cli.seats import programs_for
from pavage.words import Words
from pavage.words.complaint import Complaint, on_one_line

RESIGN = "resign"


def arguments(parser: Parser) -> None:
    parser.take("name", metavar="player", nargs="?")
    parser.take("link", metavar="address", nargs="?")
    parser.take("--bots", metavar="file")


def run(given: Given, words: Words) -> int:
    from pavage.bots.web import BadLink, RefusedMove, Unreachable, play_at

    name = required(given.name, "player", "bot").removeprefix(BOT)
    link = required(given.link, "address", "bot")
    program = program_of(f"{BOT}{name}", programs_for(given.bots))
    assert program is not None
    seated = _Seated(program)
    try:
        play_at(link, seated.answer, name)
    except BadLink:
        raise Complaint("cli.bot.bad_link", link=link) from None
    except RefusedMove as error:
        raise Complaint("cli.bot.refused", reason=str(error).rstrip(".")) from None
    except Unreachable as error:
        key = "cli.bot.gone" if error.before else "cli.bot.nobody"
        raise Complaint(key, address=error.address) from None
    finally:
        seated.leave()
    if seated.failed is not None:
        print(f"pavage: {on_one_line(words(seated.failed.failure.phrase))}", file=sys.stderr)
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
