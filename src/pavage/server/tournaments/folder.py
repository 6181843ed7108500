"""Tournaments that this server was told of, read as they grow. Only the relay adds to them here."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pavage.bots.program import BadBots, Program
from pavage.formats.record import read_record
from pavage.match import Match
from pavage.tournament.following import Following
from pavage.tournament.ledger import Ledger, OtherResults, Result, place_of
from pavage.tournament.plan import BadPlan, Plan, read_plan
from pavage.tournament.schedule import Schedule, schedule
from pavage.tournament.standings import Standings, standings
from pavage.tournament.watching import Running, is_running, number_of, running

MOST = 200
"""Files of a folder that are looked at."""


class Watched:
    """One tournament: its plan, the results so far, and what is being played."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan, self.path = plan, path
        self._following = Following(place_of(path), plan.terms)
        self._alone = threading.Lock()
        self._known = -1
        self._standings: Standings | None = None
        self._schedule: Schedule | None = None

    def look(self, carried: Sequence[Running] = ()) -> Now:
        """What there is to see at this moment, with the games that people carry here. Raises OtherResults."""
        with self._alone:
            following = self._following
            following.look()
            if len(following.results) != self._known or self._standings is None or self._schedule is None:
                self._schedule = schedule(self.plan, following.results)
                self._standings = standings(self.plan, self._schedule, following.results)
                self._known = len(following.results)
            results = dict(following.results)
            seen = {each.game: each for each in (*running(following.path), *carried)}
            playing = sorted((each for each in seen.values() if each.game not in results), key=number_of)
            return Now(
                self.plan, results, self._schedule, self._standings, playing, is_running(following.path)
            )

    def record(self, result: Result) -> bool:
        """Keep the result of a game that a person carried; False if the game has another one already."""
        # A process loses its locks of a file whenever it closes that file: so nobody may look meanwhile.
        with self._alone, Ledger(place_of(self.path), self.plan.terms) as ledger:
            return ledger.append(result) or ledger.results[result.game] == result


class Now:
    """A tournament at one moment."""

    def __init__(
        self,
        plan: Plan,
        results: Mapping[str, Result],
        told: Schedule,
        standing: Standings,
        playing: list[Running],
        runs: bool,
    ) -> None:
        self.plan, self.results, self.schedule, self.standings = plan, results, told, standing
        self.playing, self.runs = playing, runs

    @property
    def version(self) -> str:
        """Another one whenever there is something new to see."""
        # The last move too: another may have taken its place.
        moves = ",".join(f"{each.game}:{len(each.moves)}:{each.moves[-1:]}" for each in self.playing)
        return f"{len(self.results)}/{int(self.runs)}/{moves}"

    def match(self, game: str) -> tuple[Match, tuple[str, ...]] | None:
        """A game that was played or is being played, and who sits where."""
        if game in self.results:
            return replayed(self.results[game].record), self.results[game].seats
        found = next((each for each in self.playing if each.game == game), None)
        return None if found is None else (found.match(self.plan.game), found.seats)


@lru_cache(64)
def replayed(record: str) -> Match:
    """Only to be looked at: whoever reads the same record is given the same match."""
    return read_record(record).match


class Tournaments:
    """The tournaments of a folder, or the one of a file."""

    def __init__(self, place: Path | None = None, recording: bool = False) -> None:
        """With `recording`, people who use this server may carry moves and add results."""
        self.recording = recording and place is not None
        self._place = place
        self._known: dict[Path, tuple[float, Watched]] = {}
        self._alone = threading.Lock()

    def names(self) -> dict[str, Watched]:
        """All that there are now, by the names of their files."""
        found = {path.stem: self._watched(path) for path in self._paths()}
        return {name: watched for name, watched in found.items() if watched is not None}

    def get(self, name: str) -> Watched | None:
        path = next((path for path in self._paths() if path.stem == name), None)
        return None if path is None else self._watched(path)

    def program(self, name: str) -> Program | None:
        """The program of an entrant, by the names of both: `class/Ada`. Public servers start none."""
        tournament, slash, entrant = name.partition("/")
        watched = self.get(tournament) if slash and self.recording else None
        if watched is None:
            return None
        return next((one.program for one in watched.plan.entrants if one.name == entrant), None)

    def _paths(self) -> list[Path]:
        if self._place is None:
            return []
        if self._place.is_dir():
            return sorted(self._place.glob("*.toml"))[:MOST]
        return [self._place]

    def _watched(self, path: Path) -> Watched | None:
        """None for a file that is no tournament: `pavage tournament` says what is wrong with it."""
        with self._alone:
            try:
                written = path.stat().st_mtime
                if path not in self._known or self._known[path][0] != written:
                    self._known[path] = written, Watched(path, read_plan(path))
            except (BadPlan, BadBots, OSError):
                return None
            return self._known[path][1]


__all__ = ["Now", "OtherResults", "Tournaments", "Watched"]
