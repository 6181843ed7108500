"""Races and duels: a board for each player in a room of their own, and one contest between them.

A player's room has a name that cannot be guessed, so nobody sees another's grid; what all may know of each
other stands where other games show their seats. Contests live in memory and end with the server.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

from pavage.contest import Contest, Entrant, Standing
from pavage.game import Move, Seat
from pavage.games.nombres import Nombres
from pavage.games.nombres.filling import Filling
from pavage.games.nombres.solver import as_rows
from pavage.match import Match, MatchError
from pavage.server.catalogue import shapes, size_line
from pavage.server.gathering import Gathering
from pavage.server.listener import Listener, dumped
from pavage.server.scenes import at_rest, scene_at, scene_json
from pavage.server.sentences import moves_json, said, with_news
from pavage.table import Chair, Table
from pavage.view.stones import COLOURS
from pavage.words import Words


class Arena:
    """A contest, the rooms of its players, and the moment when something will happen by itself."""

    def __init__(
        self,
        game: Nombres,
        names: Sequence[str],
        mode: str,
        limit: float,
        now: Callable[[], float],
    ) -> None:
        self.contest = Contest(game, names, mode, now(), limit)
        self.now = now
        self.booths = [Booth(self, player) for player in range(len(names))]
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._wait()

    def happened(self) -> None:
        """Somebody did something, or the time did: everybody sees it, and the next moment is awaited."""
        for booth in self.booths:
            booth.look_again()
        self._wait()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self.close()
        self._timer = None
        if self.contest.result is not None:
            return
        now = self.now()
        moments = [self.contest.deadline, *(one.locked_until for one in self.contest.entrants)]
        delay = min(moment for moment in moments if moment > now or moment == self.contest.deadline) - now
        self._timer = asyncio.get_running_loop().call_later(max(0.0, delay) + 0.01, self._time_passed)

    def _time_passed(self) -> None:
        self.contest.tick(self.now())
        self.happened()


class Booth(Gathering):
    """The room of one player of a contest. Whoever knows its name plays there."""

    def __init__(self, arena: Arena, player: int) -> None:
        super().__init__()
        self.arena = arena
        self.player = player
        self.now = arena.now
        self.used = arena.now()
        self._seq = 0
        self._board = self._new_table()

    @property
    def table(self) -> Table:
        return self._board

    @property
    def version(self) -> int:
        return self._seq

    def you(self, listener: Listener) -> tuple[Seat, ...]:
        return (0,)

    @property
    def name(self) -> str:
        return self.arena.contest.entrants[self.player].name

    def tell_soon(self) -> None:
        """Who comes and goes in a contest is seen with the next thing that happens."""

    @property
    def _entrant(self) -> Entrant:
        return self.arena.contest.entrants[self.player]

    def _new_table(self) -> Table:
        contest, entrant = self.arena.contest, self.arena.contest.entrants[self.player]
        match = entrant.match or Match(Filling.of(contest.game.grid))
        return Table(match, [Chair(entrant.name)], random.Random())

    def look_again(self) -> None:
        """The contest went on: perhaps the puzzles were dealt, or a lock is over."""
        entrant = self._entrant
        if entrant.match is not None and self.table.match is not entrant.match:
            self._board = self._new_table()
        self.arena.contest.reopen(self.player, self.now())
        self._seq += 1
        self.used = self.now()
        self.tell()

    # --- what the player does

    async def greet(self, listener: Listener, keys: list[str], name: str) -> None:
        """Nobody needs a key here."""

    async def play(self, listener: Listener, move: Move, mark: str) -> None:
        contest = self.arena.contest
        if contest.phase == "filling" and contest.result is None:
            filling = self.table.match
            filling.play(move)
            game = filling.game
            assert isinstance(game, Filling)
            if filling.outcome is not None:
                pawns = game.pawns(filling.position)  # type: ignore[arg-type]
                contest.fill(self.player, as_rows(contest.game.grid, pawns), self.now())
        else:
            contest.play(self.player, move, self.now())
        self.arena.happened()

    async def act(self, listener: Listener, act: str, mark: str, **more: Any) -> None:
        match act:
            case "undo":
                self._undo()
            case "resign":
                self.arena.contest.leave(self.player, self.now())
            case "rematch":
                raise MatchError("web.not_over")
            case _:
                raise MatchError("web.bad_message")
        self.arena.happened()

    def _undo(self) -> None:
        contest = self.arena.contest
        if contest.phase == "filling" and contest.result is None:
            if self._entrant.secret is not None:
                raise MatchError("nombres.contest.handed_in")
            self.table.match.undo()
        else:
            contest.undo(self.player, self.now())

    # --- what the player sees

    def showing(self) -> Callable[[Listener], str]:
        return lambda listener: dumped(self._state(listener))

    def _state(self, listener: Listener) -> dict[str, Any]:
        words, match = listener.words, self.table.match
        scene = scene_at(match, len(match.played), self.in_hand(listener))
        view = self.arena.contest.view(self.player, self.now())
        over, entrant = view.result is not None, self._entrant
        waiting = view.phase == "filling" and entrant.secret is not None
        locked = view.standings[self.player].locked > 0
        acting = not (over or waiting or locked or entrant.out)
        board = scene if acting else at_rest(scene)
        line = said(self.table, words, (0.0,), (0,))
        return {
            "kind": "state",
            "seq": self.version,
            "language": words.language,
            "title": words(f"{match.game.name}.title"),
            "size": size_line(match.game),
            "game": match.game.name,
            "shapes": shapes(match.game, scene.board),
            "scene": scene_json(board, match.game, words),
            "hinted": [],
            "seats": [
                self._seat(number, standing, words, view.left, over)
                for number, standing in enumerate(view.standings)
            ],
            "moves": moves_json(match, words),
            "players": 1,
            "prompt": self._prompt(words(scene.prompt), waiting, locked, words),
            "said": with_news(line, scene, words),
            "you": [0],
            "mine": acting,
            "over": over,
            "failed": False,
            "busy": False,
            "acts": {
                "undo": acting and bool(match.played),
                "hint": False,  # nobody is helped in a contest
                "resign": not over and not entrant.out,
                "move_now": False,
                "rematch": False,
            },
            "series": None,
            "offers": {},
            "chat": [],
            "watchers": 0,
        }

    def _seat(self, number: int, standing: Standing, words: Words, left: float, over: bool) -> dict[str, Any]:
        contest = self.arena.contest
        lines = len(contest.game.grid.lines)
        solving = contest.phase == "solving"
        note = "locked" if standing.locked else "ready" if standing.ready and not solving else ""
        own = number == self.player
        return {
            "colour": COLOURS[number % len(COLOURS)],
            "name": words("nombres.contest.you", name=standing.name) if own else standing.name,
            "aim": "",
            "score": f"{standing.met}/{lines}" if solving else "",
            "note": words(f"nombres.contest.is_{note}") if note else "",
            "out": standing.out,
            "turn": own and not over,
            "computer": False,
            "left": left if own and not over else None,
            "periods": 0,
            "running": own and not over,
            "here": bool(self.arena.booths[number].listeners),
            "away": False,
        }

    def _prompt(self, sentence: str, waiting: bool, locked: bool, words: Words) -> str:
        contest = self.arena.contest
        result = contest.result
        if result is not None:
            best = [e.name for e, share in zip(contest.entrants, result.returns, strict=True) if share == 1]
            key = result.reason if best else "draw"
            return words(f"nombres.contest.{key}", name=best[0] if best else "")
        if self._entrant.out:
            return words("nombres.contest.out")
        if waiting:
            return words("nombres.contest.wait")
        if contest.phase == "filling":
            return words("nombres.contest.fill")
        return words("nombres.contest.locked") if locked else sentence
