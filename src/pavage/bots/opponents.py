"""Programs as opponents: asked for a move as the levels are, in `pavage play` and in the web app.

`Opponents` is the Workers that searches run in, and takes levels of the form `bot:NAME` beside the others. A
program is asked about a position, not about a match, so one that runs can serve any table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from pavage.bots.program import BadBots, Program
from pavage.bots.seating import Sitter, dismiss, seat_program
from pavage.bots.verdict import BotFailed
from pavage.game import Game, Position
from pavage.match import Match
from pavage.players.search_queue import Places
from pavage.players.thought import Thought
from pavage.players.workers import GRACE, Errand, Workers

BOT = "bot:"
"""What the level of a chair begins with if a program sits there."""
AT_ONCE = 8
"""Programs that think at the same time; others wait."""


class BotResigned(Exception):
    """A program gives up."""


def program_of(level: str, programs: Mapping[str, Program]) -> Program | None:
    """The program that a level names; None for our own levels, BadBots if nobody has that name."""
    if not level.startswith(BOT):
        return None
    name = level.removeprefix(BOT)
    if not programs:
        raise BadBots("no_file", name=name)
    if name not in programs:
        raise BadBots("none", name=name, known=", ".join(programs))
    return programs[name]


def all_play(levels: Sequence[str], programs: Mapping[str, Program], game: str) -> None:
    """BadBots if a level names a program that does not play this game."""
    for level in levels:
        program = program_of(level, programs)
        if program is not None and not program.plays(game):
            raise BadBots("other_game", name=program.name, game=game)


def programs_for(workers: Workers | None, game: str) -> list[str]:
    """The names of the programs that can be asked there and play this game."""
    known = workers.programs if isinstance(workers, Opponents) else {}
    return [name for name, program in known.items() if program.plays(game)]


def must_play(workers: Workers, game: Game[Any], levels: Sequence[str]) -> None:
    """BadBots if a level names a program that is not there or does not play this game."""
    known = programs_for(workers, game.name)
    for level in levels:
        name = level.removeprefix(BOT)
        if isinstance(workers, Opponents) and workers.further(name) is not None:
            continue
        if level.startswith(BOT) and name not in known:
            raise BadBots("none", name=name, known=", ".join(known) or "–")


class Opponents(Workers):
    """Where levels search and programs are asked."""

    def __init__(
        self,
        programs: Mapping[str, Program] | None = None,
        processes: int | None = None,
        executor: Executor | None = None,
        places: Places | None = None,
    ) -> None:
        super().__init__(processes, executor, places=places)
        self.programs = dict(programs or {})
        self.further: Callable[[str], Program | None] = lambda _: None
        """Finds programs that are not offered to people, such as those of a tournament."""
        self._threads = ThreadPoolExecutor(AT_ONCE, "bots")
        self._idle: list[tuple[str, Game[Any], Sitter]] = []
        self._guard = threading.Lock()
        self._closed = False

    def elsewhere(self, game: Game[Any], position: Position, level: str) -> Errand | None:
        """A program has the seconds of its file; with a clock, the clock is the judge."""
        program = self.find(level)
        if program is None:
            return None
        future = self._threads.submit(self._ask, program, game, position)
        return Errand(future, program.start + program.seconds + GRACE, lambda: None)

    def is_elsewhere(self, level: str) -> bool:
        return level.startswith(BOT)

    def find(self, level: str) -> Program | None:
        """The program that a level names; None for our own levels, BadBots if nobody has that name."""
        if level.startswith(BOT) and (program := self.further(level.removeprefix(BOT))) is not None:
            return program
        return program_of(level, self.programs)

    def close(self) -> None:
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, _, sitter in idle:
            dismiss(sitter)
        self._threads.shutdown(wait=False, cancel_futures=True)
        super().close()

    def _ask(self, program: Program, game: Game[Any], position: Position) -> Thought:
        sitter = self._seat(program, game)
        kept = False
        try:
            now = time.monotonic()
            match = Match(game, start=position)
            move, _ = sitter.move(match, position.turn, program.seconds, now + program.seconds)
            kept = self._keep(program, game, sitter)
        except BotFailed as failed:
            sitter.process.witness(failed)
            raise
        finally:
            if not kept:
                sitter.process.end()
        if move is None:
            raise BotResigned
        return Thought(move, 1 / game.players, line=(move,), nodes=1)

    def _seat(self, program: Program, game: Game[Any]) -> Sitter:
        """One that waits and knows the game, or another that waits, or a new one."""
        with self._guard:
            waiting = [entry for entry in self._idle if entry[0] == program.name]
            waiting.sort(key=lambda entry: entry[1] == game)
            entry = waiting[-1] if waiting else None
            if entry is not None:
                self._idle.remove(entry)
        if entry is None:
            return seat_program(program, game)
        _, known, sitter = entry
        if known != game:
            try:
                sitter.begin(game, program.start)
            except BotFailed:
                sitter.process.end()
                raise
        return sitter

    def _keep(self, program: Program, game: Game[Any], sitter: Sitter) -> bool:
        with self._guard:
            if not self._closed:
                self._idle.append((program.name, game, sitter))
            return not self._closed
