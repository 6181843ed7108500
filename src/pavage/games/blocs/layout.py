"""Positions of Les Blocs as one line of text: `red:3x4@a1 blue:2x4@a4 turn:1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pavage.game import Seat, Unreadable
from pavage.games.blocs.notation import read_tile, tile_name

if TYPE_CHECKING:
    from pavage.games.blocs.rules import Blocs, BlocsPosition


def write_layout(game: Blocs, position: BlocsPosition) -> str:
    words = []
    for code in range(1, game.players + 1):
        tiles = [tile for tile in position.tiles if position.board[game.grid.corner(tile)] == code]
        if tiles:
            words.append(f"{game.colours[code - 1]}:{','.join(tile_name(game, tile) for tile in tiles)}")
    words.append(f"turn:{position.turn + 1}")
    if position.opened != _usual(game, position.tiles):
        words.append(f"opened:{position.opened}")
    if position.merged:
        groups = [",".join(tile_name(game, tile) for tile in tiles) for tiles in position.merged]
        words.append(f"merged:{'='.join(groups)}")
    return " ".join(words)


def _usual(game: Blocs, tiles: tuple[int, ...]) -> int:
    """Where nothing is said, all first tiles have been placed if any tile is there."""
    return len(game.openings) if tiles else 0


def read_layout(
    game: Blocs, text: str
) -> tuple[bytes, Seat, tuple[int, ...], int, tuple[tuple[int, ...], ...]]:
    """Colours, turn, tiles, first tiles placed, and what the last turn joined."""
    board = bytearray(game.grid.cells)
    tiles: list[int] = []
    turn, opened = 0, None
    merged: tuple[tuple[int, ...], ...] = ()
    for word in text.lower().split():
        key, _, value = word.partition(":")
        if key in game.colours[: game.players] and value:
            for name in value.split(","):
                tile = read_tile(game, name, text)
                for cell in game.grid.covered(tile):
                    if board[cell]:
                        raise Unreadable(text, "cell_twice", word=name)
                    board[cell] = game.colours.index(key) + 1
                tiles.append(tile)
        elif key == "turn" and value in map(str, range(1, game.players + 1)):
            turn = int(value) - 1
        elif key == "opened" and value in map(str, range(len(game.openings) + 1)):
            opened = int(value)
        elif key == "merged":
            groups = [group.split(",") for group in value.split("=")]
            merged = tuple(tuple(read_tile(game, name, text) for name in group) for group in groups)
        else:
            raise Unreadable(text, "unknown_word", word=word)
    lying = tuple(sorted(tiles))
    _check_merged(game, lying, merged, text)
    return bytes(board), turn, lying, _usual(game, lying) if opened is None else opened, merged


def _check_merged(
    game: Blocs, tiles: tuple[int, ...], merged: tuple[tuple[int, ...], ...], text: str
) -> None:
    """Each group fills a rectangle, which is the last tile of the next group or lies on the board."""
    following = [(group[-1],) for group in merged[1:]] + [tiles]
    for group, places in zip(merged, following, strict=False):
        union = 0
        for tile in group:
            union |= game.grid.mask[tile]
        block = game.grid.of_mask.get(union)
        area = sum(game.grid.area[tile] for tile in group)
        if block not in places or area != game.grid.area[block]:
            raise Unreadable(text, "blocs.not_merged")
