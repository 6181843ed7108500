"""A game at the terminal: what people may say and what then happens. It knows neither keys nor screens.

Whoever shows it calls `tick` now and then, passes on what people type with `say`, and reads the rest here.
What is touched and typed as a move is in move_input.py, the commands are in game_commands.py.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pavage.bots.opponents import BotResigned
from pavage.bots.verdict import BotFailed, Failure
from pavage.formats.record import Record
from pavage.game import Move, Seat
from pavage.match import Match
from pavage.moments import moment_at
from pavage.players.analysis import advice_marks, hopeless, move_cells
from pavage.players.levels import ANALYSIS
from pavage.players.thinking_time import time_for_move
from pavage.players.thought import Thought
from pavage.players.workers import SearchFailed, Workers
from pavage.registry import board_of, scene_of
from pavage.scene import OUTSIDE_THE_RULES, Board, Mark, Overlay, Scene
from pavage.table import Chair, Table
from pavage.terminal.session import move_input
from pavage.terminal.session.analysis import advice_text, analysis_text, shown_marks
from pavage.terminal.session.background_search import BackgroundSearch
from pavage.terminal.session.game_commands import GAME_COMMANDS, Question, save
from pavage.terminal.session.seat_names import PERSON, named
from pavage.terminal.session.typed_words import NO, YES, button_named, fold, verb_of
from pavage.words import Words
from pavage.words.complaint import complaint_of
from pavage.words.endings import ending, seat_name


class Session:
    """A table, who sits at it, and the person at the keyboard."""

    def __init__(self, table: Table, words: Words, workers: Workers, dice: random.Random) -> None:
        self.table = table
        self.words = words
        self.search = BackgroundSearch(workers, dice)
        self.dice = dice
        self.pace = 0.0
        """Seconds that a move between computers takes at the least, so that eyes can follow."""
        self.headers: dict[str, str] = {}
        self.messages: list[str] = []
        self.question: Question | None = None
        self.leaving: int | None = None
        """The exit code, once it is time to go."""
        self.touched: Move = ()
        self.advice: tuple[int, ...] = ()
        self.found: tuple[Mark, ...] = ()
        """What a search found, drawn on the board."""
        self.explained = False
        """Whether it was said what percentages mean."""
        self.warned: set[Seat] = set()
        """Seats that a hint has said to be lost: it is said once."""
        self.page = ""
        """What is read in place of the game: `help` or `sheets`."""
        self.shown = 0
        """Which overlay lies on the board, from 1; 0 for none."""
        self.ahead: list[str] = []
        """Moves typed while the computer was thinking."""
        self.carries = False
        """Whether people only carry the moves of programs."""
        self.failures: dict[Seat, Failure] = {}
        """What programs did wrong."""
        self._leave_with = 0
        self._drawn: tuple[object, Board] | None = None
        self.keep()

    # --- what there is to see

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def thinking(self) -> bool:
        return self.search.busy

    @property
    def person_to_move(self) -> bool:
        owed = self.table.owed
        return owed is not None and not owed.is_computer

    @property
    def people(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.table.chairs) if not chair.is_computer]

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes are on the screen: those of the person to move, or of the only person."""
        if self.match.turn in self.people:
            return self.match.turn
        return self.people[0] if len(self.people) == 1 else None

    def scene(self) -> Scene:
        """The position as the person at the keyboard may see it, with the advice and overlay asked for."""
        match = self.match
        moment = moment_at(match, len(match.played), self.touched, self.people, self.viewer)
        seen = scene_of(match.game, moment)
        overlay = self.overlay(seen)
        advised = (Mark("target", self.advice),) if self.advice else ()
        further = (*(overlay.marks if overlay else ()), *self.found, *advised)
        return replace(seen, marks=(*seen.marks, *further)) if further else seen

    def overlay(self, scene: Scene) -> Overlay | None:
        """What a person has asked to see on top."""
        return scene.overlays[self.shown - 1] if 0 < self.shown <= len(scene.overlays) else None

    def board(self, scene: Scene) -> Board:
        """The board that a scene lies on; a board that grows is drawn anew only when it has grown."""
        known = (self.match.game, scene.board)
        if self._drawn is None or self._drawn[0] != known:
            self._drawn = (known, board_of(self.match.game, scene.board))
        return self._drawn[1]

    def name(self, seat: Seat) -> str:
        return named(self.table.chairs, seat, self.words)

    def colour(self, seat: Seat) -> str:
        game = self.match.game
        return game.colours[game.colour(self.match.position, seat)]

    def result(self) -> str:
        """Return who won and how."""
        outcome = self.match.outcome
        if outcome is not None and self.match.game.players == 1 and outcome.reason in OUTSIDE_THE_RULES:
            return self.words(f"ending.alone.{outcome.reason}")
        you = self.people if len(self.people) == 1 and not self.carries else []
        return ending(self.match, self.scene().prompt, self.words, you, self.spoken_name)

    def afterwards(self) -> str:
        """What one may do once the game is over, and what people exchange if they play once more."""
        after = self.words("cli.play.after")
        if not self.match.rematch_moves or self.carries:
            return after
        return f"{self.words(f'{self.match.game.name}.rematch.next')} {after}"

    def spoken_name(self, seat: Seat) -> str:
        """What a seat is called in a sentence: without a name of its own by the colour."""
        chairs = [replace(chair, name="") if chair.name == PERSON else chair for chair in self.table.chairs]
        unnamed = chairs[seat].is_computer and chairs[seat].name in ("", chairs[seat].level)
        otherwise = self.words(f"colour.{self.colour(seat)}") if unnamed else self.name(seat)
        return seat_name(self.match, chairs, seat, self.words, otherwise)

    # --- what happens

    def tell(self, key: str, **values: object) -> None:
        self.messages.append(self.words(key, **values))

    def complain(self, error: Exception) -> None:
        """Say what is wrong; what is nobody's fault goes on its way."""
        sentence = complaint_of(self.words, error)
        if sentence is None:
            raise error
        self.messages.append(sentence)

    def tick(self, now: float) -> None:
        """Time has passed: a computer may have an answer or be owed one, a clock may have run out."""
        self.flag(now)
        if self.thinking:
            self._look_in(now)
            return
        owed = self.table.owed
        if owed is None or self.leaving is not None:
            return
        if owed.is_computer:
            if not self.search.exhausted:
                limit = time_for_move(self.match, now)
                self.search.ask(self.match.game, self.match.position, owed.level, now, seconds=limit)
        elif self.ahead and self.question is None:
            self.say(self.ahead.pop(0), now)

    def say(self, line: str, now: float) -> None:
        """Do what a person typed. Whatever is wrong with it becomes a message, and nothing else changes."""
        self.page = ""
        try:
            if self.question is not None:
                self._answer(fold(line), now)
            elif not line.strip():
                self.hurry()
            else:
                self._obey(line, now)
        except Exception as error:
            self.complain(error)

    def touch(self, site: int, now: float) -> None:
        """A cell or button was chosen."""
        try:
            move_input.touch(self, site, now)
        except Exception as error:
            self.complain(error)

    def play(self, move: Move, now: float) -> None:
        self.table.play(move, now)
        self.forget()

    def take(self, record: Record, chairs: Sequence[Chair], now: float) -> None:
        """Go on with the game of a record."""
        self.sit_down(Table(record.match, chairs, self.dice))
        self.match.resume(now)
        self.headers = record.headers

    def sit_down(self, table: Table) -> None:
        """At another table: nothing of the old one counts any more."""
        self.forget()
        self.table = table
        self.ahead.clear()
        self.keep()

    def hurry(self) -> None:
        """Whoever is thinking shall answer now."""
        self.search.hurry()

    def interrupt(self, now: float, code: int = 130) -> None:
        """Somebody wants to leave: ask whether to save first, unless nothing can be lost or we just asked."""
        asked_already = self.question is not None and self.question.yes == self._save_and_leave
        if asked_already or self._state() == self._kept or self.match.outcome is not None:
            self.leaving = code
            return
        self._leave_with = code
        self.question = Question(self.words("cli.play.save_first"), self._save_and_leave, self._leave)

    def flag(self, now: float) -> bool:
        """Let a seat leave whose time is over; return whether there was one."""
        seat = self.match.flagged(now)
        if seat is not None:
            self.leave(seat, "time", now)
        return seat is not None

    def goes_on_without(self, seat: Seat) -> bool:
        """Whether the others go on if this seat leaves now."""
        return self.table.goes_on_without(seat, without_people=self.carries)

    def leave(self, seat: Seat, reason: str, now: float) -> None:
        """Let a seat leave. Programs whose moves are carried go on without a person."""
        self.table.leave(seat, reason, now, without_people=self.carries)
        self.forget()

    def forget(self) -> None:
        """The position has changed: no answer to the old one may come."""
        self.search.dismiss()
        self.advice, self.touched, self.found = (), (), ()

    def keep(self) -> None:
        """From here on something could be lost."""
        self._kept = self._state()

    def _obey(self, line: str, now: float) -> None:
        """What can be touched now goes before commands: R may be a card."""
        game = self.match.game
        site = move_input.named_now(self, line) if self.person_to_move else None
        verb, rest = verb_of(line)
        if site is not None:
            move_input.touch(self, site, now)
        elif verb is not None:
            GAME_COMMANDS[verb](self, rest, now)
        elif self.match.outcome is not None:
            self.tell("cli.play.over")
        elif not self.person_to_move:
            text = button_named(game, line)
            game.read(self.match.position, text)
            self.ahead.append(text)
            self.tell("cli.play.ahead", move=line.strip())
        else:
            move_input.read(self, line, now)

    def _answer(self, said: str, now: float) -> None:
        question = self.question
        if question is None or (said and said not in YES + NO):
            return
        self.question = None
        if said:
            (question.yes if said in YES else question.no)(now)

    def _save_and_leave(self, now: float) -> None:
        save(self, "", now)
        self.leaving = self._leave_with

    def _leave(self, _: float) -> None:
        self.leaving = self._leave_with

    def _state(self) -> object:
        return [played.text for played in self.match.played], self.match.ending

    # --- computers

    def _look_in(self, now: float) -> None:
        """Take the answer of a computer, if there is one."""
        patient = self.search.hint or self.people or self.search.waited(now) >= self.pace
        if not self.search.answered(now) or not patient:
            return
        hint = self.search.hint
        try:
            thought = self.search.answer()
        except SearchFailed:
            if self.search.exhausted:
                self.tell("cli.play.no_answer")
        except BotFailed as failed:
            self.messages.append(self.words(failed.failure.phrase))
            self.failures[self.match.turn] = failed.failure
            self.leave(self.match.turn, "forfeit", now)
        except BotResigned:
            self.leave(self.match.turn, "resignation", now)
        else:
            self._advise(thought) if hint else self.play(thought.move, now)

    def _advise(self, thought: Thought) -> None:
        game, position = self.match.game, self.match.position
        if self.search.level == ANALYSIS:
            self.found = shown_marks(game, position, thought)
            self.advice = ()  # what one asked for first would lie on it
            self.messages.append(analysis_text(self.words, game, position, thought))
            self._explain(thought)
            return
        self.advice = move_cells(game, position, thought.move)
        self.found = advice_marks(game, position, thought)
        lost = hopeless(game, position, thought)
        known = lost and position.turn in self.warned
        self.messages.append(advice_text(self.words, game, position, thought, known))
        if lost:
            self.warned.add(position.turn)
        self._explain(thought)

    def _explain(self, thought: Thought) -> None:
        """What a percentage means, when one is first told."""
        if not self.explained and thought.nodes and not thought.proved:
            self.explained = True
            self.tell("chances.meaning")
