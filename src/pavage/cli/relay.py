"""`pavage relay`: two programs that cannot be connected, and a person who carries the moves between them."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pavage.bots.opponents import Opponents
from pavage.bots.program import Program
from pavage.cli.common.arguments import Given, Parser, assignments, required
from pavage.cli.common.seats import game_for
from pavage.cli.common.serving import LOCAL, serve_pages
from pavage.cli.tournament import ledger_of
from pavage.clock import TimeControl, parse_control
from pavage.formats.record import Record, write_record
from pavage.game import Game
from pavage.match import Match
from pavage.table import Chair, Table
from pavage.terminal.relay_screen import RelayScreen, farewell
from pavage.terminal.session.saved_games import load_record, must_be_free, save_record
from pavage.terminal.session.session import Session
from pavage.tournament.carried import NotDue, begun, chairs_of, due, opening_of, result_of, seated
from pavage.tournament.kept_game import Damaged, Keeper, KeptGame, forget_recorded, keep, kept
from pavage.tournament.ledger import Ledger
from pavage.tournament.plan import LONGEST_NAME, Plan, read_plan
from pavage.tournament.schedule import Fixture
from pavage.tournament.watching import carried_folder
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
    parser.switch("--anew")


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
    seated = [Chair(name) for name in names]
    played = _carry(Carried(game, seated, control, _title(game, words)), record, None, words)
    if played is None:
        return 0
    now = datetime.now()
    told = Record(played.match, tuple(names), {"date": f"{now:%Y-%m-%d}"})
    with _shown_if_lost(told):
        path = save_record(told, given.save or "", now)
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
    plan = read_plan(path)
    with ledger_of(path, plan) as ledger:
        forget_recorded(ledger.path, list(ledger.results))
        fixture = _due(plan, ledger, names)
        seats = seated(plan, fixture)
        if given.anew:
            keep(ledger.path, fixture.game, seats).done()
        if not given.browser:
            return _at_terminal(plan, ledger, fixture, record, given.load, words)
    return _in_browser(words, seats, tournament=path)


def _at_terminal(
    plan: Plan, ledger: Ledger, fixture: Fixture, record: Record | None, loaded: str, words: Words
) -> int:
    """A game of a tournament, from where it was left; its result is recorded."""
    game, seats = fixture.game, seated(plan, fixture)
    if record is not None and not begun(plan, fixture, record):
        raise Complaint("relay.other_record", file=loaded, game=game)
    try:
        left = kept(ledger.path, game, seats) if record is None else None
        carried = Carried(
            plan.game,
            chairs_of(plan, fixture),
            plan.control,
            words("relay.title", name=plan.name, game=game),
            opening_of(plan, fixture),
            {one.name: one.program for one in plan.entrants if one.program is not None},
            keep(ledger.path, game, seats),
        )
        played = _carry(carried, record, left, words)
    except Damaged:
        raise Complaint("relay.damaged", file=f"{carried_folder(ledger.path).name}/{game}") from None
    if played is None:
        return 0
    with _shown_if_lost(Record(played.match, tuple(seats))):
        recorded = ledger.append(result_of(game, seats, played.match, played.failures))
    carried.noted.done()
    print(words("relay.recorded" if recorded else "relay.was_there", game=game, file=ledger.path.name))
    return 0 if recorded else 2


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
    """The first of those that are due whose moves nobody else carries."""
    try:
        fixtures = due(plan, ledger.results, names)
    except NotDue as error:
        raise Complaint(error.key, **error.values) from None
    for fixture in fixtures:
        if ledger.carry(fixture.game):
            return fixture
    raise Complaint("relay.elsewhere", game=fixtures[0].game)


@dataclass(frozen=True)
class Carried:
    """A game to be carried: who sits there, and what it begins with."""

    game: Game[Any]
    chairs: list[Chair]
    control: TimeControl | None
    title: str
    opening: tuple[str, ...] = ()
    programs: Mapping[str, Program] = field(default_factory=dict)
    """Ours, by the names of their chairs."""
    noted: Keeper = field(default_factory=lambda: Keeper(None, "", ()))


def _carry(carried: Carried, record: Record | None, left: KeptGame | None, words: Words) -> Session | None:
    """The game, played to its end, from where a record or `left` has it; None if the person left before."""
    dice, game, control = random.Random(), carried.game, carried.control
    now = time.monotonic()
    match = Match(game, control, now=now) if left is None else left.match(game, control, now)
    table = Table(match, carried.chairs, dice)
    going_on = left is not None and left.begun
    for text in carried.opening if left is None else ():
        table.play(game.read(table.match.position, text))
    with Opponents(carried.programs, 1) as workers:
        session = Session(table, words, workers, dice)
        if record is not None:
            session.take(record, table.chairs, time.monotonic())
        elif going_on:
            session.messages.append(words.count("relay.going_on", len(match.played)))
        elif carried.opening:
            session.tell("relay.opening", moves=" ".join(carried.opening))
        paused = left is None or left.paused
        screen = RelayScreen(session, carried.title, carried.noted, begun=going_on, paused=paused)
        finished = screen.carry()
        farewell(screen)
    return session if finished else None
