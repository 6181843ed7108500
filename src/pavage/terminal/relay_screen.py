"""A person between two programs: each move large on the screen, both clocks, one line for the answer."""

from __future__ import annotations

import contextlib
import select
import sys
import textwrap
import time

from pavage.scene import Scene
from pavage.terminal.console import console_for
from pavage.terminal.large_print import large
from pavage.terminal.panel import aim, clock_text, cut, entry_text, seat_line
from pavage.terminal.session.session import Session
from pavage.terminal.session.typed_words import NO, fold, verb_of
from pavage.terminal.status_line import offers
from pavage.tournament.carried import exchanged, last_of, to_tell
from pavage.tournament.kept_game import Keeper
from pavage.view.text import draw
from pavage.view.text.characters import paint, visible
from pavage.view.text.signs import SGR

TICK = 0.5
"""Seconds between two looks at the clocks."""
GLANCE = 0.05
"""Seconds between two looks whether a computer has moved."""
ALLOWED = ("undo", "resign", "save", "help", "quit", "board")
"""Of the commands of `pavage play`; nobody may be helped here."""
PAUSE, GO_ON = ("pause", "p"), ("continue", "continuer", "reprendre", "go")
MARGIN = "  "
PANEL = 34
"""Columns beside the board without which everything stands below each other."""


class RelayScreen:
    """The screen of a relay."""

    def __init__(
        self, session: Session, title: str, noted: Keeper, begun: bool = False, paused: bool = True
    ) -> None:
        """`noted` keeps the game, for those who watch and if we are killed; `begun` is one that goes on."""
        self.session = session
        self.console = console_for(sys.stdout)
        self.title = title
        self.noted = noted
        self.on_screen = sys.stdin.isatty() and sys.stdout.isatty()
        self.begun, self.paused = begun, paused
        session.carries = True
        self._signed = 0.0
        self._clocks: dict[int, tuple[int, int]] = {}
        """Line and column of each clock on the screen, from 1."""

    def carry(self) -> bool:
        """From the first move to a result that the person has confirmed; False if they left before."""
        session = self.session
        if not self._begin():
            return False
        while True:
            if not self.paused:
                session.tick(time.monotonic())
            if session.match.outcome is not None:
                said = self._ask(session.words("relay.confirm", result=session.result()))
                if said is None or fold(said) not in NO:
                    return True
                self._take_back()
                continue
            line = self._ask(self._question())
            if line is None:
                session.interrupt(time.monotonic(), 0)  # asks first whether to save, the second time leaves
            else:
                self._obey(line)
            if session.leaving is not None:
                if self.noted.keeps and not session.messages:  # else it was saved, which is said
                    session.tell("relay.stays")
                self.noted.rest()
                return False

    def _begin(self) -> bool:
        """A clock waits for both programs; whoever answers with a move already has set them up.

        A game that was begun goes on as it was: its clock runs if it ran.
        """
        match = self.session.match
        if self.begun:
            if not self.paused:
                self._resume()
            return True
        first: str | None = ""
        if match.clock is not None:
            match.pause(time.monotonic())
            first = self._ask(self.session.words("relay.ready"))
        if first is None:
            return False
        self.begun = True
        self._resume()
        if first:
            self._obey(first)
        return True

    def _take_back(self) -> None:
        """The result is wrong: without the move that brought it about, or without what was said after it."""
        match = self.session.match
        if match.ending is None:
            self.session.say("undo", time.monotonic())
        else:
            match.ending = None
            self._resume()

    def _obey(self, line: str) -> None:
        session, now = self.session, time.monotonic()
        verb, _ = verb_of(line)
        if session.question is not None:
            session.say(line, now)
        elif fold(line) in PAUSE:
            self.paused = True
            session.forget()
            session.match.pause(now)
        elif self.paused:
            if fold(line) in ("", *GO_ON):
                self._resume()
            else:
                session.tell("relay.paused")
        elif verb == "help":
            session.tell("relay.help")
        elif verb is not None and verb not in ALLOWED:
            session.tell("relay.not_here", command=line.strip())
        elif line.strip() or not session.person_to_move:
            session.say(line, now)

    def _resume(self) -> None:
        self.paused = False
        self.session.match.resume(time.monotonic())

    def _question(self) -> str:
        session = self.session
        if session.question is not None:
            return session.question.text
        if self.paused:
            return session.words("relay.paused")
        if session.thinking:
            return session.words("relay.thinks", who=session.name(session.match.turn))
        return session.words("relay.answer", who=session.name(session.match.turn))

    # --- what is seen

    def _ask(self, question: str) -> str | None:
        """Show everything, and wait for a line while the clocks run; None at the end of the input."""
        self.noted(self.session.match, self.begun, self.paused)
        if self.noted.keeps:
            self.session.keep()  # whoever leaves loses nothing, and need not be asked
        try:
            self._show(question)
            if self._something_happened():
                return ""
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not self.on_screen:
            print()
        return line.rstrip("\n") if line else None

    def _something_happened(self) -> bool:
        """Wait for a line to read; true if a computer moves or a clock runs out before there is one."""
        session, listens = self.session, self.on_screen and sys.platform != "win32"
        while session.thinking or listens:
            wait = GLANCE if session.thinking else TICK
            if not listens:
                time.sleep(wait)
            elif select.select([sys.stdin], [], [], wait)[0]:
                return False
            now = time.monotonic()
            if session.thinking:
                session.tick(now)
                if not session.thinking:
                    return True
            if now - self._signed >= TICK:
                self._signed = now
                self._tick()
            if session.flag(now):
                return True
        return False

    def _tick(self) -> None:
        """Write the clocks anew where they stand, whatever is being typed meanwhile."""
        self.noted.sign()
        for seat, (line, column) in self._clocks.items():
            text = clock_text(self.session, seat, time.monotonic())
            sys.stdout.write(f"\x1b7\x1b[{line};{column}H{text} \x1b8")
        sys.stdout.flush()

    def _show(self, question: str) -> None:
        session, console = self.session, console_for(sys.stdout)  # the window may have another size by now
        self.console = console
        scene = session.scene()
        board = session.board(scene)
        drawn = draw(board, scene, console.width - 4, colour=console.colour, unicode=console.unicode)
        wide = max((len(visible(line)) for line in drawn), default=0) + 4
        beside = console.width - wide - len(MARGIN) - 1
        side = self._side(scene, beside if beside >= PANEL else console.width - 4)
        self._clocks = {}
        lines = [MARGIN + console.bold(self.title), ""]
        top, left = len(lines) + 1, len(MARGIN) + 1
        if beside >= PANEL:
            left += wide
            drawn = drawn + [""] * (len(side) - len(drawn))
            side = side + [""] * (len(drawn) - len(side))
            for one, other in zip(drawn, side, strict=True):
                lines.append(f"{MARGIN}{one}{' ' * (wide - len(visible(one)))}{other}".rstrip())
        else:
            room = console.height - len(side) - 8
            lines += [f"{MARGIN}{line}".rstrip() for line in side]
            if len(drawn) <= room or not self.on_screen:
                lines += ["", *(f"{MARGIN}{line}".rstrip() for line in drawn)]
        told = [f"{MARGIN}{line}" for message in session.messages for line in message.splitlines()]
        session.messages.clear()
        offered = "" if self.paused else offers(session, console, scene)
        lines += ["", *told, *([f"{MARGIN}{offered}"] if offered else [])]
        # What is too long for the screen runs out at its top.
        self._find_clocks(scene, top - max(0, len(lines) + 1 - console.height), left)
        if self.on_screen:
            sys.stdout.write("\x1b[2J\x1b[H")
        print("\n".join(lines))
        sys.stdout.write(f"{MARGIN}{question} > ")
        sys.stdout.flush()

    def _side(self, scene: Scene, width: int) -> list[str]:
        """Who plays with their clocks, then the last move, large, and whom to tell."""
        session, console = self.session, self.console
        board = session.board(scene)
        lines = []
        for seat in range(len(scene.seats)):
            arrow = ("▸" if console.unicode else ">") if scene.turn == seat and not self.paused else " "
            clock = clock_text(session, seat, time.monotonic())
            after = console.faint(aim(session, board, scene, seat))
            lines.append(cut(f"{arrow} {seat_line(session, console, scene, seat)}", width))
            lines.append(cut(f"    {clock.ljust(9)}{after}" if clock else f"    {after}", width))
        last = last_of(session.match)
        if last is None:
            return lines
        names = [session.name(seat) for seat in range(len(scene.seats))]
        said = to_tell(session.match, session.table.chairs, names, session.words)
        colour = SGR.get(scene.seats[last.seat].colour, "1")
        shown = large(entry_text(session, last), width, console.unicode)
        lines += [
            "",
            *textwrap.wrap(said, width),
            "",
            *(paint(line, f"{colour};1", console.colour) for line in shown),
        ]
        swap = exchanged(session.match, scene, names, session.words)
        return lines + [""] * bool(swap) + [row for line in swap for row in textwrap.wrap(line, width)]

    def _find_clocks(self, scene: Scene, top: int, left: int) -> None:
        if self.on_screen and self.session.match.clock is not None and not self.paused:
            places = {seat: (top + 2 * seat + 1, left + 4) for seat in range(len(scene.seats))}
            self._clocks = {seat: place for seat, place in places.items() if place[0] > 0}


def farewell(screen: RelayScreen) -> None:
    """What stays on the terminal: the result, or what was said last."""
    session = screen.session
    with contextlib.suppress(OSError):
        if screen.on_screen:
            sys.stdout.write("\x1b[2J\x1b[H")
        if session.match.outcome is not None:
            print(session.result())
        for message in session.messages:
            print(message)
        sys.stdout.flush()
