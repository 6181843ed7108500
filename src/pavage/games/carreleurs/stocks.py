"""The tiles that each player begins with: the table of docs/rules.md, section 9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pavage.options import BadOption

SIDES = (1, 2, 3, 5, 8, 13, 21)
"""The sides of tiles are Fibonacci numbers."""


class Shape(NamedTuple):
    """A rectangle as it lies: its height and its width, in cells."""

    height: int
    width: int

    @property
    def area(self) -> int:
        return self.height * self.width

    @property
    def turned(self) -> Shape:
        return Shape(self.width, self.height)

    @property
    def flat(self) -> Shape:
        """The same tile lying on its longer side."""
        return Shape(min(self), max(self))

    @property
    def name(self) -> str:
        return f"{self.height}x{self.width}"

    @property
    def size(self) -> str:
        """As it is printed."""
        return f"{self.height}×{self.width}"


def shape_named(name: str) -> Shape:
    height, _, width = name.partition("x")
    return Shape(int(height), int(width))


class Stock(NamedTuple):
    """A line of the table: the side of the room, the number of players, the tiles of each."""

    board: int
    players: int
    tiles: tuple[Shape, ...]


def _stock(board: int, players: int, names: str) -> Stock:
    return Stock(board, players, tuple(map(shape_named, names.split())))


TABLE: Mapping[str, Stock] = {
    "s8": _stock(8, 2, "3x5 2x3 2x2 2x2 1x2"),
    "s12": _stock(12, 2, "3x8 2x8 1x8 2x3 1x5 2x2 2x2 1x2"),
    "s13": _stock(13, 2, "3x8 2x8 3x5 1x8 1x8 2x2 2x2 1x3"),
    "s14": _stock(14, 2, "5x8 3x8 1x8 2x3 2x3 2x2 2x2 1x3 1x2"),
    "s14c": _stock(14, 2, "5x8 3x5 3x5 1x8 1x8 1x5 1x3"),
    "s21": _stock(21, 2, "5x13 5x8 2x13 1x13 1x13 3x5 3x3 3x3 2x5 2x3 1x3 1x2"),
    "s12x3": _stock(12, 3, "3x5 1x8 2x3 2x3 2x2 2x2 1x3"),
    "s14x3": _stock(14, 3, "3x8 2x8 1x8 2x3 2x2 2x2 1x2"),
    "s14x4": _stock(14, 4, "3x8 1x8 2x3 2x2 2x2 1x2"),
    "q8": _stock(8, 2, "3x3 3x3 2x2 2x2 2x2 1x1"),
}
"""Where two stocks suit the same room and players, `auto` takes the first."""


def stock_for(table: Mapping[str, Stock], board: int, players: int, wanted: str) -> str:
    """The id of the stock to play with; a pair of room and players that has none is refused."""
    suiting = [name for name, stock in table.items() if (stock.board, stock.players) == (board, players)]
    if not suiting:
        fitting = sorted({stock.players for stock in table.values() if stock.board == board})
        raise BadOption("carreleurs.no_stock", "players", players, ", ".join(map(str, fitting)), board=board)
    if wanted == "auto":
        return suiting[0]
    if wanted not in suiting:
        takes = ", ".join(["auto", *suiting])
        raise BadOption("carreleurs.other_stock", "stock", wanted, takes, board=board, players=players)
    return wanted
