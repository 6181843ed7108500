"""The commands of a game at the terminal, one function each: what they are given, and what then happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pavage.formats.record import Record
from pavage.game import CHANCE
from pavage.match import Match
from pavage.players.levels import ADVICE, ANALYSIS
from pavage.table import Table, turned
from pavage.terminal.session.saved_games import load_record, save_record, save_sheets
from pavage.terminal.session.seat_names import PERSON, seated
from pavage.terminal.session.typed_words import LOTS, VERBS, fold
from pavage.words.complaint import Complaint

if TYPE_CHECKING:
    from pavage.terminal.session.session import Session


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be answered with yes or no before anything else, and what to do then."""

    text: str
    yes: Callable[[float], None]
    no: Callable[[float], None]


def undo(session: Session, _: str, now: float) -> None:
    session.table.undo(now)
    session.forget()
    session.ahead.clear()
    session.tell("cli.play.undone")


def hint(session: Session, _: str, now: float) -> None:
    if not session.person_to_move:
        session.tell("cli.play.not_your_turn")
    elif not session.thinking:
        session.search.ask(session.match.game, session.match.position, ADVICE, now, hint=True)


def analyse(session: Session, _: str, now: float) -> None:
    """What the computer thinks of the position, drawn on the board; once more, and it is gone."""
    match = session.match
    if session.found:
        session.found = ()
    elif match.game.outcome(match.position) is not None:
        session.tell("cli.play.over")
    elif match.turn == CHANCE or (match.outcome is None and not session.person_to_move):
        session.tell("cli.play.not_your_turn")
    elif not session.thinking:
        session.search.ask(match.game, match.position, ANALYSIS, now, hint=True)


def resign(session: Session, _: str, now: float) -> None:
    match = session.match
    people = [seat for seat in session.people if seat in match.seats_in]
    if match.outcome is not None or not people:
        session.tell("cli.play.over" if people else "cli.play.not_your_turn")
        return
    seat = match.turn if match.turn in people else people[0]

    def give_up(now: float) -> None:
        session.leave(seat, "resignation", now)

    key = "cli.play.leave" if session.goes_on_without(seat) else "cli.play.resign"
    text = session.words(key, who=session.words(f"colour.{session.colour(seat)}"))
    if match.game.players == 1:
        text = session.words("cli.play.alone.resign")
    session.question = Question(text, give_up, lambda _: None)


def save(session: Session, name: str, now: float) -> None:
    seats = tuple(chair.name for chair in session.table.chairs)
    today = datetime.now()
    headers = {"date": f"{today:%Y-%m-%d}", **session.headers}
    path = save_record(Record(session.match, seats, headers), name, today)
    session.keep()
    session.tell("cli.play.saved", file=path)


def load(session: Session, name: str, now: float) -> None:
    if not name:
        raise Complaint("cli.play.load_what")
    record = load_record(name)
    missing = (PERSON,) * (record.match.game.players - len(record.seats))
    session.take(record, [seated(seat) for seat in (*record.seats, *missing)], now)
    session.tell("cli.play.loaded", file=name)


def explain(session: Session, _: str, now: float) -> None:
    session.page = "help"


def sheets(session: Session, rest: str, now: float) -> None:
    """Show the sheets of the game; `sheets save FILE` writes them as text and CSV."""
    there = session.scene().sheets
    if not there:
        raise Complaint("cli.play.no_sheets")
    first, _, name = rest.partition(" ")
    if fold(first) not in VERBS["save"]:
        session.page = "sheets"
        return
    today = datetime.now()
    stem = f"{session.match.game.name}-{today:%Y-%m-%d-%H%M}"
    files = save_sheets(there, session.words, name.strip(), stem)
    session.tell("cli.play.saved", file=", ".join(map(str, files)))


def show(session: Session, rest: str, now: float) -> None:
    """The next overlay on the board, or the one of this number; after the last, none."""
    scene = session.scene()
    if not scene.overlays:
        raise Complaint("cli.play.no_overlays")
    number = int(rest) if rest.isdecimal() else session.shown + 1
    session.shown = number if number <= len(scene.overlays) else 0
    overlay = session.overlay(scene)
    if overlay is None:
        session.tell("cli.play.overlays_off")
        return
    label = session.words(overlay.label)
    session.tell("cli.play.overlay", number=session.shown, count=len(scene.overlays), label=label)


def leave(session: Session, _: str, now: float) -> None:
    session.interrupt(now, 0)


def hurry(session: Session, _: str, now: float) -> None:
    session.hurry()


def look(session: Session, _: str, now: float) -> None:
    """Whoever shows the game line by line shows the board again."""


def rematch(session: Session, rest: str, now: float) -> None:
    """Play once more with seats turned; `rematch lots` draws lots also where colours would be exchanged."""
    old = session.match
    if old.outcome is None:
        session.tell("cli.play.not_over")
        return
    match = Match(old.game.again(), old.clock.control if old.clock else None, now=now)
    match.open_with(() if fold(rest) in LOTS else old.rematch_moves)
    session.sit_down(Table(match, turned(session.table.chairs), session.dice, now))
    told = [session.words("cli.play.rematch" if match.game.players > 1 else "cli.play.alone.rematch")]
    if match.opening:
        told.append(session.words(f"{match.game.name}.rematch.begun"))
    session.messages.append(" ".join(told))


GAME_COMMANDS: dict[str, Callable[[Session, str, float], None]] = {
    "undo": undo,
    "hint": hint,
    "analyse": analyse,
    "resign": resign,
    "save": save,
    "load": load,
    "help": explain,
    "sheets": sheets,
    "show": show,
    "quit": leave,
    "now": hurry,
    "board": look,
    "rematch": rematch,
}
