"""`pavage relay`: two programs that cannot be connected, and a person who carries the moves between them."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pavage.cli.arguments import Given, Parser, assignments, required
from pavage.cli.seats import game_for
from pavage.cli.serve import LOCAL, serve_pages
from pavage.cli.tournament import ledger_of, plan_from
from pavage.clock import TimeControl, parse_control
from pavage.formats.record import Record, write_record
from pavage.game import Game
from pavage.match import Match
from pavage.players.workers import Workers
from pavage.table import Chair, Table
from pavage.terminal.relay_screen import RelayScreen, farewell
from pavage.terminal.saved_games import load_record, must_be_free, save_record
from pavage.terminal.session import Session
from pavage.tournament.carried import NotDue, begun, due, opening_of, result_of, seated
from pavage.tournament.ledger import Ledger
from pavage.tournament.plan import LONGEST_NAME, Plan
from pavage.tournament.schedule import Fixture
from pavage.tournament.watching import Notes, carried
from pavage.words import Words
from pavage.words.complaint import Complaint


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--as", metavar="names", dest="names")
    parser.take("--clock", metavar="time")
    parser.take("--tournament", metavar="file")
    parser.take("--save", metavar="file")
    parser.take("--load", metavar="file")
    parser.switch("--browser")


def run(given: Given, words: Words) -> int:
    if given.browser and given.load:
        raise Complaint("relay.load_here")
    record = load_record(given.load) if given.load else None
    names = _names(given.names) or list(record.seats if record else ())
    return (_alone if given.tournament is None else _in_tournament)(given, names, record, words)


def _alone(given: Given, names: list[str], record: Record | None, words: Words) -> int:
    """Any game, which is saved."""
    game = _game(given, record)
    if game.players < 2:
        raise Complaint("relay.alone")
    if names and len(names) != game.players:
        raise Complaint("cli.seat_count", given=len(names), takes=game.players)
    names = names or [words("relay.program", letter="ABCDEF"[seat]) for seat in range(game.players)]
    control = parse_control(given.clock) if given.clock else None
    if given.browser:
        if given.save:
            raise Complaint("relay.saved_there")
        return _in_browser(words, names, game=game, clock=given.clock or "")
    if given.save:
        must_be_free(given.save)
    match = _carry(game, names, control, (), words, _title(game, words), record)
    if match is None:
        return 0
    now = datetime.now()
    played = Record(match, tuple(names), {"date": f"{now:%Y-%m-%d}"})
    with _shown_if_lost(played):
        path = save_record(played, given.save or "", now)
    print(words("cli.play.saved", file=path))
    return 0


def _game(given: Given, record: Record | None) -> Game[Any]:
    """The game that is named, or that of a record, which knows its own rules and time."""
    if record is None:
        return game_for(required(given.game, "game", "relay"), assignments(given.option), None)
    if given.game or given.option or given.clock:
        raise Complaint("relay.load_alone")
    return record.match.game


def _in_tournament(given: Given, names: list[str], record: Record | None, words: Words) -> int:
    """The game that is due, whose result is recorded there."""
    if given.game or given.option or given.clock or given.save:
        raise Complaint("relay.tournament_alone")
    path = Path(given.tournament).expanduser()
    plan = plan_from(path)
    with ledger_of(path, plan) as ledger:
        fixture = _due(plan, ledger, names)
        seats, opening = seated(plan, fixture), opening_of(plan, fixture)
        if not given.browser:
            if record is not None and not begun(plan, fixture, record):
                raise Complaint("relay.other_record", file=given.load, game=fixture.game)
            title = words("relay.title", name=plan.name, game=fixture.game)
            with carried(ledger.path, fixture.game, tuple(seats)) as noted:
                match = _carry(plan.game, seats, plan.control, opening, words, title, record, noted)
            if match is None:
                return 0
            with _shown_if_lost(Record(match, tuple(seats))):
                kept = ledger.append(result_of(fixture.game, seats, match))
            said = "relay.recorded" if kept else "relay.was_there"
            print(words(said, game=fixture.game, file=ledger.path.name))
            return 0 if kept else 2
    return _in_browser(words, seats, tournament=path)


@contextlib.contextmanager
def _shown_if_lost(record: Record) -> Iterator[None]:
    """A game that cannot be kept is at least on the screen, as a record that can be copied."""
    try:
        yield
    except (Complaint, OSError):
        print(f"\n{write_record(record)}")
        raise


def _in_browser(
    words: Words,
    names: list[str],
    tournament: Path | None = None,
    game: Game[Any] | None = None,
    clock: str = "",
) -> int:
    """The page that begins this game at once."""
    query = [("begin", "1"), ("names", ",".join(names))]
    if tournament is not None:
        query.append(("tournament", tournament.stem))
    if game is not None:
        query += [("game", game.name), ("clock", clock)]
        query += [("option", f"{each.name}={each.write(game.options[each.name])}") for each in game.declared]
    serve_pages(LOCAL, None, words, tournaments=tournament, first=f"/relay?{urlencode(query)}")
    return 0


def _names(text: str | None) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else []
    if any(not name.isprintable() or not 0 < len(name) <= LONGEST_NAME for name in names) or len(
        set(names)
    ) < len(names):
        raise Complaint("relay.bad_names", names=text, longest=LONGEST_NAME)
    return names


def _title(game: Game[Any], words: Words) -> str:
    return words(f"{game.name}.title") if words.has(f"{game.name}.title") else game.name


def _due(plan: Plan, ledger: Ledger, names: list[str]) -> Fixture:
    try:
        return due(plan, ledger.results, names)
    except NotDue as error:
        raise Complaint(error.key, **error.values) from None


def _carry(
    game: Game[Any],
    names: list[str],
    control: TimeControl | None,
    opening: tuple[str, ...],
    words: Words,
    title: str,
    record: Record | None,
    noted: Notes | None = None,
) -> Match | None:
    """The game, played to its end, from where a record left it; None if the person left before.

    Others see it in `noted`.
    """
    dice = random.Random()
    now = time.monotonic()
    table = Table(Match(game, control, now=now), [Chair(name) for name in names], dice)
    for text in opening:
        table.play(game.read(table.match.position, text))
    with Workers(1) as workers:
        session = Session(table, words, workers, dice)
        if record is not None:
            session.take(record, table.chairs, time.monotonic())
        elif opening:
            session.tell("relay.opening", moves=" ".join(opening))
        screen = RelayScreen(session, title, noted or Notes(None))
        finished = screen.carry()
        farewell(screen)
    return session.match if finished else None
