"""A parser under test, and the judgement of one input."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pavage.phrase import PhrasedError
from pavage.words import LANGUAGES, words
from pavage.words.complaint import complaint_of

HANGS_AFTER = 20
"""Seconds; what takes as long is ended."""
LONGEST = 20_000
"""Bytes of an input."""
READ = "read"


class Unsettled(AssertionError):
    """What was read and written cannot be read again."""


@contextmanager
def again(what: str) -> Iterator[None]:
    """Around a second reading: there is nothing to refuse in what we wrote ourselves."""
    try:
        yield
    except PhrasedError as error:
        raise Unsettled(f"{what} is refused: {error}") from error


class Hang(BaseException):
    """Nobody catches it by accident."""


@dataclass(frozen=True)
class Parser:
    """What reads an input: `attempt` raises what it raises, and AssertionError if it read nonsense."""

    name: str
    attempt: Callable[[bytes], object]
    make_seeds: Callable[[], Sequence[bytes]]
    pieces: Sequence[bytes]
    """What means something there: it is inserted when an input is changed."""
    longest: int = LONGEST
    slow: float = 200.0
    """Milliseconds of processor time that an input may take."""
    lines: Callable[[bytes], int] | None = None
    """How many lines of an input are read, and answered, one after the other, if they are."""

    @cached_property
    def seeds(self) -> list[bytes]:
        return [seed[: self.longest] for seed in self.make_seeds()]


@dataclass(frozen=True)
class Judged:
    """What became of an input: `read`, the key of the refusal, or what went wrong and where."""

    key: str
    milliseconds: float
    failure: str = ""
    lines: int = 0


def judge(parser: Parser, data: bytes) -> Judged:
    """Read it. Nothing is right but to read it, or to refuse it in a sentence of both languages."""
    before = time.process_time()
    failure, key = "", READ
    try:
        with _no_longer_than(HANGS_AFTER):
            parser.attempt(data)
    except Hang:
        key = failure = f"hangs for {HANGS_AFTER} s"
    except Exception as error:
        key, failure = _refused(error)
    lines = parser.lines(data) if parser.lines else 0
    return Judged(key, (time.process_time() - before) * 1000, failure, lines)


def _refused(error: Exception) -> tuple[str, str]:
    """The key of a sentence; what is no refusal is a failure, with the place where it arose."""
    try:
        said = [complaint_of(words(language), error) for language in LANGUAGES]
    except Exception as worse:
        return type(error).__name__, f"{_told(error)}; and its sentence: {_told(worse)}"
    if not all(said):
        return type(error).__name__, _told(error)
    if not isinstance(error, PhrasedError):
        return type(error).__name__, ""
    missing = [language for language in LANGUAGES if words(language).template(error.key) == error.key]
    return error.key, f"no sentence for {error.key} in {', '.join(missing)}" if missing else ""


def _told(error: Exception) -> str:
    """The error, and the last places of ours that it went through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "pavage" in frame.filename]
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:]]
    return f"{type(error).__name__}: {str(error)[:200]} ({' '.join(places)})"


@contextmanager
def _no_longer_than(seconds: int) -> Iterator[None]:
    """Seconds are counted one by one: a process that is stopped for a while misses them."""
    left = seconds

    def tick(*_: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise Hang

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
