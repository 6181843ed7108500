"""Our line protocol for every game (docs/bots.md), spoken with a program.

A line with a number is a question, answered with the same number: `=3 c4` or `?3 why not`. A line without is
news and gets no answer. Lines of the program that begin with # are comments.
"""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import quote

from pavage.bots.process import Process
from pavage.bots.program import Program
from pavage.bots.verdict import BotFailed, Verdict
from pavage.game import Game, Move, Seat, Unreadable
from pavage.match import Match

VERSION = "1"
LEGAL = "legal"
"""What a program says at hello if it wants to be told the legal moves."""
LONGEST_MOVE = 2000
RESIGN, WINS = "resign", "wins"
_ANSWER = re.compile(r"([=?])\s?(\d*)\s*(.*)")
_SAFE = "".join(chr(code) for code in range(33, 127) if chr(code) != "%")


def check_move(name: str, match: Match, text: str) -> Move:
    """The move that a program names; BotFailed if there is none or the rules refuse it."""
    try:
        if len(text) > LONGEST_MOVE:
            raise Unreadable(text[:40], "unreadable")
        move = match.game.read(match.position, text)
    except Unreadable:
        raise BotFailed(Verdict.UNREADABLE, name, text) from None
    if match.game.refusal(match.position, move) is not None:
        raise BotFailed(Verdict.ILLEGAL, name, text)
    return move


class LineBot:
    """A program at a table, by the line protocol."""

    def __init__(self, program: Program, process: Process) -> None:
        self.name = program.name
        self.process = process
        self._number = 0
        self._legal = False
        deadline = time.monotonic() + program.start
        said = self._ask(f"hello pavage {VERSION}", deadline)
        self._legal = LEGAL in said.lower().split()[1:]

    def begin(self, game: Game[Any], seconds: float) -> None:
        """A new game with these rules."""
        options = " ".join(
            f"{option.name}={quote(str(option.write(game.options[option.name])), safe=_SAFE)}"
            for option in game.declared
        )
        self._ask(f"game {game.name} {options}".rstrip(), time.monotonic() + seconds)

    def move(self, match: Match, seat: Seat, left: float, deadline: float) -> tuple[Move | None, bool]:
        """Its move, None to resign; and whether it claims to win with it."""
        game, position = match.game, match.position
        news = []
        if match.set_up:
            news.append(f"start {game.layout(match.positions[0])}")
        news.append(" ".join(["position", *(played.text for played in match.played)]))
        if self._legal:
            news.append(" ".join(["legal", *(game.write(position, move) for move in game.moves(position))]))
        answer = self._ask(f"turn {seat + 1} {max(0.0, left):.3f}", deadline, news)
        words = answer.split()
        if not words or len(words) > 2 or (len(words) == 2 and words[1].lower() != WINS):
            raise BotFailed(Verdict.UNREADABLE, self.name, answer)
        if words[0].lower() == RESIGN:
            return None, False
        return check_move(self.name, match, words[0]), len(words) == 2

    def over(self, match: Match) -> None:
        """How it ended; nothing is asked, so nothing can be answered wrongly."""
        if (outcome := match.outcome) is not None:
            returns = " ".join(f"{share:.10g}" for share in outcome.returns)
            self.process.send(f"over {returns} {outcome.reason}\n", time.monotonic() + 0.2)

    def leave(self, grace: float) -> bool:
        return self.process.leave("quit\n", grace)

    def _ask(self, question: str, deadline: float, news: list[str] | None = None) -> str:
        if (stray := self._next_line(None)) is not None:
            raise BotFailed(Verdict.STALE, self.name, stray)
        self._number += 1
        self.process.send("\n".join([*(news or ()), f"{self._number} {question}"]) + "\n", deadline)
        line = self._next_line(deadline)
        said = _ANSWER.fullmatch(line or "")
        if said is None or not said[2]:
            raise BotFailed(Verdict.UNREADABLE, self.name, line or "")
        if said[2].lstrip("0") != str(self._number):
            raise BotFailed(Verdict.STALE, self.name, line or "")
        if said[1] == "?":
            raise BotFailed(Verdict.REFUSED, self.name, said[3])
        return said[3].strip()

    def _next_line(self, deadline: float | None) -> str | None:
        """The next line that is no comment; without a deadline, only what is there already."""
        while True:
            line = self.process.unasked() if deadline is None else self.process.line(deadline)
            if line is None or (line.strip() and not line.startswith("#")):
                return line
