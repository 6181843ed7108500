"""What can be merged now, and what could be merged after one more tile: all at once, for the computer.

`blocks` asks what one tile completes. Here it is asked the other way round: which rectangles lack nothing but
one tile, or two? A rectangle that is cut by no tile and whose empty cells are themselves a rectangle is a
block waiting for that tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pavage.game import Seat
from pavage.games.blocs.blocks import LEAST, body_of
from pavage.games.blocs.grid import Grid, grid
from pavage.games.blocs.rules import Blocs, BlocsPosition
from pavage.games.leaving import Out, next_in

REMEMBERED = 200_000
"""Holes for which the ways to fill them are kept in mind."""
KEPT = 12
"""Positions whose open rectangles are kept in mind."""

TURNS = 4
"""How many merges in a row are foreseen."""
LATER = 0.9
"""What a merge counts for each turn that it lies ahead."""


class Merge(NamedTuple):
    """A tile that makes a block, and what each seat has in it before."""

    tile: int
    block: int
    areas: tuple[int, ...]
    total: int
    mask: int


class Outlook(NamedTuple):
    """The merges of a position, and for each tile that makes none the merges it would make possible."""

    now: list[Merge]
    after: dict[int, list[Merge]]


class OpenRectangles:
    """The rectangles that can still become blocks: cut by no tile, and not yet full.

    What is cut stays cut, and what is full stays full. So after more tiles they are among those of before,
    and a search that comes back to children of the same position looks through a short list.
    """

    def __init__(self, lines: Grid) -> None:
        self.lines = lines
        self.kept: dict[int, list[tuple[int, int, int]]] = {}

    def before(self, body: int) -> list[tuple[int, int, int]]:
        """The shortest list at hand that holds all open rectangles of a position."""
        earlier = [kept for kept in self.kept if not kept & ~body]
        if not earlier:
            return self.lines.scan
        best = min(earlier, key=lambda kept: len(self.kept[kept]))
        self.kept[best] = self.kept.pop(best)
        return self.kept[best]

    def of(self, body: int) -> list[tuple[int, int, int]]:
        """The open rectangles of a position, to be kept for those that come after it."""
        if body not in self.kept:
            low = 1 << self.lines.cells
            kept = [entry for entry in self.before(body) if 0 < (body ^ entry[1]) & entry[2] < low]
            if len(self.kept) == KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[body] = kept
        return self.kept[body]


@lru_cache(9)
def open_rectangles(side: int) -> OpenRectangles:
    return OpenRectangles(grid(side))


def merges(game: Blocs, position: BlocsPosition) -> list[Merge]:
    """Every tile that completes a block, with every block it completes."""
    lines, body = game.grid, body_of(game.grid, position.tiles)
    find, most = lines.of_mask.get, game.limit
    holes = [
        (block, tile)
        for block, mask, test in open_rectangles(lines.side).before(body)
        if (tile := find((body ^ mask) & test)) is not None and tile != block
    ]
    found = []
    for block, tile in holes:
        if lines.area[tile] > most:
            continue
        inside = [other for other in position.tiles if lines.mask[other] & lines.mask[block]]
        if len(inside) + 1 >= LEAST and _is_block(game, position.tiles, inside, tile):
            found.append(_merge(game, position, inside, tile, block))
    return found


def outlook(game: Blocs, position: BlocsPosition, least: int) -> Outlook:
    """Merges now, and those with at least so much at stake that a tile would prepare."""
    lines, body = game.grid, body_of(game.grid, position.tiles)
    most = game.limit
    now: list[Merge] = []
    after: dict[int, list[Merge]] = {}
    for block, mask, test in open_rectangles(lines.side).of(body):
        hole = (body ^ mask) & test
        empty = hole.bit_count()
        if hole == mask or empty > 2 * most:
            continue
        inside = [other for other in position.tiles if lines.mask[other] & mask]
        tile = lines.of_mask.get(hole)
        enough = empty <= most and len(inside) + 1 >= LEAST
        if tile is not None and enough and _is_block(game, position.tiles, inside, tile):
            now.append(_merge(game, position, inside, tile, block))
        if lines.area[block] - empty < least:
            continue
        for first, second in splits(lines.side, most, hole):
            if _is_block(game, (*position.tiles, first), [*inside, first], second):
                merge = _merge(game, position, inside, second, block)
                total = merge.total + lines.area[first]
                mine = tuple(
                    area + (lines.area[first] if seat == position.turn else 0)
                    for seat, area in enumerate(merge.areas)
                )
                after.setdefault(first, []).append(merge._replace(areas=mine, total=total))
    return Outlook(now, after)


def _is_block(game: Blocs, tiles: tuple[int, ...], inside: list[int], tile: int) -> bool:
    """Whether a full rectangle is a block for this tile, by the reading of the game."""
    lines, reading = game.grid, game.block
    if reading == "rect":
        return True
    around = (lines.halo if reading == "touch" else lines.edge)[tile]
    mask = lines.mask
    for other in inside:
        if not mask[other] & around:
            return False
    return reading != "all" or sum(1 for other in tiles if mask[other] & around) == len(inside)


def _merge(game: Blocs, position: BlocsPosition, inside: list[int], tile: int, block: int) -> Merge:
    lines = game.grid
    areas = [0] * game.players
    for other in inside:
        areas[position.board[lines.top[other] * lines.side + lines.left[other]] - 1] += lines.area[other]
    return Merge(tile, block, tuple(areas), sum(areas), lines.mask[block])


@lru_cache(REMEMBERED)
def splits(side: int, most: int, hole: int) -> tuple[tuple[int, int], ...]:
    """The ways to fill a hole with two tiles of at most this area, each in both orders."""
    lines: Grid = grid(side)
    top, left = divmod((hole & -hole).bit_length() - 1, side)
    found = []
    for height in range(1, min(most, side - top) + 1):
        for width in range(1, min(most // height, side - left) + 1):
            one = lines.at(top, left, top + height - 1, left + width - 1)
            if lines.mask[one] & ~hole:
                break
            other = lines.of_mask.get(hole ^ lines.mask[one])
            if other is not None and lines.area[other] <= most:
                found += [(one, other), (other, one)]
    return tuple(found)


def exchanges(game: Blocs, waiting: Iterable[Merge], seat: Seat, out: Out = frozenset()) -> list[float]:
    """What each seat wins or loses if from this one on each that is in takes the largest block that waits."""
    won = [0.0] * game.players
    left = sorted(waiting, key=lambda merge: -merge.total)
    share = 1.0
    for _ in range(TURNS):
        if not left:
            break
        taken = left[0]
        for other, area in enumerate(taken.areas):
            if other != seat:
                won[other] -= share * area
                won[seat] += share * area
        left = [merge for merge in left if not merge.mask & taken.mask]
        seat = next_in(seat + 1, game.players, out)
        share *= LATER
    return won
