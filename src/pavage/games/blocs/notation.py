"""Moves of Les Blocs as text: `5x2@e1`, and `5x2@e1=5x6@a1` where it makes a block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pavage.game import Move, Unreadable
from pavage.games.blocs.touching import follow

if TYPE_CHECKING:
    from pavage.games.blocs.rules import Blocs, BlocsPosition

TILE = re.compile(r"([1-9]\d?)[x×*]([1-9]\d?)@([a-z]+\d+)")


def tile_name(game: Blocs, tile: int) -> str:
    height, width = game.grid.shape(tile)
    return f"{height}x{width}@{game.sites[game.grid.corner(tile)]}"


def read_tile(game: Blocs, word: str, text: str) -> int:
    """The rectangle that a word such as `5x2@e1` names."""
    match = TILE.fullmatch(word.strip())
    if match is None:
        raise Unreadable(text, "blocs.unreadable")
    height, width, cell = match.groups()
    if cell not in game.tiling.index:
        raise Unreadable(text, "unknown_cell", word=cell)
    tile = game.grid.placed(int(height), int(width), game.tiling.index[cell])
    if tile is None:
        raise Unreadable(text, "blocs.outside", word=f"{height}×{width}", cell=cell)
    return tile


def write_move(game: Blocs, position: BlocsPosition, move: Move) -> str:
    hand = follow(game, position, move)
    if hand.placed is None:
        return "-".join(game.sites[site] for site in move)
    return "=".join(tile_name(game, tile) for tile in (hand.placed, *hand.made))


def read_move(game: Blocs, position: BlocsPosition, text: str) -> Move:
    """Blocks that nobody has to choose may stand there or not; others become the corners to be touched."""
    first, *named = (read_tile(game, word, text) for word in text.strip().lower().split("="))
    shape, corner = game.grid.shape(first), game.grid.corner(first)
    # A tile that is too large is on no button: so its corners are touched, and the rules say why not.
    has_button = shape in game.shapes
    move: Move = (game.grid.cells + game.shapes.index(shape) if has_button else game.grid.last(first), corner)
    blocks = list(named)
    hand = follow(game, position, move)
    passed = 0
    while hand.refused is None:
        while blocks and passed < len(hand.made) and blocks[0] == hand.made[passed]:
            del blocks[0]
            passed += 1
        if not blocks or blocks[0] not in hand.offered or passed < len(hand.made):
            break
        move = (*move, game.grid.corner(blocks[0]), game.grid.last(blocks[0]))
        hand = follow(game, position, move)
    if blocks and hand.refused is None:
        if hand.offered and blocks[0] in game.every_block(hand.tiles, hand.grown):
            raise Unreadable(text, "blocs.not_largest", area=str(game.grid.area[hand.offered[0]]))
        raise Unreadable(text, "blocs.not_a_block", block=tile_name(game, blocks[0]))
    stops = game.may and hand.refused is None and not hand.whole
    return (*move, game.done) if stops else move
