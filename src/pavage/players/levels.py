"""The levels that people see, from beginner to best, and who plays them in each game."""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pavage.game import Game, Move, Position
from pavage.games.hex import Hex
from pavage.games.hexn import HexN
from pavage.phrase import Phrase
from pavage.players.chance import RandomPlayer
from pavage.players.fast import playout_of
from pavage.players.fast.hex_player import HexPlayer
from pavage.players.fast.hexn import HexNPlayer
from pavage.players.hex_adviser import HexAdviser
from pavage.players.minimax import Minimax
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget, Player, Thought, Watch
from pavage.registry import beside, folder

LEVELS = ("beginner", "easy", "medium", "hard", "best")
COMPUTERS = ("random", *LEVELS)
"""All names that can sit in a seat without being a person."""
ADVICE = "advice"
"""Who is asked for a hint: the game's own adviser, if it has one, else a strong player."""
ANALYSIS = "analysis"
"""Who is asked what a position is worth: the best player, and for Hex one that can say why."""
ASKED_AS = {ADVICE: "hard", ANALYSIS: "best"}
"""The levels whose measure they have."""

Glance = Callable[[Game[Any], Position, random.Random, float], Sequence[Move]]
"""The moves that somebody sees who finds this share of them; at least one."""
Weigh = Callable[[Game[Any], Position, int, random.Random, Callable[[float], bool]], list[tuple[Move, float]]]
"""Every move with what it is worth, the best first: game, position, simulations, dice, when to stop."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a level tries: its limits, how often it is careless, whether it may know the answer."""

    simulations: int
    seconds: float
    careless: float = 0.0
    perfect: bool = False
    measured: int = 0
    """Simulations in `pavage bench levels`, if fewer than in play: sixty games must not take hours."""
    finds: float = 1.0
    """The share of the moves that it sees at all, in games where moves have to be found."""


GENERAL = {
    "beginner": Strength(30, 1.0, careless=0.3),
    "easy": Strength(150, 1.0),
    "medium": Strength(1_000, 2.0),
    "hard": Strength(5_000, 3.0),
    "best": Strength(50_000, 8.0, perfect=True),
}


@cache
def _efforts(kind: type[Game[Any]]) -> dict[str, Strength]:
    """The game's own measure, from `levels.toml` beside its rules, or the general one."""
    own = files(folder(kind)) / "levels.toml"
    if not own.is_file():
        return GENERAL
    table = tomllib.loads(own.read_text(encoding="utf-8"))
    return {level: Strength(**table[level]) for level in LEVELS}


class Perfect:
    """A player that knows the answer where the game's own strategy finds one, and searches elsewhere."""

    def __init__(
        self, known: Callable[[Game[Any], Position], tuple[Move, float] | None], search: Player
    ) -> None:
        self.known = known
        self.search = search

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        answer = self.known(game, position)
        if answer is None:
            return self.search.think(game, position, budget, watch)
        move, value = answer
        return Thought(move, value, ((move, 1.0),), (move,), 1, proved=True)


class Careless:
    """A player that now and then plays the first thing that comes to its mind, so that a child can win."""

    def __init__(self, player: Player, rate: float) -> None:
        self.player = player
        self.rate = rate

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        dice = random.Random(budget.seed)
        careful = dice.random() >= self.rate
        thinker: Player = self.player if careful else RandomPlayer()
        return thinker.think(game, position, replace(budget, seed=dice.getrandbits(32)), watch)


class Glancing:
    """A player that sees only some of the moves, by the game's own `glance`, and chooses among those."""

    def __init__(self, player: Player, glance: Glance, share: float) -> None:
        self.player = player
        self.glance = glance
        self.share = share

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        dice = random.Random(budget.seed)
        seen = self.glance(game, position, dice, self.share)
        thought = self.player.think(game, position, replace(budget, seed=dice.getrandbits(32)), watch)
        if thought.move in seen:
            return thought
        policy = tuple((move, share) for move, share in thought.policy if move in seen)
        move = max(policy, key=lambda item: item[1])[0] if policy else seen[0]
        return replace(thought, move=move, policy=policy or ((move, 1.0),), line=(move,), proved=False)


class Weighing:
    """A player that has the game itself weigh all moves of a position, dice and all, by `weigh`."""

    def __init__(self, weigh: Weigh) -> None:
        self.weigh = weigh

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        begun = time.monotonic()

        def enough(share: float) -> bool:
            spent = (time.monotonic() - begun) / budget.seconds if budget.seconds else 0.0
            return spent >= 1 or (watch is not None and watch(min(1.0, max(share, spent))))

        simulations = budget.simulations or GENERAL["best"].simulations
        weighed = self.weigh(game, position, simulations, random.Random(budget.seed), enough)
        move, value = weighed[0]
        shares = [2.0 ** (-24 * (value - other)) for _, other in weighed]
        policy = tuple((m, share / sum(shares)) for (m, _), share in zip(weighed, shares, strict=True))
        return Thought(move, value, policy, (move,), simulations)


class Adviser:
    """A player that can say why, where the game's own `hint.py` knows a reason."""

    def __init__(
        self, hint: Callable[[Game[Any], Position], tuple[Move, Phrase] | None], search: Player
    ) -> None:
        self.hint = hint
        self.search = search

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        found = self.hint(game, position)
        if found is None:
            return self.search.think(game, position, budget, watch)
        move, reason = found
        return Thought(move, 1.0, ((move, 1.0),), (move,), 1, reason=reason)


def strength(game: Game[Any], level: str) -> Strength:
    return _efforts(type(game))[ASKED_AS.get(level, level)]


def computer(
    game: Game[Any], level: str, seed: int | None = None, without: Collection[str] = ()
) -> tuple[Player, Budget]:
    """The player of a level for a game, and the budget that makes it so strong and no stronger.

    `without`: parts of the Hex expert to be left out, to see what they are worth.
    """
    if level == "random":
        return RandomPlayer(), Budget(seed=seed)
    effort = strength(game, level)
    player = searcher(game, expert=effort.perfect or level == ADVICE, without=without)
    strategy = beside(type(game), "strategy")
    if effort.perfect and strategy is not None:
        player = Perfect(strategy.perfect, player)
    glance = getattr(beside(type(game), "evaluation"), "glance", None)
    if effort.finds < 1 and glance is not None:
        player = Glancing(player, glance, effort.finds)
    if level == ADVICE and (own := beside(type(game), "hint")) is not None:
        player = Adviser(own.hint, player)
    if level in ASKED_AS and isinstance(game, Hex):
        player = HexAdviser(player)
    if effort.careless:
        player = Careless(player, effort.careless)
    return player, Budget(effort.simulations, effort.seconds, seed)


def searcher(game: Game[Any], expert: bool = False, without: Collection[str] = ()) -> Player:
    """The search that suits a game, by what lies beside its rules; Hex has an expert besides.

    `evaluation.py` with `evaluate(game, position)` makes it look ahead; with `weigh` the game judges its
    moves itself; otherwise it plays positions out, by `playout(game)` of `playout.py` if there is one.
    `order(game, position)` of `evaluation.py` names the moves worth looking at, the promising ones first;
    `WHOLE` says that it leaves none out, so that what is seen to the end is certain.
    """
    if game.name == "hex":
        return HexPlayer(expert, without)
    evaluation, playout = beside(type(game), "evaluation"), beside(type(game), "playout")
    order, whole = getattr(evaluation, "order", None), getattr(evaluation, "WHOLE", False)
    if evaluation is not None and hasattr(evaluation, "evaluate"):
        return Minimax(evaluation.evaluate, order, whole)
    if evaluation is not None and hasattr(evaluation, "weigh"):
        return Weighing(evaluation.weigh)
    search = TreeSearch(playout.playout(game) if playout else playout_of(game), order=order, whole=whole)
    return HexNPlayer(search) if isinstance(game, HexN) else search
