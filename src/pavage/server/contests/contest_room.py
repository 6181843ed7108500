"""The room of one player of a race or a duel: their own board, and of the others what all may know.

Its name cannot be guessed, so nobody sees another's grid. What all may know of each other stands where other
games show their seats.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from pavage.contest import Contest, Entrant, Standing
from pavage.game import Move, Seat
from pavage.match import Match, MatchError
from pavage.registry import games
from pavage.server.acts import ActName
from pavage.server.contests.contest_log import ContestLog
from pavage.server.messages import Do
from pavage.server.rooms import state
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.durable import Durable, Proposal, Stale, propose
from pavage.server.rooms.open_page import OpenPage, dumped
from pavage.server.rooms.scene_json import at_rest, scene_at
from pavage.server.rooms.sentences import said
from pavage.server.rooms.state_parts import common, shown
from pavage.table import Chair, Table
from pavage.view.stones import COLOURS
from pavage.words import Words

LEADERS = 3
"""Others of a whole class that a player sees."""
SHORTEST = 0.001
"""Seconds that are left at least while the end was not written down: what is shown is durable."""


class ContestRoom(BaseRoom):
    """The room of one player of a contest. Whoever knows its name plays there."""

    def __init__(self, live: Durable[ContestLog], player: int, is_here: Callable[[int], bool]) -> None:
        """`is_here` says of any player whether somebody looks at their board."""
        super().__init__()
        self.live, self.player, self._is_here = live, player, is_here
        self.used = live.clock()
        self._dice = random.Random()

    @property
    def table(self) -> Table:
        return Table(self.live.log.match(self.player), [Chair(self.name)], self._dice)

    @property
    def version(self) -> int:
        return self.live.log.versions[self.player]

    def you(self, listener: OpenPage) -> tuple[Seat, ...]:
        return (0,)

    @property
    def name(self) -> str:
        return self._entrant.name

    @property
    def contest(self) -> Contest:
        return self.live.log.contest

    @property
    def _entrant(self) -> Entrant:
        return self.contest.entrants[self.player]

    def knows(self, mark: str) -> bool:
        return self.live.knows(mark)

    def tell_soon(self) -> None:
        """Who comes and goes in a contest is seen with the next thing that happens."""

    def kept(self) -> Match:
        """The puzzle with its marks. Before one was dealt: the puzzle that this player's own grid makes."""
        match, contest = self.table.match, self.contest
        if self._entrant.match is not None:
            if type(match.game) is not games()[match.game.name]:
                raise MatchError("contest.no_record")  # raced by rules of its own
            return match
        posed = contest.posed(contest.filled(match))
        assert posed is not None, "a board that can be filled makes a puzzle"
        return Match(posed)

    # --- what the player does

    async def greet(self, listener: OpenPage, keys: list[str], name: str) -> None:
        """Nobody needs a key here."""

    async def play(self, listener: OpenPage, move: Move, seq: int, mark: str) -> None:
        await self._decide(seq, mark, propose("move", player=self.player, move=list(move)))

    async def act(self, listener: OpenPage, wish: Do) -> None:
        match wish.act:
            case "undo":
                await self._decide(wish.seq, wish.mark, propose("undo", player=self.player))
            case "resign":
                await self._decide(wish.seq, wish.mark, propose("leave", player=self.player))
            case "rematch":
                raise MatchError("web.not_over")
            case _:
                raise MatchError("web.bad_message")

    async def _decide(self, seq: int, mark: str, proposal: Proposal) -> None:
        """Write what the player does, if their board is still the one they saw; the log knows the rest."""

        def decision(log: ContestLog) -> Proposal:
            if log.versions[self.player] != seq:
                raise Stale
            return proposal

        await self.live.decide(decision, mark)

    # --- what the player sees

    def showing(self) -> Callable[[OpenPage], str]:
        return lambda listener: dumped(self._state(listener))

    def _state(self, listener: OpenPage) -> state.State:
        words, match = listener.words, self.table.match
        scene = scene_at(match, len(match.played), self.in_hand(listener))
        contest, now = self.contest, self.live.now()
        if contest.result is None:
            now = min(now, contest.deadline - SHORTEST)
        view = contest.view(self.player, now)
        over, entrant = view.result is not None, self._entrant
        waiting = view.phase == "filling" and entrant.secret is not None
        locked = view.standings[self.player].locked > 0
        done = entrant.done_after is not None
        acting = not (over or waiting or locked or entrant.out or done or contest.held_since is not None)
        board = scene if acting else at_rest(scene)
        line = said(self.table, scene, words, (0,))
        own: state.Own = {
            "hinted": [],
            "advice": [],
            "meaning": "",
            "prompt": self._prompt(words(scene.prompt), waiting, locked, words),
            "said": line,
            "you": [0],
            "mine": acting,
            "acts": {
                ActName("undo"): acting and bool(match.played),
                ActName("hint"): False,  # nobody is helped in a contest
                ActName("resign"): not over and not entrant.out and not done,
                ActName("move_now"): False,
                ActName("rematch"): False,
            },
            "leaver": None,
        }
        return {
            **common(match, words, seq=self.version, over=over),
            **shown(board, match.game, words),
            "seats": [
                self._seat(number, view.standings[number], words, view.left, over) for number in self._seen()
            ],
            **own,
        }

    def _seen(self) -> list[int]:
        """The players that are shown: all of a few; of a whole class oneself, and who leads."""
        places = self.contest.places() if self.contest.to_the_end else [0] * len(self.contest.entrants)
        if not self.contest.to_the_end:
            return list(range(len(places)))
        others = [number for number in range(len(places)) if number != self.player]
        return [self.player, *sorted(others, key=lambda number: places[number])[:LEADERS]]

    def _seat(self, number: int, standing: Standing, words: Words, left_now: float, over: bool) -> state.Seat:
        contest = self.contest
        lines = contest.goal
        solving = contest.phase == "solving"
        note = "locked" if standing.locked else "ready" if standing.ready and not solving else ""
        if standing.done_after is not None:
            note = "done"
        own = number == self.player
        playing = own and not over and not standing.out and standing.done_after is None
        left = None
        if own and not over and not standing.out:
            done = standing.done_after
            left = left_now if done is None else contest.limit - done
        return {
            "colour": COLOURS[number % len(COLOURS)],
            "name": words("contest.you", name=standing.name) if own else standing.name,
            "aim": "",
            "score": (f"{standing.met}/{lines}" if lines else str(standing.met)) if solving else "",
            "note": words(f"contest.is_{note}") if note else "",
            "out": standing.out,
            "why_out": words("why_out.resignation") if standing.out else "",
            "turn": playing,
            "computer": False,
            "left": left,
            "periods": 0,
            "running": playing and contest.held_since is None,
            "here": self._is_here(number),
            "away": False,
        }

    def _prompt(self, sentence: str, waiting: bool, locked: bool, words: Words) -> str:
        contest = self.contest
        result = contest.result
        if result is not None:
            if contest.to_the_end:
                return words("contest.your_place", place=contest.places()[self.player])
            winner = next((number for number, share in enumerate(result.returns) if share == 1), None)
            if winner is None:
                return words("contest.draw")
            if winner == self.player:
                return words(f"contest.won.{result.reason}")
            told = words(f"contest.{result.reason}", name=contest.entrants[winner].name)
            return f"{words('ending.i_lost')} {told}"
        if self._entrant.out:
            return words("contest.out")
        if contest.held_since is not None:
            return words("contest.held" if contest.begun else "contest.not_begun")
        if self._entrant.done_after is not None:
            return words("contest.done", place=contest.places()[self.player])
        if waiting:
            return words("contest.wait")
        if contest.phase == "filling":
            return words("contest.fill")
        return words("contest.locked") if locked else sentence
