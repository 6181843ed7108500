"""`pavage relay`: two programs that cannot be connected, and a person who carries the moves between them."""

from __future__ import annotations

import math
import random
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from pavage.cli.arguments import Given, Parser, assignments, required
from pavage.cli.carrying import Carrying, farewell
from pavage.cli.complaint import Complaint
from pavage.cli.files import save_record
from pavage.cli.seats import game_for
from pavage.cli.sitting import Sitting
from pavage.cli.tournament import ledger_of, plan_from
from pavage.clock import TimeControl, parse_control
from pavage.formats.record import Record, write_record
from pavage.game import Game
from pavage.match import Match
from pavage.players.workers import Workers
from pavage.table import Chair, Table
from pavage.tournament.ledger import Fault, Ledger, Result
from pavage.tournament.plan import LONGEST_NAME, Plan
from pavage.tournament.running import waits
from pavage.tournament.schedule import Fixture, schedule
from pavage.words import Words


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--as", metavar="names", dest="names")
    parser.take("--clock", metavar="time")
    parser.take("--tournament", metavar="file")
    parser.take("--save", metavar="file")


def run(given: Given, words: Words) -> int:
    names = _names(given.names)
    if given.tournament is None:
        game = game_for(required(given.game, "game", "relay"), assignments(given.option), None)
        if game.players < 2:
            raise Complaint("relay.alone")
        if names and len(names) != game.players:
            raise Complaint("cli.seat_count", given=len(names), takes=game.players)
        names = names or [words("relay.program", letter="ABCDEF"[seat]) for seat in range(game.players)]
        control = parse_control(given.clock) if given.clock else None
        match = _carry(game, names, control, (), words, _title(game, words))
        if match is None:
            return 0
        record = Record(match, tuple(names), {"date": f"{datetime.now():%Y-%m-%d}"})
        path = save_record(record, given.save or "", datetime.now())
        print(words("cli.play.saved", file=path))
        return 0
    if given.game or given.option or given.clock or given.save:
        raise Complaint("relay.tournament_alone")
    path = Path(given.tournament).expanduser()
    plan = plan_from(path)
    with ledger_of(path, plan) as ledger:
        fixture = _due(plan, ledger, names)
        seated = [plan.entrants[one].name for one in fixture.entrants]
        opening = () if fixture.opening is None else plan.openings[fixture.opening]
        title = words("relay.title", name=plan.name, game=fixture.game)
        match = _carry(plan.game, seated, plan.control, opening, words, title)
        if match is None:
            return 0
        kept = ledger.append(result_of(fixture.game, seated, match))
        print(
            words("relay.recorded" if kept else "relay.was_there", game=fixture.game, file=ledger.path.name)
        )
        return 0 if kept else 2


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
    """The next game of those who are named, seats as named; without names the next that needs a person."""
    due = [each for each in schedule(plan, ledger.results).fixtures if each.game not in ledger.results]
    if not names:
        due = [each for each in due if waits(plan, each)]
    seats = {each.game: [plan.entrants[one].name for one in each.entrants] for each in due}
    found = [each for each in due if not names or seats[each.game] == names]
    if found:
        return found[0]
    if not names:
        raise Complaint("relay.nothing_waits")
    known = [one.name for one in plan.entrants]
    for name in names:
        if name not in known:
            raise Complaint("relay.unknown_name", name=name, known=", ".join(known))
    same = sorted({",".join(each) for each in seats.values() if sorted(each) == sorted(names)})
    if same:
        raise Complaint("relay.other_seats", names=",".join(names), known=" ".join(same))
    raise Complaint("relay.not_due", names=",".join(names))


def _carry(
    game: Game[Any],
    names: list[str],
    control: TimeControl | None,
    opening: tuple[str, ...],
    words: Words,
    title: str,
) -> Match | None:
    """The game, played to its end; None if the person left before."""
    dice = random.Random()
    now = time.monotonic()
    table = Table(Match(game, control, now=now), [Chair(name) for name in names], dice)
    for text in opening:
        table.play(game.read(table.match.position, text))
    with Workers(1) as workers:
        sitting = Sitting(table, words, workers, dice)
        if opening:
            sitting.tell("relay.opening", moves=" ".join(opening))
        carrying = Carrying(sitting, title)
        finished = carrying.carry()
        farewell(carrying)
    return sitting.match if finished else None


def result_of(game: str, names: list[str], match: Match) -> Result:
    outcome = match.outcome
    assert outcome is not None
    late = outcome.reason == "time"
    return Result(
        game=game,
        seats=tuple(names),
        returns=outcome.returns,
        reason=outcome.reason,
        moves=len(match.played),
        seconds=tuple(
            round(math.fsum(each.seconds or 0.0 for each in match.played if each.seat == seat), 3)
            for seat in range(match.game.players)
        ),
        record=write_record(Record(match, tuple(names))),
        faults=(Fault(outcome.returns.index(0.0), "time"),) if late else (),
    )
