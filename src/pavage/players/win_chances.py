"""What people are told of a position: how often such a one was won, made of what a search counts.

A search counts what its playouts or its evaluation say, and each game's say too much or too little. So
computers have played every game against themselves (docs/players.md, “What a percentage means”), and the
numbers that turn the one into the other lie in `calibration.toml`. This is the only way from a raw value to
a percentage: browser, terminal and Python all take it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pavage.game import Game, Position, Seat
from pavage.hooks import folder
from pavage.players.drift import luck
from pavage.players.thought import Thought

FILE = "calibration.toml"
"""What was measured: of our games in one file beside this one, of others beside their rules."""
LEAST = 1e-9
"""No chance is told to be less: what is not proved must not become certain by rounding."""
WIDE = 0.25
"""A value that may be off by more than this to both sides together is uncertain."""
ENOUGH = 50
"""Games, from which on a calibration is believed: with fewer, what is told is called uncertain."""
DEVIATIONS = 2.0
"""How many times the doubt of a search lies to each side."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How the shares that a search counts become chances, fitted to games that were played to their end.

    The logarithms of the shares are multiplied by `sharpness` and the mover's is raised by `mover`; then
    they are shares again. So chances add up to one, and a higher share is a higher chance. Every search is
    read as if it had counted each seat's win `prior` times more: with few simulations chances are nearer to
    even.
    """

    sharpness: float = 0.5
    mover: float = 0.0
    prior: float = 1.0
    games: int = 0
    """How many games it was fitted to."""
    elsewhere: str = ""
    """Where it was measured, if not in such games; if nowhere, nobody knows what a value is worth."""

    @property
    def known(self) -> bool:
        """Whether enough games were played to learn what values of this kind mean."""
        return self.games >= ENOUGH or bool(self.elsewhere)

    def chances(self, counted: Sequence[float], turn: Seat, nodes: int) -> tuple[float, ...]:
        """The chances of all seats by the shares that a search of so many simulations counted."""
        seen = [(share * nodes + self.prior) / (nodes + self.prior * len(counted)) for share in counted]
        weights = [share**self.sharpness for share in seen]
        weights[turn] *= math.exp(self.mover)
        total = sum(weights)
        rest = 1 - LEAST * len(weights)
        return tuple(LEAST + rest * weight / total for weight in weights)


@dataclass(frozen=True, slots=True)
class Chances:
    """What everybody may expect of a position, as people are told it."""

    shares: tuple[float, ...]
    """By seat; they add up to one."""
    turn: Seat
    certain: bool
    """It is proved: then shares are what everybody gets."""
    interval: tuple[float, float]
    """Between these the mover's share lies, as far as the search can tell."""
    known: bool = True
    """Whether games were played to learn what values of this kind mean."""

    @property
    def mine(self) -> float:
        """The share of whoever is to move."""
        return self.shares[self.turn]

    @property
    def uncertain(self) -> bool:
        """Whether another look might say something quite different."""
        low, high = self.interval
        return not self.certain and (not self.known or high - low > WIDE)


def chances(game: Game[Any], turn: Seat, thought: Thought, out: Collection[Seat] = ()) -> Chances:
    """What people are told of a thought about a position where this seat is to move.

    Seats that are `out` have no chances, and those that are in are looked at as a game of so many.
    """
    if not out:
        return _among(type(game), game.players, turn, thought)
    inside = [seat for seat in range(game.players) if seat not in out]
    if thought.shares:
        thought = replace(thought, shares=tuple(thought.shares[seat] for seat in inside))
    told = _among(type(game), len(inside), inside.index(turn), thought)
    shares = dict(zip(inside, told.shares, strict=True))
    return replace(told, shares=tuple(shares.get(seat, 0.0) for seat in range(game.players)), turn=turn)


def seats_out(game: Game[Any], position: Position) -> list[Seat]:
    """Return the seats that are no longer in the game."""
    return [seat for seat in range(game.players) if not game.is_in(position, seat)]


def _among(kind: type[Game[Any]], players: int, turn: Seat, thought: Thought) -> Chances:
    """The chances of so many seats."""
    counted = counted_shares(players, turn, thought)
    if thought.proved:
        return Chances(counted, turn, True, (thought.value, thought.value))
    if not thought.nodes:  # nobody has looked
        return Chances((1 / players,) * players, turn, False, (0.0, 1.0), known=False)
    off = DEVIATIONS * max(thought.doubt, least_doubt(counted[turn], thought.nodes))
    if players == 1:
        low, high = max(0.0, thought.value - off), min(1.0, thought.value + off)
        return Chances(counted, turn, False, (low, high))
    by = calibration_of(kind, players, thought.kind)
    shares = by.chances(counted, turn, thought.nodes)
    low, high = (by.chances(_moved(counted, turn, side * off), turn, thought.nodes)[turn] for side in (-1, 1))
    return Chances(shares, turn, False, (low, high), by.known)


def least_doubt(share: float, nodes: int) -> float:
    """Return what luck may do with so few simulations, even where all of them agree."""
    return luck((share * nodes + 1) / (nodes + 2), nodes)


def counted_shares(players: int, turn: Seat, thought: Thought) -> tuple[float, ...]:
    """What the search counted for each seat; where it counted for its own only, the others share the rest."""
    if thought.shares:
        total = sum(thought.shares)
        return tuple(share / total for share in thought.shares)
    rest = (1 - thought.value) / max(1, players - 1)
    return tuple(thought.value if seat == turn else rest for seat in range(players))


def _moved(counted: Sequence[float], turn: Seat, by: float) -> tuple[float, ...]:
    """The same shares if the mover's were larger by this, at the cost of the others."""
    mine = min(1.0, max(0.0, counted[turn] + by))
    others = 1 - counted[turn]
    if others <= 0:
        rest = (1 - mine) / max(1, len(counted) - 1)
        return tuple(mine if seat == turn else rest for seat in range(len(counted)))
    return tuple(mine if seat == turn else share * (1 - mine) / others for seat, share in enumerate(counted))


UNKNOWN = Calibration()
"""Of a game that nobody has measured: half as sharp as it says, and always uncertain."""


def calibration_of(kind: type[Game[Any]], players: int, search: str) -> Calibration:
    """What was measured for this kind of search and so many players, or the nearest number of them."""
    measured = [found for found in calibrations(kind) if found[1] == search]
    if not measured:
        return UNKNOWN
    nearest = min(measured, key=lambda found: (abs(found[0] - players), found[0]))
    found = calibrations(kind)[nearest]
    return found if nearest[0] == players else replace(found, games=0, elsewhere="")


@cache
def calibrations(kind: type[Game[Any]]) -> Mapping[tuple[int, str], Calibration]:
    """What was measured of a game, by number of players and kind of search. Its variants share it."""
    place = folder(kind)
    own = files(place) / FILE if place else None
    if own is not None and own.is_file():
        return read(own.read_text(encoding="utf-8")).get(family(kind), {})
    return shipped().get(family(kind), {})


def family(kind: type[Game[Any]]) -> str:
    """What a game and its variants are called together: their folder."""
    return folder(kind).rpartition(".")[2]


@cache
def shipped() -> Mapping[str, Mapping[tuple[int, str], Calibration]]:
    return read((files(__package__) / FILE).read_text(encoding="utf-8"))


def read(text: str) -> dict[str, dict[tuple[int, str], Calibration]]:
    """The tables of such a file: `[[measured]]`, for each game, number of players and kind of search."""
    found: dict[str, dict[tuple[int, str], Calibration]] = {}
    for table in tomllib.loads(text).get("measured", ()):
        game, players, search = table.pop("game"), table.pop("players"), table.pop("search", "")
        found.setdefault(game, {})[players, search] = Calibration(**table)
    return found
