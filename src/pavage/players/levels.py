"""The levels that people see, from beginner to best, and who plays them in each game."""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from pavage.game import Game, Position
from pavage.hooks import (
    EvaluationHooks,
    Glance,
    Hint,
    HintHooks,
    Playout,
    PlayoutHooks,
    StrategyHooks,
    Weigh,
    folder,
    hooks,
)
from pavage.hooks import Perfect as Known
from pavage.players.drift import luck
from pavage.players.minimax import Minimax
from pavage.players.random_player import RandomPlayer
from pavage.players.search import TreeSearch
from pavage.players.thought import Budget, Player, Thought, Watch

LEVELS = ("beginner", "easy", "medium", "hard", "best")
COMPUTERS = ("random", *LEVELS)
"""All names that can sit in a seat without being a person."""
ADVICE = "advice"
"""Who is asked for a hint: the game's own adviser, if it has one, else a strong player."""
ANALYSIS = "analysis"
"""Who is asked what a position is worth: the best player, and the game's own adviser if it has one."""
ASKED_AS = {ADVICE: "hard", ANALYSIS: "best"}
"""The levels whose measure they have."""
NEVER_SWAP = frozenset(("beginner", "easy"))
"""Levels that leave a first stone to the person who placed it."""
SWAP = "swap"


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


@dataclass(frozen=True, slots=True)
class Named:
    """Players of a game's own, by where they are found, `package.module:name`; each makes one."""

    search: str = ""
    """Of the general search, and of whether it is to be an expert: `make(search, expert)`."""
    adviser: str = ""
    """One that says why, of one that only thinks: `make(player)`."""
    playout: str = ""
    """A faster way to the end, where the game has no `playout.py`: `make(game)`."""


@dataclass(frozen=True, slots=True)
class Levels:
    """What `levels.toml` beside the rules of a game says."""

    efforts: Mapping[str, Strength]
    players: Named = Named()


@cache
def levels_of(kind: type[Game[Any]]) -> Levels:
    """The game's own measure and players, or the general ones. Words that nobody reads are refused."""
    place = folder(kind)
    own = files(place) / "levels.toml" if place else None
    if own is None or not own.is_file():
        return Levels(GENERAL)
    table = tomllib.loads(own.read_text(encoding="utf-8"))
    players = Named(**table.pop("players", {}))
    if set(table) != set(LEVELS):
        raise ValueError(f"levels.toml of {kind.name} has {', '.join(table)}; it takes {', '.join(LEVELS)}")
    return Levels({level: Strength(**table[level]) for level in LEVELS}, players)


class Perfect:
    """A player that knows the answer where the game's own strategy finds one, and searches elsewhere."""

    def __init__(self, known: Known, search: Player) -> None:
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


class Unswapping:
    """A player that never takes over the opponent's first stone."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        thought = self.player.think(game, position, budget, watch)
        if SWAP not in game.buttons:
            return thought
        swap = (len(game.tiling) + game.buttons.index(SWAP),)
        if thought.move != swap:
            return thought
        shares = {move: share for move, share in thought.policy if move != swap}
        if not any(shares.values()):
            shares = {move: 1.0 for move in game.moves(position) if move != swap}
        (move,) = random.Random(budget.seed).choices([*shares], [*shares.values()])
        policy = tuple((other, share / sum(shares.values())) for other, share in shares.items())
        return replace(thought, move=move, value=1 - thought.value, policy=policy, line=(move,), shares=())


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
        doubt = luck(value, simulations)
        return Thought(move, value, policy, (move,), simulations, doubt=doubt)


class Adviser:
    """A player that can say why, where the game's own `hint.py` knows a reason."""

    def __init__(self, hint: Hint, search: Player) -> None:
        self.hint = hint
        self.search = search

    def think(
        self, game: Game[Any], position: Position, budget: Budget, watch: Watch | None = None
    ) -> Thought:
        found = self.hint(game, position)
        if found is None:
            return self.search.think(game, position, budget, watch)
        move, reason = found
        # Nobody has looked at what the position is worth: no nodes.
        return Thought(move, 1 / game.players, ((move, 1.0),), (move,), reason=reason)


def strength(game: Game[Any], level: str) -> Strength:
    return levels_of(type(game)).efforts[ASKED_AS.get(level, level)]


def computer(
    game: Game[Any], level: str, seed: int | None = None, without: Collection[str] = ()
) -> tuple[Player, Budget]:
    """The player of a level for a game, and the budget that makes it so strong and no stronger.

    `without`: parts of a player of the game's own to be left out, to see what they are worth.
    """
    if level == "random":
        return RandomPlayer(), Budget(seed=seed)
    kind, effort = type(game), strength(game, level)
    player = searcher(game, effort.perfect or level in ASKED_AS, without)
    known, glance = hooks(kind, StrategyHooks).perfect, hooks(kind, EvaluationHooks).glance
    if effort.perfect and known:
        player = Perfect(known, player)
    if effort.finds < 1 and glance:
        player = Glancing(player, glance, effort.finds)
    if level == ADVICE and (hint := hooks(kind, HintHooks).hint):
        player = Adviser(hint, player)
    if level in ASKED_AS and (adviser := levels_of(kind).players.adviser):
        player = resolve_name(adviser)(player)
    if effort.careless:
        player = Careless(player, effort.careless)
    if level in NEVER_SWAP and SWAP in game.buttons:
        player = Unswapping(player)
    return player, Budget(effort.simulations, effort.seconds, seed)


def searcher(game: Game[Any], expert: bool = False, without: Collection[str] = ()) -> Player:
    """The search that suits a game, by what lies beside its rules (`pavage.hooks`).

    `evaluate` makes it look ahead; with `weigh` the game judges its moves itself; otherwise it plays
    positions out. `order` names the moves worth looking at, the promising ones first. A player of the
    game's own, named in its levels.toml, has the last word.
    """
    judged = hooks(type(game), EvaluationHooks)
    search: Player
    if judged.evaluate:
        search = Minimax(judged.evaluate, judged.order, judged.WHOLE)
    elif judged.weigh:
        search = Weighing(judged.weigh)
    else:
        search = TreeSearch(playout_of(game), order=judged.order, whole=judged.WHOLE)
    if own := levels_of(type(game)).players.search:
        # Only who has parts to leave out needs to understand the word.
        search = resolve_name(own)(search, expert, **({"without": without} if without else {}))
    return search


def playout_of(game: Game[Any]) -> Playout | None:
    """A faster way to the end than by the rules, if the game has one."""
    make = hooks(type(game), PlayoutHooks).playout
    if make is None and (own := levels_of(type(game)).players.playout):
        make = resolve_name(own)
    return make(game) if make else None
