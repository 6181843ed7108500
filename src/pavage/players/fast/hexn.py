"""The computer's Hex-n: the native search where it could be built, tree search in Python elsewhere.

The search itself only places stones. What the swap rule asks for lies here: whether to take over the
other's first stone, and which first stone is fair enough not to be taken.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from pavage.game import Game, Move, Position
from pavage.games.hexn import HexN, HexNPosition
from pavage.games.swap import may_swap
from pavage.players import fast
from pavage.players.drift import luck
from pavage.players.thought import Budget, Player, Thought, Watch

MOST_CELLS = 256
"""Larger boards are for the search in Python."""
SET_BYTES = MOST_CELLS // 8
FAIR_SHARE = 8
"""An opening search looks this many times at each candidate, at the least."""
IN_ONE = 30
"""Native simulations for one in `levels.toml`, which is for both searches: they take about the same time."""
LONE = "lone"
"""What thoughts are called (`Thought.kind`) that know what the mover gets done while others do anything."""
SHARED = 200
"""Playouts that tell what everybody may expect while more than two are in."""


def hexn_search(search: Player, expert: bool) -> Player:
    """Who plays Hex-n, with the general search where the native one cannot (`players` in its levels.toml)."""
    return HexNPlayer(search, expert)


class HexNPlayer:
    """Plays Hex-n with any options; `search` does where there is no extension, or the board is too large.

    An expert, who is asked what a position is worth, also looks at what all others may expect.
    """

    def __init__(self, search: Player, expert: bool = False) -> None:
        self.search = search
        self.expert = expert
        self._known: tuple[HexN, Any] | None = None

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        assert isinstance(game, HexN) and isinstance(position, HexNPosition)
        extension = fast.native()
        if extension is None or len(game.tiling) > MOST_CELLS:
            return replace(self.search.think(game, position, budget, watch), kind=fast.PLAIN)
        if not game.moves(position):
            raise ValueError("the game is over: there is nothing to think about")
        if budget.simulations:
            budget = replace(budget, simulations=budget.simulations * IN_ONE)
        if game.buttons and position == game.start():
            return self._fair_opening(extension, game, position, budget, watch)
        thought = self._place(extension, game, position, budget, watch)
        if self.expert and not thought.proved:
            shares = self._shares(extension, game, position, thought, random.Random(budget.seed))
            share = shares[position.turn]
            thought = replace(thought, shares=shares, kind="", doubt=luck(share, SHARED))
        if may_swap(game, position) and thought.value < 0.5:
            swap = (len(game.tiling),)
            return replace(thought, move=swap, value=1 - thought.value, line=(swap,), shares=(), proved=False)
        return thought

    def _place(
        self, extension: ModuleType, game: HexN, position: HexNPosition, budget: Budget, watch: Watch | None
    ) -> Thought:
        """The best cell, as if nobody could swap."""
        allowed = bytearray(len(game.tiling))
        for (site,) in game.moves(position):
            if site < len(allowed):
                allowed[site] = 1
        centre = bytes(cell in game.centre for cell in game.tiling.cells)
        begun = time.monotonic()

        def report(done: int, value: float, best: int) -> bool:
            return watch is not None and watch(min(1.0, budget.spent(done, begun)))

        best, value, visits, line, simulations, _, proved = extension.hexn_search(
            self._ground(extension, game),
            position.board,
            position.alive,
            game.colour(position, position.turn) + 1,
            bytes(allowed),
            centre,
            budget.simulations or 0,
            budget.seconds or 0.0,
            random.Random(budget.seed).getrandbits(63),
            report,
        )
        total = sum(visits)
        policy = tuple(((cell,), count / total) for cell, count in enumerate(visits) if count)
        moves = tuple((cell,) for cell in line)
        return Thought(
            (best,), value, policy or (((best,), 1.0),), moves, max(1, simulations), bool(proved), kind=LONE
        )

    def _shares(
        self, extension: ModuleType, game: HexN, position: HexNPosition, thought: Thought, dice: random.Random
    ) -> tuple[float, ...]:
        """What each seat may expect after the best move.

        The search asks what the mover gets done while all others do anything. While more than two are in,
        that says nothing of the mover's chances: here all go along good ways.
        """
        seats = range(game.players)
        after = game.play(position, thought.move)
        if after.alive.bit_count() <= 2 or game.outcome(after) is not None:
            others = [seat for seat in seats if position.alive >> game.colour(position, seat) & 1]
            others.remove(position.turn)
            rest = (1 - thought.value) / max(1, len(others))
            shares = {position.turn: thought.value, **dict.fromkeys(others, rest)}
            return tuple(shares.get(seat, 0.0) for seat in seats)
        wins = extension.hexn_playouts(
            self._ground(extension, game),
            after.board,
            after.alive,
            game.colour(after, after.turn) + 1,
            after.alive,
            SHARED,
            dice.getrandbits(63),
        )
        return tuple(wins[game.colour(after, seat)] / SHARED for seat in seats)

    def _fair_opening(
        self, extension: ModuleType, game: HexN, position: HexNPosition, budget: Budget, watch: Watch | None
    ) -> Thought:
        """The first stone at the border that the other has the least reason to take over."""
        ring = set(game.tiling.ring)
        cells: list[Move] = [move for move in game.moves(position) if move[0] in ring]
        cells = cells or [move for move in game.moves(position) if move[0] < len(game.tiling)]
        dice = random.Random(budget.seed)
        simulations = max(FAIR_SHARE, (budget.simulations or 100_000) // len(cells))
        each = Budget(simulations, (budget.seconds or 6.0) / len(cells))
        judged: dict[Move, float] = {}
        dice.shuffle(cells)
        for number, move in enumerate(cells):
            after = game.play(position, move)
            seed = dice.getrandbits(32)
            answer = self._place(extension, game, after, replace(each, seed=seed), None)
            judged[move] = 1 - answer.value
            if watch is not None and watch((number + 1) / len(cells)):
                break
        fairest = min(judged, key=lambda move: abs(judged[move] - 0.5))
        weights = {move: 1 / (0.02 + abs(value - 0.5)) for move, value in judged.items()}
        policy = tuple((move, weight / sum(weights.values())) for move, weight in weights.items())
        value = min(judged[fairest], 1 - judged[fairest])
        doubt = luck(value, simulations)
        return Thought(fairest, value, policy, (fairest,), simulations * len(judged), kind=LONE, doubt=doubt)

    def _ground(self, extension: ModuleType, game: HexN) -> Any:
        """The board as C++ wants it, kept while the game is the same."""
        if self._known is None or self._known[0] is not game:
            self._known = game, ground(extension, game)
        return self._known[1]


def ground(extension: ModuleType, game: HexN) -> Any:
    """Neighbours and ports of a game as sets of cells, handed over to C++."""
    near = b"".join(_set(game.tiling.neighbours[cell]) for cell in game.tiling.cells)
    half = len(game.ports) // 2
    pairs = zip(game.ports[:half], game.ports[half:], strict=True)
    ports = b"".join(_set(port) for pair in pairs for port in pair)
    return extension.HexNGround(near, ports, game.players, game.assigned)


def _set(cells: Sequence[int]) -> bytes:
    together = 0
    for cell in cells:
        together |= 1 << cell
    return together.to_bytes(SET_BYTES, "little")
