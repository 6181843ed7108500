"""Positions of Les Carreleurs as one line of text: the tiles in the room, the turn, the stocks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pavage.game import Unreadable
from pavage.games.carreleurs.notation import tile_named
from pavage.games.carreleurs.stocks import shape_named
from pavage.games.leaving import check_turn, read_out, write_out

if TYPE_CHECKING:
    from pavage.games.carreleurs.rules import Carreleurs, CarreleursPosition, Tile

TILE = re.compile(r"(\d{1,2}x\d{1,2})@([a-z]+\d+)(!?)")
SEALED = "!"
NOTHING = "-"
"""The stock of somebody who has laid everything."""


def write_layout(game: Carreleurs, position: CarreleursPosition) -> str:
    """`red:3x5@b4,2x2@a1! blue:5x8@e5 turn:1 stocks:2x2,1x2/3x5`, and what is not as at the beginning."""
    words = []
    for code, colour in enumerate(game.colours, 1):
        tiles = [
            f"{tile.shape.name}@{game.sites[tile.place]}{SEALED if tile.sealed else ''}"
            for tile in position.tiles
            if tile.colour == code
        ]
        if tiles:
            words.append(f"{colour}:{','.join(tiles)}")
    stocks = [
        ",".join(kind.name for kind, count in zip(game.kinds, stock, strict=True) for _ in range(count))
        for stock in position.stocks
    ]
    words += [f"turn:{position.turn + 1}", f"stocks:{'/'.join(stock or NOTHING for stock in stocks)}"]
    if position.placed != game.start().placed:
        words.append(f"placed:{','.join(str(seat + 1) for seat in position.placed)}")
    words += [f"{key}:{count}" for key in ("passes", "plies") if (count := getattr(position, key))]
    return " ".join([*words, *write_out(position.out)])


def read_layout(game: Carreleurs, text: str) -> CarreleursPosition:
    """The position of a line. Stocks may be left out: then each has what is not in the room in its colour."""
    tiles: list[Tile] = []
    found: dict[str, str] = {}
    out, words = read_out(text.lower().split(), game.players, text)
    for word in words:
        key, _, value = word.partition(":")
        if key in game.colours[: game.players] and value:
            tiles += [_read_tile(game, each, game.colours.index(key) + 1, text) for each in value.split(",")]
        elif key in ("turn", "stocks", "placed", "passes", "plies") and value:
            found[key] = value
        else:
            raise Unreadable(text, "unknown_word", word=word)
    position = replace(_position(game, sorted(tiles), found, text), out=out)
    check_turn(position.turn, out, text)
    return position


def _position(game: Carreleurs, tiles: list[Tile], found: dict[str, str], text: str) -> CarreleursPosition:
    from pavage.games.carreleurs.rules import CarreleursPosition

    board = bytearray(len(game.tiling))
    for tile in tiles:
        for cell in game.room.cells(tile.shape, tile.place):
            if board[cell]:
                raise Unreadable(text, "cell_twice", word=game.sites[cell])
            board[cell] = tile.colour
    seats = {str(seat + 1): seat for seat in range(game.players)}
    turn, placed = found.get("turn", "1"), found.get("placed", ",".join(reversed(seats))).split(",")
    if turn not in seats:
        raise Unreadable(text, "unknown_word", word=f"turn:{turn}")
    if sorted(placed) != sorted(seats):
        raise Unreadable(text, "unknown_word", word=f"placed:{found['placed']}")
    stocks = _read_stocks(game, found["stocks"], text) if "stocks" in found else _rest(game, tiles)
    counts = []
    for key in ("passes", "plies"):
        count = found.get(key, "0")
        if not (count.isascii() and count.isdigit()) or len(count) > 6:
            raise Unreadable(text, "unknown_word", word=f"{key}:{count}")
        counts.append(int(count))
    order = tuple(seats[seat] for seat in placed)
    return CarreleursPosition(bytes(board), seats[turn], tuple(tiles), stocks, order, *counts)


def _read_tile(game: Carreleurs, word: str, colour: int, text: str) -> Tile:
    from pavage.games.carreleurs.rules import Tile

    parts = TILE.fullmatch(word)
    if parts is None:
        raise Unreadable(text, "unknown_word", word=word)
    shape, place = tile_named(game, parts[1], parts[2], text)
    sealed = bool(parts[3])
    if (
        place >= len(game.tiling)
        or not game.room.within[shape] >> place & 1
        or (sealed and game.ko != "seal")
    ):
        raise Unreadable(text, "unknown_word", word=word)
    return Tile(place, shape, colour, sealed)


def _read_stocks(game: Carreleurs, word: str, text: str) -> tuple[tuple[int, ...], ...]:
    stocks = []
    for names in word.split("/"):
        counts = [0] * len(game.kinds)
        for name in names.split(",") if names != NOTHING else ():
            if not re.fullmatch(r"\d{1,2}x\d{1,2}", name) or shape_named(name) not in game.kind:
                raise Unreadable(text, "unknown_word", word=name or word)
            counts[game.kind[shape_named(name)]] += 1
        stocks.append(tuple(counts))
    if len(stocks) != game.players:
        raise Unreadable(text, "unknown_word", word=f"stocks:{word}")
    return tuple(stocks)


def _rest(game: Carreleurs, tiles: list[Tile]) -> tuple[tuple[int, ...], ...]:
    stocks = [list(stock) for stock in game.begun]
    for tile in tiles:
        stock, kind = stocks[tile.colour - 1], game.kind[tile.shape]
        stock[kind] = max(0, stock[kind] - 1)
    return tuple(map(tuple, stocks))
