"""A program behind pipes: lines out, lines in, each by a deadline, with bounds on all that it writes.

Whatever it does ends in a line or in BotFailed, never later than the deadline that was given. `end` ends the
program and everything that it has started.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from pavage.bots import warden
from pavage.bots.verdict import BotFailed, Verdict

CHUNK = 1 << 16
MOST = 1 << 18
"""Bytes that a program may write for one answer, comments and all."""
MOST_ERRORS = 1 << 24
"""Bytes that it may write on its standard error between two answers."""
TAIL = 2048
"""Bytes of its standard error that are kept, the last ones."""
LAST_WORDS = 0.05
"""Seconds that we wait to hear why a pipe was closed."""
PF_EXITING = 4
"""A flag of the kernel's: this process is ending."""
FAREWELL = 3.0
"""Seconds that the warden has to end everything, before we do what we can ourselves."""
MARK = "PAVAGE_BOT"
"""The variable by which the processes of a program can be found if its warden is gone."""
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV")
"""What a program gets to know of our surroundings."""


class Process:
    """A program that runs. Made by starting it; `end` is called in any case."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        *,
        folder: Path | None = None,
        memory: int = 1 << 30,
        processes: int = 16,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.pid = 0
        self.ready = False
        """Whether it has answered at all: until then it died at the start, not in the game."""
        self._memory = memory
        self._mark = uuid.uuid4().hex
        self._lines: list[bytes] = []
        self._rest = bytearray()
        self._read = self._complained = 0
        self._errors = bytearray()
        self._told = bytearray()
        self._ended: tuple[int, int] | None = None
        self._missing: int | None = None
        self._gone = self._open_out = self._open_errors = False
        self._start(argv, folder, processes, environment or {})

    def _start(
        self, argv: Sequence[str], folder: Path | None, processes: int, environment: Mapping[str, str]
    ) -> None:
        theirs_in, self._in = os.pipe()
        self._out, theirs_out = os.pipe()
        self._err, theirs_err = os.pipe()
        control, self._control = os.pipe()
        self._status, status = os.pipe()
        self._ours = {self._in, self._out, self._err, self._control, self._status}
        theirs = (theirs_in, theirs_out, theirs_err, control, status)
        known = {name: os.environ[name] for name in KEPT if name in os.environ}
        told = (control, status, self._memory, processes, folder or "")
        guard = [sys.executable, "-I", "-S", str(Path(warden.__file__)), *map(str, told)]
        try:
            self._warden = subprocess.Popen(
                [*guard, *argv],
                stdin=theirs_in,
                stdout=theirs_out,
                stderr=theirs_err,
                pass_fds=(control, status),
                start_new_session=True,
                env={**known, **environment, MARK: self._mark},
            )
        except (OSError, ValueError) as error:
            for each in self._ours:
                os.close(each)
            raise BotFailed(Verdict.MISSING, self.name, str(error)) from None
        finally:
            for each in theirs:
                os.close(each)
        self._open_out = self._open_errors = True
        for each in self._ours:
            os.set_blocking(each, False)

    # --- talking

    def send(self, text: str, deadline: float) -> None:
        """Write, though the program may not be reading."""
        waiting = memoryview(text.encode())
        self._read = self._complained = 0
        while waiting:
            try:
                waiting = waiting[os.write(self._in, waiting) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:
                raise self._why_closed() from None

    def line(self, deadline: float) -> str:
        """The next line that it writes."""
        while not self._lines:
            if not self._open_out or self._ended is not None or self._missing is not None:
                failure = self._why_closed()
                if not self._lines:
                    raise failure
            else:
                self._wait(deadline)
        return self._text(self._lines.pop(0))

    def unasked(self) -> str | None:
        """A line that it wrote though nobody asked; looks, and does not wait."""
        self._wait(0.0, looking=True)
        return self._text(self._lines.pop(0)) if self._lines else None

    @property
    def last_words(self) -> str:
        """The end of what it wrote on its standard error."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return "".join(sign for sign in lines[-1] if sign.isprintable())[:160] if lines else ""

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

    def _wait(self, deadline: float, writing: bool = False, looking: bool = False) -> None:
        """Take in whatever comes until the deadline; returns as soon as something has come."""
        left = 0.0 if looking else deadline - time.monotonic()
        if left <= 0 and not looking:
            raise BotFailed(Verdict.SILENT, self.name, self.last_words)
        poll = select.poll()
        for source, opened in ((self._out, self._open_out), (self._err, self._open_errors)):
            if opened:
                poll.register(source, select.POLLIN)
        if not self._gone:
            poll.register(self._status, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        for source, _ in poll.poll(max(0.0, left) * 1000):
            if source == self._out:
                self._hear()
            elif source == self._err:
                self._hear_errors()
            elif source == self._status:
                self._hear_warden()

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
            self._rest.clear()
        self._rest += rest

    def _hear_errors(self) -> None:
        data = os.read(self._err, CHUNK)
        self._open_errors = bool(data)
        self._errors = (self._errors + data)[-TAIL:]
        self._complained += len(data)
        if self._complained > MOST_ERRORS:
            raise BotFailed(Verdict.FLOODED, self.name, self.last_words)

    def _hear_warden(self) -> None:
        data = os.read(self._status, CHUNK)
        if not data:
            self._gone = True
            return
        *whole, rest = (self._told + data).split(b"\n")
        self._told = bytearray(rest)
        for line in whole:
            word, *numbers = line.decode().split()
            values = [int(number) for number in numbers]
            if word == "started":
                self.pid = values[0]
            elif word == "failed":
                self._missing = values[0]
            elif word == "exited":
                self._ended = (values[0], values[1])
            elif word == "memory":
                raise BotFailed(Verdict.MEMORY, self.name, f"{values[0] >> 20} MB")
            elif word == "forked":
                raise BotFailed(Verdict.FORKED, self.name, str(values[0]))

    def _why_closed(self) -> BotFailed:
        """A pipe is closed: has the program ended, or only closed it?"""
        end = time.monotonic() + LAST_WORDS
        while self._ended is None and self._missing is None and not self._gone:
            now = time.monotonic()
            if now > end and not (_dying(self.pid) and now < end + FAREWELL):
                break
            with contextlib.suppress(BotFailed):
                self._wait(now + LAST_WORDS / 5)
        self._wait(0.0, looking=True)
        if self._missing is not None:
            return BotFailed(Verdict.MISSING, self.name, os.strerror(self._missing) if self._missing else "")
        words = self.last_words
        if self._ended is None:
            return BotFailed(Verdict.CLOSED, self.name, words)
        code, peak = self._ended
        lacked = any(sign in words for sign in ("MemoryError", "bad_alloc", "out of memory", "Out of memory"))
        if lacked or peak > 0.9 * self._memory:
            return BotFailed(Verdict.MEMORY, self.name, words)
        verdict = Verdict.CRASHED if self.ready else Verdict.DIED_AT_START
        return BotFailed(verdict, self.name, " – ".join(filter(None, (_how(code), words))))

    # --- ending

    def leave(self, farewell: str, grace: float) -> bool:
        """Ask it to go, then end it; whether it went by itself."""
        if self._in in self._ours:
            with contextlib.suppress(OSError, BotFailed):
                os.write(self._in, farewell.encode())
            self._drop(self._in)
        end = time.monotonic() + grace
        with contextlib.suppress(BotFailed, OSError):
            while self._ended is None and self._missing is None and not self._gone:
                self._read = 0
                self._wait(end)
        went = self._ended is not None or self._missing is not None
        self.end()
        return went

    def end(self) -> None:
        """End it and all that it has started, now. May be called twice."""
        if self._control not in self._ours:
            return
        self._drop(self._control)
        try:
            self._warden.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._warden.kill()
            self._warden.wait()
        if self._warden.returncode:
            self._end_ourselves()
        for each in list(self._ours):
            self._drop(each)

    def _end_ourselves(self) -> None:
        """The warden is gone, perhaps ended by the very program: find what bears our mark."""
        with contextlib.suppress(OSError):
            if not self.pid:
                self._hear_warden()
        with contextlib.suppress(OSError, BotFailed):
            if self.pid:
                os.killpg(self.pid, signal.SIGKILL)
        sign = f"{MARK}={self._mark}".encode()
        with contextlib.suppress(OSError):
            for pid in filter(str.isdigit, os.listdir("/proc")):
                with contextlib.suppress(OSError):
                    if sign in Path(f"/proc/{pid}/environ").read_bytes():
                        os.kill(int(pid), signal.SIGKILL)

    def _drop(self, each: int) -> None:
        self._ours.discard(each)
        os.close(each)


def _dying(pid: int) -> bool:
    """Whether a process has ended or is about to: it closes its pipes before it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return pid > 0 and Path("/proc/self").exists()
    return fields[0] in "ZX" or bool(int(fields[6]) & PF_EXITING)


def _how(code: int) -> str:
    """How a process ended, from what wait says."""
    if os.WIFSIGNALED(code):
        return signal.Signals(os.WTERMSIG(code)).name
    return f"exit {os.WEXITSTATUS(code)}"
