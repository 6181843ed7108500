"""Writing a bot in Python: inherit from Bot, write `move`, run it on pipes or at a table of the web app."""

from __future__ import annotations

import contextlib
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TextIO
from urllib.parse import unquote

from pavage.game import Game, Move, Position, Seat
from pavage.match import Match, read_leaving
from pavage.registry import games


@dataclass(frozen=True)
class Turn:
    """What a bot is asked: where the game stands, for which seat, and how many seconds there are."""

    match: Match
    seat: Seat
    seconds: float
    """All the time that is left, not only for this move, where there is a clock."""

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def moves(self) -> tuple[str, ...]:
        """What was played so far, chance included."""
        return tuple(played.text for played in self.match.played)

    @cached_property
    def legal(self) -> Sequence[str]:
        """The moves that may be played, as they are written."""
        return [self.game.write(self.position, move) for move in self.game.moves(self.position)]


class Bot(ABC):
    """A program that plays. It may keep what it likes between moves; `move` is told everything anyway."""

    name = "bot"

    @abstractmethod
    def move(self, turn: Turn) -> str | Move:
        """The move, as text or as sites; `resign` to give up."""

    def plays(self, game: Game[Any]) -> bool:
        """Whether it plays this game with these options."""
        return True

    def run(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        """Speak the line protocol on standard input and output until told to quit.

        What `move` prints meanwhile goes to the standard error: it is no answer.
        """
        talk = _Talk(self, out or sys.stdout)
        with contextlib.redirect_stdout(sys.stderr):
            for line in source or sys.stdin:
                if not talk.hear(line):
                    break

    def connect(self, link: str) -> None:
        """Play at a table of the web app: the link of a seat, `http://…/play/ID#KEY`. Returns at the end."""
        from pavage.bots.web import play_at

        play_at(link, self.answer, self.name)

    def answer(self, turn: Turn) -> str:
        """What `move` says, as text."""
        said = self.move(turn)
        return said if isinstance(said, str) else turn.game.write(turn.position, said)


class _Talk:
    """One conversation with whoever started us."""

    def __init__(self, bot: Bot, out: TextIO) -> None:
        self.bot = bot
        self.out = out
        self.game: Game[Any] | None = None
        self.start: str = ""
        self.played: list[str] = []
        self._match: Match | None = None

    def hear(self, line: str) -> bool:
        """Obey a line; false when it is time to go."""
        number, word, rest = _split(line)
        if word == "quit":
            return False
        try:
            told = self._obey(word, rest)
            sign = "="
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            told, sign = f"{type(error).__name__}: {error}".replace("\n", " "), "?"
        answer = self._decide(told) if isinstance(told, Turn) else told
        if number:
            self.out.write(f"{sign}{number} {answer}".rstrip() + "\n")
            self.out.flush()
        return True

    def _decide(self, turn: Turn) -> str:
        """Whatever the bot itself raises is a crash: it ends, and its standard error shows where."""
        try:
            return self.bot.answer(turn)
        except Exception as error:
            frames = error.__traceback__
            while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
                frames = frames.tb_next  # a reader looks for lines of their own
            traceback.print_exception(error.with_traceback(frames or error.__traceback__), file=sys.stderr)
            raise SystemExit(1) from None

    def _obey(self, word: str, rest: list[str]) -> str | Turn:
        """The answer; a turn, if it is for the bot to give."""
        if word == "hello":
            return self.bot.name
        if word == "game":
            options = dict(text.split("=", 1) for text in rest[1:])
            game = games()[rest[0]](**{name: unquote(value) for name, value in options.items()})
            if not self.bot.plays(game):
                raise ValueError(f"I do not play {rest[0]} like this")
            self.game, self._match, self.start = game, None, ""
        elif word == "start":
            self.start = " ".join(rest)
        elif word == "position":
            self.played = rest
        elif word == "turn":
            seat, seconds = int(rest[0]) - 1, float(rest[1])
            return Turn(self._match_now(), seat, seconds)
        elif word not in ("legal", "over", ""):
            raise ValueError(f"what does {word} mean?")
        return ""

    def _match_now(self) -> Match:
        """The match as it stands; what we replayed before is used again."""
        assert self.game is not None, "a game comes before a turn"
        match = self._match
        known = [played.text for played in match.played] if match else []
        if match is None or self.played[: len(known)] != known or self.start:
            match, known = Match(self.game, start=self.game.setup(self.start) if self.start else None), []
        for text in self.played[len(known) :]:
            seat = read_leaving(text)
            if seat is None:
                match.play(self.game.read(match.position, text))
            else:
                match.leave(seat)
        self._match = match
        return match


def _split(line: str) -> tuple[str, str, list[str]]:
    """Number, command, arguments."""
    words = line.split()
    number = words.pop(0) if words and words[0].isdigit() else ""
    return number, words[0] if words else "", words[1:]
