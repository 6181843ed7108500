"""What a game may have beside its rules: modules found by name, and what each may define.

A module of the game's folder is found if it is called as below, and gives what it defines under the names
below. Its other functions begin with an underscore or lie elsewhere: `strangers` names those that do not.
Most likely they were misspelt, and nobody would ever have called them.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from pavage.game import Game, Move, Seat
from pavage.games.drawn import Drawn
from pavage.phrase import Phrase
from pavage.scene import Board, Moment, Scene

# Each game knows its own class and its own positions; who calls a hook hands it those.
AnyGame = Any
AnyPosition = Any

Returns = tuple[float, ...]
"""What each seat gets, or may expect: shares of one point."""
Playout = Callable[[AnyPosition, random.Random], Returns]
"""Plays a position to its end somehow, and says what each seat got."""
Ordering = Callable[[AnyGame, AnyPosition], Sequence[Move]]
"""The moves of a position worth looking at, the promising ones first."""
Evaluation = Callable[[AnyGame, AnyPosition], Returns]
"""What each seat may expect of a position."""
Glance = Callable[[AnyGame, AnyPosition, random.Random, float], Sequence[Move]]
"""The moves that somebody sees who finds this share of them; at least one."""
Weigh = Callable[
    [AnyGame, AnyPosition, int, random.Random, Callable[[float], bool]], list[tuple[Move, float]]
]
"""Every move with what it is worth, the best first: game, position, simulations, dice, when to stop."""
Perfect = Callable[[AnyGame, AnyPosition], tuple[Move, float] | None]
"""A best move and its certain value; None where it is not known."""
Hint = Callable[[AnyGame, AnyPosition], tuple[Move, Phrase] | None]
"""A move and why; None where only a search can say what is good."""
Told = Callable[[AnyGame, AnyPosition, Move], Phrase | None]
"""A move as people say it; None where the word on the button says all."""
Marks = Callable[
    [AnyGame, Sequence[AnyPosition], Sequence[tuple[Seat, Move]], Seat], Sequence[tuple[Phrase, int]]
]
"""What a teacher counts of a seat, each with its name: game, positions, the moves between them, seat."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a module beside the rules may define; None or False is what it does not."""

    module: ClassVar[str]


@dataclass(frozen=True, slots=True)
class SceneHooks(Beside):
    """How a game is shown, where stones of colours on a plain board do not say enough."""

    module = "scene"
    board: Callable[[AnyGame], Board] | None = None
    board_named: Callable[[AnyGame, str], Board] | None = None
    """Of a board that grows, or changes when the game ends, the one of this name."""
    scene: Callable[[AnyGame, Moment], Scene] | None = None
    marks: Marks | None = None
    """What a teacher marks by, in the results of a class."""


@dataclass(frozen=True, slots=True)
class DrawingHooks(Beside):
    """How a position is made by hand; `pavage.drawing` says what each is for, and what holds without it."""

    module = "drawing"
    palette: Callable[[AnyGame], Iterable[int]] | None = None
    cells: Callable[[AnyGame], Iterable[int]] | None = None
    movers: Callable[[AnyGame], Iterable[int]] | None = None
    mover: Callable[[AnyGame, AnyPosition], int] | None = None
    pieces: Callable[[AnyGame, AnyPosition], Iterable[Drawn]] | None = None
    label: Callable[[AnyGame, int], Phrase | None] | None = None
    piece_name: Callable[[AnyGame, Sequence[int]], str] | None = None
    as_text: Callable[[AnyGame, Sequence[Drawn], int], str] | None = None
    RECTANGLES: bool = False


@dataclass(frozen=True, slots=True)
class EvaluationHooks(Beside):
    """What the computer knows of a position without playing it out."""

    module = "evaluation"
    evaluate: Evaluation | None = None
    order: Ordering | None = None
    WHOLE: bool = False
    """`order` leaves no move out, so that what is seen to the end is certain."""
    glance: Glance | None = None
    weigh: Weigh | None = None


@dataclass(frozen=True, slots=True)
class PlayoutHooks(Beside):
    """A faster way to the end of a game than by its rules."""

    module = "playout"
    playout: Callable[[AnyGame], Playout] | None = None


@dataclass(frozen=True, slots=True)
class StrategyHooks(Beside):
    """Exact answers, where there are any."""

    module = "strategy"
    perfect: Perfect | None = None


@dataclass(frozen=True, slots=True)
class HintHooks(Beside):
    """A move in words, where its notation has to be learnt; and one to play, with the reason for it."""

    module = "hint"
    hint: Hint | None = None
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class ContestHooks(Beside):
    """How a game for one is raced by several, or fought as a duel, where each makes the next one's puzzle."""

    module = "contest"
    puzzle: Callable[[AnyGame], str] | None = None
    """What everybody may know of it, as text: nothing of its solution."""
    marked: Callable[[AnyGame, AnyPosition], int] | None = None
    """How much a player has done, for all to see; without it the moves are counted."""
    met: Callable[[AnyGame, AnyPosition], int] | None = None
    """How much of that is right: most of it wins when the time is over."""
    goal: Callable[[AnyGame], int] | None = None
    """How much there is to be met."""
    solution: Callable[[AnyGame], tuple[str, ...]] | None = None
    raced: Callable[[AnyGame, int], Game[Any]] | None = None
    """The game for one that is raced, where this one is for several; its dice come from the number."""
    filling: Callable[[AnyGame], Game[Any]] | None = None
    """The game in which a player makes a puzzle in secret; without it there are no duels."""
    filled: Callable[[AnyGame, AnyPosition], tuple[str, ...]] | None = None
    """What was made there, in rows of text."""
    posed: Callable[[AnyGame, Sequence[str]], Game[Any] | None] | None = None
    """The puzzle that those rows make; None if they make none."""


KINDS: tuple[type[Beside], ...] = (
    SceneHooks,
    DrawingHooks,
    EvaluationHooks,
    PlayoutHooks,
    StrategyHooks,
    HintHooks,
    ContestHooks,
)
B = TypeVar("B", bound=Beside)


def folder(game: type[Game[Any]]) -> str:
    """The package that a game's class lives in: its rules, texts and drawing lie there together."""
    module = importlib.import_module(game.__module__)
    return game.__module__ if hasattr(module, "__path__") else game.__module__.rpartition(".")[0]


def hooks(game: type[Game[Any]], kind: type[B]) -> B:
    """What a game has beside its rules, of one kind; looked for once."""
    found = _found(game, kind.module)
    assert isinstance(found, kind)
    return found


@cache
def _found(game: type[Game[Any]], name: str) -> Beside:
    kind = next(kind for kind in KINDS if kind.module == name)
    module = _beside(game, kind)
    names = [field.name for field in fields(kind) if hasattr(module, field.name)]
    return kind(**{name: getattr(module, name) for name in names})


def strangers(game: type[Game[Any]]) -> list[str]:
    """Public functions, classes and switches in those modules that are no hook: `evaluation.evalaute`."""
    found = []
    for kind in KINDS:
        module = _beside(game, kind)
        if module is not None:
            known = {field.name for field in fields(kind)}
            own = [name for name, value in vars(module).items() if _made_there(value, module)]
            found += [f"{kind.module}.{name}" for name in own if name[0] != "_" and name not in known]
    return found


def _made_there(value: object, module: ModuleType) -> bool:
    return isinstance(value, bool) or getattr(value, "__module__", None) == module.__name__


def _beside(game: type[Game[Any]], kind: type[Beside]) -> ModuleType | None:
    """The module itself; a game that was typed at a prompt, or lies in a file of its own, has none."""
    place = folder(game)
    name = f"{place}.{kind.module}"
    return importlib.import_module(name) if place and importlib.util.find_spec(name) else None
