"""What a game promises: Position, Move, Outcome, Refusal, Game.

A game is its rules and its options; it is immutable and shared. It writes four methods (start, moves, play,
outcome) and inherits the rest. Nothing here knows who plays, how long they think or how a board is drawn.
"""

from __future__ import annotations

import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from pavage.display import Displayed, shortened
from pavage.options import BadOption, Option, Value, Whole, declared_in, read_options
from pavage.phrase import Phrase, PhrasedError
from pavage.tiling import Tiling

Seat = int
"""Who acts, from 0. A person keeps the seat all game long, whatever becomes of the colours."""

CHANCE: Seat = -1
"""Whoever rolls the dice or deals the cards."""

Move = tuple[int, ...]
"""The sites that a hand touches, in that order. Sites are the cells, then the buttons of the game."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules need, and nothing of how we came here. Games that need more inherit from it."""

    board: bytes
    """One piece code per cell. 0 is empty; other codes are colours, never seats."""
    turn: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    returns: tuple[float, ...]
    """Each seat's share of one point: 1 for the winner, one half each for a draw of two."""
    reason: str
    """A key of the translations, such as "connection"."""
    cells: tuple[int, ...] = ()
    """The cells that decided, such as a winning chain."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move cannot be played: a key of the translations, the cells concerned, words to fill in."""

    key: str
    cells: tuple[int, ...] = ()
    values: tuple[tuple[str, str | Phrase], ...] = ()

    @property
    def phrase(self) -> Phrase:
        """The sentence that says so."""
        return Phrase(self.key, self.values)


class IllegalMove(PhrasedError, ValueError):
    """A move that the rules refuse, with the reason."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"illegal move {text!r}: {refusal.key}", refusal.key, **dict(refusal.values))
        self.text = text
        self.refusal = refusal


class Unreadable(PhrasedError, ValueError):
    """A text that names no move or no position: what was refused, and why."""

    def __init__(self, text: str, key: str, **values: str) -> None:
        super().__init__(f"cannot read {text!r}: {key}", key, **{"text": text, **values})
        self.text = text


P = TypeVar("P", bound=Position)


class Game(Displayed, ABC, Generic[P]):
    """Rules and options. A game declares the class attributes; its `__init__` sets board and buttons.

    Its options are attributes too, in the order in which they are shown; a name declared again takes the
    place of the one before. `declared` lists them all.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Of the rules: raised when an old record would no longer replay."""
    players: Option[int] = Whole("players", 2, "number of players", "nombre de joueurs", 2, 2)
    """How many seats there are."""
    declared: ClassVar[tuple[Option[Any], ...]] = (players,)
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    draws: ClassVar[bool] = True
    """Whether a game may end without a winner; where it may not, no draw is offered."""
    former_reasons: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """For the reason of an outcome, the other reasons that older records give for it."""
    colours: ClassVar[tuple[str, ...]] = ("red", "blue", "yellow", "green", "violet", "pink")
    """Names of the colours; piece code 1 is the first of them."""

    tiling: Tiling
    buttons: tuple[str, ...] = ()

    def __init_subclass__(cls, **rest: object) -> None:
        """A class may also say `declared = (…)`; then those are all its options."""
        super().__init_subclass__(**rest)
        if "declared" in vars(cls):
            return
        found: dict[str, Option[Any]] = {}
        for kind in reversed(cls.__mro__):
            if "declared" in vars(kind):
                found = {option.name: option for option in vars(kind)["declared"]}
            else:
                found |= declared_in(kind)
        cls.declared = tuple(found.values())

    def __init__(self, /, **options: object) -> None:
        try:
            self.options: dict[str, Value] = read_options(self.declared, self.presets, options)
        except BadOption as error:
            error.game = self.name
            raise

    def __repr__(self) -> str:
        usual = {option.name: option.default for option in self.declared}
        chosen = [f"{name}={value!r}" for name, value in self.options.items() if value != usual[name]]
        return shortened(f"{type(self).__name__}({', '.join(chosen)})")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, (type(self), self.options))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Game) and other.options == self.options

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.options.items())))

    # --- the four that every game writes

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def moves(self, position: P) -> Sequence[Move]:
        """What an engine considers; empty exactly when the game is over. May be lazy."""

    @abstractmethod
    def play(self, position: P, move: Move) -> P:
        """The position after a move. It trusts the move: `Match.play` is the gate."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    # --- the rest has good defaults

    def again(self) -> Game[P]:
        """The game to play when this one is played once more; another one where it is a puzzle."""
        return self

    def rematch_moves(self, start: P, played: Sequence[Move]) -> Sequence[Move]:
        """Return the moves that a rematch begins with, which nobody chooses again.

        `start` and `played` are of the game before. People have changed seats since, so that the same moves
        exchange what they had.
        """
        return ()

    def refusal(self, position: P, move: Move) -> Refusal | None:
        """Why a move may not be played, or None if it may. The gate may accept more than `moves` lists."""
        if self.outcome(position) is not None:
            return Refusal("over")
        return None if move in self.moves(position) else Refusal("not_a_move", self.cells_of(move))

    def choices(self, position: P, touched: Move) -> Sequence[int]:
        """The sites that may be touched next, after those touched so far."""
        depth = len(touched)
        if not depth:  # the common case: a board that nobody has touched
            return sorted({m[0] for m in self.moves(position) if m})
        return sorted({m[depth] for m in self.moves(position) if len(m) > depth and m[:depth] == touched})

    def chances(self, position: P) -> Sequence[float]:
        """The weight of each of `moves` when it is chance's turn."""
        return [1.0] * len(self.moves(position))

    def colour(self, position: P, seat: Seat) -> int:
        """The colour that a seat plays now, from 0; after a swap it is not the seat."""
        return seat

    def leave(self, position: P, seat: Seat) -> P | None:
        """Return the position after a seat has left, or None where leaving ends the game.

        Called only while three or more seats are in and the game is not over. The position already has the
        next turn and all that follows from leaving; its outcome may be set.
        """
        return None

    def is_in(self, position: P, seat: Seat) -> bool:
        """Whether a seat is still in the game: it has not left and is not eliminated."""
        return True

    def write(self, position: P, move: Move) -> str:
        """The move in the notation of the game."""
        return "-".join(self.sites[site] for site in move)

    def read(self, position: P, text: str) -> Move:
        """The move that a text names. Whether it may be played is for `refusal` to say."""
        return tuple(self.site(word, text) for word in text.strip().lower().split("-"))

    def layout(self, position: P) -> str:
        """The position as one line of text: `red:a1,b2 blue:c3 turn:1`. `setup` reads it back."""
        words = []
        for code, colour in enumerate(self.colours, 1):
            cells = [
                name for name, piece in zip(self.tiling.names, position.board, strict=True) if piece == code
            ]
            if cells:
                words.append(f"{colour}:{','.join(cells)}")
        return " ".join([*words, f"turn:{'chance' if position.turn == CHANCE else position.turn + 1}"])

    def setup(self, text: str) -> P:
        """The position that a text describes, for tests, puzzles and editors."""
        board, turn, rest = self.read_layout(text)
        if rest:
            raise Unreadable(text, "unknown_word", word=rest[0])
        return replace(self.start(), board=board, turn=turn)

    # --- sites and texts, shared by all games

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """The name of every site."""
        return (*self.tiling.names, *self.buttons)

    @cached_property
    def _site_of(self) -> dict[str, int]:
        return {name: site for site, name in enumerate(self.sites)}

    def site(self, name: str, text: str | None = None) -> int:
        """The site of a name; `text` is what the person wrote, to be quoted if there is no such site."""
        try:
            return self._site_of[name.strip().lower()]
        except KeyError:
            raise Unreadable(text or name, "unknown_cell", word=name.strip()) from None

    def cells_of(self, move: Move) -> tuple[int, ...]:
        """The cells among the sites of a move."""
        return tuple(site for site in move if 0 <= site < len(self.tiling))

    def read_layout(self, text: str) -> tuple[bytes, Seat, list[str]]:
        """Board, turn and the words that only the game itself understands."""
        board = bytearray(len(self.tiling))
        turn, rest = 0, []
        seats = {"chance": CHANCE, **{str(seat + 1): seat for seat in range(self.players)}}
        for word in text.lower().split():
            key, _, value = word.partition(":")
            if key in self.colours and value:
                for name in value.split(","):
                    cell = self.site(name, text)
                    if cell >= len(self.tiling) or board[cell]:
                        raise Unreadable(text, "cell_twice", word=name)
                    board[cell] = self.colours.index(key) + 1
            elif key == "turn" and value in seats:
                turn = seats[value]
            else:
                rest.append(word)
        return bytes(board), turn, rest


@dataclass(frozen=True, slots=True, repr=False)
class Diagram(Displayed):
    """A position with its game: what a position alone cannot show."""

    game: Game[Any]
    position: Position

    def __repr__(self) -> str:
        return shortened(f"<{self.game!r} {self.game.layout(self.position)}>")


def _remake(game: type[Game[Any]], options: Mapping[str, Value]) -> Game[Any]:
    return game(**options)


def winner_takes_all(players: int, winner: Seat) -> tuple[float, ...]:
    """The returns of a game with one winner."""
    return tuple(1.0 if seat == winner else 0.0 for seat in range(players))


class _Door(ModuleType):
    """This module can be called: `pavage.game("hex", size=5)` is what one types first.

    The package cannot have a function of the name of one of its modules; so the module is the function.
    """

    def __call__(self, name: str, /, **options: object) -> Game[Any]:
        kinds = importlib.import_module("pavage.registry").games()
        made: Game[Any] = kinds[name](**options)
        return made


sys.modules[__name__].__class__ = _Door
