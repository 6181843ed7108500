"""Positions of Les Blocs as one line of text: `red:3x4@a1 blue:2x4@a4 turn:1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pavage.game import Seat, Unreadable
from pavage.games.blocs.blocks import union_of
from pavage.games.blocs.notation import read_tile, tile_name
from pavage.games.leaving import write_out

if TYPE_CHECKING:
    from pavage.games.blocs.rules import Blocs, BlocsPosition

Groups = tuple[tuple[int, ...], ...]
"""Tiles that fill a rectangle together, several times."""


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
        words.append(f"merged:{_write_groups(game, position.merged)}")
    if position.laid:
        words.append(f"laid:{_write_groups(game, position.laid)}")
    return " ".join([*words, *write_out(position.out)])


def _write_groups(game: Blocs, groups: Groups) -> str:
    return "=".join(",".join(tile_name(game, tile) for tile in tiles) for tiles in groups)


def _read_groups(game: Blocs, value: str, text: str) -> Groups:
    groups = [group.split(",") for group in value.split("=")]
    return tuple(tuple(read_tile(game, name, text) for name in group) for group in groups)


def _usual(game: Blocs, tiles: tuple[int, ...]) -> int:
    """Where nothing is said, all first tiles have been placed if any tile is there."""
    return len(game.openings) if tiles else 0


def read_layout(
    game: Blocs, words: Sequence[str], text: str
) -> tuple[bytes, Seat, tuple[int, ...], int, Groups, Groups]:
    """Colours, turn, tiles, first tiles placed, what the last turn joined, and what blocks were made of."""
    board = bytearray(game.grid.cells)
    tiles: list[int] = []
    turn, opened = 0, None
    merged: Groups = ()
    laid: Groups = ()
    for word in words:
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
            merged = _read_groups(game, value, text)
        elif key == "laid":
            laid = tuple(sorted(tuple(sorted(group)) for group in _read_groups(game, value, text)))
        else:
            raise Unreadable(text, "unknown_word", word=word)
    lying = tuple(sorted(tiles))
    # Each group of the last turn fills a tile of the next one, or of the board as do all that were laid.
    _check_groups(game, merged, [(group[-1],) for group in merged[1:]] + [lying], text)
    _check_groups(game, laid, [lying] * len(laid), text)
    return bytes(board), turn, lying, _usual(game, lying) if opened is None else opened, merged, laid


def _check_groups(game: Blocs, groups: Groups, places: Sequence[Sequence[int]], text: str) -> None:
    """Each group fills a rectangle that is one of its tiles."""
    for group, tiles in zip(groups, places, strict=False):
        block = game.grid.of_mask.get(union_of(game.grid, group))
        area = sum(game.grid.area[tile] for tile in group)
        if block is None or block not in tiles or area != game.grid.area[block]:
            raise Unreadable(text, "blocs.not_merged")
