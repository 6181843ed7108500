"""A program that runs behind pipes: started through its warden, ended with everything that it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from pavage.bots import warden
from pavage.bots.pipes import Pipes, state_of
from pavage.bots.transcript import Transcript
from pavage.bots.verdict import BotFailed, Verdict

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
        transcript: Path | None = None,
    ) -> None:
        self._mark = uuid.uuid4().hex
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        ours_err, theirs_err = os.pipe()
        control, self._control = os.pipe()
        ours_status, status = os.pipe()
        self._in = ours_in
        self._ours = {ours_in, ours_out, ours_err, self._control, ours_status}
        known = {variable: os.environ[variable] for variable in KEPT if variable in os.environ}
        told = (control, status, memory, processes, folder or "")
        try:
            self._warden = subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(warden.__file__)), *map(str, told), *argv],
                stdin=theirs_in,
                stdout=theirs_out,
                stderr=theirs_err,
                pass_fds=(control, status),
                start_new_session=True,
                env={**known, MARK: self._mark},
            )
        except (OSError, ValueError) as error:
            self._drop(*self._ours)
            raise BotFailed(Verdict.MISSING, name, str(error)) from None
        finally:
            for each in (theirs_in, theirs_out, theirs_err, control, status):
                os.close(each)
        self.pipes = Pipes(name, memory, (ours_in, ours_out, ours_err, ours_status), Transcript(transcript))

    @property
    def pid(self) -> int:
        """Of the program itself, 0 until that is known."""
        return self.pipes.pid

    def witness(self, failed: BotFailed) -> BotFailed:
        """The failure with the last lines of its standard error; the verdict stands beneath the dialogue."""
        failed.overheard(self.pipes.last_lines)
        self.pipes.transcript.judged(str(failed))
        return failed

    def send(self, text: str, deadline: float) -> None:
        self.pipes.send(text, deadline)

    def line(self, deadline: float) -> str:
        """The next line that it writes."""
        return self.pipes.line(deadline)

    def unasked(self) -> str | None:
        """A line that it wrote though nobody asked; looks, and does not wait."""
        return self.pipes.unasked()

    def leave(self, farewell: str, grace: float) -> bool:
        """Ask it to go, then end it; whether it went by itself."""
        if self._in in self._ours:
            with contextlib.suppress(OSError):
                os.write(self._in, farewell.encode())
            self._drop(self._in)
        went = self.pipes.ends_by(time.monotonic() + grace)
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
        self.pipes.transcript.close()
        self._drop(*self._ours)

    def _end_ourselves(self) -> None:
        """The warden is gone, perhaps ended by the very program: find what bears our mark."""
        with contextlib.suppress(OSError, BotFailed):
            if not self.pid:
                self.pipes.hear_warden()
        sign = f"{MARK}={self._mark}".encode()
        found = {self.pid} - {0}
        with contextlib.suppress(OSError):
            for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
                with contextlib.suppress(OSError):
                    if sign in Path(f"/proc/{pid}/environ").read_bytes():
                        found.add(pid)
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            if self.pid:
                os.killpg(self.pid, signal.SIGKILL)
        end = time.monotonic() + FAREWELL
        while any(state_of(pid)[0] != "Z" for pid in found) and time.monotonic() < end:
            time.sleep(0.002)

    def _drop(self, *ends: int) -> None:
        for each in ends:
            self._ours.discard(each)
            os.close(each)
