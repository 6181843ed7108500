"""Our games by name, and other people's by entry point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pavage.game import Game
from pavage.hooks import SceneHooks, hooks
from pavage.hooks import folder as folder
from pavage.phrase import PhrasedError
from pavage.scene import EVENTS, Board, Mark, Moment, Scene, plain_board, plain_scene, with_seats_out

GROUP = "pavage.games"
REMEMBERED = 1024
"""Moments whose events are remembered: every page of a table shows the same ones."""

OURS: dict[str, str] = {
    "hex": "pavage.games.hex:Hex",
    "polygo": "pavage.games.polygo:PolyGo",
    "tetrago": "pavage.games.polygo:TetraGo",
    "hexago": "pavage.games.polygo:HexaGo",
    "triago": "pavage.games.polygo:TriaGo",
    "hexn": "pavage.games.hexn:HexN",
    "hex3": "pavage.games.hexn:Hex3",
    "hex6": "pavage.games.hexn:Hex6",
    "ponts": "pavage.games.ponts:Ponts",
    "labyrinthe": "pavage.games.labyrinthe:Labyrinthe",
    "hexadames": "pavage.games.hexadames:HexaDames",
    "heinash": "pavage.games.heinash:HeiNasH",
    "marienbad": "pavage.games.marienbad:Marienbad",
    "carreleurs": "pavage.games.carreleurs:Carreleurs",
    "blocs": "pavage.games.blocs:Blocs",
    "nombres": "pavage.games.nombres:Nombres",
    "hextra": "pavage.games.hextra:Hextra",
}
"""One line a game: its name and where its class lives. A game is imported when it is first asked for."""


class UnknownGame(PhrasedError, LookupError):
    """No game of this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        listed = ", ".join(known)
        super().__init__(f"no game {name!r}; there are {listed}", "unknown_game", game=name, known=listed)


class BrokenGame(PhrasedError, ImportError):
    """Somebody else's game that cannot be loaded."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(
            f"the game {name!r} cannot be loaded: {reason}", "broken_game", game=name, reason=reason
        )


class Games(Mapping[str, type[Game[Any]]]):
    """The classes of all games by name: `games()["hex"](size=7)`. No other game may take one of our names."""

    def __init__(self, ours: Mapping[str, str], others: Mapping[str, str]) -> None:
        self._places = {**ours, **{name: place for name, place in others.items() if name not in ours}}

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> type[Game[Any]]:
        if name not in self._places:
            raise UnknownGame(name, list(self._places))
        try:
            loaded = EntryPoint(name, self._places[name], GROUP).load()
        except Exception as error:
            if name in OURS:
                raise
            raise BrokenGame(name, f"{type(error).__name__}: {error}") from error
        if not (isinstance(loaded, type) and issubclass(loaded, Game)):
            raise BrokenGame(name, f"{self._places[name]} is not a Game")
        return loaded


@cache
def games() -> Games:
    """All games installed here."""
    return Games(OURS, {point.name: point.value for point in entry_points(group=GROUP)})


def board_of(game: Game[Any], name: str = "") -> Board:
    """What does not change on the board of a game: drawn by the game's own `scene` module, or plainly.

    A board that grows or changes has several: a scene says on which it lies, and `board_named` draws it.
    """
    own = hooks(type(game), SceneHooks)
    if name and own.board_named:
        return own.board_named(game, name)
    return own.board(game) if own.board else plain_board(game)


def scene_of(game: Game[Any], moment: Moment) -> Scene:
    """What to show of a position: by the game's own `scene` module, or plainly."""
    own = hooks(type(game), SceneHooks)
    scene = own.scene(game, moment) if own.scene else plain_scene(game, moment)
    scene = with_seats_out(scene, game, moment.position)
    return replace(scene, marks=(*_earlier(game, moment, scene), *scene.marks)) if moment.earlier else scene


def _earlier(game: Game[Any], moment: Moment, scene: Scene) -> list[Mark]:
    """Return the marks of what earlier moves did, on cells that no later move has changed or marked."""
    board = moment.position.board
    shown = {cell for mark in scene.marks if mark.kind in EVENTS for cell in mark.cells}
    marks: list[Mark] = []
    for past in reversed(moment.earlier):
        stays = [cell for cell, piece in enumerate(past.position.board) if piece == board[cell]]
        for mark in _events(game, past):
            if cells := tuple(cell for cell in mark.cells if cell in stays and cell not in shown):
                marks.append(replace(mark, cells=cells))
        shown |= {cell for mark in marks for cell in mark.cells}
    return marks[::-1]


@lru_cache(REMEMBERED)
def _events(game: Game[Any], moment: Moment) -> tuple[Mark, ...]:
    """Return the marks that show what the last move did."""
    return tuple(mark for mark in scene_of(game, moment).marks if mark.kind in EVENTS)
