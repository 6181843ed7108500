"""A person between two programs: each move large on the screen, both clocks, one line for the answer."""

from __future__ import annotations

import contextlib
import select
import sys
import textwrap
import time

from pavage.scene import Scene
from pavage.terminal.console import ink_for
from pavage.terminal.large_print import large
from pavage.terminal.panel import aim, clock_text, cut, move_text, seat_line
from pavage.terminal.session import Sitting
from pavage.terminal.status_line import offers
from pavage.terminal.typed_words import NO, fold, verb_of
from pavage.tournament.carried import exchanged, last_of, to_tell
from pavage.tournament.watching import Notes
from pavage.view.characters import paint, visible
from pavage.view.signs import SGR
from pavage.view.text import draw

TICK = 0.5
"""Seconds between two looks at the clocks."""
ALLOWED = ("undo", "resign", "save", "help", "quit", "board")
"""Of the commands of `pavage play`; nobody may be helped here."""
PAUSE, GO_ON = ("pause", "p"), ("continue", "continuer", "reprendre", "go")
MARGIN = "  "
PANEL = 34
"""Columns beside the board without which everything stands below each other."""


class Carrying:
    """The screen of a relay."""

    def __init__(self, sitting: Sitting, title: str, noted: Notes) -> None:
        """Those who watch from elsewhere see the game in `noted`."""
        self.sitting = sitting
        self.ink = ink_for(sys.stdout)
        self.title = title
        self.noted = noted
        self.on_screen = sys.stdin.isatty() and sys.stdout.isatty()
        self.paused = True
        self._clocks: dict[int, tuple[int, int]] = {}
        """Line and column of each clock on the screen, from 1."""

    def carry(self) -> bool:
        """From the first move to a result that the person has confirmed; False if they left before."""
        sitting = self.sitting
        if not self._begin():
            return False
        while True:
            sitting.tick(time.monotonic())
            if sitting.match.outcome is not None:
                said = self._ask(sitting.words("relay.confirm", result=sitting.result()))
                if said is None or fold(said) not in NO:
                    return True
                self._take_back()
                continue
            line = self._ask(self._question())
            if line is None:
                sitting.interrupt(time.monotonic(), 0)  # asks first whether to save, the second time leaves
            else:
                self._obey(line)
            if sitting.leaving is not None:
                return False

    def _begin(self) -> bool:
        """A clock waits for both programs; whoever answers with a move already has set them up."""
        match = self.sitting.match
        first: str | None = ""
        if match.clock is not None:
            match.pause(time.monotonic())
            first = self._ask(self.sitting.words("relay.ready"))
        self._resume()
        if first:
            self._obey(first)
        return first is not None

    def _take_back(self) -> None:
        """The result is wrong: without the move that brought it about, or without what was said after it."""
        match = self.sitting.match
        if match.ending is None:
            self.sitting.say("undo", time.monotonic())
        else:
            match.ending = None
            self._resume()

    def _obey(self, line: str) -> None:
        sitting, now = self.sitting, time.monotonic()
        verb, _ = verb_of(line)
        if sitting.question is not None:
            sitting.say(line, now)
        elif fold(line) in PAUSE:
            self.paused = True
            sitting.match.pause(now)
        elif self.paused:
            if fold(line) in ("", *GO_ON):
                self._resume()
            else:
                sitting.tell("relay.paused")
        elif verb == "help":
            sitting.tell("relay.help")
        elif verb is not None and verb not in ALLOWED:
            sitting.tell("relay.not_here", command=line.strip())
        elif line.strip():
            sitting.say(line, now)

    def _resume(self) -> None:
        self.paused = False
        self.sitting.match.resume(time.monotonic())

    def _question(self) -> str:
        sitting = self.sitting
        if sitting.question is not None:
            return sitting.question.text
        if self.paused:
            return sitting.words("relay.paused")
        return sitting.words("relay.answer", who=sitting.name(sitting.match.turn))

    # --- what is seen

    def _ask(self, question: str) -> str | None:
        """Show everything, and wait for a line while the clocks run; None at the end of the input."""
        self.noted(self.sitting.match)
        self.noted.sign()
        try:
            self._show(question)
            while self.on_screen and sys.platform != "win32":
                if select.select([sys.stdin], [], [], TICK)[0]:
                    break
                self._tick()
                if self.sitting.match.flag(time.monotonic()):
                    return ""
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not self.on_screen:
            print()
        return line.rstrip("\n") if line else None

    def _tick(self) -> None:
        """Write the clocks anew where they stand, whatever is being typed meanwhile."""
        self.noted.sign()
        for seat, (line, column) in self._clocks.items():
            text = clock_text(self.sitting, seat, time.monotonic())
            sys.stdout.write(f"\x1b7\x1b[{line};{column}H{text} \x1b8")
        sys.stdout.flush()

    def _show(self, question: str) -> None:
        sitting, ink = self.sitting, ink_for(sys.stdout)  # the window may have another size by now
        self.ink = ink
        scene = sitting.scene()
        board = sitting.board(scene)
        drawn = draw(board, scene, ink.width - 4, colour=ink.colour, unicode=ink.unicode)
        wide = max((len(visible(line)) for line in drawn), default=0) + 4
        beside = ink.width - wide - len(MARGIN) - 1
        side = self._side(scene, beside if beside >= PANEL else ink.width - 4)
        self._clocks = {}
        lines = [MARGIN + ink.bold(self.title), ""]
        top, left = len(lines) + 1, len(MARGIN) + 1
        if beside >= PANEL:
            left += wide
            drawn = drawn + [""] * (len(side) - len(drawn))
            side = side + [""] * (len(drawn) - len(side))
            for one, other in zip(drawn, side, strict=True):
                lines.append(f"{MARGIN}{one}{' ' * (wide - len(visible(one)))}{other}".rstrip())
        else:
            room = ink.height - len(side) - 8
            lines += [f"{MARGIN}{line}".rstrip() for line in side]
            if len(drawn) <= room or not self.on_screen:
                lines += ["", *(f"{MARGIN}{line}".rstrip() for line in drawn)]
        told = [f"{MARGIN}{line}" for message in sitting.messages for line in message.splitlines()]
        sitting.messages.clear()
        offered = "" if self.paused else offers(sitting, ink, scene)
        lines += ["", *told, *([f"{MARGIN}{offered}"] if offered else [])]
        # What is too long for the screen runs out at its top.
        self._find_clocks(scene, top - max(0, len(lines) + 1 - ink.height), left)
        if self.on_screen:
            sys.stdout.write("\x1b[2J\x1b[H")
        print("\n".join(lines))
        sys.stdout.write(f"{MARGIN}{question} > ")
        sys.stdout.flush()

    def _side(self, scene: Scene, width: int) -> list[str]:
        """Who plays with their clocks, then the last move, large, and whom to tell."""
        sitting, ink = self.sitting, self.ink
        board = sitting.board(scene)
        lines = []
        for seat in range(len(scene.seats)):
            arrow = ("▸" if ink.unicode else ">") if scene.turn == seat and not self.paused else " "
            clock = clock_text(sitting, seat, time.monotonic())
            after = ink.faint(aim(sitting, board, scene, seat))
            lines.append(cut(f"{arrow} {seat_line(sitting, ink, scene, seat)}", width))
            lines.append(cut(f"    {clock.ljust(9)}{after}" if clock else f"    {after}", width))
        last = last_of(sitting.match)
        if last is None:
            return lines
        names = [sitting.name(seat) for seat in range(len(scene.seats))]
        said = to_tell(sitting.match, names, sitting.words)
        colour = SGR.get(scene.seats[last.seat].colour, "1")
        shown = large(move_text(sitting, last.text), width, ink.unicode)
        lines += [
            "",
            *textwrap.wrap(said, width),
            "",
            *(paint(line, f"{colour};1", ink.colour) for line in shown),
        ]
        swap = exchanged(sitting.match, scene, names, sitting.words)
        return lines + [""] * bool(swap) + [row for line in swap for row in textwrap.wrap(line, width)]

    def _find_clocks(self, scene: Scene, top: int, left: int) -> None:
        if self.on_screen and self.sitting.match.clock is not None and not self.paused:
            places = {seat: (top + 2 * seat + 1, left + 4) for seat in range(len(scene.seats))}
            self._clocks = {seat: place for seat, place in places.items() if place[0] > 0}


def farewell(carrying: Carrying) -> None:
    """What stays on the terminal: the result, or what was said last."""
    sitting = carrying.sitting
    with contextlib.suppress(OSError):
        if carrying.on_screen:
            sys.stdout.write("\x1b[2J\x1b[H")
        if sitting.match.outcome is not None:
            print(sitting.result())
        for message in sitting.messages:
            print(message)
        sys.stdout.flush()
