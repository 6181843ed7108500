"""The commands of a game at the terminal, one function each: what they are given, and what then happens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from pavage.cli.question import Question
from pavage.cli.seats import PERSON, seated
from pavage.formats.record import Record
from pavage.game import CHANCE
from pavage.players.levels import ADVICE, ANALYSIS
from pavage.table import new_table, turned
from pavage.terminal.saved_games import load_record, save_record
from pavage.terminal.saved_sheets import save_sheets
from pavage.terminal.typed_words import VERBS, fold
from pavage.words.complaint import Complaint

if TYPE_CHECKING:
    from pavage.terminal.session import Sitting


def undo(sitting: Sitting, _: str, now: float) -> None:
    sitting.table.undo(now)
    sitting.forget()
    sitting.ahead.clear()
    sitting.tell("cli.play.undone")


def hint(sitting: Sitting, _: str, now: float) -> None:
    if not sitting.person_to_move:
        sitting.tell("cli.play.not_your_turn")
    elif not sitting.thinking:
        sitting.counsel.ask(sitting.match.game, sitting.match.position, ADVICE, now, hint=True)


def analyse(sitting: Sitting, _: str, now: float) -> None:
    """What the computer thinks of the position, drawn on the board; once more, and it is gone."""
    match = sitting.match
    if sitting.found:
        sitting.found = ()
    elif match.game.outcome(match.position) is not None:
        sitting.tell("cli.play.over")
    elif match.turn == CHANCE or (match.outcome is None and not sitting.person_to_move):
        sitting.tell("cli.play.not_your_turn")
    elif not sitting.thinking:
        sitting.counsel.ask(match.game, match.position, ANALYSIS, now, hint=True)


def resign(sitting: Sitting, _: str, now: float) -> None:
    match, people = sitting.match, sitting.people
    if match.outcome is not None or not people:
        sitting.tell("cli.play.over" if people else "cli.play.not_your_turn")
        return
    seat = match.turn if match.turn in people else people[0]

    def give_up(now: float) -> None:
        match.resign(seat, now)
        sitting.forget()

    text = sitting.words("cli.play.resign", who=sitting.words(f"colour.{sitting.colour(seat)}"))
    if match.game.players == 1:
        text = sitting.words("cli.play.alone.resign")
    sitting.question = Question(text, give_up, lambda _: None)


def save(sitting: Sitting, name: str, now: float) -> None:
    seats = tuple(chair.name for chair in sitting.table.chairs)
    today = datetime.now()
    headers = {"date": f"{today:%Y-%m-%d}", **sitting.headers}
    path = save_record(Record(sitting.match, seats, headers), name, today)
    sitting.keep()
    sitting.tell("cli.play.saved", file=path)


def load(sitting: Sitting, name: str, now: float) -> None:
    if not name:
        raise Complaint("cli.play.load_what")
    record = load_record(name)
    missing = (PERSON,) * (record.match.game.players - len(record.seats))
    sitting.take(record, [seated(seat) for seat in (*record.seats, *missing)], now)
    sitting.tell("cli.play.loaded", file=name)


def explain(sitting: Sitting, _: str, now: float) -> None:
    sitting.page = "help"


def sheets(sitting: Sitting, rest: str, now: float) -> None:
    """Show the sheets of the game; `sheets save FILE` writes them as text and CSV."""
    there = sitting.scene().sheets
    if not there:
        raise Complaint("cli.play.no_sheets")
    first, _, name = rest.partition(" ")
    if fold(first) not in VERBS["save"]:
        sitting.page = "sheets"
        return
    today = datetime.now()
    stem = f"{sitting.match.game.name}-{today:%Y-%m-%d-%H%M}"
    files = save_sheets(there, sitting.words, name.strip(), stem)
    sitting.tell("cli.play.saved", file=", ".join(map(str, files)))


def show(sitting: Sitting, rest: str, now: float) -> None:
    """The next overlay on the board, or the one of this number; after the last, none."""
    scene = sitting.scene()
    if not scene.overlays:
        raise Complaint("cli.play.no_overlays")
    number = int(rest) if rest.isdecimal() else sitting.shown + 1
    sitting.shown = number if number <= len(scene.overlays) else 0
    overlay = sitting.overlay(scene)
    if overlay is None:
        sitting.tell("cli.play.overlays_off")
        return
    label = sitting.words(overlay.label)
    sitting.tell("cli.play.overlay", number=sitting.shown, count=len(scene.overlays), label=label)


def leave(sitting: Sitting, _: str, now: float) -> None:
    sitting.interrupt(now, 0)


def hurry(sitting: Sitting, _: str, now: float) -> None:
    sitting.hurry()


def look(sitting: Sitting, _: str, now: float) -> None:
    """Whoever shows the game line by line shows the board again."""


def rematch(sitting: Sitting, _: str, now: float) -> None:
    match = sitting.match
    if match.outcome is None:
        sitting.tell("cli.play.not_over")
        return
    control = match.clock.control if match.clock else None
    sitting.sit_down(new_table(match.game, turned(sitting.table.chairs), control, now, sitting.dice))
    sitting.tell("cli.play.rematch" if match.game.players > 1 else "cli.play.alone.rematch")


ORDERS: dict[str, Callable[[Sitting, str, float], None]] = {
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
