"""A game whose moves a person carries, kept as it stands beside the results: who is killed goes on with it.

One small file a game, `NAME.carried/1.1.1`, written anew with every move and every tick of a clock, so it
is always whole. Its first line says all but the moves, which follow as those who watch read them
(`watching.py`). It is gone when the game has a result.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pavage.clock import TimeControl
from pavage.game import Game, IllegalMove, Outcome
from pavage.match import Match
from pavage.tournament.watching import Step, carried_folder, parts_of, steps_of, take_step, written


class Damaged(ValueError):
    """A file that does not hold the game that it should."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was left."""

    seats: tuple[str, ...]
    moves: tuple[Step, ...]
    spent: tuple[float | None, ...]
    """Seconds of each move."""
    left: tuple[float, ...] | None
    periods: tuple[int, ...] | None
    """What the clocks had."""
    begun: bool
    """Whether the clocks were started."""
    paused: bool
    ending: Outcome | None
    """Of a game that was given up, or lost on time."""
    table: Mapping[str, Any]
    """Where in the web app it is carried: its id and the keys of its seats; empty at a terminal."""

    def match(self, game: Game[Any], control: TimeControl | None, now: float) -> Match:
        """The game, clocks included, which stand still. Damaged if these are no moves of it."""
        match = Match(game, control, now=now)
        try:
            for step, spent in zip(self.moves, self.spent, strict=True):
                take_step(match, step, spent)
        except (IllegalMove, ValueError, IndexError):
            raise Damaged from None
        match.pause(now)
        if match.clock is not None and self.left is not None and self.periods is not None:
            match.clock = replace(match.clock, left=self.left, periods=self.periods)
        match.ending = self.ending
        return match


class Keeper:
    """Keeps one game. Call it with the match after all that happens; `sign` while its clock runs."""

    def __init__(
        self,
        path: Path | None,
        game: str,
        seats: Sequence[str],
        table: Mapping[str, Any] | None = None,
        sync: bool = True,
    ) -> None:
        """Without a path, nothing is kept. `table` is the one in the web app where it is carried.

        Without `sync` a move may be lost if the whole machine stops: the game is safe elsewhere too.
        """
        self.path, self._sync = path, sync
        self.keeps = path is not None
        """Whether all that happened so far is in the file."""
        self._told = {"game": game, "seats": list(seats), "table": dict(table or {})}
        self._last: tuple[Match, bool, bool] | None = None
        self._synced: list[Step] = []

    def __call__(
        self, match: Match, begun: bool = True, paused: bool = False, now: float | None = None
    ) -> None:
        self._last = match, begun, paused
        self._write(time.monotonic() if now is None else now)

    def sign(self) -> None:
        """The game is still being played, and its clock has run on."""
        if self._last is not None:
            self._write(time.monotonic())

    def rest(self) -> None:
        """Nobody carries the game now, and it is not shown to those who watch."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                os.utime(self.path, (0, 0))

    def done(self) -> None:
        """The game has its result."""
        if self.path is not None:
            # What was killed while it wrote has left a half-written file.
            for file in (self.path, *self.path.parent.glob(f".{self.path.name}.*")):
                with contextlib.suppress(OSError):
                    file.unlink()
            with contextlib.suppress(OSError):  # others may be carried
                self.path.parent.rmdir()

    def _write(self, now: float) -> None:
        if self.path is None or self._last is None:
            return
        match, begun, paused = self._last
        moves = steps_of(match)
        half = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(exist_ok=True)
            with half.open("w", encoding="utf-8") as file:
                os.chmod(half, 0o600)  # who has the keys of a table may play there
                file.write(json.dumps({**self._told, **_state(match, now), "begun": begun, "paused": paused}))
                file.write("\n" + written(moves))
                if self._sync and moves != self._synced:
                    file.flush()
                    os.fsync(file.fileno())
            half.replace(self.path)
            self._synced, self.keeps = moves, True
        except OSError:  # a full disk: the game goes on, and whoever leaves is asked whether to save it
            self.keeps = False
            with contextlib.suppress(OSError):
                half.unlink()


def _state(match: Match, now: float) -> dict[str, Any]:
    clock = match.clock.stop(now) if match.clock is not None else None
    ending = match.ending
    return {
        "spent": [played.seconds for played in match.played],
        "left": None if clock is None else [round(each, 3) for each in clock.left],
        "periods": None if clock is None else clock.periods,
        "ending": None if ending is None else [ending.returns, ending.reason],
    }


def place_of(results: Path, game: str) -> Path:
    """Where a carried game is kept."""
    return carried_folder(results) / game


def keep(
    results: Path, game: str, seats: Sequence[str], table: Mapping[str, Any] | None = None, sync: bool = True
) -> Keeper:
    return Keeper(place_of(results, game), game, seats, table, sync)


def kept(results: Path, game: str, seats: Sequence[str]) -> KeptGame | None:
    """The game as it was left; None if it was not begun. Damaged if the file holds something else."""
    try:
        told, moves = parts_of(place_of(results, game))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        raise Damaged from None
    try:
        found = _kept(told, moves)
    except (ValueError, TypeError, KeyError):
        raise Damaged from None
    if told.get("game") != game or list(found.seats) != list(seats):
        raise Damaged
    return found


def _kept(told: Mapping[str, Any], moves: tuple[Step, ...]) -> KeptGame:
    left, periods, ending = told["left"], told["periods"], told["ending"]
    if left is not None and not all(math.isfinite(each) for each in left):
        raise ValueError(left)
    return KeptGame(
        seats=tuple(map(str, told["seats"])),
        moves=moves,
        spent=tuple(None if each is None else float(each) for each in told["spent"]),
        left=None if left is None else tuple(map(float, left)),
        periods=None if periods is None else tuple(map(int, periods)),
        begun=bool(told["begun"]),
        paused=bool(told["paused"]),
        ending=None if ending is None else Outcome(tuple(map(float, ending[0])), str(ending[1])),
        table=dict(told["table"]),
    )


def forget_recorded(results: Path, recorded: Sequence[str]) -> None:
    """Files of games that have a result by now: whoever was killed between the two left them."""
    for game in recorded:
        Keeper(place_of(results, game), game, ()).done()
