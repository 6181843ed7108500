"""From a configured program to somebody who sits at a table."""

from __future__ import annotations

from typing import Any, Protocol

from pavage.bots.htp import HtpBot
from pavage.bots.line_protocol import LineBot
from pavage.bots.process import Process
from pavage.bots.program import HTP, MEGABYTE, Program
from pavage.bots.verdict import BotFailed, Failure, Verdict
from pavage.game import Game, Move, Seat
from pavage.match import Match

GRACE = 0.5
"""Seconds in which a program that is told to quit should be gone."""


class Sitter(Protocol):
    """A program that has said hello."""

    name: str
    process: Process

    def begin(self, game: Game[Any], seconds: float) -> None: ...

    def move(self, match: Match, seat: Seat, left: float, deadline: float) -> tuple[Move | None, bool]: ...

    def over(self, match: Match) -> None: ...

    def leave(self, grace: float) -> bool: ...


def seat_program(program: Program, game: Game[Any]) -> Sitter:
    """Start a program and tell it the game. BotFailed if that fails; nothing is left running then."""
    if not program.plays(game.name):
        raise BotFailed(Verdict.REFUSED, program.name, game.name)
    process = Process(
        program.name,
        program.argv,
        folder=program.folder,
        memory=program.memory * MEGABYTE,
        processes=program.processes,
        transcript=program.transcript,
    )
    try:
        sitter: Sitter = (HtpBot if program.protocol == HTP else LineBot)(program, process)
        sitter.begin(game, program.start)
    except BotFailed as failed:
        process.witness(failed)
        process.end()
        raise
    except BaseException:
        process.end()
        raise
    return sitter


def dismiss(sitter: Sitter, grace: float = GRACE) -> Failure | None:
    """Let a program go; a verdict if it had to be made to."""
    if sitter.leave(grace):
        return None
    return Failure(Verdict.STUBBORN, sitter.name)
