"""The pipes to a program: lines out, lines in, each by a deadline, with bounds on all that it writes.

Whatever a program does ends in a line or in BotFailed, never later than the deadline that was given.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from pathlib import Path

from pavage.bots.transcript import Transcript
from pavage.bots.verdict import BotFailed, Verdict

CHUNK = 1 << 16
MOST = 1 << 18
"""Bytes that a program may write for one answer, comments and all."""
MOST_ERRORS = 1 << 24
"""Bytes that it may write on its standard error between two answers."""
TAIL = 2048
"""Bytes of its standard error that are kept, the last ones."""
LAST_LINES = 12
"""Lines of it that are told."""
LAST_WORDS = 0.05
"""Seconds that we wait to hear why a pipe was closed."""
DYING = 20.0
"""Seconds that we wait for news of a program that is seen to be ending; a busy machine needs them."""
PF_EXITING = 4
"""A flag of the kernel's: this process is ending."""


class Pipes:
    """Our ends of the pipes: to its input, from its output and its errors, and from its warden."""

    def __init__(
        self, name: str, memory: int, ends: tuple[int, int, int, int], transcript: Transcript
    ) -> None:
        self.name = name
        self.transcript = transcript
        self.pid = 0
        self.ended: tuple[int, int] | None = None
        """How it ended, as wait says, and the bytes that it had at the most."""
        self.missing: int | None = None
        """The error for which it could not be started."""
        self.warden_gone = False
        self._memory = memory
        self._in, self._out, self._err, self._status = ends
        for each in ends:
            os.set_blocking(each, False)
        self._lines: list[bytes] = []
        self._rest = bytearray()
        self._read = self._complained = 0
        self._errors = bytearray()
        self._told = bytearray()
        self._open_out = self._open_errors = True
        self._answered = False
        """Until it has said something it died at the start, not in the game."""

    def send(self, text: str, deadline: float) -> None:
        """Write, though the program may not be reading."""
        self.transcript.sent(text)
        waiting = memoryview(text.encode())
        self._read = self._complained = 0
        while waiting:
            try:
                waiting = waiting[os.write(self._in, waiting) :]
            except BlockingIOError:
                self.wait(deadline, writing=True)
            except OSError:
                raise self._why_closed() from None

    def line(self, deadline: float) -> str:
        """The next line that it writes."""
        while not self._lines:
            if self._closed:
                failure = self._why_closed()
                if not self._lines:
                    raise failure
            elif time.monotonic() < deadline:
                self.wait(deadline)
            else:
                self._take_in(0.0)  # what came in time counts, though we were late to read it
                if not self._lines:
                    raise self._why_late()
        self._answered = True
        return self._text(self._lines.pop(0))

    def unasked(self) -> str | None:
        """A line that it wrote though nobody asked; looks, and does not wait."""
        self._take_in(0.0)
        return self._text(self._lines.pop(0)) if self._lines else None

    def ends_by(self, deadline: float) -> bool:
        """Whether it is gone by then; whatever it still writes is nobody's business."""
        with contextlib.suppress(BotFailed, OSError):
            while self.ended is None and self.missing is None and not self.warden_gone:
                self._read = self._complained = 0
                self.wait(deadline)
        return self.ended is not None or self.missing is not None

    @property
    def last_words(self) -> str:
        """The end of what it wrote on its standard error."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return "".join(sign for sign in lines[-1] if sign.isprintable())[:160] if lines else ""

    @property
    def last_lines(self) -> str:
        """As much of the end of its standard error as helps to see what went wrong."""
        text = self._errors.decode("utf-8", "replace").replace("\t", "    ")
        lines = ["".join(sign for sign in line if sign.isprintable()).rstrip() for line in text.splitlines()]
        return "\n".join(lines[-LAST_LINES:]).strip("\n")

    def _text(self, line: bytes) -> str:
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise BotFailed(Verdict.BINARY, self.name, repr(line[:20])) from None
        text = text.rstrip("\r")
        if not all(sign.isprintable() or sign == "\t" for sign in text):
            raise BotFailed(Verdict.BINARY, self.name, repr(text[:20]))
        return text

    # --- listening

    @property
    def _closed(self) -> bool:
        """Nothing more will come: its output is closed, or it has ended, or never began."""
        return not self._open_out or self.ended is not None or self.missing is not None

    def wait(self, deadline: float, writing: bool = False) -> None:
        """Take in whatever comes until the deadline; returns as soon as something has come."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._why_late()
        self._take_in(left, writing)

    def _take_in(self, seconds: float, writing: bool = False) -> None:
        """Whatever comes within these seconds; returns as soon as something has come."""
        poll = select.poll()
        for source, opened in ((self._out, self._open_out), (self._err, self._open_errors)):
            if opened:
                poll.register(source, select.POLLIN)
        if not self.warden_gone:
            poll.register(self._status, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        for source, _ in poll.poll(seconds * 1000):
            if source == self._out:
                self._hear()
            elif source == self._err:
                self._hear_errors()
            elif source == self._status:
                self.hear_warden()

    def _hear(self) -> None:
        data = os.read(self._out, CHUNK)
        if not data:
            self._open_out = False
            return
        self._read += len(data)
        if self._read > MOST:
            raise BotFailed(Verdict.FLOODED, self.name)
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._lines.append(bytes(self._rest + part))
            self.transcript.heard(self._lines[-1])
            self._rest.clear()
        self._rest += rest

    def _hear_errors(self) -> None:
        data = os.read(self._err, CHUNK)
        self._open_errors = bool(data)
        self.transcript.complained(data)
        self._errors = (self._errors + data)[-TAIL:]
        self._complained += len(data)
        if self._complained > MOST_ERRORS:
            raise BotFailed(Verdict.FLOODED, self.name, self.last_words)

    def hear_warden(self) -> None:
        data = os.read(self._status, CHUNK)
        if not data:
            self.warden_gone = True
            return
        *whole, rest = (self._told + data).split(b"\n")
        self._told = bytearray(rest)
        for line in whole:
            word, *numbers = line.decode().split()
            values = [int(number) for number in numbers]
            if word == "started":
                self.pid = values[0]
            elif word == "failed":
                self.missing = values[0]
            elif word == "exited":
                self.ended = (values[0], values[1])
            elif word == "memory":
                raise BotFailed(Verdict.MEMORY, self.name, f"{values[0] >> 20} MB")
            elif word == "forked":
                raise BotFailed(Verdict.FORKED, self.name, str(values[0]))

    def _why_late(self) -> BotFailed:
        """Its time is over: has it ended, unseen as yet, or does it only not answer?"""
        if self._closed or _is_dying(self.pid):
            return self._why_closed()
        return BotFailed(Verdict.SILENT, self.name, self.last_words)

    def _why_closed(self) -> BotFailed:
        """A pipe is closed: has the program ended, or only closed it?"""
        end = time.monotonic() + LAST_WORDS
        while self.ended is None and self.missing is None and not self.warden_gone:
            now = time.monotonic()
            if now > end and not (_is_dying(self.pid) and now < end + DYING):
                break
            with contextlib.suppress(BotFailed):
                self._take_in(LAST_WORDS / 5)
        self._take_in(0.0)
        if self.missing is not None:
            return BotFailed(Verdict.MISSING, self.name, os.strerror(self.missing) if self.missing else "")
        words = self.last_words
        if self.ended is None:
            return BotFailed(Verdict.CLOSED, self.name, words)
        code, peak = self.ended
        lacked = any(sign in words for sign in ("MemoryError", "bad_alloc", "out of memory", "Out of memory"))
        if lacked or peak > 0.9 * self._memory:
            return BotFailed(Verdict.MEMORY, self.name, words)
        verdict = Verdict.CRASHED if self._answered else Verdict.DIED_AT_START
        return BotFailed(verdict, self.name, " – ".join(filter(None, (_how(code), words))))


def state_of(pid: int) -> tuple[str, int]:
    """Of a process: a letter, and the flags of the kernel; Z if it is gone or waits for its burial."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return "Z", 0
    return fields[0], int(fields[6])


def _is_dying(pid: int) -> bool:
    """Whether a process has ended or is about to: it closes its pipes before it is gone."""
    letter, flags = state_of(pid)
    return pid > 0 and Path("/proc/self").exists() and (letter == "Z" or bool(flags & PF_EXITING))


def _how(code: int) -> str:
    """How a process ended, from what wait says."""
    if os.WIFSIGNALED(code):
        return signal.Signals(os.WTERMSIG(code)).name
    return f"exit {os.WEXITSTATUS(code)}"
