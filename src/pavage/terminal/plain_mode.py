"""Playing line by line: for pipes, screen readers, and terminals that can do no more."""

from __future__ import annotations

import select
import sys
import time

from pavage.formats.sheets import sheet_lines
from pavage.game import CHANCE
from pavage.moments import moment_at
from pavage.registry import scene_of
from pavage.terminal.console import Console
from pavage.terminal.legend import legend_lines
from pavage.terminal.panel import aim, clock_text, move_text, note, seat_line, seat_name, told_text
from pavage.terminal.session.session import Session
from pavage.terminal.status_line import field, offers, prompt
from pavage.terminal.trays import motif_lines, tray_lines
from pavage.view.text import draw
from pavage.view.text.characters import bar
from pavage.words.moves import told_leaving

WAIT = 0.05
"""Seconds between two looks at a computer that thinks."""
LISTENING = 0.5
"""Seconds after which a Ctrl-C is heard that came too early to end the waiting for a line."""


def play_plain(session: Session, console: Console) -> int:
    """The game until somebody leaves or the input ends; the exit code."""
    shown: object = None
    told = 0
    while session.leaving is None:
        try:
            session.tick(time.monotonic())
            told = _tell_moves(session, console, told)
            _flush(session)
            if session.question is None:
                if session.thinking:
                    _watch(session, console)
                    continue
                if session.match.outcome is not None and not session.people:
                    _show(session, console)
                    print(f"\n{session.result()}")
                    break
                state = (
                    id(session.match),
                    len(session.match.positions),
                    session.match.outcome,
                    session.advice,
                    session.found,
                    session.touched,
                    session.shown,
                )
                if state != shown:
                    _show(session, console)
                    shown = state
            line = _ask(session, console)
            if not line:
                print()
                return 0
            session.tick(time.monotonic())
            session.say(line, time.monotonic())
            if line.strip().lower() in ("board", "plateau"):
                shown = None
            told = min(told, len(session.match.played))
            _show_page(session)
        except KeyboardInterrupt:
            print()
            session.interrupt(time.monotonic())
    _flush(session)
    return session.leaving or 0


def farewell(session: Session, console: Console) -> None:
    """What stays on the terminal after the screen has gone: the last position, and what was said last."""
    if session.match.played:
        _show(session, console)
        if session.match.outcome is not None:
            print(f"\n{session.result()}")
    _flush(session)


def _ask(session: Session, console: Console) -> str:
    """One line of input; empty at its end."""
    scene = session.scene()
    said = "  ".join(
        filter(
            None, [prompt(session, console, scene), offers(session, console, scene), field(session, scene)]
        )
    )
    if session.match.outcome is not None and session.question is None:
        said = f"{said} {session.afterwards()}"
    sys.stdout.write(f"{said} > ")
    sys.stdout.flush()
    # Ctrl-C in the instant before a read that then waits would only be heard after the next line.
    if sys.platform != "win32" and sys.stdin.isatty():
        while not select.select([sys.stdin], [], [], LISTENING)[0]:
            pass
    return sys.stdin.readline()


def _show_page(session: Session) -> None:
    """What somebody asked to read."""
    if session.page == "help":
        print(session.words("cli.play.help"))
    elif session.page == "sheets":
        print("\n".join(["", *sheet_lines(session.scene().sheets, session.words), ""]))


def _flush(session: Session) -> None:
    for message in session.messages:
        print(message)
    session.messages.clear()
    sys.stdout.flush()


def _tell_moves(session: Session, console: Console, told: int) -> int:
    """Say the moves that were made since we last did, and what came of each; screen readers follow so."""
    scene, match = session.scene(), session.match
    played, news = match.played, None
    first = max(told, match.opening)  # what nobody chose is said by the rematch
    for ply, move in enumerate(played[first:], first):
        if move.seat == CHANCE:
            print(session.words("cli.play.rolled", move=move_text(session, move.text)))
        elif move.reason:
            print(told_leaving(session.match, ply, session.words, session.spoken_name(move.seat)))
        else:
            who = seat_name(session, console, scene, move.seat)
            print(session.words("cli.play.played", who=who, move=told_text(session, ply)))
        before, last = news, ply + 1 == len(played)
        news = scene.news if last else scene_of(match.game, moment_at(match, ply + 1)).news
        if news is not None and (last or (news != before and played[ply + 1].seat != CHANCE)):
            print(session.words(news))
    return len(played)


def _show(session: Session, console: Console) -> None:
    scene, now = session.scene(), time.monotonic()
    board = session.board(scene)
    print()
    for line in draw(board, scene, console.width, colour=console.colour, unicode=console.unicode):
        print(f"  {line}")
    print()
    for seat, view in enumerate(scene.seats):
        parts = [
            seat_line(session, console, scene, seat),
            "" if view.out else aim(session, board, scene, seat),
            note(session, scene, seat),
            clock_text(session, seat, now),
        ]
        print("  " + ", ".join(part for part in parts if part))
    for show in (tray_lines, motif_lines):
        for line in show(session, console, scene, console.width - 3, None):
            print(f"  {line}")
    for line in legend_lines(session, console, board, scene, console.width - 3):
        print(f"  {line}")
    sys.stdout.flush()


def _watch(session: Session, console: Console) -> None:
    """Wait for a computer. On a terminal a bar grows, and Enter makes it move now."""
    said = session.words(session.search.doing)
    moves = len(session.match.played)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not at_terminal:
        print(said)
        sys.stdout.flush()
    try:
        while session.thinking and len(session.match.played) == moves:
            if at_terminal:
                shown = bar(session.search.progress, 16, console.unicode)
                sys.stdout.write(f"\r{said} {shown}  {session.words('cli.play.move_now')}\x1b[K")
                sys.stdout.flush()
                if sys.platform != "win32" and select.select([sys.stdin], [], [], WAIT)[0]:
                    line = sys.stdin.readline()
                    if not line:
                        session.leaving = 0
                        return
                    session.say(line, time.monotonic())
            else:
                time.sleep(WAIT)
            session.tick(time.monotonic())
            if session.leaving is not None or session.question is not None:
                return
    finally:
        if at_terminal:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
