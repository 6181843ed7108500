"""A move as the hand makes it: a tile, by its shape or by two corners, then the blocks that are chosen.

A block is chosen by touching it: the smallest one there is shown, and touched again it is made. A touch
beside what is shown looks for one that holds both, so that every block can be reached, however many lie over
each other. Two opposite corners are clear enough to make it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pavage.game import Move, Refusal

if TYPE_CHECKING:
    from pavage.games.blocs.rules import Blocs, BlocsPosition


@dataclass(slots=True)
class Hand:
    """How far a move has come: what was touched, what it made, and what may be chosen now."""

    tiles: tuple[int, ...]
    """The other tiles on the board."""
    shape: int | None = None
    """The button of the shape in the hand."""
    corner: int | None = None
    """The first of two corners."""
    placed: int | None = None
    grown: int = -1
    """The placed tile, or the block that it has become."""
    made: tuple[int, ...] = ()
    """The blocks made so far."""
    joined: tuple[tuple[int, ...], ...] = ()
    """For each of them its tiles, the last one last."""
    offered: tuple[int, ...] = ()
    """The blocks to choose from now."""
    aimed: tuple[int, ...] = ()
    """The cells touched to choose one of them."""
    picked: int | None = None
    """The block that these cells show: touched again, it is made."""
    whole: bool = False
    refused: Refusal | None = None


def follow(game: Blocs, position: BlocsPosition, touched: Move) -> Hand:
    """What has been touched, as far as the rules allow it."""
    hand = Hand(position.tiles)
    for site in touched:
        if not 0 <= site < len(game.sites):
            hand.refused = Refusal("not_a_move")
        elif hand.placed is None:
            _place(game, position, hand, site)
        else:
            _choose(game, hand, site)
        if hand.refused is not None:
            break
    return hand


def _place(game: Blocs, position: BlocsPosition, hand: Hand, site: int) -> None:
    if site >= game.grid.cells:
        if hand.corner is not None or site == game.done:
            hand.refused = Refusal("not_a_move", () if hand.corner is None else (hand.corner,))
        else:
            hand.shape = site  # another shape takes the place of the one in the hand
        return
    if hand.shape is None and hand.corner is None:
        hand.corner = site
        if position.board[site]:
            hand.refused = Refusal("taken", (site,), (("cell", game.sites[site]),))
        return
    if hand.shape is not None:
        height, width = game.shapes[hand.shape - game.grid.cells]
        tile = game.grid.placed(height, width, site)
        if tile is None:
            name = f"{height}×{width}"
            hand.refused = Refusal("blocs.outside", (site,), (("word", name), ("cell", game.sites[site])))
            return
    else:
        assert hand.corner is not None
        tile = game.grid.between(hand.corner, site)
    hand.refused = game.not_here(position, tile)
    if hand.refused is None:
        hand.placed = hand.grown = tile
        settle(game, hand)


def settle(game: Blocs, hand: Hand) -> None:
    """Make the blocks that nobody has to choose, until there is one to choose or none is left."""
    while True:
        found = tuple(game.blocks_of(hand.tiles, hand.grown)) if game.cascade or not hand.made else ()
        hand.offered = found
        if not found:
            hand.whole = True
            return
        if game.may or len(found) > 1:
            return
        join(game, hand, found[0])


def join(game: Blocs, hand: Hand, block: int) -> None:
    """All tiles of a block become one."""
    mask = game.grid.mask
    inside = tuple(tile for tile in hand.tiles if mask[tile] & mask[block])
    hand.tiles = tuple(tile for tile in hand.tiles if not mask[tile] & mask[block])
    hand.joined += ((*inside, hand.grown),)
    hand.made += (block,)
    hand.grown, hand.aimed, hand.picked, hand.offered = block, (), None, ()


def _choose(game: Blocs, hand: Hand, site: int) -> None:
    if not hand.whole and game.may and site == game.done and hand.picked is None:
        hand.whole = True
        return
    if site >= game.grid.cells:
        hand.refused = Refusal("not_a_move", game.grid.covered(hand.grown))
        return
    if hand.whole:
        hand.refused = Refusal("blocs.no_block", (site,))
        return
    if hand.picked is not None and game.grid.mask[hand.picked] >> site & 1:
        return _make(game, hand, hand.picked)
    both = (*hand.aimed, site)
    hand.aimed = (site,) if _shown(game, hand.offered, both) is None else both
    hand.picked = _shown(game, hand.offered, hand.aimed)
    if hand.picked is None:
        hand.refused = _no_block(game, hand, site)
    elif hand.aimed in game.grid.corners(hand.picked) or hand.aimed[::-1] in game.grid.corners(hand.picked):
        _make(game, hand, hand.picked)


def _make(game: Blocs, hand: Hand, block: int) -> None:
    join(game, hand, block)
    settle(game, hand)


def _shown(game: Blocs, offered: tuple[int, ...], cells: tuple[int, ...]) -> int | None:
    """Of the blocks that hold all these cells, the smallest."""
    there = [block for block in offered if all(game.grid.mask[block] >> cell & 1 for cell in cells)]
    return min(there, key=lambda block: game.grid.area[block], default=None)


def _no_block(game: Blocs, hand: Hand, site: int) -> Refusal:
    every = game.every_block(hand.tiles, hand.grown)
    smaller = [block for block in every if game.largest and game.grid.mask[block] >> site & 1]
    if not smaller:
        return Refusal("blocs.no_block", (site,))
    area = str(game.grid.area[hand.offered[0]])
    return Refusal("blocs.not_largest", game.grid.covered(smaller[0]), (("area", area),))


def endings(game: Blocs, hand: Hand) -> Iterator[Move]:
    """All that may still be touched to complete a move whose tile lies there."""
    if hand.whole:
        yield ()
        return
    if game.may:
        yield (game.done,)
    for block in hand.offered:
        after = replace(hand)
        join(game, after, block)
        settle(game, after)
        for rest in endings(game, after):
            yield (game.grid.corner(block), game.grid.last(block), *rest)
