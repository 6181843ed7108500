"""Files of Hex games and of openings, one a line, and intervals over them.

    11 red 2 a3 f6 g5 …      a game: size, winner, stones of the opening, moves of red and blue by turns
    11 a3 f6                 an opening: size, moves

Nobody chose the stones of an opening. Lines that begin with `#` and empty lines are left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pavage.games.hex import Hex

RED, BLUE = 1, 2
COLOURS = {"red": RED, "blue": BLUE}
RESAMPLES = 1000
Line = TypeVar("Line")


class BadLine(ValueError):
    """A line that holds no game or no opening."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Stones of red and blue by turns, before anybody chooses."""

    size: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.size} {_names(self.size, self.cells)}"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end, or until its winner was proved."""

    size: int
    winner: int
    opening: int
    """Stones of the opening, the first ones of `cells`."""
    cells: tuple[int, ...]

    def __str__(self) -> str:
        colour = next(name for name, code in COLOURS.items() if code == self.winner)
        return f"{self.size} {colour} {self.opening} {_names(self.size, self.cells)}"

    def board(self, stones: int) -> bytes:
        """The position after so many moves."""
        board = bytearray(self.size**2)
        for number, cell in enumerate(self.cells[:stones]):
            board[cell] = mover_after(number)
        return bytes(board)


def mover_after(stones: int) -> int:
    return BLUE if stones % 2 else RED


def hex_game(size: int) -> Hex:
    """The rules that these files know: red begins, and nobody swaps."""
    return Hex(size=size, swap="none")


def read_games(path: str | Path) -> list[PlayedGame]:
    return _read(path, _game)


def read_openings(path: str | Path) -> list[Opening]:
    return _read(path, lambda words: Opening(int(words[0]), _cells(int(words[0]), words[1:])))


def _read(path: str | Path, parse: Callable[[list[str]], Line]) -> list[Line]:
    found = []
    for number, line in enumerate(Path(path).read_text(encoding="ascii").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(parse(line.split()))
        except (ValueError, KeyError, IndexError) as error:
            raise BadLine(f"{path}, line {number}: {error}") from None
    return found


def _game(words: list[str]) -> PlayedGame:
    size, opening, cells = int(words[0]), int(words[2]), _cells(int(words[0]), words[3:])
    if not 0 <= opening <= len(cells):
        raise ValueError(f"an opening of {opening} stones in a game of {len(cells)}")
    return PlayedGame(size, COLOURS[words[1]], opening, cells)


def _cells(size: int, names: Sequence[str]) -> tuple[int, ...]:
    sites = hex_game(size).sites
    cells = tuple(sites.index(name) for name in names)
    if len(set(cells)) < len(cells):
        raise ValueError("two stones on one cell")
    return cells


def _names(size: int, cells: Iterable[int]) -> str:
    sites = hex_game(size).sites
    return " ".join(sites[cell] for cell in cells)


def resampled_means(
    columns: Sequence[Sequence[tuple[float, float]]], resamples: int = RESAMPLES
) -> list[tuple[float, float, float]]:
    """For each column the mean and its 95 % interval, by drawing the rows anew.

    A row is a game or an opening: its sum and how many values are in it. All columns are drawn together.
    """
    rows = range(len(columns[0]))
    dice = random.Random(1)
    means: list[list[float]] = [[] for _ in columns]
    for _ in range(resamples):
        drawn = dice.choices(rows, k=len(rows))
        for column, found in zip(columns, means, strict=True):
            found.append(_mean([column[row] for row in drawn]))
    intervals = []
    for column, found in zip(columns, means, strict=True):
        found.sort()
        low, high = found[int(0.025 * resamples)], found[int(0.975 * resamples)]
        intervals.append((_mean(column), low, high))
    return intervals


def _mean(column: Sequence[tuple[float, float]]) -> float:
    count = sum(count for _, count in column)
    return sum(total for total, _ in column) / count if count else float("nan")
