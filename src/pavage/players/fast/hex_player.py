"""The computer's Hex: the native search where it could be built, tree search in Python elsewhere.

The search itself only places stones. What a swap rule asks for lies here: whether to take over the other's
first stone, and which first stone is fair enough not to be taken.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pavage.game import Game, Move, Position
from pavage.games.hex import Hex, HexPosition
from pavage.players import fast
from pavage.players.drift import Drift
from pavage.players.fast import hex_expert
from pavage.players.fast.hex import fill_playout
from pavage.players.fast.hex_glance import glance
from pavage.players.fast.hex_search import asks_network
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget, Player, Thought, Watch

GRADED = 1000
"""Levels with so many simulations search with the network, if there is one; those below only glance at it."""
FAIR_SHARE = 8
"""An opening search looks this many times at each candidate, at the least."""


def hex_search(search: Player, expert: bool, without: Collection[str] = ()) -> Player:
    """Who plays Hex in place of the general search (`players` in its levels.toml)."""
    return HexPlayer(expert, without)


class HexPlayer:
    """Plays Hex of any size, with or without a swap rule; an expert with proofs and all knowledge.

    A player that is asked again goes on from what it found out, unless a seed asks for the same answer again.
    """

    def __init__(self, expert: bool = False, without: Collection[str] = ()) -> None:
        self.tools = hex_expert.Tools()
        self.expert = expert
        self.without = frozenset(without)
        """Parts of the expert to be left out: the solver, the network, those of the search."""

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        assert isinstance(game, Hex) and isinstance(position, HexPosition)
        if budget.seed is not None:
            self.tools.forget()
        if game.buttons and position == game.start():
            return self._fair_opening(game, position, budget, watch)
        thought = self._place(game, position, budget, watch)
        swap = game.read(position, "swap") if game.buttons else ()
        if swap and game.refusal(position, swap) is None and thought.value < 0.5:
            # Whoever swaps has what the other would have had: what was proved stays so.
            return replace(
                thought, move=swap, value=1 - thought.value, line=(swap,), carrier=frozenset(), shares=()
            )
        return thought

    def _place(
        self, game: Hex, position: HexPosition, budget: Budget, watch: Watch | None, prove: bool = True
    ) -> Thought:
        """The best cell, as if nobody could swap; `prove`: an expert may take the time for a proof."""
        native = fast.native()
        if native is not None and self.expert:
            return self._expert(game, position, budget, watch, prove)
        if native is None:
            plain = Hex(**{**game.options, "swap": "none"})
            thought = TreeSearch(fill_playout(plain)).think(plain, position, budget, watch)
            return replace(thought, kind=fast.PLAIN)
        allowed = hex_expert.allowed_cells(game, position)
        if asks_network(game.size, self.without):
            if budget.simulations and budget.simulations < GRADED:
                return glance(game, position, allowed, budget)
            return self._expert(game, position, budget, watch, False)
        begun = time.monotonic()

        drift = Drift()

        def report(done: int, value: float, best: int) -> bool:
            drift.note(done, value)
            return watch is not None and watch(min(1.0, budget.spent(done, begun)))

        best, value, visits, line, simulations, _, proved = native.hex_search(
            game.size,
            position.board,
            game.colour(position, position.turn) + 1,
            allowed,
            budget.simulations or 0,
            budget.seconds or 0.0,
            random.Random(budget.seed).getrandbits(63),
            report,
        )
        total = max(1, sum(visits))
        policy = tuple(((cell,), count / total) for cell, count in enumerate(visits) if count)
        moves = tuple((cell,) for cell in line)
        doubt = 0.0 if proved else drift.doubt(value, simulations)
        return Thought((best,), value, policy, moves or ((best,),), simulations, bool(proved), doubt=doubt)

    def _expert(
        self, game: Hex, position: HexPosition, budget: Budget, watch: Watch | None, prove: bool
    ) -> Thought:
        return hex_expert.place(
            game, position, budget, watch, prove=prove, without=self.without, tools=self.tools
        )

    def _fair_opening(self, game: Hex, position: HexPosition, budget: Budget, watch: Watch | None) -> Thought:
        """The first stone that the other has the least reason to take over: its worth is nearest to half.

        It lies at the border: a stone further in is worth too much, whatever a short search says of it.
        """
        cells = [move for move in game.moves(position) if move[0] in game.tiling.border]
        dice = random.Random(budget.seed)
        simulations = max(FAIR_SHARE, (budget.simulations or 100_000) // len(cells))
        each = Budget(simulations, (budget.seconds or 6.0) / len(cells))
        plain = Hex(**{**game.options, "swap": "none"})
        judged: dict[Move, float] = {}
        answers: dict[Move, Thought] = {}
        dice.shuffle(cells)
        for number, move in enumerate(cells):
            after = plain.play(position, move)
            seed = dice.getrandbits(32)
            thought = self._place(plain, after, replace(each, seed=seed), None, prove=False)
            judged[move], answers[move] = 1 - thought.value, thought
            if watch is not None and watch((number + 1) / len(cells)):
                break
        fairest = min(judged, key=lambda move: abs(judged[move] - 0.5))
        doubt = {move: 1 / (0.02 + abs(value - 0.5)) for move, value in judged.items()}
        total = sum(doubt.values())
        policy = tuple((move, weight / total) for move, weight in doubt.items())
        value = min(judged[fairest], 1 - judged[fairest])
        # The other takes the better side: once it is known who wins after each opening, the first has lost.
        proved = len(judged) == len(cells) and all(answer.proved for answer in answers.values())
        return Thought(
            fairest,
            value,
            policy,
            (fairest,),
            simulations * len(judged),
            proved,
            kind=answers[fairest].kind,
            doubt=0.0 if proved else answers[fairest].doubt,
        )
