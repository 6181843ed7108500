"""A game at the terminal: what people may say and what then happens. It knows neither keys nor screens.

Whoever shows it calls `tick` now and then, passes on what people type with `say`, and reads the rest here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pavage.cli import complaint_of
from pavage.cli.commands import NO, YES, button_named, fold, verb_of
from pavage.cli.complaint import Complaint
from pavage.cli.counsel import Counsel
from pavage.cli.files import load_record, save_record
from pavage.cli.seats import PERSON, named, seated
from pavage.formats.record import Record
from pavage.game import IllegalMove, Move, Seat, Unreadable
from pavage.match import Match
from pavage.players.levels import ADVICE
from pavage.players.thought import Thought
from pavage.players.workers import SearchFailed, Workers
from pavage.registry import scene_of
from pavage.scene import Mark, Moment, Scene
from pavage.table import Chair, Table, new_table, turned
from pavage.view.touching import is_beginning, site_named, touched_after
from pavage.words import Words


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be answered with yes or no before anything else."""

    text: str
    yes: Callable[[float], None]
    no: Callable[[float], None]


class Sitting:
    """A table, who sits at it, and the person at the keyboard."""

    def __init__(self, table: Table, words: Words, workers: Workers, dice: random.Random) -> None:
        self.table = table
        self.words = words
        self.counsel = Counsel(workers, dice)
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
        self.helping = False
        self.ahead: list[str] = []
        """Moves typed while the computer was thinking."""
        self._leave_with = 0
        self._kept = self._state()

    # --- what there is to see

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def thinking(self) -> bool:
        return self.counsel.busy

    @property
    def person_to_move(self) -> bool:
        owed = self.table.owed
        return owed is not None and not owed.is_computer

    @property
    def people(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.table.chairs) if not chair.is_computer]

    def scene(self) -> Scene:
        match = self.match
        last = match.played[-1].move if match.played else ()
        seen = scene_of(match.game, Moment(match.position, last, self.touched, match.outcome))
        return replace(seen, marks=(*seen.marks, Mark("target", self.advice))) if self.advice else seen

    def name(self, seat: Seat) -> str:
        return named(self.table.chairs, seat, self.words)

    def colour(self, seat: Seat) -> str:
        game = self.match.game
        return game.colours[game.colour(self.match.position, seat)]

    def result(self) -> str:
        """How it ended, and who that was."""
        outcome = self.match.outcome
        assert outcome is not None
        winners = [seat for seat, share in enumerate(outcome.returns) if share == max(outcome.returns)]
        said = self.words(self.scene().prompt)
        if len(winners) > 1:
            return said
        if len(self.people) == 1:
            return (
                f"{said} {self.words('cli.play.you_win' if winners == self.people else 'cli.play.you_lose')}"
            )
        return f"{said} {self.words('cli.play.winner', who=self.name(winners[0]))}"

    # --- what happens

    def tell(self, key: str, **values: object) -> None:
        self.messages.append(self.words(key, **values))

    def tick(self, now: float) -> None:
        """Time has passed: a computer may have an answer or be owed one, a clock may have run out."""
        if self.match.flag(now):
            self._forget()
        if self.thinking:
            self._look_in(now)
            return
        owed = self.table.owed
        if owed is None or self.leaving is not None:
            return
        if owed.is_computer:
            if not self.counsel.exhausted:
                self.counsel.ask(self.match.game, self.match.position, owed.level, now)
        elif self.ahead and self.question is None:
            self.say(self.ahead.pop(0), now)

    def say(self, line: str, now: float) -> None:
        """Do what a person typed. Whatever is wrong with it becomes a message, and nothing else changes."""
        self.helping = False
        try:
            if self.question is not None:
                self._answer(fold(line), now)
            elif not line.strip():
                self.hurry()
            else:
                self._obey(line, now)
        except Exception as error:
            sentence = complaint_of(self.words, error)
            if sentence is None:
                raise
            self.messages.append(sentence)

    def touch(self, site: int, now: float) -> None:
        """A cell or button was chosen: that is a move, or the beginning of one.

        The last cell once more ends a move that can end there; another one once more takes it back.
        """
        game, position = self.match.game, self.match.position
        if self.touched[-1:] == (site,):
            following = game.choices(position, self.touched)
            endings = [other for other in following if other >= len(game.tiling)]
            if site not in following and len(endings) == 1:
                site = endings[0]
        move = touched_after(game, position, self.touched, site)
        if len(move) <= len(self.touched) or is_beginning(game, position, move):
            self.touched = move
            return
        try:
            self._play(move, now)
        except IllegalMove as error:
            self.messages.append(complaint_of(self.words, error) or "")

    def hurry(self) -> None:
        """Whoever is thinking shall answer now."""
        self.counsel.hurry()

    def interrupt(self, now: float, code: int = 130) -> None:
        """Somebody wants to leave: ask whether to save first, unless nothing can be lost or we just asked."""
        asked_already = self.question is not None and self.question.yes == self._save_and_leave
        if asked_already or self._state() == self._kept or self.match.outcome is not None:
            self.leaving = code
            return
        self._leave_with = code
        self.question = Question(self.words("cli.play.save_first"), self._save_and_leave, self._leave)

    # --- commands

    def _obey(self, line: str, now: float) -> None:
        verb, rest = verb_of(line)
        if verb is not None:
            getattr(self, f"_do_{verb}")(rest, now)
        elif self.match.outcome is not None:
            self.tell("cli.play.over")
        elif not self.person_to_move:
            text = button_named(self.match.game, line)
            self.match.game.read(self.match.position, text)
            self.ahead.append(text)
            self.tell("cli.play.ahead", move=line.strip())
        else:
            self._read(line, now)

    def _read(self, line: str, now: float) -> None:
        """A whole move as people write it, or one more site of a move that was begun."""
        game, position = self.match.game, self.match.position
        site = site_named(game, button_named(game, line))
        if self.touched and site is not None:
            self.touch(site, now)
            return
        try:
            move = game.read(position, button_named(game, line))
        except Unreadable:
            if site is None:
                raise
            move = (site,)
        if is_beginning(game, position, move):
            self.touched = move
        else:
            self._play(move, now)

    def _play(self, move: Move, now: float) -> None:
        self.table.play(move, now)
        self._forget()

    def _do_undo(self, _: str, now: float) -> None:
        self.table.undo(now)
        self._forget()
        self.ahead.clear()
        self.tell("cli.play.undone")

    def _do_hint(self, _: str, now: float) -> None:
        if not self.person_to_move:
            self.tell("cli.play.not_your_turn")
        elif not self.thinking:
            self.counsel.ask(self.match.game, self.match.position, ADVICE, now, hint=True)

    def _do_resign(self, _: str, now: float) -> None:
        if self.match.outcome is not None or not self.people:
            self.tell("cli.play.over" if self.people else "cli.play.not_your_turn")
            return
        seat = self.match.turn if self.match.turn in self.people else self.people[0]

        def give_up(now: float) -> None:
            self.match.resign(seat, now)
            self._forget()

        text = self.words("cli.play.resign", who=self.words(f"colour.{self.colour(seat)}"))
        self.question = Question(text, give_up, lambda _: None)

    def _do_save(self, name: str, now: float) -> None:
        seats = tuple(chair.name for chair in self.table.chairs)
        today = datetime.now()
        headers = {"date": f"{today:%Y-%m-%d}", **self.headers}
        path = save_record(Record(self.match, seats, headers), name, today)
        self._kept = self._state()
        self.tell("cli.play.saved", file=path)

    def _do_load(self, name: str, now: float) -> None:
        if not name:
            raise Complaint("cli.play.load_what")
        record = load_record(name)
        missing = (PERSON,) * (record.match.game.players - len(record.seats))
        self.take(record, [seated(seat) for seat in (*record.seats, *missing)], now)
        self.tell("cli.play.loaded", file=name)

    def take(self, record: Record, chairs: Sequence[Chair], now: float) -> None:
        """Go on with the game of a record."""
        self._forget()
        self.table = Table(record.match, chairs, self.dice)
        self.match.resume(now)
        self.headers = record.headers
        self.ahead.clear()
        self._kept = self._state()

    def _do_help(self, _: str, now: float) -> None:
        self.helping = True

    def _do_board(self, _: str, now: float) -> None:
        pass

    def _do_quit(self, _: str, now: float) -> None:
        self.interrupt(now, 0)

    def _do_now(self, _: str, now: float) -> None:
        self.hurry()

    def _do_rematch(self, _: str, now: float) -> None:
        if self.match.outcome is None:
            self.tell("cli.play.not_over")
            return
        control = self.match.clock.control if self.match.clock else None
        self._forget()
        self.table = new_table(self.match.game, turned(self.table.chairs), control, now, self.dice)
        self._kept = self._state()
        self.tell("cli.play.rematch")

    def _answer(self, said: str, now: float) -> None:
        question = self.question
        if question is None or (said and said not in YES + NO):
            return
        self.question = None
        if said:
            (question.yes if said in YES else question.no)(now)

    def _save_and_leave(self, now: float) -> None:
        self._do_save("", now)
        self.leaving = self._leave_with

    def _leave(self, _: float) -> None:
        self.leaving = self._leave_with

    # --- computers

    def _look_in(self, now: float) -> None:
        """Take the answer of a computer, if there is one."""
        patient = self.counsel.hint or self.people or self.counsel.waited(now) >= self.pace
        if not self.counsel.answered(now) or not patient:
            return
        hint = self.counsel.hint
        try:
            thought = self.counsel.answer()
        except SearchFailed:
            if self.counsel.exhausted:
                self.tell("cli.play.no_answer")
        else:
            self._advise(thought) if hint else self._play(thought.move, now)

    def _advise(self, thought: Thought) -> None:
        game = self.match.game
        self.advice = game.cells_of(thought.move)
        text = game.write(self.match.position, thought.move)
        if text in game.buttons:
            text = self.words(f"{game.name}.button.{text}").lower()
        bounds = ((0.9, "winning"), (0.6, "better"), (0.4, "even"), (0.1, "worse"), (-1.0, "losing"))
        verdict = next(word for bound, word in bounds if thought.value >= bound)
        if thought.proved:
            verdict = "won" if thought.value == 1 else "lost" if thought.value == 0 else verdict
        judged = self.words(f"cli.play.verdict.{verdict}", percent=round(100 * thought.value))
        if thought.reason is not None:
            judged = self.words(thought.reason)
        self.tell("cli.play.hint", move=text, verdict=judged)

    def _forget(self) -> None:
        """The position has changed: no answer to the old one may come."""
        self.counsel.dismiss()
        self.advice, self.touched = (), ()

    def _state(self) -> object:
        return [played.move for played in self.match.played], self.match.ending
