"""Lines in, answers out. A thread reads, so that `# interrupt` is heard while we think."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO

from pavage.htp import connections, gtp, parameters, playing, thinking
from pavage.htp.engine import COMMANDS, Engine
from pavage.words import Words

ROOMS = (connections, gtp, parameters, playing, thinking)
"""The modules whose commands are in the table."""
CHUNK = 1 << 16
LONGEST = 1 << 16
"""Bytes of a line; of a longer one nothing is kept."""
WAITING = 10_000
"""Lines that may wait while we think; then the client has to."""
INTERRUPT = b"# interrupt"


def lines_of(source: int, longest: int = LONGEST) -> Iterator[bytes | None]:
    """The lines that come in, None for one that is too long. However long it is, little is kept."""
    kept, over = bytearray(), False
    while data := os.read(source, CHUNK):
        *whole, rest = data.split(b"\n")
        for part in whole:
            if not over and len(kept) + len(part) <= longest:
                yield bytes(kept + part)
            else:
                yield None
            kept.clear()
            over = False
        if over or len(kept) + len(rest) > longest:
            kept.clear()
            over = True
        else:
            kept += rest
    if kept or over:
        yield None if over else bytes(kept)


class _Ear:
    """The thread that reads. An interrupt is for all commands that came before it, and for none after it."""

    def __init__(self, source: int) -> None:
        self.lines: queue.Queue[tuple[int, bytes | None] | None] = queue.Queue(WAITING)
        self.heard = 0
        self.interrupted = 0
        threading.Thread(target=self._listen, args=(source,), daemon=True).start()

    def _listen(self, source: int) -> None:
        with contextlib.suppress(OSError):
            for line in lines_of(source):
                if line is not None and line.strip().lower() == INTERRUPT:
                    self.interrupted = self.heard
                    continue
                self.heard += 1
                self.lines.put((self.heard, line))
        self.lines.put(None)


def converse(source: int, out: BinaryIO, words: Words) -> None:
    """Answer until the client leaves."""
    assert COMMANDS
    engine, ear = Engine(words), _Ear(source)
    while not engine.over and (heard := ear.lines.get()) is not None:
        number, line = heard
        engine.interrupted = lambda number=number: ear.interrupted >= number  # type: ignore[misc]
        if line is None:
            answer: str | None = f"? {words('htp.long', most=LONGEST)}\n\n"
        else:
            answer = engine.answer(line.decode("utf-8", "replace"))
        if answer is not None:
            out.write(answer.encode("utf-8", "replace"))
            out.flush()
