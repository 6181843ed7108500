"""Races and duels: the same one-player game on several boards side by side, and who wins.

In a race everybody has the same puzzle. In a duel everybody first fills a grid in secret, and the next one
gets what it asks. Nobody is shown the grid of another, or a solution, before the end. What is counted, and
how a grid becomes a puzzle, is for the game to say (`ContestHooks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pavage.game import Game, Move, Position, winner_takes_all
from pavage.hooks import ContestHooks, hooks
from pavage.match import Match, MatchError

MODES = ("race", "duel")
LIMIT = 15 * 60.0
"""Seconds to solve, and in a duel as many again to fill."""
LOCK = 30.0
"""Seconds that a wrong grid costs in a race."""


def modes_of(kind: type[Game[Any]]) -> tuple[str, ...]:
    """The contests that a game is made for: a race if one can play it alone, a duel if it says how."""
    beside = hooks(kind, ContestHooks)
    alone = any(option.name == "players" and option.default == 1 for option in kind.declared)
    return () if not (alone or beside.raced) else MODES if beside.posed else MODES[:1]


@dataclass(frozen=True, slots=True)
class Result:
    """How a contest ended: each player's share of one point, and a key that says why."""

    returns: tuple[float, ...]
    reason: str
    """`first` correct grid; most `lines` when the time was over; others were `unready`, or have `left`.
    In a race to the end: `done`, whoever has most, and of these whoever was first."""


@dataclass
class Entrant:
    """A player: the match on their own board, and what they put before the next one."""

    name: str
    match: Match | None = None
    secret: tuple[str, ...] | None = None
    locked_until: float = 0.0
    out: bool = False
    done_after: float | None = None
    """Seconds that they needed, once they have done all there is to do."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody may know of a player; the grid only once the contest is over."""

    name: str
    marked: int = 0
    met: int = 0
    locked: float = 0.0
    ready: bool = False
    out: bool = False
    grid: str = ""
    done_after: float | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A contest as one player sees it, or a spectator."""

    mode: str
    phase: str
    left: float
    """Seconds until the time of this phase is over."""
    standings: tuple[Standing, ...]
    puzzle: str = ""
    """The viewer's own puzzle, in one line, without its solution."""
    position: str = ""
    """The viewer's own marks."""
    secret: tuple[str, ...] = ()
    """The grid that the viewer filled for the next player."""
    result: Result | None = None
    solutions: tuple[tuple[str, ...], ...] = field(default=())
    """Of each player's puzzle, once the contest is over."""


class Contest:
    """A race or a duel. Everything that happens is told with the time at which it happens."""

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        mode: str = "race",
        now: float = 0.0,
        limit: float = LIMIT,
        seed: int = 0,
        to_the_end: bool = False,
        held: bool = False,
    ) -> None:
        """`seed` is of what chance does alike for all. In a race `to_the_end` everybody goes on until they
        are done. One that is `held` begins when somebody says so.
        """
        if len(names) < 2 and not to_the_end:
            raise MatchError("contest.two")
        if mode not in modes_of(type(game)):
            raise MatchError("contest.other_game")
        self._hooks = hooks(type(game), ContestHooks)
        raced = self._hooks.raced
        self.game = raced(game, seed) if raced else game
        self.mode = mode
        self.limit = limit
        self.to_the_end = to_the_end
        self.held_since = now if held else None
        """Since when nobody's time runs, and nobody may act."""
        self.begun = not held
        self.entrants = [Entrant(name) for name in names]
        self.phase = "filling" if mode == "duel" else "solving"
        self.result: Result | None = None
        self.deadline = now + limit
        if mode == "race":
            for entrant in self.entrants:
                entrant.match = Match(self.game)

    # --- what players do

    def fill(self, player: int, rows: Sequence[str], now: float) -> None:
        """The secret grid of a player in rows; when all are there, everybody gets the one before."""
        self._due("filling", player, now)
        if self.posed(rows) is None:
            raise MatchError("contest.bad_grid")
        self.entrants[player].secret = tuple(rows)
        self._deal(now)

    def play(self, player: int, move: Move, now: float) -> None:
        """A mark. The last one hands the grid in: if it is right the player wins, else a race locks them."""
        match = self._own(player, now)
        if match.outcome is not None:
            match.undo()  # a wrong grid is open again, without its last mark
        match.play(move)
        outcome = match.outcome
        if outcome is None:
            return
        if outcome.returns[0] == 1 and self.to_the_end:
            self.entrants[player].done_after = self.limit - (self.deadline - now)
            self._finish_if_all_are_done()
        elif outcome.returns[0] == 1:
            self._end(winner_takes_all(len(self.entrants), player), "first")
        elif self.mode == "race":
            self.entrants[player].locked_until = now + LOCK

    def undo(self, player: int, now: float) -> None:
        self._own(player, now).undo()

    def reopen(self, player: int, now: float) -> None:
        """Once the lock of a wrong grid is over, the last mark is off again."""
        entrant = self.entrants[player]
        if entrant.done_after is not None or self.held_since is not None:
            return
        over = self.mode == "race" and self.result is None and now >= entrant.locked_until
        if over and entrant.match is not None and entrant.match.outcome is not None:
            entrant.match.undo()

    def must_be_playing(self, player: int) -> None:
        """Refuse to let somebody give up who has finished or given up already."""
        if self.entrants[player].done_after is not None:
            raise MatchError("contest.done_already")
        if self.entrants[player].out:
            raise MatchError("contest.out")

    def leave(self, player: int, now: float) -> None:
        """Give up. Whoever is left alone wins."""
        self.tick(now)
        self._going()
        self.entrants[player].out = True
        staying = [number for number, entrant in enumerate(self.entrants) if not entrant.out]
        if self.to_the_end:
            self._finish_if_all_are_done()
        elif len(staying) == 1:
            self._end(winner_takes_all(len(self.entrants), staying[0]), "left")
        elif self.phase == "filling":
            self._deal(now)

    def tick(self, now: float) -> bool:
        """Whether the contest is over now; the time may have run out since the last look."""
        if self.result is None and self.held_since is None and now >= self.deadline:
            if self.to_the_end:
                self._finish()
            elif self.phase == "filling":
                ready = [entrant.secret is not None and not entrant.out for entrant in self.entrants]
                self._share([float(one) for one in ready], "unready")
            else:
                self._share([-1.0 if e.out else float(self._met(e)) for e in self.entrants], "lines")
        return self.result is not None

    def stop(self, now: float) -> None:
        """End a contest as if its time were over."""
        if not self.tick(now):
            self.held_since, self.deadline = None, now
            self.tick(now)

    def hold(self, now: float) -> None:
        """Everybody looks up: no time runs, and nobody may act."""
        self.tick(now)
        self._going()
        if self.held_since is None:
            self.held_since = now

    def go_on(self, now: float) -> None:
        """Go on, or begin: what has passed meanwhile is nobody's time."""
        self._going()
        self.begun = True
        if self.held_since is not None:
            passed, self.held_since = now - self.held_since, None
            self.deadline += passed
            for entrant in self.entrants:
                entrant.locked_until += passed

    def places(self) -> list[int]:
        """The place of each player, from 1: whoever has most comes first, of these whoever was done first."""

        def worth(entrant: Entrant) -> tuple[float, ...]:
            done = entrant.done_after
            return (not entrant.out, self._met(entrant), -self.limit if done is None else -done)

        return [1 + sum(worth(one) > worth(each) for one in self.entrants) for each in self.entrants]

    # --- what the game says

    def filling(self) -> Match:
        """A board on which a player fills a grid for another."""
        assert self._hooks.filling is not None, "there is no duel without it"
        return Match(self._hooks.filling(self.game))

    def filled(self, match: Match) -> tuple[str, ...]:
        """The grid on such a board so far, in rows."""
        assert self._hooks.filled is not None, "there is no duel without it"
        return self._hooks.filled(self.game, match.position)

    def posed(self, rows: Sequence[str]) -> Game[Any] | None:
        """What such a grid asks of the next player; None if it is none."""
        assert self._hooks.posed is not None, "there is no duel without it"
        return self._hooks.posed(self.game, rows)

    @property
    def goal(self) -> int:
        """How much there is to be met."""
        return self._hooks.goal(self.game) if self._hooks.goal else 0

    # --- what they see

    def view(self, player: int | None, now: float) -> View:
        """What this player may know now; None is a spectator."""
        over = self.tick(now)
        now = now if self.held_since is None else self.held_since
        own = None if player is None else self.entrants[player]
        match = own.match if own else None
        secret = own.secret if own else None
        return View(
            self.mode,
            "over" if over else self.phase,
            0.0 if over else self.deadline - now,
            tuple(self._standing(entrant, now, over) for entrant in self.entrants),
            self._hooks.puzzle(match.game) if match and self._hooks.puzzle else "",
            match.game.layout(self._shown(match, own, now)) if match and own else "",
            secret or (),
            self.result,
            tuple(self._solution(entrant) for entrant in self.entrants) if over else (),
        )

    def _standing(self, entrant: Entrant, now: float, over: bool) -> Standing:
        match = entrant.match
        return Standing(
            entrant.name,
            self._marked(match) if match else 0,
            self._met(entrant),
            0.0 if over else max(0.0, entrant.locked_until - now),
            match is not None or entrant.secret is not None,
            entrant.out,
            match.game.layout(match.position) if match and over else "",
            entrant.done_after,
        )

    def _shown(self, match: Match, entrant: Entrant, now: float) -> Position:
        """The marks of a player; after a lock the last of them is off again."""
        wrong = match.outcome is not None and match.outcome.returns[0] < 1
        again = wrong and self.mode == "race" and self.result is None and now >= entrant.locked_until
        return match.positions[-2] if again else match.position

    def _solution(self, entrant: Entrant) -> tuple[str, ...]:
        solution = self._hooks.solution
        return solution(entrant.match.game) if entrant.match and solution else ()

    # --- rules of contests

    def _going(self) -> None:
        if self.result is not None:
            raise MatchError("over")

    def _due(self, phase: str, player: int, now: float) -> None:
        """Refuse what comes too late, too early, or from somebody who has left."""
        self.tick(now)
        self._going()
        if self.held_since is not None:
            raise MatchError("contest.held")
        if self.phase != phase:
            raise MatchError(f"contest.not_{phase}")
        if self.entrants[player].out:
            raise MatchError("contest.out")

    def _own(self, player: int, now: float) -> Match:
        """The match of a player who may act now."""
        self._due("solving", player, now)
        entrant = self.entrants[player]
        assert entrant.match is not None
        if entrant.done_after is not None:
            raise MatchError("contest.done_already")
        if now < entrant.locked_until:
            raise MatchError("contest.locked")
        return entrant.match

    def _deal(self, now: float) -> None:
        """Once everybody who is still here has filled a grid: the sums of each go to the next."""
        staying = [entrant for entrant in self.entrants if not entrant.out]
        if any(entrant.secret is None for entrant in staying):
            return
        for place, entrant in enumerate(staying):
            dealt = self.posed(staying[place - 1].secret or ())
            assert dealt is not None, "it was read before"
            entrant.match = Match(dealt)
        self.phase = "solving"
        self.deadline = now + self.limit

    def _met(self, entrant: Entrant) -> int:
        match, met = entrant.match, self._hooks.met
        return met(match.game, match.position) if match and met else 0

    def _marked(self, match: Match) -> int:
        marked = self._hooks.marked
        return marked(match.game, match.position) if marked else len(match.played)

    def _finish_if_all_are_done(self) -> None:
        if all(entrant.out or entrant.done_after is not None for entrant in self.entrants):
            self._finish()

    def _finish(self) -> None:
        self._share([-float(place) for place in self.places()], "done")

    def _share(self, scores: Sequence[float], reason: str) -> None:
        """The best score wins; those who have it alike share."""
        best = [number for number, score in enumerate(scores) if score == max(scores)]
        self._end(tuple(1 / len(best) if number in best else 0.0 for number in range(len(scores))), reason)

    def _end(self, returns: tuple[float, ...], reason: str) -> None:
        self.result = Result(returns, reason)
