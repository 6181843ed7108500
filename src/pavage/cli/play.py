"""`pavage play`: a game in the terminal, on the whole screen or line by line."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import time
from types import FrameType
from typing import Any

from pavage.bots.opponents import Opponents, all_play
from pavage.cli.common.arguments import Given, Parser, assignments, required, whole
from pavage.cli.common.seats import chair, game_for, mention_slow_search, programs_for
from pavage.clock import parse_control
from pavage.formats.record import Record
from pavage.game import Game
from pavage.registry import games
from pavage.table import Chair, draw_lots, new_table
from pavage.terminal.console import console_for
from pavage.terminal.plain_mode import farewell, play_plain
from pavage.terminal.screen import needed
from pavage.terminal.session.saved_games import load_record
from pavage.terminal.session.seat_names import PERSON, seated
from pavage.terminal.session.session import Session
from pavage.words import Words
from pavage.words.complaint import Complaint

OPPONENT = "medium"
"""Who plays against a person who names nobody."""
PACE = 0.6
"""Seconds that a move between computers is shown."""


def arguments(parser: Parser) -> None:
    parser.take("game", metavar="game", nargs="?")
    parser.take("--players", metavar="who")
    parser.take("--option", metavar="assignment", action="append")
    parser.take("--clock", metavar="time")
    parser.switch("--lots")
    parser.take("--seed", metavar="number")
    parser.take("--load", metavar="file")
    parser.take("--bots", metavar="file")
    parser.switch("--plain")


def run(given: Given, words: Words) -> int:
    dice = random.Random(whole(given.seed, "--seed", 0, 2**63))
    record = _loaded(given) if given.load else None
    if record is None:
        game, chairs = _seated(given)
    else:
        game, chairs = record.match.game, [seated(name) for name in record.seats]
        if given.players is not None:
            chairs = _chairs(given)
            if len(chairs) != game.players:
                raise Complaint("cli.seat_count", given=len(chairs), takes=game.players)
        chairs += [Chair(PERSON)] * (game.players - len(chairs))
    control = parse_control(given.clock) if given.clock else None
    if given.lots:
        chairs = draw_lots(chairs, dice)
    on_screen = not given.plain and sys.stdin.isatty() and sys.stdout.isatty() and _raw_keys()
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, _leave)
    programs, levels = programs_for(given.bots), [each.level for each in chairs]
    all_play(levels, programs, game.name)
    mention_slow_search(words, levels)
    with Opponents(programs, 1) as workers:
        now = time.monotonic()
        session = Session(new_table(game, chairs, control, now, dice), words, workers, dice)
        if record is not None:
            session.take(record, chairs, now)
        return _play(session, on_screen, words)


def _seated(given: Given) -> tuple[Game[Any], list[Chair]]:
    """A new game, and who plays it."""
    name = required(given.game, "game", "play")
    options = assignments(given.option)
    if given.players is not None:
        chairs = _chairs(given)
        return game_for(name, options, len(chairs)), chairs
    game = game_for(name, options, None)
    return game, [Chair(PERSON), *[Chair(OPPONENT, OPPONENT)] * (game.players - 1)]


def _chairs(given: Given) -> list[Chair]:
    programs = programs_for(given.bots)
    return [chair(word, programs) for word in given.players.split(",")]


def _loaded(given: Given) -> Record:
    """A saved game, which knows its own rules, options and time."""
    if given.option or given.clock or given.lots:
        raise Complaint("cli.play.load_alone")
    if given.game:
        games()[given.game]
    record = load_record(given.load)
    if given.game and given.game != record.match.game.name:
        raise Complaint("cli.play.other_game", game=given.game, found=record.match.game.name)
    return record


def _play(session: Session, on_screen: bool, words: Words) -> int:
    console = console_for(sys.stdout)
    scene = session.scene()
    wide, high = needed(session.board(scene), scene)
    if on_screen and (console.width < wide or console.height < high):
        print(f"pavage: {words('cli.play.too_small', wide=wide, high=high)}", file=sys.stderr)
        on_screen = False
    if not on_screen:
        return play_plain(session, console)
    from pavage.terminal.full_screen import play_full_screen

    session.pace = PACE
    code = play_full_screen(session)
    with contextlib.suppress(OSError):  # the terminal may be gone
        farewell(session, console)
    return code


def _raw_keys() -> bool:
    """Whether keys can be read one by one here; Windows has no termios."""
    with contextlib.suppress(ImportError):
        import termios  # noqa: F401

        return os.environ.get("TERM", "dumb") != "dumb"
    return False


def _leave(number: int, _: FrameType | None) -> None:
    """Told to go: leave through the contexts, which give the terminal back."""
    raise SystemExit(128 + number)
