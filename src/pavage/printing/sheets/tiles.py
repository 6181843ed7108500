"""Rectangular tiles to cut out, for Les Carreleurs and Blocs: their sides are Fibonacci numbers of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pavage.game import Game
from pavage.games.blocs import Blocs
from pavage.games.carreleurs import Carreleurs
from pavage.printing.boards import millimetres
from pavage.printing.ink import CannotPrint, Ink, Shape, Text, line, rectangle, shifted
from pavage.printing.page import MARGIN, MOST_PAGES, Page, Paper, new_page
from pavage.view.style import palette
from pavage.words import Words

BLOCS = {
    (1, 1): 4,
    (1, 2): 4,
    (1, 3): 3,
    (1, 5): 2,
    (1, 8): 1,
    (2, 2): 3,
    (2, 3): 3,
    (2, 5): 2,
    (3, 3): 2,
}
"""Tiles of each player of Blocs, whose stock has no end: what a game takes, with Fibonacci sides."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of so many cells, the longer side across."""

    colour: str
    high: int
    wide: int


def has_tiles(game: Game[Any]) -> bool:
    return isinstance(game, Carreleurs | Blocs)


def tiles_of(game: Game[Any]) -> list[Tile]:
    """The tiles that all players need."""
    if isinstance(game, Carreleurs):
        shapes = [tuple(sorted(shape)) for shape in game.table[game.stock].tiles]
    else:
        assert isinstance(game, Blocs), f"{game.name} has no tiles"
        shapes = [
            shape for shape, count in BLOCS.items() if shape[0] * shape[1] <= game.limit for _ in range(count)
        ]
    found = [Tile(colour, *shape) for colour in game.colours[: game.players] for shape in shapes]
    return sorted(found, key=lambda tile: (-tile.high, -tile.wide))


def tile_inks(tile: Tile, cell: float) -> list[Ink]:
    """A tile from its upper left corner: its colour, lines between its cells, its area."""
    tokens = palette("print")
    wide, high = tile.wide * cell, tile.high * cell
    ink = tokens[f"{tile.colour}-on"]
    inks: list[Ink] = [
        Shape(
            rectangle(0, 0, wide, high), tokens[tile.colour], tokens[f"{tile.colour}-rim"], 0.25, name="tile"
        )
    ]
    lines = [line(x * cell, 0, x * cell, high) for x in range(1, tile.wide)]
    lines += [line(0, y * cell, wide, y * cell) for y in range(1, tile.high)]
    inks += [Shape(path, stroke=ink, width=0.15, opacity=0.35) for path in lines]
    size = min(0.6 * cell, 9.0)
    area = Text(wide / 2, high / 2 + 0.36 * size, str(tile.wide * tile.high), size, "bold", ink, "middle")
    return [*inks, area]


def ordered_tiles(game: Game[Any], cell: float, paper: Paper, words: Words) -> list[Page]:
    """The tiles of all players, to fit cells of this size."""
    title = words("print.tiles", game=words(f"{game.name}.title"))
    return tile_pages(tiles_of(game), cell, paper, words, title)


def tile_pages(tiles: Sequence[Tile], cell: float, paper: Paper, words: Words, title: str) -> list[Page]:
    """Tiles in shelves, as many on each page as there is room for."""
    lying = paper if all(tile.wide * cell <= paper.wide for tile in tiles) else paper.turned()
    size = millimetres(cell, words)
    pages = [new_page(lying, words, title, words("print.cells_of", size=size))]
    shelves: list[list[float]] = []  # of each shelf on this page: its top, its height, where it is filled to
    for tile in tiles:
        wide, high = tile.wide * cell, tile.high * cell
        if wide > lying.wide or high > lying.high:
            raise CannotPrint(
                "tile_size",
                tile=f"{tile.high}×{tile.wide}",
                size=size,
                paper=paper.called,
            )
        shelf = next(
            (each for each in shelves if high <= each[1] + 0.01 and each[2] + wide <= lying.wide + 0.01), None
        )
        if shelf is None:
            top = shelves[-1][0] + shelves[-1][1] + 1 if shelves else 0.0
            if top + high > lying.high:
                if len(pages) == MOST_PAGES:
                    raise CannotPrint("too_many_tiles", size=size, paper=paper.called)
                pages.append(new_page(lying, words, title, words("print.cells_of", size=size)))
                shelves, top = [], 0.0
            shelf = [top, high, 0.0]
            shelves.append(shelf)
        pages[-1].add(shifted(tile_inks(tile, cell), MARGIN + shelf[2], MARGIN + shelf[0]))
        shelf[2] += wide + 1
    return pages
