"""Results as they happen: an append-only file, one line a game, on the disk before anybody hears of it.

The first line says of which tournament they are. A line that was cut off when the machine stopped is no
result, and is taken away. Who appends looks first whether somebody else wrote the same game meanwhile, so
that a game is in the file once at most. One process runs the tournament; others, such as the relay, may add
games at the same time.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pavage.phrase import Phrase
from pavage.registry import games

SUFFIX = ".results.jsonl"
VERSION = 1
RUNNING, WRITING, CARRYING = 0, 1, 16
"""Bytes of the file that are locked: by who runs the tournament, by who appends, and, one for each game from
the last on, by who carries its moves. They need not be there to be locked."""


class OtherResults(ValueError):
    """The file holds something else: `term` is the key in which it differs, empty if it is no such file.

    `line` is the one that is no result, 0 if it is not about one.
    """

    def __init__(self, term: str, line: int = 0) -> None:
        super().__init__(f"results of another tournament: {term}")
        self.term = term
        self.line = line

    def about(self, file: str) -> Phrase:
        """The sentence on the file that was read."""
        kind = "other" if self.term else "damaged" if self.line else "no_results"
        return Phrase(
            f"tournament.bad.{kind}", (("file", file), ("term", self.term), ("line", str(self.line)))
        )


class AlreadyRunning(RuntimeError):
    """Another process runs this tournament."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What somebody did wrong. It cost the game, unless the game was over by then."""

    seat: int
    kind: str
    detail: str = ""
    errors: str = ""
    """The last lines of the standard error of a program."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played."""

    game: str
    """Which of the tournament: round, meeting and number in it, as 2.1.2."""
    seats: tuple[str, ...]
    """The names of the entrants, by seat."""
    returns: tuple[float, ...]
    reason: str
    moves: int
    seconds: tuple[float, ...]
    """That each seat used."""
    record: str
    faults: tuple[Fault, ...] = ()


class Ledger:
    """The results of one tournament. Open it as a context."""

    def __init__(self, path: Path, terms: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        self._terms = dict(terms)
        self._read = 0
        self._lines = 1
        """That were read; the first says of which tournament they are."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        try:
            with self._locked(WRITING):
                self._open()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def hold(self) -> None:
        """Be the one who runs this tournament, until the process ends."""
        if not _lock(self._file, RUNNING, wait=False):
            raise AlreadyRunning

    def carry(self, game: str) -> bool:
        """Be the one who carries the moves of this game, until the process ends; False if another does."""
        return _lock(self._file, CARRYING + zlib.crc32(game.encode()), wait=False)

    def append(self, result: Result) -> bool:
        """Keep a result; it is on the disk when this returns. False if the game was there already."""
        with self._locked(WRITING):
            self._catch_up()
            if result.game in self.results:
                return False
            self._write(asdict(result))
            self.results[result.game] = result
            return True

    def refresh(self) -> None:
        """Take in what others have appended."""
        with self._locked(WRITING):
            self._catch_up()

    def _open(self) -> None:
        head, newline, _ = self._from(0).partition(b"\n")
        if not newline:  # new, or stopped while the first line was written
            if head and not head.startswith(b'{"pavage'):
                raise OtherResults("")
            os.ftruncate(self._file, 0)
            self._write({"pavage tournament": VERSION, **self._terms})
            _sync_folder(self.path.parent)
            return
        must_be_of(head, self._terms)
        self._read = len(head) + 1
        self._catch_up()

    def _catch_up(self) -> None:
        """Read what is new; cut off what is no whole line. Only under the lock, when nobody is writing."""
        new = self._from(self._read)
        end = new.rfind(b"\n") + 1
        self._lines += gather(new[:end].splitlines(), self.results, self._lines + 1)
        self._read += end
        if end < len(new):
            os.ftruncate(self._file, self._read)

    def _from(self, place: int) -> bytes:
        os.lseek(self._file, place, os.SEEK_SET)
        parts = []
        while part := os.read(self._file, 1 << 20):
            parts.append(part)
        return b"".join(parts)

    def _write(self, value: Mapping[str, Any]) -> None:
        line = (json.dumps(value, ensure_ascii=False) + "\n").encode()
        os.lseek(self._file, self._read, os.SEEK_SET)
        written = 0
        try:
            while written < len(line):
                written += os.write(self._file, line[written:])
            os.fsync(self._file)
        except OSError as error:  # a full disk: say of which file
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._read += len(line)

    @contextlib.contextmanager
    def _locked(self, byte: int) -> Iterator[None]:
        _lock(self._file, byte, wait=True)
        try:
            yield
        finally:
            _unlock(self._file, byte)


def must_be_of(head: bytes, terms: Mapping[str, Any]) -> None:
    """Whether results whose first line this is are those of a tournament; raises OtherResults."""
    try:
        told = json.loads(head)
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("pavage tournament") != VERSION:
        raise OtherResults("")
    # As JSON gives it back: a tuple becomes a list.
    ours = json.loads(json.dumps(terms))
    for term, value in ours.items():
        stored = told.get(term)
        if term == "options" and isinstance(stored, dict):
            stored = defaults(ours["game"]) | stored
        if stored != value:
            raise OtherResults(term)


def defaults(game: str) -> dict[str, str]:
    """Return the options of a game as they are unless chosen: older results miss those added since."""
    name = game.split()[0]
    return {option.name: option.write(option.default) for option in games()[name].declared}


def gather(lines: Sequence[bytes], results: dict[str, Result], first: int) -> int:
    """Add the games of these lines, and tell how many lines that were; `first` is the number of the first.

    The first result of a game is the one that counts.
    """
    for number, line in enumerate(lines, first):
        try:
            result = result_from(json.loads(line))
        except (ValueError, TypeError, KeyError):
            raise OtherResults("", number) from None
        results.setdefault(result.game, result)
    return len(lines)


def result_from(told: Mapping[str, Any]) -> Result:
    """A line of the file."""
    values = dict(told)
    faults = tuple(Fault(**each) for each in values.pop("faults"))
    for name in ("seats", "returns", "seconds"):
        values[name] = tuple(values[name])
    result = Result(**values, faults=faults)
    alike = len(result.seats) == len(result.returns) == len(result.seconds)
    numbers = (*result.returns, *result.seconds, result.moves)
    if not (
        isinstance(result.game, str) and alike and all(isinstance(each, int | float) for each in numbers)
    ):
        raise ValueError(result.game)
    return result


def _lock(file: int, byte: int, wait: bool) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows: one has to see for oneself that only one is running
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, byte)
    except OSError:
        if wait:
            raise
        return False
    return True


def _unlock(file: int, byte: int) -> None:
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


def _sync_folder(folder: Path) -> None:
    """The name of a new file is on the disk too."""
    with contextlib.suppress(OSError, AttributeError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def place_of(plan: Path) -> Path:
    """Where the results of a tournament lie: beside its file."""
    return plan.with_name(plan.stem + SUFFIX)
