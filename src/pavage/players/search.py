"""Tree search for any game: UCT for two players, its max-n form for more, chance nodes, exact endings.

Every node maximises the share of the seat that moves there; for two players that is plain UCT. Endings that
are certain are backed up: a move that wins for sure is played, and a subtree that is solved is not looked
at again.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pavage.game import CHANCE, Game, Move, Position
from pavage.hooks import Ordering, Playout, Returns
from pavage.players.drift import luck
from pavage.players.random_player import plain_playout, roll
from pavage.players.thought import Budget, Thought, Watch

EXPLORATION = 0.7
TRUST = 3.0
"""How far a promising move is preferred before it was tried; it fades as the square root of its visits."""
LUCKY = 10
"""So many visits of all moves together are read beside those of the best one."""
LOOK_AT_THE_CLOCK = 16
"""Simulations between two looks at the clock and at whoever wants us to stop."""


class Node:
    """A position in the tree. The lists run parallel to its moves, in the order they are first tried.

    The moves are listed when the node is first gone through, not when it is made: most nodes never are.
    """

    __slots__ = ("children", "moves", "position", "promise", "seat", "solved", "total", "values", "visits")

    def __init__(self, game: Game[Any], position: Position) -> None:
        self.position = position
        self.seat = position.turn
        outcome = game.outcome(position)
        self.solved: Returns | None = outcome.returns if outcome else None
        self.moves: list[Move] = []
        self.promise: list[float] = []
        self.children: list[Node] = []
        self.visits: list[int] = []
        self.values: list[float] = []
        self.total = 0

    def list_moves(self, game: Game[Any], dice: random.Random, order: Ordering | None) -> None:
        """In the game's own order, promising ones first; without one, in any order and with equal promise."""
        self.moves = list(order(game, self.position) if order else game.moves(self.position))
        if order is None and self.seat != CHANCE:
            dice.shuffle(self.moves)
        count, trust = len(self.moves), TRUST if order else 0.0
        self.promise = [trust * (1 - place / count) for place in range(count)]


class TreeSearch:
    """Monte Carlo tree search. `playout` may be a faster way to the end than the rules of the game."""

    def __init__(
        self,
        playout: Playout | None = None,
        exploration: float = EXPLORATION,
        order: Ordering | None = None,
        whole: bool = False,
    ) -> None:
        """`whole`: the order leaves no move out, so that what is seen to the end is certain."""
        self.whole = whole or order is None
        self.playout = playout
        self.exploration = exploration
        self.order = order

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        dice = random.Random(budget.seed)
        playout = self.playout or plain_playout(game)
        root = Node(game, position)
        tally = _Tally(root, game.players)
        begun = time.monotonic()
        done = 0
        while root.solved is None and (budget.simulations is None or done < budget.simulations):
            tally.count(*self._simulate(game, root, playout, dice))
            done += 1
            if done % LOOK_AT_THE_CLOCK == 0:
                spent = budget.spent(done, begun)
                if spent >= 1 or (watch is not None and watch(spent)):
                    break
        thought = _thought(root, tally, done)
        # Where moves were left out, only a win at once is certain.
        certain = self.whole or (thought.value == 1 and len(thought.line) == 1)
        return thought if certain else replace(thought, proved=False)

    def _simulate(
        self, game: Game[Any], root: Node, playout: Playout, dice: random.Random
    ) -> tuple[int, Returns]:
        """One walk down the tree and back: which move of the root it took, and what everybody got."""
        path: list[tuple[Node, int]] = []
        node = root
        while node.solved is None:
            if not node.moves:
                node.list_moves(game, dice, self.order)
            if node.seat == CHANCE:
                node = self._rolled(game, node, dice)
                continue
            if len(node.children) < len(node.moves):
                move = node.moves[len(node.children)]
                child = Node(game, game.play(node.position, move))
                node.children.append(child)
                node.visits.append(0)
                node.values.append(0.0)
                path.append((node, len(node.children) - 1))
                node = child
                break
            choice = self._choose(node)
            path.append((node, choice))
            node = node.children[choice]
        returns = node.solved or playout(node.position, dice)
        for parent, choice in reversed(path):
            parent.total += 1
            parent.visits[choice] += 1
            parent.values[choice] += returns[parent.seat]
            if parent.children[choice].solved is not None and parent.solved is None:
                parent.solved = _settled(parent)
        return path[0][1], returns

    def _rolled(self, game: Game[Any], node: Node, dice: random.Random) -> Node:
        """The node after a roll of the dice; each roll has its own child."""
        move = roll(game, node.position, dice)
        index = node.moves.index(move)
        if not node.children:
            node.children = [None] * len(node.moves)  # type: ignore[list-item]
        if node.children[index] is None:
            node.children[index] = Node(game, game.play(node.position, move))
        return node.children[index]

    def _choose(self, node: Node) -> int:
        """The child with the highest upper bound; solved ones count with their exact value and no bound."""
        spread = self.exploration * math.sqrt(math.log(node.total))
        best, best_bound = 0, -1.0
        for index, visits in enumerate(node.visits):
            solved = node.children[index].solved
            if solved is not None:
                bound = solved[node.seat] - 1e-9
            else:
                bound = node.values[index] / visits + (spread + node.promise[index]) / math.sqrt(visits)
            if bound > best_bound:
                best, best_bound = index, bound
        return best


class _Tally:
    """What all seats got after each move of the root, and what the best was worth some time ago."""

    def __init__(self, root: Node, players: int) -> None:
        self.root, self.players = root, players
        self.totals: list[list[float]] = []
        self.done, self.next_look = 0, 16
        self.before, self.now = 1 / players, 1 / players

    def count(self, choice: int, returns: Returns) -> None:
        while len(self.totals) <= choice:
            self.totals.append([0.0] * self.players)
        total = self.totals[choice]
        for seat, share in enumerate(returns):
            total[seat] += share
        self.done += 1
        if self.done == self.next_look:
            best = _rank(self.root)[0]
            self.before, self.now = self.now, self.root.values[best] / self.root.visits[best]
            self.next_look *= 2

    def shares(self, best: int) -> tuple[float, ...]:
        """What everybody got after the best move, with some of what they got after all moves.

        Of many moves that were tried a few times each, the best has mostly been lucky.
        """
        visits = self.root.visits[best]
        everywhere = [sum(of_seat) / max(1, self.done) for of_seat in zip(*self.totals, strict=True)]
        return tuple(
            (total + LUCKY * mean) / (visits + LUCKY)
            for total, mean in zip(self.totals[best], everywhere, strict=True)
        )

    def doubt(self, value: float, best: int) -> float:
        """What luck does with so few visits, and how far the value went since half of them at the latest."""
        visits = max(1, self.root.visits[best])
        half = self.now if self.done >= 0.75 * self.next_look else self.before
        return max(luck(value, visits), abs(value - half))


def _settled(node: Node) -> Returns | None:
    """What a node is worth for sure: a certain win, or the best of its moves once all are certain.

    Among several players whoever loses may still choose who wins: nothing is certain while that is open.
    """
    solved = [child.solved for child in node.children if child.solved is not None]
    best = max(solved, key=lambda returns: returns[node.seat])
    if best[node.seat] == 1:
        return best
    agreed = all(returns == best for returns in solved if returns[node.seat] == best[node.seat])
    return best if agreed and len(solved) == len(node.moves) else None


def _rank(node: Node) -> Sequence[int]:
    """The children from best to worst: certain wins first, certain losses last, else the most visited."""

    def merit(index: int) -> tuple[float, int]:
        solved = node.children[index].solved
        exact = 0.5 if solved is None else solved[node.seat]
        return (exact if exact in (0.0, 1.0) else 0.5, node.visits[index])

    return sorted(range(len(node.children)), key=merit, reverse=True)


def _thought(root: Node, tally: _Tally, done: int) -> Thought:
    if root.solved is not None and not root.children:
        raise ValueError("the game is over: there is nothing to think about")
    line, node = [], root
    while node.children and node.seat != CHANCE:
        best = _rank(node)[0]
        line.append(node.moves[best])
        node = node.children[best]
    best = _rank(root)[0]
    value = root.values[best] / max(1, root.visits[best])
    shares, doubt = tally.shares(best), tally.doubt(value, best)
    solved = root.solved if root.solved is not None else root.children[best].solved
    if solved is not None:
        value, shares, doubt = solved[root.seat], solved, 0.0
    policy = tuple(
        (root.moves[index], root.visits[index] / max(1, root.total)) for index in range(len(root.children))
    )
    proved = root.solved is not None
    return Thought(
        root.moves[best], value, policy, tuple(line), done, proved, shares=tuple(shares), doubt=doubt
    )
