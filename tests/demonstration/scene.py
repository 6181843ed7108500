"""How the made-up game is shown: with everything that there is."""

from __future__ import annotations

from dataclasses import replace

from demonstration import SIDE, Demonstration
from pavage.phrase import Phrase
from pavage.scene import Board, Item, Label, Mark, Moment, Piece, Scene, Sheet, Tray, plain_board, plain_scene


def say(key: str, **values: str) -> Phrase:
    return Phrase(f"demonstration.{key}", tuple(values.items()))


def board(game: Demonstration) -> Board:
    return board_named(game, "rows-3")


def board_named(game: Demonstration, name: str) -> Board:
    """So many rows, with a number in each cell and a sum beside each row."""
    plain = plain_board(game)
    cells = int(name.removeprefix("rows-")) * SIDE
    hidden = range(cells, len(plain.names))
    sums = tuple(
        Label(str(7 + row), (SIDE + 0.45, row + 0.5), tuple(range(row * SIDE, row * SIDE + SIDE)))
        for row in range(cells // SIDE)
    )
    labels = tuple(label for label in plain.labels if not set(label.cells) & set(hidden)) + sums
    return replace(
        plain,
        id=name,
        polygons=tuple(() if cell in hidden else polygon for cell, polygon in enumerate(plain.polygons)),
        labels=labels,
        inscribed=tuple(str(cell + 1) for cell in range(len(plain.names))),
    )


def scene(game: Demonstration, moment: Moment) -> Scene:
    plain, position = plain_scene(game, moment), moment.position
    pieces = tuple(
        Piece(
            cells[0],
            game.colours[position.board[cells[0]] - 1],
            "tile",
            cells,
            str(len(cells)),
            sealed=len(cells) == 2,
        )
        for cells in position.tiles
    )
    last = [mark for mark in plain.marks if mark.kind != "last"] + [
        Mark("last", position.tiles[-1]) if position.tiles else Mark("met", tuple(range(SIDE)))
    ]
    held = [game.shapes[site] for site in moment.touched if site in game.shapes][-1:]
    stamp = tuple((float(x), float(y)) for high, wide in held for y in range(high) for x in range(wide))
    return replace(
        plain,
        board=f"rows-{game.rows(position)}",
        pieces=pieces,
        marks=(*last, *(Mark("text", (cell,), text="×") for cell in position.marks)),
        buttons=tuple(replace(button, turned=_turned(game, button.site)) for button in plain.buttons),
        trays=(_stock(game, moment), _pens(game), _others(game)),
        sheets=(
            Sheet(
                "score",
                say("score"),
                (say("row"), say("cells")),
                tuple((str(number), str(len(tile))) for number, tile in enumerate(position.tiles, 1)),
            ),
            Sheet("help", say("help"), (), ((say("prompt"),),), folded=True),
        ),
        news=say("news", number=str(len(position.tiles))) if position.tiles else None,
        field=None if moment.outcome else say("field"),
        stamp=stamp,
        box=not any(site >= len(game.tiling) for site in moment.touched),
    )


def _turned(game: Demonstration, site: int) -> int | None:
    """The button of the same tile, turned by a quarter."""
    high, wide = game.shapes.get(site, (0, 0))
    return game.site(f"{wide}x{high}") if high != wide else None


def _stock(game: Demonstration, moment: Moment) -> Tray:
    held = [site for site in moment.touched if site in game.shapes][-1:]
    lying = held[0] if held == [game.site("2x1")] else game.site("1x2")
    items = []
    for site in (lying, game.site("1x1")):
        shape = game.shapes[site]
        state = "chosen" if [site] == held else ""
        text = f"{shape[0]}×{shape[1]}"
        label = say("tile", size=text)
        items.append(Item(label, site, "tile", text, (shape,), 2, "red", state))
    return Tray(say("stock"), tuple(items), moment.position.turn)


def _pens(game: Demonstration) -> Tray:
    return Tray(say("pens"), (Item(say("pen"), game.pen, text="×"),), keep=True)


def _others(game: Demonstration) -> Tray:
    items = (
        Item(say("die"), game.site("die"), "die", "5"),
        Item(say("die"), None, "die", "3", state="spent"),
        Item(say("card"), None, "card", "SA", state="spent"),
        Item(say("card"), None, "card", "SC"),
        Item(say("motif"), None, "motif", "7", ((0, 0), (1, 0), (0, 1)), colour="blue"),
        Item(say("pens"), None, text="7"),
    )
    return Tray(say("things"), items)
