"""Programs that speak HTP, such as MoHex, Wolve or our own `pavage htp`, at a table of Hex.

They are told the stones that lie there, never a swap: there are two kinds, and programs know one of them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

from pavage.bots.line_protocol import RESIGN, check_move
from pavage.bots.process import Process
from pavage.bots.program import Program
from pavage.bots.verdict import BotFailed, Verdict
from pavage.game import Game, Move, Seat
from pavage.games.hex import Hex
from pavage.match import Match

COLOURS = ("black", "white")
SWAPS = ("swap-pieces", "swap-sides", "swap")
_ANSWER = re.compile(r"([=?])(\d*)\s*(.*)", re.DOTALL)


class HtpBot:
    """A program at a table of Hex, by HTP."""

    def __init__(self, program: Program, process: Process) -> None:
        self.name = program.name
        self.process = process
        self._number = 0
        self._lying: bytes = b""
        """The stones that lie on its board."""
        self._swaps: bool | None = None
        deadline = time.monotonic() + program.start
        self._known = set(self._ask("list_commands", deadline).split())
        for command in program.setup:
            self._ask(command, deadline)

    def begin(self, game: Game[Any], seconds: float) -> None:
        if not isinstance(game, Hex):
            raise BotFailed(Verdict.REFUSED, self.name, game.name)
        self._ask(f"boardsize {game.size} {game.size}", time.monotonic() + seconds)
        self._ask("clear_board", time.monotonic() + seconds)
        self._lying = bytes(len(game.tiling))

    def move(self, match: Match, seat: Seat, left: float, deadline: float) -> tuple[Move | None, bool]:
        game, position = match.game, match.position
        may_swap = bool(game.buttons) and game.refusal(position, (game.site("swap"),)) is None
        self._allow_swap(may_swap or not any(position.board), deadline)
        self._lay(game.sites, position.board, deadline)
        colour = COLOURS[game.colour(position, seat)]
        if "time_left" in self._known:
            self._ask(f"time_left {colour} {max(0.0, left):.2f}", deadline)
        answer = self._ask(f"genmove {colour}", deadline).lower()
        if answer == RESIGN:
            return None, False
        if answer in SWAPS:
            if not may_swap:
                raise BotFailed(Verdict.ILLEGAL, self.name, answer)
            self._lying = b""  # its board may be mirrored now, or not
            return (game.site("swap"),), False
        move = check_move(self.name, match, answer)
        self._lying = game.play(position, move).board
        return move, False

    def over(self, match: Match) -> None:
        """HTP has no word for it: the next game begins with an empty board."""

    def leave(self, grace: float) -> bool:
        return self.process.leave("quit\n", grace)

    def _allow_swap(self, wanted: bool, deadline: float) -> None:
        if "param_game" in self._known and wanted != self._swaps:
            self._swaps = wanted
            try:
                self._ask(f"param_game allow_swap {int(wanted)}", deadline)
            except BotFailed as failed:
                if failed.failure.verdict != Verdict.REFUSED:
                    raise

    def _lay(self, names: Sequence[str], board: bytes, deadline: float) -> None:
        """Make its board ours: add what is new, or all of it where something has gone."""
        if len(self._lying) != len(board) or any(
            was not in (0, is_now) for was, is_now in zip(self._lying, board, strict=True)
        ):
            self._ask("clear_board", deadline)
            self._lying = bytes(len(board))
        fresh = [cell for cell, code in enumerate(board) if code and not self._lying[cell]]
        for cell in fresh:
            self._ask(f"play {COLOURS[board[cell] - 1]} {names[cell]}", deadline)
        self._lying = board

    def _ask(self, command: str, deadline: float) -> str:
        while (stray := self.process.unasked()) is not None:
            if stray.strip() and not stray.startswith("#"):
                raise BotFailed(Verdict.STALE, self.name, stray)
        self._number += 1
        self.process.send(f"{self._number} {command}\n", deadline)
        lines: list[str] = []
        while True:
            line = self.process.line(deadline)
            if line.startswith("#") or (not lines and not line.strip()):
                continue
            if not line.strip():
                break
            lines.append(line)
        said = _ANSWER.fullmatch("\n".join(lines))
        if said is None:
            raise BotFailed(Verdict.UNREADABLE, self.name, lines[0])
        if said[2] and said[2].lstrip("0") != str(self._number):
            raise BotFailed(Verdict.STALE, self.name, lines[0])
        if said[1] == "?":
            raise BotFailed(Verdict.REFUSED, self.name, f"{command}: {said[3]}".replace("\n", " "))
        return said[3].strip()
