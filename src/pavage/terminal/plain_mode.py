"""Playing line by line: for pipes, screen readers, and terminals that can do no more."""

from __future__ import annotations

import select
import sys
import time

from pavage.cli.progress import bar
from pavage.game import CHANCE
from pavage.terminal.console import Ink
from pavage.terminal.panel import aim, clock_text, move_text, note, seat_line, seat_name
from pavage.terminal.saved_sheets import sheet_lines
from pavage.terminal.session import Sitting
from pavage.terminal.status_line import field, offers, prompt
from pavage.terminal.trays import motif_lines, remarks, tray_lines
from pavage.view.text import draw

WAIT = 0.05


def play_plain(sitting: Sitting, ink: Ink) -> int:
    """The game until somebody leaves or the input ends; the exit code."""
    shown: object = None
    told = 0
    while sitting.leaving is None:
        try:
            sitting.tick(time.monotonic())
            told = _tell_moves(sitting, ink, told)
            _flush(sitting)
            if sitting.question is None:
                if sitting.thinking:
                    _watch(sitting, ink)
                    continue
                if sitting.match.outcome is not None and not sitting.people:
                    _show(sitting, ink)
                    print(f"\n{sitting.result()}")
                    break
                state = (
                    id(sitting.match),
                    len(sitting.match.positions),
                    sitting.match.outcome,
                    sitting.advice,
                    sitting.found,
                    sitting.touched,
                    sitting.shown,
                )
                if state != shown:
                    _show(sitting, ink)
                    shown = state
            line = _ask(sitting, ink)
            if not line:
                print()
                return 0
            sitting.tick(time.monotonic())
            sitting.say(line, time.monotonic())
            if line.strip().lower() in ("board", "plateau"):
                shown = None
            told = min(told, len(sitting.match.played))
            _show_page(sitting)
        except KeyboardInterrupt:
            print()
            sitting.interrupt(time.monotonic())
    _flush(sitting)
    return sitting.leaving or 0


def farewell(sitting: Sitting, ink: Ink) -> None:
    """What stays on the terminal after the screen has gone: the last position, and what was said last."""
    if sitting.match.played:
        _show(sitting, ink)
        if sitting.match.outcome is not None:
            print(f"\n{sitting.result()}")
    _flush(sitting)


def _ask(sitting: Sitting, ink: Ink) -> str:
    """One line of input; empty at its end."""
    scene = sitting.scene()
    said = "  ".join(
        filter(None, [prompt(sitting, ink, scene), offers(sitting, ink, scene), field(sitting, scene)])
    )
    if sitting.match.outcome is not None and sitting.question is None:
        said = f"{said} {sitting.words('cli.play.after')}"
    sys.stdout.write(f"{said} > ")
    sys.stdout.flush()
    return sys.stdin.readline()


def _show_page(sitting: Sitting) -> None:
    """What somebody asked to read."""
    if sitting.page == "help":
        print(sitting.words("cli.play.help"))
    elif sitting.page == "sheets":
        print("\n".join(["", *sheet_lines(sitting.scene().sheets, sitting.words), ""]))


def _flush(sitting: Sitting) -> None:
    for message in sitting.messages:
        print(message)
    sitting.messages.clear()
    sys.stdout.flush()


def _tell_moves(sitting: Sitting, ink: Ink, told: int) -> int:
    """Say the moves that were made since we last did, and what came of the last; screen readers follow so."""
    scene, played = sitting.scene(), sitting.match.played
    for move in played[told:]:
        text = move_text(sitting, move.text)
        if move.seat == CHANCE:
            print(sitting.words("cli.play.rolled", move=text))
        else:
            who = seat_name(sitting, ink, scene, move.seat)
            print(sitting.words("cli.play.played", who=who, move=text))
    if scene.news is not None and told < len(played):
        print(sitting.words(scene.news))
    return len(played)


def _show(sitting: Sitting, ink: Ink) -> None:
    scene, now = sitting.scene(), time.monotonic()
    board = sitting.board(scene)
    print()
    for line in draw(board, scene, ink.width, colour=ink.colour, unicode=ink.unicode):
        print(f"  {line}")
    print()
    for seat in range(len(scene.seats)):
        parts = [
            seat_line(sitting, ink, scene, seat),
            aim(sitting, board, scene, seat),
            note(sitting, scene, seat),
            clock_text(sitting, seat, now),
        ]
        print("  " + ", ".join(part for part in parts if part))
    for show in (tray_lines, motif_lines):
        for line in show(sitting, ink, scene, ink.width - 3, None):
            print(f"  {line}")
    for line in remarks(sitting, ink, board, scene, ink.width - 3):
        print(f"  {line}")
    sys.stdout.flush()


def _watch(sitting: Sitting, ink: Ink) -> None:
    """Wait for a computer. On a terminal a bar grows, and Enter makes it move now."""
    said = sitting.words(sitting.counsel.doing)
    moves = len(sitting.match.played)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not at_terminal:
        print(said)
        sys.stdout.flush()
    try:
        while sitting.thinking and len(sitting.match.played) == moves:
            if at_terminal:
                shown = bar(sitting.counsel.progress, 16, ink.unicode)
                sys.stdout.write(f"\r{said} {shown}  {sitting.words('cli.play.move_now')}\x1b[K")
                sys.stdout.flush()
                if sys.platform != "win32" and select.select([sys.stdin], [], [], WAIT)[0]:
                    line = sys.stdin.readline()
                    if not line:
                        sitting.leaving = 0
                        return
                    sitting.say(line, time.monotonic())
            else:
                time.sleep(WAIT)
            sitting.tick(time.monotonic())
            if sitting.leaving is not None or sitting.question is not None:
                return
    finally:
        if at_terminal:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
